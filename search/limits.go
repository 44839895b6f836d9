package search

import (
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Depth is a number of plies to search.
type Depth int

// MaxDepth is the deepest iteration; lines are never longer than MaxPly plies.
const (
	MaxDepth Depth = 120
	MaxPly   int   = 240
)

// Limits says when a search ends. Whichever limit is reached first counts; the zero
// value searches to MaxDepth.
type Limits struct {
	Depth      Depth         // last iteration, 0 for none
	Nodes      uint64        // exact on one thread, 0 for none
	MoveTime   time.Duration // for this move, 0 for none
	Clock      *Clock        // the game clock of the side to move, nil for none
	Infinite   bool          // Search returns only after Stop
	Ponder     bool          // like Infinite until PonderHit; from then on the clock runs
	EveryDepth bool          // iterations are a ply apart instead of two

	SearchMoves []board.Move // only these root moves; empty for all
	MultiPV     int          // number of best lines, 0 and 1 for one
	MoveRule    int          // plies without progress that make a draw, 0 for none
	InstantOnly bool         // under MoveTime or Clock answer at once if only one move is legal
	Solve       bool         // leave out the pruning that may hide a solution
}

// Clock is what is left of a side's time for the game.
type Clock struct {
	Remaining time.Duration // may be negative
	Increment time.Duration // added after each move
	MovesToGo int           // moves until the next time control, 0 for the whole game
}

// timed reports whether the move has to be made in a given time.
func (l Limits) timed() bool { return l.MoveTime > 0 || l.Clock != nil }

// allow reports whether a legal root move is to be searched.
func (l Limits) allow(m board.Move) bool {
	return len(l.SearchMoves) == 0 || slices.Contains(l.SearchMoves, m)
}
