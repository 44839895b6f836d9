package verify

import "github.com/zonda-checkers/zonda/engine/board"

// Prober answers positions exactly, with the value for the side to move, and
// board.Unknown where it has no answer. Several goroutines probe at once.
type Prober interface {
	Probe(p board.Position) board.Result
}
