package egdb

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"

	"github.com/zonda-checkers/zonda/board"
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
		return nil, fmt.Errorf("metric %v has no distances", o.Metric)
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
		value := d.distances.metric.After(p, child, d.distances.Distance(child))
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
func (d *DB) BoundsDescription() BoundsDescription { return d.bounds.BoundsDescription }

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
	database Database
	slices   []*Slice
	mappedFiles
}

// valueFiles are the files of values.
var valueFiles = fileKind[*Slice]{Extension, OpenSlice}

// open opens the slices of values.
func (l *library) open(o Options) {
	values := o
	values.FilesOnly = o.FilesOnly && !o.Prefer
	openSlices(&l.mappedFiles, valueFiles, values, builtInValues, func(s *Slice, _ string) error {
		l.database.Add(s)
		l.slices = append(l.slices, s)
		return nil
	})
	slices.SortFunc(l.slices, func(a, b *Slice) int { return compare(a.Material, b.Material) })
}

// Slices returns the slices, those with fewest pieces first. The caller must not
// change them.
func (l *library) Slices() []*Slice { return l.slices }

// Counts returns the numbers of positions of m with Black to move by their result, as the
// file states them; zero if the databases have no slice of m.
func (l *library) Counts(m Material) Counts {
	n, _ := l.CountsOf(m)
	return n
}

// CountsOf returns the same counts as Counts, and false if the databases have no slice of m.
func (l *library) CountsOf(m Material) (Counts, bool) {
	s := sliceOf(l.slices, m)
	if s == nil {
		return Counts{}, false
	}
	return s.Counts[s.side(m)], true
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

// Database is a set of slices of values. The zero value is empty. Several goroutines may
// probe at once, without locks; no slice may be added meanwhile.
type Database struct {
	halves [allSideCodes * allSideCodes]*half
	pieces int // all slices of up to this number of pieces are present
	max    int // largest number of pieces of a slice
}

// allSideCodes is the number of codes of a side of a slice.
const allSideCodes = MaxPieces * (MaxPieces + 1) / 2

// place returns the index of a material in halves.
func place(m Material) int {
	return sideCode(int(m.BlackKings), int(m.BlackMen))*allSideCodes + sideCode(int(m.WhiteKings), int(m.WhiteMen))
}

// Add adds a slice. It replaces a slice of the same material.
func (d *Database) Add(s *Slice) {
	d.halves[place(s.Material)] = &s.halves[0]
	d.halves[place(s.Material.Mirror())] = &s.halves[1]
	d.max = max(d.max, s.Material.Pieces())
	for d.complete(d.pieces + 1) {
		d.pieces++
	}
}

// complete reports whether all slices of the given number of pieces are present.
func (d *Database) complete(pieces int) bool {
	if pieces > MaxPieces {
		return false
	}
	for _, m := range Slices(pieces) {
		if d.halves[place(m)] == nil {
			return false
		}
	}
	return true
}

// Pieces returns the largest number of pieces of a position that has a value.
func (d *Database) Pieces() int { return d.max }

// Complete returns the largest number n such that every position of at most n pieces has
// a value.
func (d *Database) Complete() int { return d.pieces }

// Probe returns the value of p for its side to move. It is board.Unknown if a slice that the
// answer needs is missing.
func (d *Database) Probe(p board.Position) board.Result {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	if !regular(p) {
		return board.Unknown
	}
	return d.probe(p)
}

// ProbeStored returns the value of p if a slice stores it, otherwise board.Unknown. It is
// fast enough for every node of a search.
func (d *Database) ProbeStored(p board.Position) board.Result {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	h := d.half(p)
	if h == nil || !h.stored(p) || !regular(p) || jumpersDown(p.Black, p.White, p.Kings) != 0 {
		return board.Unknown
	}
	return h.value(p)
}

// half returns the half slice that a position with Black to move belongs to, nil if it is missing.
func (d *Database) half(p board.Position) *half {
	if p.Black.Count()+p.White.Count() > MaxPieces || p.Finished() {
		return nil
	}
	own := sideCode((p.Black & p.Kings).Count(), (p.Black &^ p.Kings).Count())
	opp := sideCode((p.White & p.Kings).Count(), (p.White &^ p.Kings).Count())
	h := d.halves[own*allSideCodes+opp]
	if h == nil || !readable(h.unreadable) {
		return nil
	}
	return h
}

// probe returns the value of a regular position with Black to move. It searches positions
// that are not stored. The search ends soon: a capture removes pieces, and every quiet move
// leads to a stored position or crowns a man.
func (d *Database) probe(p board.Position) board.Result {
	switch {
	case p.Black == 0:
		return board.Loss
	case p.White == 0:
		return board.Win
	}
	h := d.half(p)
	if h == nil {
		return board.Unknown
	}
	if jumpersDown(p.Black, p.White, p.Kings) == 0 && h.stored(p) {
		return h.value(p)
	}
	return d.search(p)
}

// search returns the value of p from the values after its moves.
func (d *Database) search(p board.Position) board.Result {
	var moves board.MoveList
	p.Moves(&moves)
	best, unknown := board.Loss, false
	for _, m := range moves.Slice() {
		switch v := d.probe(p.Play(m).Mirror()); v {
		case board.Loss:
			return board.Win
		case board.Unknown:
			unknown = true
		default:
			best = max(best, v.Opposite())
		}
	}
	if unknown {
		return board.Unknown
	}
	return best
}
