package egdb

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// DB is the endgame databases: values, the distances that belong to them, and bounds of values that they have not. Several
// goroutines may use it at once. The zero value knows no position. A *DB is the Databases, Distances and Bounds of package
// search.
type DB struct {
	library
	distances Distances
	bounds    bounds
}

// Errors that errors.Is finds in those of Open, ReadBoundsDescription, Options.LeftOut and DropPages.
var (
	ErrNoFile  = errors.New("a file is missing")
	ErrDamaged = errors.New("a file cannot be used") // it is damaged, of another version, or belongs to other files
	ErrClosed  = errors.New("the databases are closed")
)

// kindError is an error that is also one of the errors above, without its text.
type kindError struct {
	error
	kind error
}

func (e kindError) Unwrap() []error { return []error{e.error, e.kind} }

// damaged makes an error one of ErrDamaged.
func damaged(err error) error {
	if err == nil {
		return nil
	}
	return kindError{err, ErrDamaged}
}

// missing makes an error one of ErrNoFile if a file does not exist.
func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return kindError{err, ErrNoFile}
	}
	return err
}

// Open opens databases, with the zero value of Options those in the program: the values, and the distances to the end of the game.
// A file that cannot be used is an error, unless Options.LeftOut takes it. The caller closes the DB.
func Open(o Options) (*DB, error) {
	switch {
	case o.Pieces < 0:
		return nil, fmt.Errorf("slices of at most %d pieces", o.Pieces)
	case o.Metric > DTC:
		return nil, fmt.Errorf("metric %d has no distances", o.Metric)
	}
	d := &DB{}
	for _, f := range d.files() {
		f.fault = o.LeftOut
	}
	var problems []error
	if o.LeftOut == nil {
		o.LeftOut = func(err error) { problems = append(problems, err) }
	}
	d.library.open(o)
	if !o.ValuesOnly {
		d.distances.open(o, &d.library)
	}
	if o.Bounds != "" {
		if err := d.bounds.open(o, &d.library); err != nil {
			o.LeftOut(fmt.Errorf("bounds: %w", err))
		}
	}
	if len(problems) > 0 {
		return nil, errors.Join(append(problems, d.Close())...)
	}
	return d, nil
}

// Distance returns the value of p for its side to move and the plies of a win or a loss, which are 0 for a draw. It is board.Unknown
// if a slice that the distance needs is missing: Probe may know the value all the same.
func (d *DB) Distance(p board.Position) (value board.Result, plies int) {
	found := d.distances.Distance(p)
	return found.Value, found.Plies
}

// Distances returns the distances, which are closed with the DB.
func (d *DB) Distances() *Distances { return &d.distances }

// Moves returns the moves of p, none if the game is over, with the values that they have for the side to move, the best first.
// The plies of a win or a loss are Undistanced if only its value is known. A move of unknown value has board.Unknown and comes
// between those that draw and those that lose.
func (d *DB) Moves(p board.Position) iter.Seq2[board.Move, Distance] {
	type choice struct {
		move  board.Move
		value Distance
	}
	var all []choice
	for m := range p.Legal() {
		child := p.Play(m)
		value := d.distances.Before(p, child, d.distances.Distance(child))
		if value.Value == board.Unknown {
			value = Distance{d.Probe(child).Opposite(), 0}
			if value.Value == board.Win || value.Value == board.Loss {
				value.Plies = Undistanced
			}
		}
		all = append(all, choice{m, value})
	}
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(b.value.merit(), a.value.merit()) })
	return func(yield func(board.Move, Distance) bool) {
		for _, c := range all {
			if !yield(c.move, c.value) {
				return
			}
		}
	}
}

// Line returns best play from p to the end of the game: the shortest win against the longest defence. It has as many moves as Distance
// says for the usual metric. It ends early where a distance is not known, and is empty for a draw.
func (d *DB) Line(p board.Position) (line []board.Move) {
	for {
		value, plies := d.Distance(p)
		if value != board.Win && value != board.Loss || plies == 0 {
			return line
		}
		for m, after := range d.Moves(p) { // the first is the best
			if after.Value != value || after.Plies == Undistanced {
				return line
			}
			line, p = append(line, m), p.Play(m)
			break
		}
	}
}

// Bounds returns the lowest and the highest value that p can have for its side to move: both are equal if the value is known,
// and Loss and Win if nothing is.
func (d *DB) Bounds(p board.Position) (low, high board.Result) { return d.bounds.of(p) }

// StoredBounds returns the bounds that are stored for p: Loss and Win for a position with a capture, and for one with another
// number of pieces or with more kings than the bounds have.
func (d *DB) StoredBounds(p board.Position) (low, high board.Result) { return d.bounds.stored(p) }

