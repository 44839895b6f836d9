package player

import (
	"time"

	"github.com/zonda-checkers/zonda/board"
)

// Request is a position to find a move for.
type Request struct {
	Game       *board.Game      // only read; its current position must have a move
	Limits     Limits           // must not be zero
	Clocks     [2]time.Duration // by board.Color: the time left; only used if Limits has a clock
	Increments [2]time.Duration // by board.Color
	Deadline   time.Duration    // a reply later than this is a Timeout; 0: Setup.Patience

	// Grace returns by how much more than Deadline a reply may be late, as it is known at that moment; nil for nothing.
	// It is not called without a Deadline.
	Grace func() time.Duration
}

// allowed returns how long a reply may take, as it is known at this moment.
func (r Request) allowed(patience time.Duration) time.Duration {
	switch {
	case r.Deadline <= 0:
		return patience
	case r.Grace == nil:
		return r.Deadline
	}
	return r.Deadline + r.Grace()
}

// Reply is an engine's answer to a Request.
type Reply struct {
	Move    board.Move    // legal
	Elapsed time.Duration // from the request to the answer, as this program measures it
	Depth   int           // of the last report with a principal variation, 0 if there was none
	Nodes   uint64        // of the last report that has nodes
	Score   Score         // of the last report with an exact score; if there is none, the last bound

	// Expected is the opponent's reply in the last principal variation reported. It is no move if there
	// was no variation, if the variation does not begin with Move, or if its second move is not legal.
	Expected board.Move
}
