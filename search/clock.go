package search

import (
	"math"
	"time"
)

// budget is the time a move may take, from the start of its clock.
type budget struct {
	soft time.Duration // no new iteration begins later
	hard time.Duration // the search stops
}

// unlimited is a budget that never ends.
var unlimited = budget{soft: math.MaxInt64, hard: math.MaxInt64}

// budget returns the time that the limits leave for the move.
func (l Limits) budget() budget {
	b := unlimited
	if l.Clock != nil {
		b = l.Clock.budget()
	}
	if l.MoveTime > 0 {
		fixed := max(l.MoveTime-moveOverhead, leastTime)
		b = budget{soft: min(b.soft, fixed), hard: min(b.hard, fixed)}
	}
	return b
}

// budget shares the remaining time out over the moves to come.
func (c *Clock) budget() budget {
	usable := max(c.Remaining-clockOverhead, leastTime)
	moves := movesLeft
	if c.MovesToGo > 0 {
		moves = min(moves, c.MovesToGo)
	}
	share := float64(usable)/float64(moves) + incrementPart*float64(c.Increment)
	most := usable
	if moves > 1 {
		most /= hardDivisor
	}
	return budget{soft: atMost(most, softPart*share), hard: atMost(most, hardFactor*share)}
}

// atMost returns so many nanoseconds, but no more than most and no less than leastTime. It compares before it
// converts: numbers of more than 53 bits are rounded, perhaps up.
func atMost(most time.Duration, nanoseconds float64) time.Duration {
	if nanoseconds < float64(most) {
		most = time.Duration(nanoseconds)
	}
	return max(most, leastTime)
}
