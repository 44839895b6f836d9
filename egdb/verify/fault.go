package verify

import (
	"fmt"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Fault is the error of a database that is not sound: the first position found wrong.
type Fault struct {
	Slice      egdb.Material
	Position   board.Position // with Black to move
	Phase      Phase          // that found it
	Stored     board.Result   // what the prober says
	Recomputed board.Result   // what the successors say, Unknown if they do not tell
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
