package egdb

import (
	"embed"
	"errors"
	"path"
	"slices"
	"sync"
)

// The slice files of 2 to 6 pieces, which "make egdb" builds bit for bit.
//
//go:embed data
var files embed.FS

const filesDirectory = "data"

// builtIn returns the slices in the program, which are checked once.
var builtIn = sync.OnceValues(func() ([]*Slice, error) {
	entries, err := files.ReadDir(filesDirectory)
	var all []*Slice
	for _, e := range entries {
		if path.Ext(e.Name()) != Extension {
			continue
		}
		data, readErr := files.ReadFile(path.Join(filesDirectory, e.Name()))
		s, openErr := OpenSlice("built-in "+e.Name(), data)
		if err = errors.Join(err, readErr, openErr); openErr == nil {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b *Slice) int { return compare(a.Material, b.Material) })
	return all, err
})

// builtInDistances returns the slices of DTW distances in the program, which are checked
// once.
var builtInDistances = sync.OnceValues(func() ([]*DistanceSlice, error) {
	entries, err := files.ReadDir(filesDirectory)
	var all []*DistanceSlice
	for _, e := range entries {
		if path.Ext(e.Name()) != DistanceExtension(DTW) {
			continue
		}
		data, readErr := files.ReadFile(path.Join(filesDirectory, e.Name()))
		s, openErr := OpenDistances("built-in "+e.Name(), DTW, data)
		if err = errors.Join(err, readErr, openErr); openErr == nil {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b *DistanceSlice) int { return compare(a.Material, b.Material) })
	return all, err
})
