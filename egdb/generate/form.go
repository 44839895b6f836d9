package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
)

// The sides to move. The values of both are separate.
const (
	blackToMove = iota
	whiteToMove
	sides
)

// menSquares is the number of squares on which a man of one side can stand.
const menSquares = 28

// form is the layout of a material with both sides to move, which is a slice and its mirror.
// The material is the canonical one of the two, see canonical.
//
// A configuration is a placement of the men. Each has a block, which holds all placements of
// the kings. Bit x of a word stands for the placement with one black king, X, on square x.
// The index of the word, rank(A)*whites + rank(C), gives the set A of the other black kings
// and the set C of the white kings.
type form struct {
	material       egdb.Material
	blacks, whites int // sets A and sets C
	whiteMenSets   int
}

// flatWords is the largest number of words of a block that is kept unpacked.
const flatWords = squares

// canonical returns m or its mirror: the material whose form a slice has. If the material has
// kings, Black has a king in the canonical one, and its blocks have fewer words than those of the
// mirror.
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

// formOf returns the form of a canonical material.
func formOf(m egdb.Material) form {
	f := form{material: m, whiteMenSets: choose[menSquares][m.WhiteMen]}
	if m.Kings() > 0 {
		f.blacks = choose[squares][m.BlackKings-1]
		f.whites = choose[squares][m.WhiteKings]
	}
	return f
}

// isFlat reports whether blocks are kept unpacked.
func (f *form) isFlat() bool { return f.material.BlackKings == 1 && f.words() <= flatWords }

// words returns the number of words of a block for one side to move.
func (f *form) words() int { return f.blacks * f.whites }

// configurations returns the number of configurations, impossible ones included.
func (f *form) configurations() int {
	return choose[menSquares][f.material.BlackMen] * f.whiteMenSets
}

// configuration returns the number of the configuration of the given men.
func (f *form) configuration(blackMen, whiteMen uint32) int {
	return rank(blackMen)*f.whiteMenSets + rank(bits.Reverse32(whiteMen))
}

// stored reports whether the slice keeps the block of these men. A symmetric slice keeps
// half of its blocks; the other blocks are their mirrors.
func (f *form) stored(blackMen, whiteMen uint32) bool {
	return !f.material.Symmetric() || f.material.Kings() == 0 ||
		rank(blackMen) <= rank(bits.Reverse32(whiteMen))
}

// Classes returns the canonical slices of a number of pieces in the order in which they can
// be solved, by number of men. The slices of one class do not depend on each other.
func Classes(pieces int) [][]egdb.Material {
	classes := make([][]egdb.Material, pieces+1)
	for _, m := range egdb.Slices(pieces) {
		if canonical(m) == m {
			classes[m.Men()] = append(classes[m.Men()], m)
		}
	}
	return classes
}
