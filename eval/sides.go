package eval

import "github.com/zonda-checkers/zonda/engine/board"

// sides is a set of squares for each side: Black's in the lower half, White's in the upper half.
// Both move down the board, for White looks at the mirrored position: a heuristic is written
// once, treats both sides alike, and is worked out for both at once.
type sides uint64

const (
	halfBits        = board.Squares
	blackHalf sides = 1<<halfBits - 1
	whiteHalf       = ^blackHalf
	either          = 1 + 1<<halfBits // times a set of squares: the same set for both sides
)

// join returns the set of Black's squares and White's.
func join(black, white board.Bitboard) sides {
	return sides(black) | sides(white)<<halfBits
}

// black returns Black's squares.
func (s sides) black() board.Bitboard { return board.Bitboard(s) }

// white returns White's squares.
func (s sides) white() board.Bitboard { return board.Bitboard(s >> halfBits) }

// owners returns the halves of the sides that have a square in s.
func (s sides) owners() (halves sides) {
	if s.black() != 0 {
		halves |= blackHalf
	}
	if s.white() != 0 {
		halves |= whiteHalf
	}
	return halves
}

// stronger returns the half of the side that has more, none if they have as many. It has no branches,
// for no one could foretell them.
func stronger(black, white int32) sides {
	const sign = 31
	lead := black - white
	return sides(-lead>>sign)&blackHalf | sides(lead>>sign)&whiteHalf
}

// Rows of one parity, and what is left of them without the squares at the board's edge from which
// a step would leave it. A step up from the first row or down from the last would come to the
// other side's half: there a step begins on one of the other rows.
const (
	allButFirst sides = 0xFFFFFFF0 * either
	allButLast  sides = 0x0FFFFFFF * either
	evenRows    sides = 0x0F0F0F0F * either
	oddRows     sides = 0xF0F0F0F0 * either
	evenInside  sides = 0x07070707 * either // even rows without the right edge
	oddInside   sides = 0xE0E0E0E0 * either // odd rows without the left edge
)

// downLeft returns the squares one step down (as either side sees it) and left of those in s.
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
