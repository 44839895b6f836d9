package build

import (
	"context"
	"errors"

	"github.com/zonda-checkers/zonda/egdb"
)

// Distances holds the distances of endgames, slice by slice, in memory: 1.1 to 1.2
// bytes a position. Solved slices may be read by several goroutines at a time.
type Distances struct {
	metric egdb.Metric
	reach  score // of the scores that a byte is to hold: less than narrowest in tests
	tables tables
	slices [1 << (4 * kinds)]*distanceSlice // by index
}

// NewDistances returns an empty set of a metric, DTW or DTC.
func NewDistances(metric egdb.Metric) *Distances {
	return &Distances{metric: metric, reach: narrowest}
}

func (d *Distances) slice(m egdb.Material) *distanceSlice { return d.slices[index(m)] }

// Counts returns how many positions of m with Black to move are won, lost and
// drawn, captures included; false if m is not solved.
func (d *Distances) Counts(m egdb.Material) (egdb.Counts, bool) {
	s := d.slice(m)
	if s == nil {
		return egdb.Counts{}, false
	}
	if s.material == m {
		return s.counts[blackToMove], true
	}
	return s.counts[whiteToMove], true
}

// Solve computes the distances of slices as Values.Solve does their values. It needs
// no values.
func (d *Distances) Solve(ctx context.Context, materials []egdb.Material, threads int, report func(positions uint64)) error {
	var forms []*form
	for _, m := range materials {
		d.tables.need(kingsNeeded(m))
		s := newDistanceSlice(m)
		s.longest = [sides]longest{newLongest(), newLongest()}
		d.slices[index(m)], d.slices[index(m.Mirror())] = s, s
		forms = append(forms, &s.form)
	}
	return schedule(ctx, forms, threads, func() solver { return newRanger(ctx, d) }, report)
}

// put adds a solved slice, in the place of one of the same material.
func (d *Distances) put(s *distanceSlice) {
	d.tables.need(int(max(s.material.BlackKings, s.material.WhiteKings)))
	d.slices[index(s.material)], d.slices[index(s.material.Mirror())] = s, s
}

// Close lets go of the files of the distances, which must not be asked any more.
func (d *Distances) Close() error {
	var all error
	for i, s := range d.slices {
		if s != nil && s.mapped != nil && index(s.material) == uint16(i) {
			all = errors.Join(all, s.mapped.Unmap())
			s.mapped = nil
		}
	}
	return all
}

// form, small, unpack and mirror are what a cache asks for.
func (d *Distances) form(m egdb.Material) *form { return &d.slice(m).form }

func (d *Distances) small(f *form, key blockKey, room *[]scores) []scores {
	s := d.slice(f.material)
	if s.flat == nil {
		return nil
	}
	place := f.place(key)
	if s.far != nil {
		if far := s.farBlock(place); far != nil {
			return far
		}
	}
	if cap(*room) < flatWords {
		*room = make([]scores, flatWords)
	}
	words := (*room)[:f.words()]
	for i := range words {
		words[i] = s.flatBlock(place)[i].wide()
	}
	return words
}

func (d *Distances) unpack(into []scores, f *form, key blockKey) {
	s := d.slice(f.material)
	place := f.place(key)
	if far := s.farBlock(place); far != nil {
		copy(into, far)
		return
	}
	d.tables.unpackScores(into, bytesOf(s.packed.from(place)), key.blackMen|key.whiteMen, key.blackKings, key.whiteKings)
}

func (d *Distances) mirror(into, from []scores, m egdb.Material) {
	d.tables.mirrorScores(into, from, m)
}
