package build

import (
	"math/bits"

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

// form is how a pair of slices is laid out, a material with both sides to move,
// which is the material and its mirror. The material is the canonical one of the
// two: see canonical.
//
// For each placement of the men (a configuration) there is a block, all placements
// of the kings. A word of a block has one king of Black's at every square at once
// (X), the other black kings (A) and the white kings (C) where the word's index
// rank(A)*whites + rank(C) says.
type form struct {
	material       egdb.Material
	blacks, whites int // sets A and sets C
	whiteMenSets   int
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

// formOf returns the form of a canonical material.
func formOf(m egdb.Material) form {
	f := form{material: m, whiteMenSets: choose[menSquares][m.WhiteMen]}
	if m.Kings() > 0 {
		f.blacks = choose[squares][m.BlackKings-1]
		f.whites = choose[squares][m.WhiteKings]
	}
	return f
}

// isFlat reports whether blocks are kept as they are.
func (f *form) isFlat() bool { return f.material.BlackKings == 1 && f.words() <= flatWords }

// words returns the number of words of a block for one side to move.
func (f *form) words() int { return f.blacks * f.whites }

// configurations returns the number of places for blocks.
func (f *form) configurations() int {
	return choose[menSquares][f.material.BlackMen] * f.whiteMenSets
}

// configuration returns the place of the block of the given men.
func (f *form) configuration(blackMen, whiteMen uint32) int {
	return rank(blackMen)*f.whiteMenSets + rank(bits.Reverse32(whiteMen))
}

// stored reports whether the slice keeps the block of these men itself. Of a
// symmetric slice only half the blocks are kept; the others are their mirrors.
func (f *form) stored(blackMen, whiteMen uint32) bool {
	return !f.material.Symmetric() || f.material.Kings() == 0 ||
		rank(blackMen) <= rank(bits.Reverse32(whiteMen))
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
