package player

import (
	"fmt"
	"time"
)

// FaultKind is what an engine did wrong.
type FaultKind uint8

// The kinds of fault.
const (
	Crash       FaultKind = iota // the engine's process or its output ended
	Timeout                      // the engine did not answer in time
	IllegalMove                  // the engine answered a move that the rules do not allow
	Nonsense                     // the answer is not a move, a line is too long, or the engine refuses a position
)

// String returns the kind in words: "crash", "timeout", "illegal move", "nonsense".
func (k FaultKind) String() string {
	switch k {
	case Crash:
		return "crash"
	case Timeout:
		return "timeout"
	case IllegalMove:
		return "illegal move"
	default:
		return "nonsense"
	}
}

// Fault is an engine's failure that loses the game.
type Fault struct {
	Engine string // the engine's name
	Kind   FaultKind
	Detail string // what the engine said or did, on one line

	// Elapsed is how long the engine had been thinking about its move, 0 if it had not been asked for one.
	Elapsed time.Duration
}

// Error returns the engine, the kind and the detail on one line.
func (f *Fault) Error() string {
	return fmt.Sprintf("engine %s: %s: %s", f.Engine, f.Kind, f.Detail)
}
