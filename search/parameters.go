package search

import (
	"time"

	"github.com/zonda-checkers/zonda/eval"
)

// Half-depth pruning (prune.go), in plies and hundredths of a man.
const (
	halfDepthMin Depth      = 4  // shallower searches are not worth a trial
	trialDivisor Depth      = 2  // a trial has the remaining depth divided by this
	deficit      eval.Score = 60 // a trial begins if the static evaluation is so far outside the window: a little less than a man
	compensation eval.Score = 30 // a trial that comes this close to the window is searched to the full depth
)

// Futility pruning (prune.go), in plies and hundredths of a man.
const (
	futileDepth  Depth      = 2  // no pruning at a larger remaining depth
	futileMargin eval.Score = 60 // for each ply of remaining depth: a line farther behind alpha is abandoned
)

// internalMinDepth is the depth in plies from which a position without a move in the table is searched a ply
// less deep (internal iterative reduction).
const internalMinDepth Depth = 5

// Late-move reductions (reduce.go). The reduction in plies is
// reducedLeast + reducedGrowth * log(depth) * log(place), rounded down.
const (
	reducedFirst  = 2 // the place, from 0, of the first move that is reduced
	reducedLeast  = 1.0
	reducedGrowth = 0.85

	reducedMinDepth Depth = 3 // moves at a smaller remaining depth are not reduced
)

// maxExtension limits the length of lines with extensions: to so many times the iteration's depth (extend.go).
const maxExtension = 2

// Time management (clock.go).
const (
	moveOverhead  = time.Millisecond      // part of a move's time that is not used, so that the answer is in time
	clockOverhead = 20 * time.Millisecond // part of a game clock's time that is not used
	leastTime     = time.Millisecond      // a move gets at least this, even with less on the clock
	movesLeft     = 25                    // the remaining time must be enough for so many moves
	incrementPart = 0.8                   // part of the increment that is added to a move's share
	softPart      = 0.6                   // part of a move's share after which no new iteration begins
	hardFactor    = 3                     // the search stops after so many times a move's share
	hardDivisor   = 2                     // a move gets at most the remaining time divided by this
	onlyMoveShare = 16                    // an only move gets its time divided by this
	onlyMoveMost  = 50 * time.Millisecond // an only move gets no more than this
)

// Tricky draws (trickydraws.go).
const (
	trickyDepth Depth  = 8 // depth in plies of the deepest opponent that is simulated
	trickyShare uint64 = 8 // the next opponent is simulated after the search has visited so many times the nodes of the last
)
