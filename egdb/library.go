package egdb

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
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
	shelf
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
	entries, problems := list(o, Extension)
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

func (l *Library) has(m Material) bool { return l.sliceOf(m) != nil }

// list returns the slice files of a directory, those with fewest pieces first.
// Files of other names are not ours.
func list(o Options, extension string) (entries []entry, problems []error) {
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
		entries = append(entries, entry{m, name, uint64(info.Size())})
	}
	slices.SortFunc(entries, func(a, b entry) int { return compare(a.material, b.material) })
	return entries, problems
}

// open reads or maps a slice file.
func (l *Library) open(e entry, resident bool) (s *Slice, err error) {
	mapped, err := l.load(e, resident, func(data []byte) error {
		var err error
		if s, err = OpenSlice(e.name, data); err == nil && s.Material != e.material {
			err = fmt.Errorf("%s: holds the slice %v", e.name, s.Material)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if mapped != nil {
		s.halves[0].lost, s.halves[1].lost = &mapped.lost, &mapped.lost
	}
	return s, nil
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

// CountsOf is Counts, and reports whether the slice is there.
func (l *Library) CountsOf(m Material) (Counts, bool) {
	s := l.sliceOf(m)
	if s == nil {
		return Counts{}, false
	}
	return l.Counts(m), true
}

// NameOf returns what the slice of m or its mirror was opened as, empty if it is not there.
func (l *Library) NameOf(m Material) string {
	if s := l.sliceOf(m); s != nil {
		return s.name
	}
	return ""
}

func (l *Library) sliceOf(m Material) *Slice {
	i := slices.IndexFunc(l.slices, func(s *Slice) bool { return s.Material == m || s.Material == m.Mirror() })
	if i < 0 {
		return nil
	}
	return l.slices[i]
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
