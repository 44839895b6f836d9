package egdb

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Options say which slices Open gives.
type Options struct {
	BuiltIn   bool   // those in the program
	Directory string // those of the slice files in it; none if empty
	Pieces    int    // at most so many pieces; 0 for no limit
	Memory    uint64 // bytes of files read into memory, fewest pieces first; the rest is memory-mapped
	Prefer    bool   // the files of the directory to those in the program
}

// Library is a database with the files that its slices are in. Probing is safe for
// concurrent use; Close must come last.
type Library struct {
	database Database
	slices   []*Slice
	mapped   []*mapping

	// Fault is told once of every file that turns out unreadable while it is probed,
	// by any goroutine; nil to ignore it. Set it before the first probe.
	Fault func(error)
}

// Open opens slices. Files that are not sound are left out, with an error each that
// names the file; the library is always usable.
func Open(o Options) (*Library, []error) {
	l := &Library{}
	var problems []error
	if o.BuiltIn && !o.Prefer {
		problems = l.builtIn(o)
	}
	if o.Directory != "" {
		problems = append(problems, l.directory(o)...)
	}
	if o.BuiltIn && o.Prefer {
		problems = append(problems, l.builtIn(o)...)
	}
	slices.SortFunc(l.slices, func(a, b *Slice) int { return compare(a.Material, b.Material) })
	return l, problems
}

// compare orders materials by pieces, men, and the rest.
func compare(a, b Material) int {
	return cmp.Or(cmp.Compare(a.Pieces(), b.Pieces()), cmp.Compare(a.Men(), b.Men()),
		cmp.Compare(a.String(), b.String()))
}

// builtIn adds the slices in the program that are not there yet.
func (l *Library) builtIn(o Options) (problems []error) {
	built, err := builtIn()
	if err != nil {
		problems = append(problems, err)
	}
	for _, s := range built {
		if (o.Pieces == 0 || s.Material.Pieces() <= o.Pieces) && !l.has(s.Material) {
			l.add(s)
		}
	}
	return problems
}

func (l *Library) add(s *Slice) {
	l.database.Add(s)
	l.slices = append(l.slices, s)
}

// entry is a slice file of a directory.
type entry struct {
	material Material
	name     string
	size     uint64
}

// directory adds the slices of a directory that are not there yet.
func (l *Library) directory(o Options) (problems []error) {
	entries, problems := list(o)
	for _, e := range entries {
		if l.has(e.material) {
			continue
		}
		s, err := l.open(e, e.size <= o.Memory)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		if e.size <= o.Memory {
			o.Memory -= e.size
		}
		l.add(s)
	}
	return problems
}

func (l *Library) has(m Material) bool {
	return slices.ContainsFunc(l.slices, func(s *Slice) bool {
		return s.Material == m || s.Material == m.Mirror()
	})
}

// list returns the slice files of a directory, those with fewest pieces first.
// Files of other names are not ours.
func list(o Options) (entries []entry, problems []error) {
	files, err := os.ReadDir(o.Directory)
	if err != nil {
		return nil, []error{err}
	}
	for _, file := range files {
		base, isSlice := strings.CutSuffix(file.Name(), Extension)
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
		entries = append(entries, entry{m, name, uint64(info.Size())})
	}
	slices.SortFunc(entries, func(a, b entry) int { return compare(a.material, b.material) })
	return entries, problems
}

// open reads or maps a slice file. While it is checked it may be cut short.
func (l *Library) open(e entry, resident bool) (s *Slice, err error) {
	var data []byte
	var mapped *mapping
	if resident {
		data, err = os.ReadFile(e.name)
	} else if mapped, err = mapFile(e.name); err == nil {
		defer func() { err = l.keep(mapped, err) }()
		defer recovering(func(fault error) { err = fmt.Errorf("%s: %w", e.name, fault) })()
		data = mapped.data
	}
	if err != nil {
		return nil, err
	}
	if s, err = OpenSlice(e.name, data); err != nil {
		return nil, err
	}
	if s.Material != e.material {
		return nil, fmt.Errorf("%s: holds the slice %v", e.name, s.Material)
	}
	if mapped != nil {
		adviseRandom(mapped.data)
		s.halves[0].lost, s.halves[1].lost = &mapped.lost, &mapped.lost
	}
	return s, nil
}

