package generate

import (
	"context"

	"github.com/zonda-checkers/zonda/egdb"
)

// Distances holds the distances of endgames, slice by slice: 1.1 to 1.2 bytes a position.
// Several goroutines may read solved slices at once.
type Distances struct {
	sliceSet[*distanceSlice]
	metric egdb.Metric
	reach  score // the largest distance kept in a byte: narrowest, or less in tests
}

// NewDistances returns an empty set of a metric, DTW or DTC.
func NewDistances(metric egdb.Metric) *Distances {
	return &Distances{metric: metric, reach: narrowest}
}

// Solve computes the distances of slices as Values.Solve computes values. It does not need
// Values.
func (d *Distances) Solve(ctx context.Context, materials []egdb.Material, threads int, report func(positions uint64)) error {
	var forms []*form
	for _, m := range materials {
		s := newDistanceSlice(m)
		d.put(s, kingsNeeded(m))
		forms = append(forms, &s.form)
	}
	return schedule(ctx, forms, threads, func() solver { return newDistanceSolver(ctx, d) }, report)
}

// small, unpack and mirror are the methods of blocks.

func (d *Distances) small(f *form, key blockKey, room *[]scores) []scores {
	s := d.slice(f.material)
	if s.flat == nil {
		return nil
	}
	place := f.place(key)
	if s.wide != nil {
		if wide := s.wideBlock(place); wide != nil {
			return wide
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
	if wide := s.wideBlock(place); wide != nil {
		copy(into, wide)
		return
	}
	d.tables.unpackScores(into, bytesOf(s.packed.from(place)), key.blackMen|key.whiteMen, key.blackKings, key.whiteKings)
}

func (d *Distances) mirror(into, from []scores, m egdb.Material) {
	mirror(&d.tables, into, from, m, transposeScores)
}
