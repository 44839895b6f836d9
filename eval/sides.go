package eval

import "github.com/zonda-checkers/zonda/board"

// sides holds two sets of squares: the one of Black in the lower half of the bits, the one of White in the upper half.
// White's squares are those of the mirrored position, so that the men of both sides move down the board. A heuristic is
// written once and is computed for both sides at the same time.
type sides uint64

const (
	halfBits        = board.Squares
	blackHalf sides = 1<<halfBits - 1
	whiteHalf       = ^blackHalf
	bothSides       = 1 + 1<<halfBits // a set of squares times bothSides is this set for both sides
)

// join returns the sides with the given sets of squares.
func join(black, white board.Bitboard) sides {
	return sides(black) | sides(white)<<halfBits
}

// black returns Black's squares.
func (s sides) black() board.Bitboard { return board.Bitboard(s) }

// white returns White's squares.
func (s sides) white() board.Bitboard { return board.Bitboard(s >> halfBits) }

// nonEmptyHalves returns all squares of each side that has a square in s.
func (s sides) nonEmptyHalves() (halves sides) {
	if s.black() != 0 {
		halves |= blackHalf
	}
	if s.white() != 0 {
		halves |= whiteHalf
	}
	return halves
}

// strongerHalf returns all squares of the side with the larger number, and no squares if the numbers are equal. It has no
// branches, since the processor could not predict them.
func strongerHalf(black, white int32) sides {
	const sign = 31
	lead := black - white
	return sides(-lead>>sign)&blackHalf | sides(lead>>sign)&whiteHalf
}

// Sets of rows, for the steps below. A step by a shift of bits is different on even and on odd rows. A step must not
// begin on a square at the left or right edge if it leaves the board there. A step up from the first row or down from
// the last row must be excluded too, since the shift would move the square into the half of the other side.
const (
	allButFirst sides = 0xFFFFFFF0 * bothSides
	allButLast  sides = 0x0FFFFFFF * bothSides
	evenRows    sides = 0x0F0F0F0F * bothSides
	oddRows     sides = 0xF0F0F0F0 * bothSides
	evenInside  sides = 0x07070707 * bothSides // even rows without the right edge
	oddInside   sides = 0xE0E0E0E0 * bothSides // odd rows without the left edge
)

// downLeft returns the squares one step down and left of those in s. Down is the direction in which men move, for both
// sides.
func (s sides) downLeft() sides {
	return (s&evenRows)<<4 | (s&oddInside&allButLast)<<3
}

// downRight returns the squares one step down and right of those in s.
func (s sides) downRight() sides {
	return (s&oddRows&allButLast)<<4 | (s&evenInside)<<5
}

// upLeft returns the squares one step up and left of those in s.
func (s sides) upLeft() sides {
	return (s&evenRows&allButFirst)>>4 | (s&oddInside)>>5
}

// upRight returns the squares one step up and right of those in s.
func (s sides) upRight() sides {
	return (s&oddRows)>>4 | (s&evenInside&allButFirst)>>3
}

// ahead returns the squares one step down from those in s.
func (s sides) ahead() sides {
	return (s&allButLast)<<4 | (s&oddInside&allButLast)<<3 | (s&evenInside)<<5
}

// behind returns the squares one step up from those in s.
func (s sides) behind() sides {
	return (s&allButFirst)>>4 | (s&oddInside)>>5 | (s&evenInside&allButFirst)>>3
}

// around returns the squares one step away from those in s.
func (s sides) around() sides { return s.ahead() | s.behind() }
