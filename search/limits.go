package search

import (
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
	Depth      Depth           // last iteration, 0 for none
	Nodes      uint64          // exact on one thread, 0 for none
	MoveTime   time.Duration   // for this move, 0 for none
	Clock      *Clock          // the game clock of the side to move, nil for none
	Infinite   bool            // the search ends only by Run.Stop: for an engine, when its context ends
	Ponder     bool            // like Infinite until PonderHit; from then on the clock runs
	EveryDepth bool            // each iteration is one ply deeper than the last, not two
	PonderHit  <-chan struct{} // closed when the expected move was played, for an engine; a Run has a method instead
	Began      time.Time       // when the clock of the move began; the zero value for the beginning of the search

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
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		if l.allows(m) {
			n++
		}
	}
	return n
}
