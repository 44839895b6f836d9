package endgames

import (
	"errors"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// OpenBounds opens the bounds in a directory, on top of the values in the program and in the directory. It returns a function
// that closes both.
func OpenBounds(directory string) (b *egdb.Bounds, closing func() error, err error) {
	if directory == "" {
		return nil, nil, errors.New("bounds: the directory is missing")
	}
	complete, problems := egdb.Open(egdb.Options{BuiltIn: true, Directory: directory, Memory: Memory})
	if len(problems) == 0 {
		if b, err = OpenBoundsOn(directory, complete); err == nil {
			return b, func() error { return errors.Join(b.Close(), complete.Close()) }, nil
		}
	}
	return nil, nil, errors.Join(append(problems, err, complete.Close())...)
}

// OpenBoundsOn opens the bounds in a directory on top of the complete values. Files are in memory as far as Memory allows.
func OpenBoundsOn(directory string, complete *egdb.Library) (*egdb.Bounds, error) {
	return egdb.OpenBounds(directory, Memory, complete)
}

// BoundsText returns what is known of a position, from its bounds.
func BoundsText(low, high board.Result) string {
	switch {
	case low == high:
		return low.String()
	case low == board.Draw:
		return "at least a draw"
	case high == board.Draw:
		return "at most a draw"
	}
	return board.Unknown.String()
}
