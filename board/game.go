package board

import (
	"fmt"
	"iter"
)

// DefaultMoveRule is the 40-move rule in plies: a game is drawn after that many
// plies without a capture or a man's move.
const DefaultMoveRule = 80

// drawingRepetitions is the number of times a position must occur for a draw.
const drawingRepetitions = 3

// Ending says why a game is over.
type Ending uint8

// The endings of a game. The zero value is a game that goes on.
const (
	Ongoing   Ending = iota
	NoMove           // the side to move cannot move
	NoPieces         // one side has no pieces left
	Threefold        // the same position, with the same side to move, for the third time
	MoveRule         // too many plies without a capture or a man's move
)

// String returns the ending in words.
func (e Ending) String() string {
	return [...]string{"ongoing", "no move", "no pieces", "threefold repetition", "move rule"}[e]
}

// Game is a starting position and the moves played from it. The zero value is not
// ready: use NewGame.
type Game struct {
	positions []Position // the start, then one after every move
	moves     []Move
	quiet     []int // for each position, the plies since the last irreversible move
}

// NewGame returns a game that begins at start.
func NewGame(start Position) *Game {
	return &Game{positions: []Position{start}, quiet: []int{0}}
}

// Play adds m, which must be legal in the current position.
func (g *Game) Play(m Move) {
	p, quiet := g.Position(), g.QuietPlies()+1
	if p.Irreversible(m) {
		quiet = 0
	}
	g.positions = append(g.positions, p.Play(m))
	g.moves = append(g.moves, m)
	g.quiet = append(g.quiet, quiet)
}

// PlayText plays moves that are written as [Position.ParseMove] reads them. The error, a *[MoveError] within, says which of them
// is wrong, counted from 1; the moves before that one are then played.
func (g *Game) PlayText(moves ...string) error { return g.PlayParsed(Position.ParseMove, moves...) }

// PlayParsed plays moves in another notation, which parse reads: parse returns the legal move of a position
// that a text names. The error is like that of PlayText.
func (g *Game) PlayParsed(parse func(Position, string) (Move, error), moves ...string) error {
	for i, text := range moves {
		p := g.Position()
		if p.Finished() {
			return fmt.Errorf("move %d: %w", i+1, p.moveError(text, ErrOver, "the game is over"))
		}
		m, err := parse(p, text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		g.Play(m)
	}
	return nil
}

// Clone returns a copy that shares nothing with g.
func (g *Game) Clone() *Game {
	return &Game{
		positions: append([]Position(nil), g.positions...),
		moves:     append([]Move(nil), g.moves...),
		quiet:     append([]int(nil), g.quiet...),
	}
}

// Start returns the position in which the game began.
func (g *Game) Start() Position { return g.positions[0] }

// Position returns the current position.
func (g *Game) Position() Position { return g.positions[len(g.positions)-1] }

// Moves returns the moves played; the game owns the slice.
func (g *Game) Moves() []Move { return g.moves }

// Positions returns the positions in which the moves were made, each with its move.
func (g *Game) Positions() iter.Seq2[Position, Move] {
	return func(yield func(Position, Move) bool) {
		for i, m := range g.moves {
			if !yield(g.positions[i], m) {
				return
			}
		}
	}
}

// QuietPlies returns the plies since the last capture or man's move, or since the
// start if there was none.
func (g *Game) QuietPlies() int { return g.quiet[len(g.quiet)-1] }

// Reversible returns the positions since the last irreversible move, the oldest
// first and the current one last. Only these positions can be repeated. The game owns
// the slice.
func (g *Game) Reversible() []Position {
	return g.positions[len(g.positions)-1-g.QuietPlies():]
}

// Occurrences returns how many times the current position has occurred in the game. The
// current occurrence counts.
func (g *Game) Occurrences() int {
	n := 0
	for _, p := range g.Reversible() {
		if p == g.Position() {
			n++
		}
	}
	return n
}

// Outcome returns the result for the side to move and how the game ended, or
// Unknown and Ongoing. The moveRule is in plies, 0 for none.
func (g *Game) Outcome(moveRule int) (Result, Ending) {
	p := g.Position()
	switch {
	case p.Side(p.Turn) == 0:
		return Loss, NoPieces
	case p.Side(p.Turn.Opponent()) == 0:
		return Win, NoPieces
	case !p.HasMove():
		return Loss, NoMove
	case g.Occurrences() >= drawingRepetitions:
		return Draw, Threefold
	case moveRule > 0 && g.QuietPlies() >= moveRule:
		return Draw, MoveRule
	}
	return Unknown, Ongoing
}
