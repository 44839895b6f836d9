package build

import (
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
