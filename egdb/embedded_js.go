//go:build js && !embedded

package egdb

import (
	"maps"
	"sync"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

// files are the slice files that Install has given the program, by their names.
var files = map[string][]byte{}

// Install gives the program slice files of values or distances, by their names: a program in a page has none of its own.
// They are read by the next Open. The caller must not change them any more. No Open may run meanwhile. An error says that a
// file cannot be used; then nothing is changed.
func Install(more map[string][]byte) error {
	before, hadValues, hadDistances := files, builtInValues, builtInDistances
	files = maps.Clone(files)
	maps.Copy(files, more)
	openOnce()
	_, err := builtInValues()
	if err == nil {
		_, err = builtInDistances()
	}
	if err != nil {
		files, builtInValues, builtInDistances = before, hadValues, hadDistances
	}
	return err
}

// builtInValues and builtInDistances return the slices that the program has been given, which are opened and checked once.
var (
	builtInValues    func() ([]*endgame.Slice, error)
	builtInDistances func() ([]*endgame.DistanceSlice, error)
)

// openOnce makes the next Open read the files.
func openOnce() {
	builtInValues = sync.OnceValues(func() ([]*endgame.Slice, error) { return embedded(valueFiles) })
	builtInDistances = sync.OnceValues(func() ([]*endgame.DistanceSlice, error) { return embedded(distanceFiles(endgame.DTW)) })
}

func init() { openOnce() }
