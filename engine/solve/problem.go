package solve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Problem is a position with what is known of it: the result for the side to move,
// or the moves that keep it, or both.
type Problem struct {
	ID       string
	Source   string // file and line, for messages
	Position board.Position
	Result   board.Result // Unknown if only key moves are given
	KeyMoves []board.Move // alternatives; empty if only the result is given
}

// Scores that count as an answer where no key move is known.
const (
	decisive = eval.Man * 3 / 2 // a win or a loss, unless proven
	drawish  = eval.Man / 2     // a draw is no farther from level than this
)

// SolvedBy reports whether the result of a search solved the problem: by a key move
// if there are any, or else by a value from the databases or a score that fits.
func (p Problem) SolvedBy(best search.Info) bool {
	if len(p.KeyMoves) > 0 {
		return slices.Contains(p.KeyMoves, best.Move())
	}
	if best.Known != board.Unknown {
		return best.Known == p.Result
	}
	switch score := best.Score; p.Result {
	case board.Win:
		return score >= decisive
	case board.Loss:
		return score <= -decisive
	case board.Draw:
		return -drawish <= score && score <= drawish
	}
	return false
}

// Wanted returns the solution in words: "win by 22-25 or 22-18".
func (p Problem) Wanted() string {
	var texts []string
	for _, m := range p.KeyMoves {
		texts = append(texts, p.Position.MoveText(m))
	}
	moves := strings.Join(texts, " or ")
	switch {
	case moves == "":
		return p.Result.String()
	case p.Result == board.Unknown:
		return moves
	}
	return p.Result.String() + " by " + moves
}

// newProblem checks what a row says.
func newProblem(id, source, fen, result, keyMoves string) (Problem, error) {
	p := Problem{ID: id, Source: source}
	var err error
	if p.Position, err = board.ParseFEN(fen); err != nil {
		return p, err
	}
	if p.Position.Finished() || !p.Position.HasMove() {
		return p, fmt.Errorf("FEN %s: there is no move to make", board.Quote(fen))
	}
	if p.Result, err = parseResult(result); err != nil {
		return p, err
	}
	for _, text := range strings.Fields(keyMoves) {
		m, err := p.Position.ParseMove(text)
		if err != nil {
			return p, fmt.Errorf("key move: %w", err)
		}
		p.KeyMoves = append(p.KeyMoves, m)
	}
	if p.Result == board.Unknown && len(p.KeyMoves) == 0 {
		return p, fmt.Errorf("neither a result nor key moves are given")
	}
	return p, nil
}

func parseResult(text string) (board.Result, error) {
	for _, r := range []board.Result{board.Win, board.Draw, board.Loss} {
		if strings.EqualFold(text, r.String()) {
			return r, nil
		}
	}
	if text == "" {
		return board.Unknown, nil
	}
	return board.Unknown, fmt.Errorf("result %s is not WIN, DRAW or LOSS", board.Quote(text))
}