// BoundedPieces returns the fewest and the most pieces of the positions that may have bounds, 1 and 0 without bounds.
func (d *DB) BoundedPieces() (minimum, maximum int) {
	return d.bounds.CompletePieces() + 1, d.bounds.Pieces
}

// BoundsDescription describes the bounds, whose Pieces are 0 without bounds.
func (d *DB) BoundsDescription() endgame.BoundsDescription { return d.bounds.BoundsDescription }

// Close unmaps the files. Afterwards all positions are unknown. A call that still runs must end before. A second call does nothing.
func (d *DB) Close() error {
	var all error
	for _, f := range d.files() {
		all = errors.Join(all, f.close())
	}
	d.distances.cache.Close()
	return all
}

// files returns the files of all parts.
func (d *DB) files() [4]*mappedFiles {
	return [4]*mappedFiles{&d.library.mappedFiles, &d.distances.mappedFiles, &d.bounds.lower.mappedFiles, &d.bounds.upper.mappedFiles}
}

// Refresh checks the size and the time of the mapped files. It gives up the files that have changed since they were opened: their
// positions have no value any more. Call it before a search.
func (d *DB) Refresh() {
	for _, f := range d.files() {
		for _, m := range f.mapped {
			if m.changed() {
				f.giveUp(m, errChanged)
			}
		}
	}
}

// Resident returns the number of bytes of the files of values and bounds that were read into memory.
func (d *DB) Resident() uint64 {
	return d.library.resident + d.bounds.lower.resident + d.bounds.upper.resident
}

// library is the values, with the files that hold them.
type library struct {
	database endgame.Database
	slices   []*endgame.Slice
	mappedFiles
}

// valueFiles are the files of values.
var valueFiles = fileKind[*endgame.Slice]{endgame.Extension, endgame.OpenSlice}

// open opens the slices of values.
func (l *library) open(o Options) {
	values := o
	values.FilesOnly = o.FilesOnly && !o.Prefer
	openSlices(&l.mappedFiles, valueFiles, values, builtInValues, func(s *endgame.Slice, _ string) error {
		l.database.Add(s)
		l.slices = append(l.slices, s)
		return nil
	})
	slices.SortFunc(l.slices, func(a, b *endgame.Slice) int { return endgame.CompareMaterials(a.Material, b.Material) })
}

// Slices returns the slices, those with fewest pieces first. The caller must not
// change them.
func (l *library) Slices() []*endgame.Slice { return l.slices }

// Counts returns the numbers of positions of m with Black to move by their result, as the
// file states them; zero if the databases have no slice of m.
func (l *library) Counts(m endgame.Material) endgame.Counts {
	n, _ := l.CountsOf(m)
	return n
}

// CountsOf returns the same counts as Counts, and false if the databases have no slice of m.
func (l *library) CountsOf(m endgame.Material) (endgame.Counts, bool) {
	s := sliceOf(l.slices, m)
	if s == nil {
		return endgame.Counts{}, false
	}
	return s.Counts[s.Side(m)], true
}

// sliceOf returns the slice of m or its mirror, nil if there is none.
func sliceOf[S storedSlice](all []S, m endgame.Material) (found S) {
	for _, s := range all {
		if own := s.Head().Material; own == m || own == m.Mirror() {
			return s
		}
	}
	return found
}

// Sum returns a checksum of the slices of at most a number of pieces: the CRC-32C of the name and the checksum of each,
// in the order of Slices. It is the same for files of a directory and for equal files in the program. Two DBs
// whose slices differ have different sums, but for one chance in 2^32.
func (l *library) Sum(pieces int) uint32 {
	return endgame.Sum(func(yield func(*endgame.Header) bool) {
		for _, s := range l.slices {
			if s.Material.Pieces() <= pieces && !yield(&s.Header) {
				return
			}
		}
	})
}

// Pieces returns the largest number of pieces of a position that has a value.
func (l *library) Pieces() int { return l.database.Pieces() }

// Complete returns the largest number n such that every position of at most n pieces has
// a value.
func (l *library) Complete() int { return l.database.Complete() }

// Probe returns the value of p for its side to move. It is board.Unknown if a slice that
// the answer needs is missing or has become unreadable.
func (l *library) Probe(p board.Position) (value board.Result) {
	if l.closed.Load() {
		return board.Unknown
	}
	if len(l.mapped) > 0 {
		defer recovering(func(fault error) { value = l.giveUpAt(fault) })()
	}
	return l.database.Probe(p)
}

// ProbeStored returns the value of p if a file stores it, otherwise board.Unknown. It is fast
// enough for every node of a search.
func (l *library) ProbeStored(p board.Position) (value board.Result) {
	if l.closed.Load() {
		return board.Unknown
	}
	if len(l.mapped) > 0 {
		defer recovering(func(fault error) { value = l.giveUpAt(fault) })()
	}
	return l.database.ProbeStored(p)
}
