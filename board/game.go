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

// Game is a starting position and the moves played from it. The zero value is not
// ready: use NewGame.
type Game struct {
	MoveRule int // plies without a capture or a man's move that make a draw, 0 for no such rule

	positions []Position // the start, then one after every move
	moves     []Move
	quiet     []int // for each position, the plies since the last irreversible move
}

// NewGame returns a game that begins at start, with DefaultMoveRule.
func NewGame(start Position) *Game {
	return &Game{MoveRule: DefaultMoveRule, positions: []Position{start}, quiet: []int{0}}
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
		MoveRule:  g.MoveRule,
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

// Outcome returns how the game has ended, and false while it goes on.
func (g *Game) Outcome() (Outcome, bool) {
	p := g.Position()
	switch {
	case p.Side(p.Turn) == 0:
		return Outcome{Won(p.Turn.Opponent()), NoPieces}, true
	case p.Side(p.Turn.Opponent()) == 0:
		return Outcome{Won(p.Turn), NoPieces}, true
	case !p.HasMove():
		return Outcome{Won(p.Turn.Opponent()), NoMove}, true
	case g.Occurrences() >= drawingRepetitions:
		return Outcome{Drawn, Threefold}, true
	case g.MoveRule > 0 && g.QuietPlies() >= g.MoveRule:
		return Outcome{Drawn, MoveRule}, true
	}
	return Outcome{}, false
}

// Result is the value of a position for one side: for the side to move,
// unless the comment on the result says otherwise. Who has won a game is told by its [Outcome].
type Result uint8

// The results. The zero value is Unknown.
const (
	Unknown Result = iota
	Loss
	Draw
	Win
)

// String returns "unknown", "loss", "draw" or "win".
func (r Result) String() string {
	switch r {
	case Loss:
		return "loss"
	case Draw:
		return "draw"
	case Win:
		return "win"
	default:
		return "unknown"
	}
}

// Opposite returns the same result as the other side sees it.
func (r Result) Opposite() Result {
	switch r {
	case Loss:
		return Win
	case Win:
		return Loss
	default:
		return r
	}
}

// Winner returns the result of a game that has this value for c.
func (r Result) Winner(c Color) Winner {
	return [...]Winner{Unknown: Unfinished, Loss: Won(c.Opponent()), Draw: Drawn, Win: Won(c)}[r]
}

// Winner says who has won a game. Its text is that of PDN, which names the first player first: in English draughts "1-0"
// means that Black won, not White as in chess.
type Winner uint8

// The results of a game. The zero value is a game without a result.
const (
	Unfinished Winner = iota // *
	BlackWon                 // 1-0
	WhiteWon                 // 0-1
	Drawn                    // 1/2-1/2
	BothLost                 // 0-0, which no board shows, but a file may
)

// Won returns the result of a game that c won.
func Won(c Color) Winner { return BlackWon + Winner(c) }

// Color returns the side that won, and false if neither did.
func (w Winner) Color() (Color, bool) {
	if w == WhiteWon {
		return White, true
	}
	return Black, w == BlackWon
}

// For returns the result as c sees it: Loss if both sides lost, Unknown if there is no result.
func (w Winner) For(c Color) Result {
	switch w {
	case Unfinished:
		return Unknown
	case Drawn:
		return Draw
	case Won(c):
		return Win
	}
	return Loss
}

// String returns the result as PDN writes it for English draughts: "1-0", "0-1", "1/2-1/2", "0-0" or "*".
func (w Winner) String() string { return [...]string{"*", "1-0", "0-1", "1/2-1/2", "0-0"}[w] }

// Outcome is how a game has ended.
type Outcome struct {
	Winner Winner
	By     Ending
}

// Ending says why a game is over.
type Ending uint8

// The endings of a game.
const (
	NoMove    Ending = iota + 1 // the side to move cannot move
	NoPieces                    // one side has no pieces left
	Threefold                   // the same position, with the same side to move, for the third time
	MoveRule                    // Game.MoveRule plies without a capture or a man's move
)

// String returns the ending in words, "ongoing" for none.
func (e Ending) String() string {
	return [...]string{"ongoing", "no move", "no pieces", "threefold repetition", "move rule"}[e]
}

// String returns the outcome in words: "Black wins: no move", "draw: move rule".
func (o Outcome) String() string {
	if c, won := o.Winner.Color(); won {
		return c.String() + " wins: " + o.By.String()
	}
	return "draw: " + o.By.String()
}
