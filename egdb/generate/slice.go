package generate

import (
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/memory"
)

// slice holds the values of a material and its mirror. In the upper half of a word bit x, N,
// is set if the side to move does not win with X on square x; in the lower half bit x, L, is
// set if it loses. Both bits are clear for squares on which X cannot stand.
type slice struct {
	solved
	flat []uint64 // words of all blocks, where blocks are small
	men  []uint8  // four bits a configuration, where there are no kings: two a side to move
}

// newSlice returns an empty slice with memory for its values.
func newSlice(m egdb.Material) *slice {
	s := &slice{solved: solved{form: formOf(m)}}
	switch {
	case m.Kings() == 0:
		s.men = memory.Slice[uint8](s.configurations())
	case s.isFlat():
		s.flat = memory.Slice[uint64](s.configurations() * sides * s.words())
	default:
		s.packed = newArena(s.configurations() * sides)
	}
	return s
}

// flatBlock returns the words of a small block.
func (s *slice) flatBlock(configuration, side int) []uint64 {
	n := s.words()
	at := (configuration*sides + side) * n
	return s.flat[at : at+n : at+n]
}
