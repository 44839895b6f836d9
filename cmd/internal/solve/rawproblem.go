package solve

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
)

// rawProblem is a problem as texts of a file.
type rawProblem struct {
	id, source      string
	fen, result     string
	moves           string // from the FEN, or from the usual start without one, to the problem
	keyMoves, avoid string // with blanks or commas between them
}

// problem reads the texts and returns the problem, or what is wrong with it.
func (e rawProblem) problem() (p Problem, err error) {
	p = Problem{ID: e.id, Source: e.source}
	if p.Position = board.Start(); e.fen != "" || e.moves == "" {
		if p.Position, err = parseFEN(e.fen); err != nil {
			return p, err
		}
	}
	if e.moves != "" {
		g := board.NewGame(p.Position)
		if err := g.PlayText(board.MoveWords(e.moves)...); err != nil {
			return p, err
		}
		p.ID, p.Position = strings.TrimSpace(e.fen+" "+g.Start().LineText(g.Moves())), g.Position()
	}
	if p.Position.Finished() || !p.Position.HasMove() {
		return p, fmt.Errorf("FEN %s: there is no move to make", board.Quote(cmp.Or(e.fen, p.Position.FEN())))
	}
	if p.Result, err = parseResult(e.result, p.Position.Turn); err != nil {
		return p, err
	}
	if p.KeyMoves, err = parseMoves(p.Position, e.keyMoves); err != nil {
		return p, fmt.Errorf("key move: %w", err)
	}
	if p.Avoid, err = parseMoves(p.Position, e.avoid); err != nil {
		return p, fmt.Errorf("move to avoid: %w", err)
	}
	return p, p.check()
}

// check returns an error if no move can be the answer.
func (p Problem) check() error {
	for _, m := range p.KeyMoves {
		if slices.Contains(p.Avoid, m) {
			return fmt.Errorf("move %s is both a key move and one to avoid", p.Position.MoveText(m))
		}
	}
	var l board.MoveList
	p.Position.Moves(&l)
	if !slices.ContainsFunc(l.Slice(), func(m board.Move) bool { return !slices.Contains(p.Avoid, m) }) {
		return errors.New("every move is one to avoid")
	}
	return nil
}

// parseMoves reads moves of a position.
func parseMoves(p board.Position, text string) (moves []board.Move, err error) {
	for part := range strings.SplitSeq(text, ",") {
		for _, word := range board.MoveWords(part) {
			m, err := p.ParseMove(word)
			if err != nil {
				return nil, err
			}
			if !slices.Contains(moves, m) {
				moves = append(moves, m)
			}
		}
	}
	return moves, nil
}

// parseResult reads a result as a word, for the side to move, or as a score of PDN, which
// names the side that wins: turn is to move.
func parseResult(text string, turn board.Color) (board.Result, error) {
	for _, r := range []board.Result{board.Win, board.Draw, board.Loss} {
		if strings.EqualFold(text, r.String()) {
			return r, nil
		}
	}
	score, ok := pdn.ParseResult(text)
	if !ok || score == board.BothLost {
		return board.Unknown, fmt.Errorf("result %s is not WIN, DRAW or LOSS, nor a score such as 1-0", board.Quote(text))
	}
	return score.For(turn), nil
}

// quotes are the quotation marks around FENs and names.
const quotes = "\"'“”"

// parseFEN reads a FEN as files have it: it may stand in quotes, have blanks beside its
// colons and commas, and end with a dot.
func parseFEN(text string) (board.Position, error) {
	fen, rest := board.CutFEN(strings.TrimSpace(text))
	if rest != "" {
		fen = text // the error quotes all of it
	}
	return board.ParseFEN(fen)
}
