package verify

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// Fault is the error for a wrong value: the first wrong position found.
type Fault struct {
	Slice      egdb.Material
	Position   board.Position // with Black to move
	Phase      Phase          // in which the position was found
	Stored     board.Result   // the answer of the prober
	Recomputed board.Result   // the value that follows from the successors, board.Unknown if none does
}

// Error names the slice, the position and both values.
func (f *Fault) Error() string {
	return fmt.Sprintf("slice %s: %s: %s", f.Slice, f.Position.FEN(), f.reason())
}

func (f *Fault) reason() string {
	switch {
	case f.Phase == Loading:
		return "the prober has no answer"
	case f.Phase == Proving:
		return fmt.Sprintf("stored %s, recomputed %s: it rests on itself in a circle", f.Stored, f.Recomputed)
	case f.Recomputed == board.Unknown:
		return fmt.Sprintf("stored %s, recomputed %s: the prober has no answer for a successor", f.Stored, f.Recomputed)
	default:
		return fmt.Sprintf("stored %s, recomputed %s", f.Stored, f.Recomputed)
	}
}
