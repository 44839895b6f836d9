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

// MostTime returns the longest time that MoveTime and Clock leave for the move, from when its clock began.
func (l Limits) MostTime() time.Duration { return l.budget().hard }

// forOnlyMove returns the part of the budget for an only move. The search needs only a score, and soon has one from the
// entries that earlier searches have stored in the table.
func (b budget) forOnlyMove() budget {
	if b == unlimited {
		return b
	}
	short := min(max(b.soft/onlyMoveShare, leastTime), onlyMoveMost)
	return budget{soft: short, hard: short}
}

// budget divides the remaining time among the moves to come.
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
	return budget{soft: clampTime(most, softPart*share), hard: clampTime(most, hardFactor*share)}
}

// clampTime returns the duration of this number of nanoseconds, but no more than most and no less than leastTime. It compares
// before it converts, since a float64 cannot hold every large most, and a rounded most could be too large.
func clampTime(most time.Duration, nanoseconds float64) time.Duration {
	if nanoseconds < float64(most) {
		most = time.Duration(nanoseconds)
	}
	return max(most, leastTime)
}
