package build

import "github.com/zonda-checkers/zonda/engine/board"

// The four steps, as seen with Black at the top. The first two are a black man's,
// the last two a white man's; the opposite of direction d is 3-d.
const (
	downLeft = iota
	downRight
	upLeft
	upRight
	directions
)

// Where men are crowned: black ones from the first square of the last row on, white
// ones before the end of the first row.
const (
	blackCrowns = squares - 4
	whiteCrowns = 4
)

// offBoard is the square of a step that leaves the board.
const offBoard = -1

// next[d][s] is the square one step from s in direction d, or offBoard.
var next = func() (t [directions][squares]int8) {
	for s := range squares {
		b := board.Square(s).Bit()
		for d, to := range [directions]board.Bitboard{b.DownLeft(), b.DownRight(), b.UpLeft(), b.UpRight()} {
			t[d][s] = offBoard
			if to != 0 {
				t[d][s] = int8(to.First())
			}
		}
	}
	return t
}()

// steps[s] is the squares one step from s.
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
func shift(d int, set uint32) uint32 {
	b := board.Bitboard(set)
	switch d {
	case downLeft:
		return uint32(b.DownLeft())
	case downRight:
		return uint32(b.DownRight())
	case upLeft:
		return uint32(b.UpLeft())
	default:
		return uint32(b.UpRight())
	}
}

// dup returns a word with the same set in both halves.
func dup(set uint32) uint64 { return uint64(set) | uint64(set)<<32 }

// Masks of spread, the same in both halves: the squares that a shift does not
// carry over the edge of the board or of a half.
const (
	notLastRow  = 0x0FFFFFFF_0FFFFFFF
	notFirstRow = 0xFFFFFFF0_FFFFFFF0
	evenDown    = 0x07070707_07070707
	oddDown     = 0x00E0E0E0_00E0E0E0
	evenUp      = 0x07070700_07070700
	oddUp       = 0xE0E0E0E0_E0E0E0E0
)

// spread returns, at every square of both halves, whether a king's step from it
// leads to a square that is set: the king neighbourhood of 32 squares at once.
func spread(x uint64) uint64 {
	return x&notLastRow<<4 | x&evenDown<<5 | x&oddDown<<3 |
		x&notFirstRow>>4 | x&evenUp>>3 | x&oddUp>>5
}

// transpose turns 32 words into the words whose bit i of row j is bit j of row i,
// for both halves at once.
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
