package analyze

import (
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

// Mark is what a move is called.
type Mark uint8

// The marks, from the best to the worst. The zero value is a move that gave nothing away
// worth a word.
const (
	Sound      Mark = iota
	Best            // the one that the search would have played
	Forced          // there was no other
	Inaccuracy      // ?!
	Mistake         // ?
	Blunder         // ??
)

// A move that gives away so much of the points that its side could expect has a mark. In a
// level position these are 9, 18 and 37 hundredths of a man.
const (
	inaccuracy = 0.05
	mistake    = 0.10
	blunder    = 0.20
)

// String returns the mark in a word.
func (m Mark) String() string {
	return [...]string{"sound", "best", "forced", "inaccuracy", "mistake", "blunder"}[m]
}

// Fault reports whether the move gave something away.
func (m Mark) Fault() bool { return m >= Inaccuracy }

// Sign returns "?!", "?" or "??", and "" for a move that is no fault.
func (m Mark) Sign() string {
	return [...]string{Inaccuracy: "?!", Mistake: "?", Blunder: "??"}[m]
}

// NAG returns the glyph of the mark, and false if it has none.
func (m Mark) NAG() (pdn.NAG, bool) {
	glyph := [...]pdn.NAG{Forced: pdn.Forced, Inaccuracy: pdn.Doubtful, Mistake: pdn.Poor, Blunder: pdn.VeryPoor}[m]
	return glyph, glyph != 0
}

// Judgement is a move of a game and what it did.
type Judgement struct {
	Ply    int         // 0 for the first move of the game
	First  board.Color // who made that one
	At     board.Position
	Move   board.Move
	Before Verdict // to the side that moved
	After  Verdict // to its opponent
	Mark   Mark
	Lost   float64 // points given away, 0 to 1
}

// Number returns the number of the move as games count them: Black's and White's move after it share
// one, 1 for the first.
func (j Judgement) Number() int {
	const sides = 2
	return (j.Ply+int(j.First))/sides + 1
}

// judge says what a move did, given what the positions about it are worth.
func judge(j Judgement) Judgement {
	var moves board.MoveList
	j.At.Moves(&moves)
	result := j.After.Result.Opposite()
	j.Lost = max(0, j.Before.Chance()-(1-j.After.Chance()))
	switch {
	case moves.Len() == 1:
		j.Mark, j.Lost = Forced, 0
	case j.Before.Result != board.Unknown && result != board.Unknown && result < j.Before.Result:
		j.Mark = Blunder // a proven result is gone, whatever the search would have played
	case j.Move == j.Before.Line[0]:
		j.Mark, j.Lost = Best, 0
	case j.Lost < inaccuracy:
	case j.Lost < mistake || result == board.Draw:
		j.Mark = Inaccuracy // a proven draw is worse than hopes, but it is safe
	case j.Lost < blunder:
		j.Mark = Mistake
	default:
		j.Mark = Blunder
	}
	return j
}
