package egdb

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
)

// Distance is the value of a position for its side to move, with the plies of a win or a
// loss. A side that cannot move has lost in 0 plies. Plies is 0 for board.Draw and
// board.Unknown.
type Distance struct {
	Value board.Result
	Plies int
}

// Undistanced are the plies of a win or a loss of which only the value is known. Only DB.Moves returns them.
const Undistanced = -1

// merit orders values, a larger one for a better value: the shortest win is the best, the shortest loss the worst.
func (d Distance) merit() int {
	const maximum = 1 << 16 // plies
	plies := d.Plies
	if plies == Undistanced {
		plies = maximum
	}
	switch d.Value {
	case board.Win:
		return 2*maximum - plies
	case board.Loss:
		return plies - 2*maximum
	case board.Draw:
		return 0
	default:
		return -maximum / 2
	}
}

// String returns "win in 253", "loss in 0", "draw" or "unknown", and "win" if only the value is known.
func (d Distance) String() string {
	if (d.Value == board.Win || d.Value == board.Loss) && d.Plies != Undistanced {
		return fmt.Sprintf("%v in %d", d.Value, d.Plies)
	}
	return d.Value.String()
}
