package search

import (
	"time"

	"github.com/zonda-checkers/zonda/eval"
)

// Half-depth pruning (prune.go), in plies and hundredths of a man.
const (
	halfDepthMin Depth      = 4  // shallower searches are not worth a trial
	trialDivisor Depth      = 2  // a trial has the remaining depth divided by this
	deficit      eval.Score = 60 // behind by this against the window: a man, less the play for it
	compensation eval.Score = 30 // a trial that comes this close to the window earns the full depth
)

// Futility pruning (prune.go), in plies and hundredths of a man.
const (
	futileDepth  Depth      = 2  // deeper searches are worth it in any case
	futileMargin eval.Score = 60 // for each ply: a line farther behind is given up
)

// internalMinDepth is the depth in plies from which a position without a move in the table is searched a ply
// less deep (internal iterative reduction).
const internalMinDepth Depth = 5

// Late-move reductions (reduce.go): reducedLeast plies, and reducedGrowth more for each time
// that the logarithm of the depth times that of the place grows by 1.
const (
	reducedFirst  = 2 // the place, from 0, of the first move that is reduced
	reducedLeast  = 1.0
	reducedGrowth = 0.85

	reducedMinDepth Depth = 3 // shallower searches are not worth it
)

// maxExtension is how many times the iteration's depth a line grows to at most (extend.go).
const maxExtension = 2

// Time management (clock.go).
const (
	moveOverhead  = time.Millisecond      // kept back from a move's time, to answer in time
	clockOverhead = 20 * time.Millisecond // kept back from a game's clock
	leastTime     = time.Millisecond      // a move gets at least this, whatever the clock says
	movesLeft     = 25                    // moves for which the remaining time must last
	incrementPart = 0.8                   // of an increment is spent at once
	softPart      = 0.6                   // of a move's time: later no new iteration begins
	hardFactor    = 3                     // a move may take this many times its share to finish
	hardDivisor   = 2                     // the most that a move gets is the remaining clock divided by this
)

// Draws with a future (future.go).
const (
	futureDepth Depth  = 8 // to which a short-sighted opponent is watched
	futureShare uint64 = 8 // the next time is worth it after so many times the nodes of the last
)
