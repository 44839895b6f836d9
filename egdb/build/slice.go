package build

import (
	"math/bits"
	"sync"
	"time"

	"github.com/edsrzf/mmap-go"

	"github.com/zonda-checkers/zonda/egdb"
)

// The sides to move of a block: black's and white's values are kept apart.
const (
	blackToMove = iota
	whiteToMove
	sides
)

// menSquares is the number of squares on which a man of one side can stand.
const menSquares = 28

// slice holds the values of a pair of slices: a material with both sides to move,
// which is the material and its mirror. The material is the canonical one of the
// two: see canonical.
//
// For each placement of the men (a configuration) there is a block, all placements
// of the kings. A word of a block has one king of Black's at every square at once
// (X), the other black kings (A) and the white kings (C) where the word's index
// rank(A)*whites + rank(C) says. Its upper half has a bit where the side to move
// does not win (N), its lower half where it loses (L); squares X cannot stand on
// are clear in both.
type slice struct {
	material       egdb.Material
	blacks, whites int // sets A and sets C
	whiteMenSets   int
	flat           []uint64  // words of all blocks, where blocks are small
	men            []uint8   // four bits a configuration, where there are no kings: two a side to move
	packed         *arena    // otherwise
	mapped         mmap.MMap // the file that holds the values, if they are in one

	mu     sync.Mutex
	counts [sides]egdb.Counts
	busy   time.Duration // of all workers
}

// flatWords is the largest block, in words, that is kept as it is.
const flatWords = squares

// canonical returns m or its mirror, whichever a slice is kept as: Black has a king
// if there is one, and the block has fewer words.
func canonical(m egdb.Material) egdb.Material {
	mirror := m.Mirror()
	switch {
	case m.Kings() == 0:
		if m.BlackMen < m.WhiteMen {
			return mirror
		}
		return m
	case m.BlackKings == 0:
		return mirror
	case mirror.BlackKings == 0:
		return m
	}
	words, mirrored := blockWords(m), blockWords(mirror)
	if mirrored < words || mirrored == words && m.BlackMen < m.WhiteMen {
		return mirror
	}
	return m
}

// blockWords returns the number of words of a block for one side to move.
func blockWords(m egdb.Material) int {
	return choose[squares][m.BlackKings-1] * choose[squares][m.WhiteKings]
}

// shape returns the slice of a canonical material without its values.
func shape(m egdb.Material) *slice {
	s := &slice{material: m, whiteMenSets: choose[menSquares][m.WhiteMen]}
	if m.Kings() > 0 {
		s.blacks = choose[squares][m.BlackKings-1]
		s.whites = choose[squares][m.WhiteKings]
	}
	return s
}

// newSlice returns a slice with room for its values.
func newSlice(m egdb.Material) *slice {
	s := shape(m)
	configurations := choose[menSquares][m.BlackMen] * s.whiteMenSets
	switch {
	case m.Kings() == 0:
		s.men = make([]uint8, configurations)
	case s.isFlat():
		s.flat = make([]uint64, configurations*sides*s.words())
	default:
		s.packed = newArena(configurations * sides)
	}
	return s
}

// isFlat reports whether blocks are kept as they are.
func (s *slice) isFlat() bool { return s.material.BlackKings == 1 && s.words() <= flatWords }

// words returns the number of words of a block for one side to move.
func (s *slice) words() int { return s.blacks * s.whites }

// configuration returns the place of the block of the given men.
func (s *slice) configuration(blackMen, whiteMen uint32) int {
	return rank(blackMen)*s.whiteMenSets + rank(bits.Reverse32(whiteMen))
}

// stored reports whether the slice keeps the block of these men itself. Of a
// symmetric slice only half the blocks are kept; the others are their mirrors.
func (s *slice) stored(blackMen, whiteMen uint32) bool {
	return !s.material.Symmetric() || s.material.Kings() == 0 ||
		rank(blackMen) <= rank(bits.Reverse32(whiteMen))
}

// flatBlock returns the words of a block of a slice that keeps them as they are.
func (s *slice) flatBlock(configuration, side int) []uint64 {
	n := s.words()
	at := (configuration*sides + side) * n
	return s.flat[at : at+n : at+n]
}

// Classes returns the canonical slices of a number of pieces in the order in which
// they can be solved: by number of men. Those of one class are independent of each
// other.
func Classes(pieces int) [][]egdb.Material {
	classes := make([][]egdb.Material, pieces+1)
	for _, m := range egdb.Slices(pieces) {
		if canonical(m) == m {
			classes[m.Men()] = append(classes[m.Men()], m)
		}
	}
	return classes
}
