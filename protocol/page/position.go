package page

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
)

// History is a game up to the position that a request is about.
type History struct {
	Start string   `json:"start"` // FEN; empty for the usual start
	Moves []string `json:"moves"` // as Position.ParseMove reads them
}

// mostMoves is the largest number of moves of a History.
const mostMoves = 4000

// game returns the game, or an error that names the move that is wrong.
func (h History) game() (*board.Game, error) {
	start, err := startOf(h.Start)
	if err != nil {
		return nil, err
	}
	if len(h.Moves) > mostMoves {
		return nil, fmt.Errorf("%d moves are more than %d", len(h.Moves), mostMoves)
	}
	g := board.NewGame(start)
	return g, g.PlayText(h.Moves...)
}

// startOf returns where a game begins that has a FEN, which may stand in quotes: at the usual start if it is empty.
func startOf(text string) (board.Position, error) {
	if text == "" {
		return board.Start(), nil
	}
	fen, rest := board.CutFEN(text)
	if rest != "" {
		fen = text // the error quotes all of it
	}
	return board.ParseFEN(fen)
}

// Position is a position of a game with all that a page shows of it.
type Position struct {
	FEN      string `json:"fen"`
	Pieces   string `json:"pieces"` // a letter for each square: b and w are men, B and W kings, a dot is empty
	Turn     string `json:"turn"`   // Black or White
	Moves    []Move `json:"moves"`  // the legal ones
	Must     bool   `json:"must"`   // the moves are captures
	Last     *Move  `json:"last,omitempty"`
	Over     string `json:"over,omitempty"` // how the game ended, in words
	Result   string `json:"result"`         // as PDN has it; "*" while the game goes on
	Database string `json:"database"`       // win, draw, loss or unknown for the side to move; empty while the databases are being opened
	AntiBook bool   `json:"antiBook"`       // the side that moved last should have avoided it
}

// Move is a legal move.
type Move struct {
	Text     string  `json:"text"`     // as PDN has it
	Paths    [][]int `json:"paths"`    // all ways to make it: the squares that the piece stands on, 1 to 32
	Captured []int   `json:"captured"` // squares
}

func position(ctx context.Context, s *Session, h History) (Position, error) {
	g, err := h.game()
	if err != nil {
		return Position{}, err
	}
	return s.position(ctx, g), nil
}

// position describes the last position of a game.
func (s *Session) position(ctx context.Context, g *board.Game) Position {
	p := g.Position()
	described := Position{
		FEN: p.FEN(), Pieces: p.Letters(), Turn: p.Turn.String(), Moves: movesOf(p), Must: p.Jumpers() != 0,
		Last: lastMove(g), AntiBook: s.engine.InAntiBook(p),
	}
	described.Over, described.Result = outcome(g, s.moveRule())
	if s.databasesOpen(ctx) {
		described.Database = s.engine.Probe(p).String()
	}
	return described
}

// outcome returns how the game has ended, in words and as PDN has it.
func outcome(g *board.Game, moveRule int) (words, result string) {
	g.MoveRule = moveRule
	o, over := g.Outcome()
	if winner, won := o.Winner.Color(); won {
		words = fmt.Sprintf("%s wins: %s %s", winner, winner.Opponent(), lossWords(o.By))
	} else if over {
		words = "draw: " + drawWords(o.By, moveRule)
	}
	return words, o.Winner.String()
}

// lossWords says what has happened to the side that lost.
func lossWords(ending board.Ending) string {
	if ending == board.NoPieces {
		return "has no pieces left"
	}
	return "cannot move"
}

// drawWords says why a game is a draw.
func drawWords(ending board.Ending, moveRule int) string {
	if ending == board.Threefold {
		return "the position has occurred three times"
	}
	return fmt.Sprintf("%d moves of both sides together without a capture and without a move of a man", moveRule)
}

func movesOf(p board.Position) []Move {
	var l board.MoveList
	p.Moves(&l)
	moves := make([]Move, 0, l.Len())
	for _, m := range l.Slice() {
		moves = append(moves, newMove(p, m))
	}
	return moves
}

func newMove(p board.Position, m board.Move) Move {
	return Move{p.MoveText(m), paths(p, m), squares(m.Captured)}
}

// lastMove returns the last move of a game, nil if there is none.
func lastMove(g *board.Game) *Move {
	played := g.Moves()
	if len(played) == 0 {
		return nil
	}
	before := g.Start()
	for _, m := range played[:len(played)-1] {
		before = before.Play(m)
	}
	last := newMove(before, played[len(played)-1])
	return &last
}

// squares returns the numbers of the squares of a set.
func squares(set board.Bitboard) []int {
	numbers := make([]int, 0, set.Count())
	for s := range board.Square(board.Squares) {
		if set.Has(s) {
			numbers = append(numbers, s.Number())
		}
	}
	return numbers
}

// Steps is a line of moves from a position.
type Steps struct {
	History
	Line []string `json:"line"`
}

// Walk is what a line passes.
type Walk struct {
	Pieces []string `json:"pieces"` // of the position after each move, as in Position
	Lasts  []Move   `json:"lasts"`  // the moves
}

// walk plays a line and returns the positions that it passes, for a page that shows the line before it is played.
func walk(_ context.Context, _ *Session, q Steps) (Walk, error) {
	g, err := q.game()
	if err != nil {
		return Walk{}, err
	}
	w := Walk{Pieces: []string{}, Lasts: []Move{}}
	for _, text := range q.Line {
		p := g.Position()
		m, err := p.ParseMove(text)
		if err != nil {
			return Walk{}, err
		}
		g.Play(m)
		w.Pieces = append(w.Pieces, g.Position().Letters())
		w.Lasts = append(w.Lasts, newMove(p, m))
	}
	return w, nil
}
