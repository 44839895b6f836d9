package verify

import "github.com/zonda-checkers/zonda/board"

// Prober returns the exact value of a position for the side to move, and board.Unknown for a
// position that it does not know. Several goroutines probe at once.
type Prober interface {
	Probe(p board.Position) board.Result
}
