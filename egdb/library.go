package egdb

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

// Library is a database of values with the files that hold its slices. Several goroutines
// may probe it at once.
type Library struct {
	database Database
	slices   []*Slice
	mappedFiles
}

// valueFiles are the files of values.
var valueFiles = fileKind[*Slice]{Extension, OpenSlice}

// Open opens slices of values. A file that is damaged or of another version is left out, with
// an error that names the file. The library can be used without the file.
func Open(o Options) (*Library, []error) {
	l := &Library{}
	problems := openSlices(&l.mappedFiles, valueFiles, o, builtInValues, func(s *Slice, _ string) error {
		l.database.Add(s)
		l.slices = append(l.slices, s)
		return nil
	})
	slices.SortFunc(l.slices, func(a, b *Slice) int { return compare(a.Material, b.Material) })
	return l, problems
}

// Slices returns the slices, those with fewest pieces first. The caller must not
// change them.
func (l *Library) Slices() []*Slice { return l.slices }

// Counts returns the numbers of positions of m with Black to move by their result, as the
// file states them; zero if the library has no slice of m.
func (l *Library) Counts(m Material) Counts {
	n, _ := l.CountsOf(m)
	return n
}

// CountsOf returns the same counts as Counts, and false if the library has no slice of m.
func (l *Library) CountsOf(m Material) (Counts, bool) {
	s := sliceOf(l.slices, m)
	if s == nil {
		return Counts{}, false
	}
	return s.Counts[s.side(m)], true
}

// NameOf returns the name under which the slice of m or its mirror was opened, empty if the
// library has none.
func (l *Library) NameOf(m Material) string {
	if s := sliceOf(l.slices, m); s != nil {
		return s.name
	}
	return ""
}

// sliceOf returns the slice of m or its mirror, nil if there is none.
func sliceOf[S storedSlice](all []S, m Material) (found S) {
	for _, s := range all {
		if own := s.header().Material; own == m || own == m.Mirror() {
			return s
		}
	}
	return found
}

// Pieces returns the largest number of pieces of a position that has a value.
func (l *Library) Pieces() int { return l.database.Pieces() }

// Complete returns the largest number n such that every position of at most n pieces has
// a value.
func (l *Library) Complete() int { return l.database.Complete() }

// Probe returns the value of p for its side to move. It is board.Unknown if a slice that
// the answer needs is missing or has become unreadable.
func (l *Library) Probe(p board.Position) (value board.Result) {
	if len(l.mapped) > 0 {
		defer recovering(func(fault error) { value = l.giveUpAt(fault) })()
	}
	return l.database.Probe(p)
}

// ProbeStored returns the value of p if a file stores it, otherwise board.Unknown. It is fast
// enough for every node of a search.
func (l *Library) ProbeStored(p board.Position) (value board.Result) {
	if len(l.mapped) > 0 {
		defer recovering(func(fault error) { value = l.giveUpAt(fault) })()
	}
	return l.database.ProbeStored(p)
}
