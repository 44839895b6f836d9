package endgames

import (
	"errors"

	"github.com/zonda-checkers/zonda/egdb"
)

// Memory is how many bytes of files a command reads into memory, as the engine does by option EGDBMemory; it maps the rest. A
// probe of a mapped file takes some 80 ns more, because the process must be ready for a file that has become unreadable.
const Memory = 256 << 20

// OpenSound opens the databases of a directory by memory map, or those in the program if directory is
// empty. A damaged file is an error.
func OpenSound(directory string) (*egdb.Library, error) {
	return Sound(egdb.Open(egdb.Options{BuiltIn: directory == "", Directory: directory}))
}

// Sound returns a library unless there are problems with its files.
func Sound(l *egdb.Library, problems []error) (*egdb.Library, error) {
	if len(problems) > 0 {
		return nil, errors.Join(append(problems, l.Close())...)
	}
	return l, nil
}

// OpenFilled opens the databases of a directory, and those in the program for slices that the directory
// does not have. A damaged file is an error. Files are in memory as far as Memory allows.
func OpenFilled(directory string) (*egdb.Library, error) {
	return Sound(OpenFound(directory))
}

// OpenFound opens the databases of a directory, and those in the program for slices that the directory
// does not have. It leaves damaged files out and returns an error for each.
func OpenFound(directory string) (*egdb.Library, []error) {
	return egdb.Open(egdb.Options{BuiltIn: true, Directory: directory, Prefer: true, Memory: Memory})
}

// Place returns where databases come from, for messages: the directory, or "the program" if it is
// empty.
func Place(directory string) string {
	if directory == "" {
		return "the program"
	}
	return directory
}
