package egdb

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
)

// Options say which slices Open and OpenDistanceSet open.
type Options struct {
	BuiltIn   bool   // open the slices in the program
	Directory string // open the slice files in this directory; none if empty
	Pieces    int    // largest number of pieces of a slice; 0 for no limit
	Memory    uint64 // bytes of files read into memory, fewest pieces first; the rest is memory-mapped
	Prefer    bool   // if both have a slice, open the file of the directory, not the slice in the program
}

// storedSlice is a slice of values or of distances.
type storedSlice interface {
	header() *Header
	// watch gives the slice the flag that is set when its file becomes unreadable.
	watch(unreadable *atomic.Bool)
}

// fileKind is a kind of slice files: of values, or of the distances of one metric.
type fileKind[S storedSlice] struct {
	extension string
	open      func(name string, data []byte) (S, error)
}

// openSlices opens the slices that the options name, one of each material, and passes each
// to add, which may return an error. It returns an error for every file left out.
func openSlices[S storedSlice](f *mappedFiles, kind fileKind[S], o Options, builtIn func() ([]S, error), add func(s S, name string) error) (problems []error) {
	if o.Pieces < 0 {
		return []error{fmt.Errorf("slices of at most %d pieces", o.Pieces)}
	}
	known := map[Material]bool{}
	accept := func(s S, name string) {
		if err := add(s, name); err != nil {
			problems = append(problems, err)
			return
		}
		m := s.header().Material
		known[m], known[m.Mirror()] = true, true
	}
	fromProgram := func() {
		all, err := builtIn()
		if err != nil {
			problems = append(problems, err)
		}
		for _, s := range all {
			m := s.header().Material
			if (o.Pieces == 0 || m.Pieces() <= o.Pieces) && !known[m] {
				accept(s, "built-in "+m.String()+kind.extension)
			}
		}
	}
	if o.BuiltIn && !o.Prefer {
		fromProgram()
	}
	if o.Directory != "" {
		entries, unlisted := list(o, kind.extension)
		problems = append(problems, unlisted...)
		for _, e := range entries {
			if known[e.material] {
				continue
			}
			s, err := openFile(f, kind, e, e.size <= o.Memory)
			if err != nil {
				problems = append(problems, err)
				continue
			}
			if e.size <= o.Memory {
				o.Memory -= e.size
			}
			accept(s, e.name)
		}
	}
	if o.BuiltIn && o.Prefer {
		fromProgram()
	}
	return problems
}

// openFile reads or maps a slice file.
func openFile[S storedSlice](f *mappedFiles, kind fileKind[S], e sliceFile, resident bool) (s S, err error) {
	mapped, err := f.load(e, resident, func(data []byte) error {
		var err error
		if s, err = kind.open(e.name, data); err == nil && s.header().Material != e.material {
			err = fmt.Errorf("%s: holds the slice %v", e.name, s.header().Material)
		}
		return err
	})
	if err == nil && mapped != nil {
		s.watch(&mapped.unreadable)
	}
	return s, err
}

// sliceFile is a slice file of a directory.
type sliceFile struct {
	material Material
	name     string
	size     uint64
}

// list returns the slice files of a directory, those with fewest pieces first. Files with
// other names are ignored.
func list(o Options, extension string) (found []sliceFile, problems []error) {
	files, err := os.ReadDir(o.Directory)
	if err != nil {
		return nil, []error{err}
	}
	for _, file := range files {
		base, isSlice := strings.CutSuffix(file.Name(), extension)
		m, err := ParseMaterial(base)
		if !isSlice || err != nil || m.String() != base || o.Pieces != 0 && m.Pieces() > o.Pieces {
			continue
		}
		name := filepath.Join(o.Directory, file.Name())
		info, err := os.Stat(name)
		if err == nil && !info.Mode().IsRegular() {
			err = fmt.Errorf("%s: not a file", name)
		}
		if err != nil {
			problems = append(problems, err)
			continue
		}
		found = append(found, sliceFile{m, name, uint64(info.Size())})
	}
	slices.SortFunc(found, func(a, b sliceFile) int { return compare(a.material, b.material) })
	return found, problems
}

// compare orders materials by pieces, then by men, then by name.
func compare(a, b Material) int {
	return cmp.Or(cmp.Compare(a.Pieces(), b.Pieces()), cmp.Compare(a.Men(), b.Men()),
		cmp.Compare(a.String(), b.String()))
}
