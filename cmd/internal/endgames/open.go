package endgames

import (
	"errors"
	"fmt"
	"os"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// Memory is how many bytes of files a command reads into memory, as the engine does by option EGDBMemory; it maps the rest. A
// probe of a mapped file takes some 80 ns more, because the process must be ready for a file that has become unreadable.
const Memory = 256 << 20

// OpenSound opens the values of a directory by memory map, or those in the program if directory is
// empty. A damaged file is an error.
func OpenSound(directory string) (*egdb.DB, error) {
	return egdb.Open(egdb.Options{ValuesOnly: true, FilesOnly: directory != "", Directory: directory})
}

// OpenFilled opens the values of a directory, those in the program for slices that the directory does not have, and the bounds of
// another directory if it is not empty. A damaged file is an error. Files are in memory as far as Memory allows.
func OpenFilled(directory, bounds string) (*egdb.DB, error) {
	return egdb.Open(egdb.Options{ValuesOnly: true, Directory: directory, Bounds: bounds, Prefer: true, Memory: Memory})
}

// LeaveOut tells the user that a file is left out.
func LeaveOut(problem error) { fmt.Fprintln(os.Stderr, "left out:", problem) }

// OpenFound opens the values of a directory, and those in the program for slices that the directory
// does not have. It leaves damaged files out and tells the user.
func OpenFound(directory string) (*egdb.DB, error) {
	return egdb.Open(egdb.Options{ValuesOnly: true, Directory: directory, Prefer: true, Memory: Memory, LeftOut: LeaveOut})
}

// OpenBounds opens the bounds in a directory, on top of the values in the program and in the directory.
func OpenBounds(directory string) (*egdb.DB, error) {
	if directory == "" {
		return nil, errors.New("bounds: the directory is missing")
	}
	return egdb.Open(egdb.Options{ValuesOnly: true, Directory: directory, Bounds: directory, Memory: Memory})
}

// Place returns where databases come from, for messages: the directory, or "the program" if it is
// empty.
func Place(directory string) string {
	if directory == "" {
		return "the program"
	}
	return directory
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
