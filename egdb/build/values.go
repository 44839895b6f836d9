package build

import (
	"context"
	"errors"

	"github.com/zonda-checkers/zonda/egdb"
)

// Values holds the values of endgames, slice by slice, in memory: 2.2 to 2.7 bits a
// position. Solved slices may be read by several goroutines at a time.
type Values struct {
	tables tables
	slices [1 << (4 * kinds)]*slice // by index
}

// NewValues returns an empty set.
func NewValues() *Values { return &Values{} }

// kinds is the number of kinds of pieces of both sides.
const kinds = 4

// index returns the place of a material among the slices: four bits a kind.
func index(m egdb.Material) uint16 {
	return uint16(m.BlackKings)<<12 | uint16(m.BlackMen)<<8 | uint16(m.WhiteKings)<<4 | uint16(m.WhiteMen)
}

// slice returns the slice of m or its mirror, nil if it has none.
func (v *Values) slice(m egdb.Material) *slice { return v.slices[index(m)] }

// Counts returns how many positions of m with Black to move are won, lost and
// drawn, captures included; false if m is not solved.
func (v *Values) Counts(m egdb.Material) (egdb.Counts, bool) {
	s := v.slice(m)
	if s == nil {
		return egdb.Counts{}, false
	}
	if s.material == m {
		return s.counts[blackToMove], true
	}
	return s.counts[whiteToMove], true
}

// Solve computes the values of all canonical slices given, which depend on each
// other in no way (same number of pieces, same number of men), from those already
// solved. Several threads work at the blocks; report is told of every job done, by
// several goroutines at a time, and may be nil.
func (v *Values) Solve(ctx context.Context, materials []egdb.Material, threads int, report func(positions uint64)) error {
	var forms []*form
	for _, m := range materials {
		v.tables.need(kingsNeeded(m))
		s := newSlice(m)
		v.slices[index(m)], v.slices[index(m.Mirror())] = s, s
		forms = append(forms, &s.form)
	}
	return schedule(ctx, forms, threads, func() solver { return newWorker(v) }, report)
}

// form returns the form of the slice of m or its mirror.
func (v *Values) form(m egdb.Material) *form { return &v.slice(m).form }

// small returns the words of a block that a slice keeps as it is, else nil.
func (v *Values) small(f *form, key blockKey, _ *[]uint64) []uint64 {
	if s := v.slice(f.material); s.flat != nil {
		return s.flatBlock(s.configuration(key.blackMen, key.whiteMen), int(key.side))
	}
	return nil
}

// unpack fills the words of a block that a slice keeps packed.
func (v *Values) unpack(into []uint64, f *form, key blockKey) {
	configuration := f.configuration(key.blackMen, key.whiteMen)
	v.tables.unpack(into, v.slice(f.material).packed.from(configuration*sides+int(key.side)),
		key.blackMen|key.whiteMen, key.blackKings, key.whiteKings)
}

func (v *Values) mirror(into, from []uint64, m egdb.Material) { v.tables.mirror(into, from, m) }

// put adds a solved slice, in the place of one of the same material.
func (v *Values) put(s *slice) {
	v.tables.need(int(max(s.material.BlackKings, s.material.WhiteKings)))
	v.slices[index(s.material)], v.slices[index(s.material.Mirror())] = s, s
}

// Close lets go of the files of the values, which must not be asked any more.
func (v *Values) Close() error {
	var all error
	for i, s := range v.slices {
		if s != nil && s.mapped != nil && index(s.material) == uint16(i) {
			all = errors.Join(all, s.mapped.Unmap())
			s.mapped = nil
		}
	}
	return all
}
