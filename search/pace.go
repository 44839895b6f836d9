package search

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// pace says what part of its planned time a move deserves on a game clock: less while the best move stands, more where it
// changes or its score falls.
type pace struct {
	best   board.Move
	score  eval.Score
	stands int  // iterations since the best move changed
	fell   bool // in the last iteration
}

// The parts, and when they count.
const (
	calmPart    = 0.6
	plainPart   = 1
	troublePart = 2

	longStanding = 4             // iterations
	fall         = eval.Score(8) // hundredths of a man
)

// note notes the best move after an iteration.
func (p *pace) note(m rootMove) {
	p.fell = m.score <= p.score-fall
	if p.stands++; m.move != p.best {
		p.stands = 0
	}
	p.best, p.score = m.move, m.score
}

// part returns the part of the planned time.
func (p *pace) part() float64 {
	switch {
	case p.stands == 0 || p.fell:
		return troublePart
	case p.stands >= longStanding:
		return calmPart
	}
	return plainPart
}
