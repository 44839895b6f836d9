package board

import "math/bits"

// Bitboard is a set of squares: bit s stands for Square s.
type Bitboard uint32

// Named sets of squares.
const (
	AllSquares   Bitboard = 0xFFFFFFFF
	BlackBackRow Bitboard = 0x0000000F // squares 1 to 4, where White's men are crowned
	WhiteBackRow Bitboard = 0xF0000000 // squares 29 to 32, where Black's men are crowned
)

// The rows with even and with odd numbers, and the same rows without their square at
// the edge of the board, from which a diagonal step would leave the board.
const (
	evenRows          Bitboard = 0x0F0F0F0F
	oddRows           Bitboard = 0xF0F0F0F0
	evenRowsNotAtEdge Bitboard = 0x07070707 // even rows without the right edge
	oddRowsNotAtEdge  Bitboard = 0xE0E0E0E0 // odd rows without the left edge
)

// DownLeft returns the squares one step down (towards 32) and left of the squares in b, with
// Black at the top. Squares that would leave the board are dropped.
func (b Bitboard) DownLeft() Bitboard {
	return (b&evenRows)<<4 | (b&oddRowsNotAtEdge)<<3
}

// DownRight returns the squares one step down and right of the squares in b.
func (b Bitboard) DownRight() Bitboard {
	return (b&oddRows)<<4 | (b&evenRowsNotAtEdge)<<5
}

// UpLeft returns the squares one step up (towards 1) and left of the squares in b.
func (b Bitboard) UpLeft() Bitboard {
	return (b&evenRows)>>4 | (b&oddRowsNotAtEdge)>>5
}

// UpRight returns the squares one step up and right of the squares in b.
func (b Bitboard) UpRight() Bitboard {
	return (b&oddRows)>>4 | (b&evenRowsNotAtEdge)>>3
}

// Count returns the number of squares in b.
func (b Bitboard) Count() int { return bits.OnesCount32(uint32(b)) }

// First returns the lowest square of b, which must not be empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros32(uint32(b))) }

// Last returns the highest square of b, which must not be empty.
func (b Bitboard) Last() Square { return Square(bits.Len32(uint32(b)) - 1) }

// Has reports whether s is in b.
func (b Bitboard) Has(s Square) bool { return b&s.Bit() != 0 }

// Turned returns b with the board turned by half a circle: square n becomes 33 - n.
func (b Bitboard) Turned() Bitboard { return Bitboard(bits.Reverse32(uint32(b))) }