// keep remembers a mapping that is in use and lets go of any other.
func (l *Library) keep(m *mapping, err error) error {
	if err != nil {
		return errors.Join(err, m.close())
	}
	l.mapped = append(l.mapped, m)
	return nil
}

// Close lets go of the files. The library must not be probed any more.
func (l *Library) Close() error {
	var all error
	for _, m := range l.mapped {
		all = errors.Join(all, m.close())
	}
	l.mapped = nil
	return all
}

// Slices returns the slices, those with fewest pieces first. The caller must not
// change them.
func (l *Library) Slices() []*Slice { return l.slices }

// Counts returns the numbers of positions of m with Black to move by their result,
// as the file says; zero if the slice is not there.
func (l *Library) Counts(m Material) Counts {
	for _, s := range l.slices {
		for i, material := range s.Materials() {
			if material == m {
				return s.Counts[i]
			}
		}
	}
	return Counts{}
}

// Materials returns the material of the slice and, unless it is the same, its mirror.
func (s *Slice) Materials() []Material {
	if s.Material.Symmetric() {
		return []Material{s.Material}
	}
	return []Material{s.Material, s.Material.Mirror()}
}

// Pieces returns the largest number of pieces with which positions have values.
func (l *Library) Pieces() int { return l.database.Pieces() }

// Complete returns the largest number of pieces with which, and with fewer, every
// position has a value.
func (l *Library) Complete() int { return l.database.Complete() }

// Probe returns the value of p for its side to move, Unknown if a slice that it
// needs is missing or has become unreadable.
func (l *Library) Probe(p board.Position) (value board.Result) {
	if len(l.mapped) > 0 {
		defer recovering(func(fault error) { value = l.lost(fault) })()
	}
	return l.database.Probe(p)
}

// Look returns the value of p if it is stored, otherwise Unknown. It is fast enough
// for every node of a search.
func (l *Library) Look(p board.Position) (value board.Result) {
	if len(l.mapped) > 0 {
		defer recovering(func(fault error) { value = l.lost(fault) })()
	}
	return l.database.Look(p)
}

// recovering makes a fault of a memory map (a file that has shrunk under it, a disk
// that fails) a panic, and returns what a caller defers to turn that into an error.
func recovering(handle func(fault error)) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		switch r := recover().(type) {
		case nil:
		case interface {
			error
			Addr() uintptr
		}:
			handle(fault{r.Addr()})
		default:
			panic(r)
		}
	}
}

// fault is an address that could not be read.
type fault struct{ address uintptr }

func (f fault) Error() string { return "unreadable; was it cut short?" }

// lost gives up and reports the file that a fault is in.
func (l *Library) lost(err error) board.Result {
	var f fault
	for _, m := range l.mapped {
		if errors.As(err, &f) && m.contains(f.address) {
			l.giveUp(m, f)
		}
	}
	return board.Unknown
}

// giveUp asks a file no more.
func (l *Library) giveUp(m *mapping, reason error) {
	if !m.lost.Swap(true) && l.Fault != nil {
		l.Fault(&fs.PathError{Op: "probe", Path: m.name, Err: reason})
	}
}

// errChanged says that a mapped file was written to.
var errChanged = errors.New("has changed since it was opened")

// Refresh gives up the mapped files that have changed since they were opened. Call it
// before a search.
func (l *Library) Refresh() {
	for _, m := range l.mapped {
		if m.changed() {
			l.giveUp(m, errChanged)
		}
	}
}
