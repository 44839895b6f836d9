package egdb

import (
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// bounds is a set of bounds: of the values of positions with few kings, of one or more numbers of pieces on top of complete values
// of fewer pieces.
type bounds struct {
	endgame.BoundsDescription
	complete     *library
	lower, upper library
}

// open opens the bounds in the directory o.Bounds on top of the values on which they were built. It opens all files or none.
func (b *bounds) open(o Options, complete *library) error {
	d, err := endgame.ReadBoundsDescription(o.Bounds)
	switch {
	case errors.Is(err, endgame.ErrNoBounds):
		return kindError{err, ErrNoFile}
	case err != nil:
		return damaged(err)
	}
	below, err := endgame.Fingerprint(d.CompletePieces(), d.SidePieces, complete.CountsOf)
	if err != nil {
		return kindError{fmt.Errorf("%s: needs all values of %d pieces: %w", o.Bounds, d.CompletePieces(), err), ErrNoFile}
	}
	if below != d.Complete {
		return damaged(fmt.Errorf("%s: was built on other values of %d pieces", o.Bounds, d.CompletePieces()))
	}
	memory := o.Memory - min(o.Memory, complete.resident)
	var problems []error
	none := func() ([]*endgame.Slice, error) { return nil, nil }
	for _, side := range []struct {
		extension string
		library   *library
	}{{endgame.LowerExtension, &b.lower}, {endgame.UpperExtension, &b.upper}} {
		l, kind := side.library, fileKind[*endgame.Slice]{side.extension, endgame.OpenSlice}
		files := Options{Directory: o.Bounds, Memory: memory, LeftOut: func(err error) { problems = append(problems, err) }}
		openSlices(&l.mappedFiles, kind, files, none, func(s *endgame.Slice, _ string) error {
			l.database.Add(s)
			l.slices = append(l.slices, s)
			return nil
		})
		memory -= min(memory, l.resident)
	}
	if len(problems) == 0 {
		problems = b.strangers(d)
	}
	if len(problems) > 0 {
		return errors.Join(append(problems, b.lower.close(), b.upper.close())...)
	}
	b.BoundsDescription, b.complete = d, complete
	return nil
}

// strangers returns an error for each slice of the description whose files are missing or have other counts.
func (b *bounds) strangers(d endgame.BoundsDescription) (problems []error) {
	for _, s := range d.Slices {
		m, err := endgame.ParseMaterial(s.Slice)
		lower, _ := b.lower.CountsOf(m)
		upper, _ := b.upper.CountsOf(m)
		if err == nil && (lower != s.Lower() || upper != s.Upper()) {
			err = fmt.Errorf("the files of %s are not those that %s describes", s.Slice, endgame.BoundsName)
		}
		if err != nil {
			problems = append(problems, damaged(err))
		}
	}
	return problems
}

// of returns the bounds of p.
func (b *bounds) of(p board.Position) (low, high board.Result) {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	if b.complete == nil || !endgame.Regular(p) || p.Pieces() > b.Pieces {
		return board.Loss, board.Win
	}
	if p.Pieces() <= b.CompletePieces() || p.Finished() {
		if v := b.complete.Probe(p); v != board.Unknown {
			return v, v
		}
		return board.Loss, board.Win
	}
	if endgame.JumpersDown(p.Black, p.White, p.Kings) != 0 {
		return b.captures(p)
	}
	return b.stored(p)
}

// stored returns the bounds that are stored for p.
func (b *bounds) stored(p board.Position) (low, high board.Result) {
	if maximum, bounded := b.Limit(p.Pieces()); !bounded || p.Kings.Count() > maximum {
		return board.Loss, board.Win
	}
	low, high = b.lower.ProbeStored(p), b.upper.ProbeStored(p)
	if low == board.Unknown {
		low = board.Loss
	}
	if high == board.Unknown {
		high = board.Win
	}
	return low, high
}

// captures returns the bounds of a position with captures, which lead to fewer pieces.
func (b *bounds) captures(p board.Position) (low, high board.Result) {
	var moves board.MoveList
	p.Moves(&moves)
	low, high = board.Loss, board.Loss
	for _, m := range moves.Slice() {
		l, h := b.of(p.Play(m))
		low, high = max(low, h.Opposite()), max(high, l.Opposite())
	}
	return low, high
}
