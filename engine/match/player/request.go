package player

import (
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Request is a position to find a move for.
type Request struct {
	Game       *board.Game      // only read; its current position must have a move
	Limits     Limits           // must not be zero
	Clocks     [2]time.Duration // by board.Color: what is left, used with a clock only
	Increments [2]time.Duration // by board.Color
	Deadline   time.Duration    // a reply later than this is a Timeout; 0: Setup.Patience
}

// Reply is an engine's answer to a Request.
type Reply struct {
	Move    board.Move    // legal
	Elapsed time.Duration // from the request to the answer, by this side's clock
	Depth   int           // of the last report with a principal variation, 0 if there was none
	Nodes   uint64        // of the last report that has nodes
	Score   Score         // of the last report; a mere bound only if none is exact

	// Expected is the opponent's reply in the last principal variation reported, no move if
	// there was none, if it does not begin with Move, or if it names no legal reply.
	Expected board.Move
}
