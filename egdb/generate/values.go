package generate

import (
	"context"

	"github.com/zonda-checkers/zonda/egdb"
)

// Values holds the values of endgames, slice by slice: 2.2 to 2.7 bits a position. Several
// goroutines may read solved slices at once.
type Values struct {
	sliceSet[*slice]
	bound *bound // nil unless the values are bounds
}

// NewValues returns an empty set.
func NewValues() *Values { return &Values{} }

// Solve computes the values of canonical slices that do not depend on each other, such as the
// slices of one class, see Classes. All slices that they depend on must be solved. report is
// called with the number of positions of every part of the work that is done, by several
// goroutines at once; it may be nil. The error says why ctx ended.
func (v *Values) Solve(ctx context.Context, materials []egdb.Material, threads int, report func(positions uint64)) error {
	var forms []*form
	for _, m := range materials {
		s := newSlice(m)
		v.put(s, kingsNeeded(m))
		forms = append(forms, &s.form)
	}
	return schedule(ctx, forms, threads, func() solver { return newValueSolver(v) }, report)
}

// small returns the words of a small block, nil for other blocks.
func (v *Values) small(f *form, key blockKey, _ *[]uint64) []uint64 {
	if s := v.slice(f.material); s.flat != nil {
		return s.flatBlock(s.place(key))
	}
	return nil
}

// unpack fills the words of a packed block.
func (v *Values) unpack(into []uint64, f *form, key blockKey) {
	v.tables.unpack(into, v.slice(f.material).packed.from(f.place(key)),
		key.blackMen|key.whiteMen, key.blackKings, key.whiteKings)
}

func (v *Values) mirror(into, from []uint64, m egdb.Material) {
	mirror(&v.tables, into, from, m, transpose)
}

// slice holds the values of a material and its mirror. In the upper half of a word bit x, N,
// is set if the side to move does not win with X on square x; in the lower half bit x, L, is
// set if it loses. Both bits are clear for squares on which X cannot stand. A slice without kings
// has four bits a configuration: two a side to move.
type slice struct{ kept[uint64, uint8] }

// newSlice returns an empty slice with memory for its values.
func newSlice(m egdb.Material) *slice {
	s := &slice{}
	s.begin(m)
	return s
}
