package egdb

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

// Options say what Open opens.
type Options struct {
	Directory  string      // open the slice files in this directory; none if empty
	FilesOnly  bool        // leave out the slices in the program; with Prefer only its distances
	Prefer     bool        // if both have a slice, open the file of the directory, not the slice in the program
	Bounds     string      // open the bounds in this directory; none if empty
	ValuesOnly bool        // open no distances
	Metric     Metric      // of the distances: DTW or DTC; the zero value is DTW
	Pieces     int         // largest number of pieces of a slice; 0 for no limit
	Memory     uint64      // bytes of files of values and bounds read into memory, fewest pieces first, and as many of distances; the rest is memory-mapped
	LeftOut    func(error) // called for every file that Open leaves out, and later, from the goroutine that probes, for every file that becomes unreadable; nil: a file that cannot be used is an error of Open
}

// MaxPieces is the largest number of pieces of a slice.
const MaxPieces = endgame.MaxPieces

// Metric says what distances count. The winner plays for the shortest win, the loser for the longest loss.
type Metric uint8

// The metrics. DTW is that of the perfect play lookup of Trice and Dodgen (section 2.2 of their paper). A conversion is a capture or a
// crowning of either side, or the end of the game.
const (
	DTW = Metric(endgame.DTW) // the plies to the end of the game
	DTC = Metric(endgame.DTC) // the plies to the next conversion
)

// DefaultMemory is the Options.Memory of the engine and of commands by default. A probe of a mapped file takes some 80 ns more,
// because the process must be ready for a file that has become unreadable.
const DefaultMemory = 256 << 20

// storedSlice is a slice of values or of distances.
type storedSlice interface {
	Head() *endgame.Header
	// Watch gives the slice the flag that is set when its file becomes unreadable.
	Watch(unreadable *atomic.Bool)
}

// fileKind is a kind of slice files: of values, or of the distances of one metric.
type fileKind[S storedSlice] struct {
	extension string
	open      func(name string, data []byte) (S, error)
}

// openSlices opens the slices that the options name, one of each material, and passes each
// to add, which may return an error. o.LeftOut is told of every file left out.
func openSlices[S storedSlice](f *mappedFiles, kind fileKind[S], o Options, builtIn func() ([]S, error), add func(s S, name string) error) {
	s := slicesOpener[S]{Options: o, files: f, kind: kind, builtIn: builtIn, add: add, known: map[endgame.Material]bool{}}
	switch {
	case o.FilesOnly:
		s.fromDirectory()
	case o.Prefer:
		s.fromDirectory()
		s.fromProgram()
	default:
		s.fromProgram()
		s.fromDirectory()
	}
}

// slicesOpener opens the slices of a kind. Of a material the first slice that it comes to counts.
type slicesOpener[S storedSlice] struct {
	Options // Memory is what is left of it
	files   *mappedFiles
	kind    fileKind[S]
	builtIn func() ([]S, error)
	add     func(s S, name string) error
	known   map[endgame.Material]bool // the materials of the slices so far
}

// fromProgram adds the slices in the program.
func (o *slicesOpener[S]) fromProgram() {
	all, err := o.builtIn()
	if err != nil {
		o.LeftOut(damaged(err))
	}
	for _, s := range all {
		m := s.Head().Material
		if (o.Pieces == 0 || m.Pieces() <= o.Pieces) && !o.known[m] {
			o.accept(s, "built-in "+m.String()+o.kind.extension)
		}
	}
}

// fromDirectory adds the slices of the directory, if there is one.
func (o *slicesOpener[S]) fromDirectory() {
	if o.Directory == "" {
		return
	}
	for _, e := range list(o.Options, o.kind.extension) {
		if o.known[e.material] {
			continue
		}
		resident := e.size <= o.Memory
		s, err := openFile(o.files, o.kind, e, resident)
		if err != nil {
			o.LeftOut(missing(err))
			continue
		}
		if resident {
			o.Memory -= e.size
		}
		o.accept(s, e.name)
	}
}

// accept adds a slice.
func (o *slicesOpener[S]) accept(s S, name string) {
	if err := o.add(s, name); err != nil {
		o.LeftOut(damaged(err))
		return
	}
	m := s.Head().Material
	o.known[m], o.known[m.Mirror()] = true, true
}

// openFile reads or maps a slice file.
func openFile[S storedSlice](f *mappedFiles, kind fileKind[S], e sliceFile, resident bool) (s S, err error) {
	mapped, err := f.load(e, resident, func(data []byte) error {
		var err error
		if s, err = kind.open(e.name, data); err == nil && s.Head().Material != e.material {
			err = fmt.Errorf("%s: holds the slice %v", e.name, s.Head().Material)
		}
		return damaged(err)
	})
	if err == nil && mapped != nil {
		s.Watch(&mapped.unreadable)
	}
	return s, err
}

// sliceFile is a slice file of a directory.
type sliceFile struct {
	material endgame.Material
	name     string
	size     uint64
}

// list returns the slice files of a directory, those with fewest pieces first. Files with
// other names are ignored.
func list(o Options, extension string) (found []sliceFile) {
	files, err := os.ReadDir(o.Directory)
	if err != nil {
		o.LeftOut(missing(err))
	}
	for _, file := range files {
		base, isSlice := strings.CutSuffix(file.Name(), extension)
		m, err := endgame.ParseMaterial(base)
		if !isSlice || err != nil || m.String() != base || o.Pieces != 0 && m.Pieces() > o.Pieces {
			continue
		}
		name := filepath.Join(o.Directory, file.Name())
		info, err := os.Stat(name)
		if err == nil && !info.Mode().IsRegular() {
			err = fmt.Errorf("%s: not a file", name)
		}
		if err != nil {
			o.LeftOut(missing(err))
			continue
		}
		found = append(found, sliceFile{m, name, uint64(info.Size())})
	}
	slices.SortFunc(found, func(a, b sliceFile) int { return endgame.CompareMaterials(a.material, b.material) })
	return found
}

// filesWith returns the names of the files in the program that end with an extension, in order.
func filesWith(extension string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(name string) bool { return !strings.HasSuffix(name, extension) })
}

// embedded opens the files of one kind in the program, where they are, on all CPUs: the checksums of all files
// take ten milliseconds, which the first move of a game may not have. A file that cannot be opened is left out
// and is part of the error.
func embedded[S storedSlice](kind fileKind[S]) ([]S, error) {
	names := filesWith(kind.extension)
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
	slices.SortFunc(all, func(a, b S) int { return endgame.CompareMaterials(a.Head().Material, b.Head().Material) })
	return all, errors.Join(problems...)
}

// embeddedFile opens a file in the program. A panic becomes an error, because it would end the program on a
// goroutine that nothing guards.
func embeddedFile[S storedSlice](kind fileKind[S], file string) (opened S, err error) {
	name := "built-in " + file
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%s: %v", name, reason)
		}
	}()
	return kind.open(name, files[file])
}

// Checksum returns the SHA-256 of all slice files in the program, with their names. It tells programs apart that hold
// others. A call takes tens of milliseconds.
func Checksum() [sha256.Size]byte {
	sum := sha256.New()
	for _, name := range filesWith("") {
		data := files[name]
		_, _ = fmt.Fprintf(sum, "data/%s %d\n", name, len(data))
		_, _ = sum.Write(data)
	}
	return [sha256.Size]byte(sum.Sum(nil))
}
