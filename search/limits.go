package search

import (
	"math"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/board"
)

// Depth is a number of plies to search.
type Depth int

// MaxDepth is the depth of the deepest iteration. No line is longer than MaxPly plies.
const (
	MaxDepth Depth = 120
	MaxPly   int   = 240
)

// Limits says when a search ends and what it searches. The search ends at the limit that it reaches first. With the
// zero value it searches to MaxDepth.
type Limits struct {
	Depth      Depth                                   // last iteration, 0 for none
	Nodes      uint64                                  // exact on one thread, 0 for none
	MoveTime   time.Duration                           // for this move, 0 for none
	Clock      *Clock                                  // the game clock of the side to move, nil for none
	Infinite   bool                                    // the search ends only by Run.Stop: for an engine, when its context ends
	Ponder     bool                                    // like Infinite until PonderHit; from then on the clock runs
	EveryDepth bool                                    // each iteration is one ply deeper than the last, not two
	PonderHit  <-chan struct{}                         // closed when the expected move was played, for an engine; a Run has a method instead
	WinIn      int                                     // own moves: the search ends when it has found a win within them, or none in twice their plies; 0 for no such end
	RootMove   func(d Depth, m board.Move, number int) // told, on the search's goroutine, each root move of an iteration before it is searched, 1 for the first; nil for nobody
	Began      time.Time                               // when the clock of the move began; the zero value for the beginning of the search

	SearchMoves   []board.Move // the root moves to search; empty for all
	MultiPV       int          // number of best lines, 0 and 1 for one
	QuickOnlyMove bool         // an only move gets a small share (onlyMoveShare) of MoveTime or Clock
	Solve         bool         // switch off the pruning that may miss the solution of a problem
	SearchKnown   bool         // search positions too whose distance is known (Sources.Distances)
}

// Clock is the state of the game clock of one side.
type Clock struct {
	Remaining time.Duration // may be negative
	Increment time.Duration // added after each move
	MovesToGo int           // moves until the next time control, 0 for the whole game
}

// timed reports whether the limits have a limit on time.
func (l Limits) timed() bool { return l.MoveTime > 0 || l.Clock != nil }

// repeatable reports whether the search visits the same nodes every time on one thread, also if its report stops it.
func (l Limits) repeatable() bool { return (l.Depth > 0 || l.Nodes > 0) && !l.timed() }

// allows reports whether the legal root move m is to be searched.
func (l Limits) allows(m board.Move) bool {
	return len(l.SearchMoves) == 0 || slices.Contains(l.SearchMoves, m)
}

// allowedMoves returns how many moves of p are to be searched.
func (l Limits) allowedMoves(p board.Position) (n int) {
	for m := range p.Legal() {
		if l.allows(m) {
			n++
		}
	}
	return n
}

// ClockOverhead is the part of a game clock's time that is not used.
const ClockOverhead = 20 * time.Millisecond

// Time management.
const (
	moveOverhead  = time.Millisecond      // part of a move's time that is not used, so that the answer is in time
	minTime       = time.Millisecond      // a move gets at least this, even with less on the clock
	movesLeft     = 25                    // the moves for which the remaining time must be enough
	incrementPart = 0.8                   // part of the increment that is added to a move's share
	softPart      = 0.7                   // part of a move's share after which no new iteration begins; pace.go makes it more or less
	hardFactor    = 3                     // the multiple of a move's share after which the search stops
	hardDivisor   = 2                     // a move gets at most the remaining time divided by this
	onlyMoveShare = 16                    // an only move gets its time divided by this
	onlyMoveMost  = 50 * time.Millisecond // an only move gets no more than this
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
		fixed := max(l.MoveTime-moveOverhead, minTime)
		b = budget{soft: min(b.soft, fixed), hard: min(b.hard, fixed)}
	}
	return b
}

// MaxTime returns the longest time that MoveTime and Clock leave for the move, from when its clock began.
func (l Limits) MaxTime() time.Duration { return l.budget().hard }

// forOnlyMove returns the part of the budget for an only move. The search needs only a score, and soon has one from the
// entries that earlier searches have stored in the table.
func (b budget) forOnlyMove() budget {
	if b == unlimited {
		return b
	}
	short := min(max(b.soft/onlyMoveShare, minTime), onlyMoveMost)
	return budget{soft: short, hard: short}
}

// budget divides the remaining time among the moves to come.
func (c *Clock) budget() budget {
	usable := max(c.Remaining-ClockOverhead, minTime)
	moves := movesLeft
	if c.MovesToGo > 0 {
		moves = min(moves, c.MovesToGo)
	}
	share := float64(usable)/float64(moves) + incrementPart*float64(c.Increment)
	maximum := usable
	if moves > 1 {
		maximum /= hardDivisor
	}
	return budget{soft: clampTime(maximum, softPart*share), hard: clampTime(maximum, hardFactor*share)}
}

// clampTime returns the duration of this number of nanoseconds, but no more than most and no less than minTime. It compares
// before it converts, since a float64 cannot hold every large most, and a rounded most could be too large.
func clampTime(maximum time.Duration, nanoseconds float64) time.Duration {
	if nanoseconds < float64(maximum) {
		maximum = time.Duration(nanoseconds)
	}
	return max(maximum, minTime)
}
