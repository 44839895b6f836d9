//go:build !js || embedded

package egdb

import (
	"embed"
	"path"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

// files are the slice files in the program: values of 2 to 6 pieces, and DTW distances of fewer
// pieces. "make egdb" builds the same files bit for bit.
//
//go:embed data
var files embed.FS

const filesDirectory = "data"

// filesWith returns the names of the files in the program that end with an extension, in order.
func filesWith(extension string) (names []string) {
	entries, _ := files.ReadDir(filesDirectory) // it is part of the program
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), extension) {
			names = append(names, e.Name())
		}
	}
	return names
}

// fileOf returns the content of a file in the program.
func fileOf(name string) []byte {
	data, _ := files.ReadFile(path.Join(filesDirectory, name)) // it is part of the program
	return data
}

// builtInValues and builtInDistances return the slices in the program, which are opened and
// checked once.
var (
	builtInValues    = sync.OnceValues(func() ([]*endgame.Slice, error) { return embedded(valueFiles) })
	builtInDistances = sync.OnceValues(func() ([]*endgame.DistanceSlice, error) { return embedded(distanceFiles(endgame.DTW)) })
)
