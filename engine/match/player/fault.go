package player

import (
	"fmt"
	"time"
)

// FaultKind is what an engine did wrong.
type FaultKind uint8

// The kinds of fault.
const (
	Crash       FaultKind = iota // its process or its output ended
	Timeout                      // it did not answer in time
	IllegalMove                  // it answered a move that the rules do not allow
	Nonsense                     // it answered what is no move at all, or lines without end
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
	Engine string // its name
	Kind   FaultKind
	Detail string // one line: what it said and did

	// Elapsed is how long it had been thinking, 0 if it was not to think.
	Elapsed time.Duration
}

// Error returns the engine, the kind and the detail on one line.
func (f *Fault) Error() string {
	return fmt.Sprintf("engine %s: %s: %s", f.Engine, f.Kind, f.Detail)
}
