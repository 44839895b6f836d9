package search

import "time"

// Parameters holds the numbers of the search that a tuner may change. All of them are whole numbers; ParameterTable says
// what each number means, its unit and its range.
type Parameters struct {
	HalfDepthMin    int
	TrialShare      int
	Deficit         int
	Compensation    int
	FutilityDepth   int
	FutilityMargin  int
	InternalMin     int
	ReductionFirst  int
	ReductionBase   int
	ReductionGrowth int
	ReductionMin    int
	ShotLimit       int
}

// DefaultParameters returns the parameters of a new Searcher.
func DefaultParameters() Parameters {
	return Parameters{
		HalfDepthMin:    4,
		TrialShare:      50,
		Deficit:         60,
		Compensation:    30,
		FutilityDepth:   2,
		FutilityMargin:  60,
		InternalMin:     5,
		ReductionFirst:  2,
		ReductionBase:   100,
		ReductionGrowth: 85,
		ReductionMin:    3,
		ShotLimit:       200,
	}
}

// Time management (clock.go).
const (
	moveOverhead  = time.Millisecond      // part of a move's time that is not used, so that the answer is in time
	clockOverhead = 20 * time.Millisecond // part of a game clock's time that is not used
	leastTime     = time.Millisecond      // a move gets at least this, even with less on the clock
	movesLeft     = 25                    // the moves for which the remaining time must be enough
	incrementPart = 0.8                   // part of the increment that is added to a move's share
	softPart      = 0.6                   // part of a move's share after which no new iteration begins
	hardFactor    = 3                     // the multiple of a move's share after which the search stops
	hardDivisor   = 2                     // a move gets at most the remaining time divided by this
	onlyMoveShare = 16                    // an only move gets its time divided by this
	onlyMoveMost  = 50 * time.Millisecond // an only move gets no more than this
)

// Tricky draws (trickydraws.go).
const (
	trickyDepth Depth  = 8 // depth in plies of the deepest opponent that is simulated
	trickyShare uint64 = 8 // the next opponent is simulated after the search has visited this multiple of the nodes of the last
)
