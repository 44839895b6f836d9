package generate

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb/internal/geometry"
)

// The directions of steps, with Black at the top; the opposite of direction d is
// directions-1-d.
const (
	downLeft   = geometry.DownLeft
	downRight  = geometry.DownRight
	upLeft     = geometry.UpLeft
	upRight    = geometry.UpRight
	directions = geometry.Directions
)

// Black men are crowned on squares from blackCrowns on, white men on squares below
// whiteCrowns.
const (
	blackCrowns = squares - 4
	whiteCrowns = 4
)

// offBoard stands for the square of a step that leaves the board.
const offBoard = -1

// next[d][s] is the square one step from s in direction d, or offBoard.
var next = func() (t [directions][squares]int8) {
	for d := range t {
		for s, to := range geometry.Steps[d] {
			t[d][s] = offBoard
			if to != 0 {
				t[d][s] = int8(to.First())
			}
		}
	}
	return t
}()

// steps[s] is the set of squares one step from s.
var steps = func() (t [squares]uint32) {
	for s := range squares {
		for d := range directions {
			if to := next[d][s]; to != offBoard {
				t[s] |= 1 << to
			}
		}
	}
	return t
}()

// shift moves a set of squares one step.
func shift(d int, set uint32) uint32 { return uint32(geometry.Shift(d, board.Bitboard(set))) }

// dup returns a word that holds the set in both halves.
func dup(set uint32) uint64 { return uint64(set) | uint64(set)<<32 }

// Masks of spread, the same in both halves: the squares from which a shift stays on the
// board and in its half.
const (
	notLastRow  = 0x0FFFFFFF_0FFFFFFF
	notFirstRow = 0xFFFFFFF0_FFFFFFF0
	evenDown    = 0x07070707_07070707
	oddDown     = 0x00E0E0E0_00E0E0E0
	evenUp      = 0x07070700_07070700
	oddUp       = 0xE0E0E0E0_E0E0E0E0
)

// spread returns the squares from which one step of a king leads to a square of x, in both
// halves of the word.
func spread(x uint64) uint64 {
	return x&notLastRow<<4 | x&evenDown<<5 | x&oddDown<<3 |
		x&notFirstRow>>4 | x&evenUp>>3 | x&oddUp>>5
}

// transpose transposes two matrices of 32 by 32 bits, one in each half of the words: bit i
// of word j becomes bit j of word i.
func transpose(m *[squares]uint64) {
	mask := uint64(0x0000FFFF_0000FFFF)
	for width := 16; width != 0; width >>= 1 {
		for row := 0; row < squares; row = (row + width + 1) &^ width {
			t := (m[row]>>width ^ m[row|width]) & mask
			m[row|width] ^= t
			m[row] ^= t << width
		}
		mask ^= mask << (width >> 1)
	}
}
