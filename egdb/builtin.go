package egdb

import (
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
)

// files are the slice files in the program: values of 2 to 6 pieces, and DTW distances of fewer
// pieces. "make egdb" builds the same files bit for bit.
//
//go:embed data
var files embed.FS

const filesDirectory = "data"

// builtInValues and builtInDistances return the slices in the program, which are opened and
// checked once.
var (
	builtInValues    = sync.OnceValues(func() ([]*Slice, error) { return embedded(valueFiles) })
	builtInDistances = sync.OnceValues(func() ([]*DistanceSlice, error) { return embedded(distanceFiles(DTW)) })
)

// embedded opens the files of one kind in the program, on all processors: the copies and checksums of all files
// take tens of milliseconds, which the first move of a game may not have. A file that cannot be opened is left out
// and is part of the error.
func embedded[S storedSlice](kind fileKind[S]) ([]S, error) {
	names, err := fs.Glob(files, path.Join(filesDirectory, "*"+kind.extension))
	opened, problems := make([]S, len(names)), make([]error, len(names))
	var readers errgroup.Group
	readers.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range names {
		readers.Go(func() error {
			opened[i], problems[i] = embeddedFile(kind, name)
			return nil
		})
	}
	_ = readers.Wait() // the errors are in problems
	var all []S
	for i, problem := range problems {
		if problem == nil {
			all = append(all, opened[i])
		}
	}
	slices.SortFunc(all, func(a, b S) int { return compare(a.header().Material, b.header().Material) })
	return all, errors.Join(append(problems, err)...)
}

// embeddedFile opens a file in the program. A panic becomes an error, because it would end the program on a
// goroutine that nothing guards.
func embeddedFile[S storedSlice](kind fileKind[S], file string) (opened S, err error) {
	name := "built-in " + path.Base(file)
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%s: %v", name, reason)
		}
	}()
	data, err := files.ReadFile(file)
	if err != nil {
		return opened, err
	}
	return kind.open(name, data)
}

// Checksum returns the SHA-256 of all slice files in the program, with their names. It tells programs apart that hold
// others. A call takes tens of milliseconds.
func Checksum() [sha256.Size]byte {
	sum := sha256.New()
	names, _ := fs.Glob(files, path.Join(filesDirectory, "*")) // the pattern is right
	for _, name := range names {
		data, _ := files.ReadFile(name) // it is part of the program
		_, _ = fmt.Fprintf(sum, "%s %d\n", name, len(data))
		_, _ = sum.Write(data)
	}
	return [sha256.Size]byte(sum.Sum(nil))
}
