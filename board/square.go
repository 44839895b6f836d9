package board

import (
	"math/bits"
	"strconv"
)

// Square is a dark square, 0 to 31: the printed number less one. Rows have four
// squares; row 0 (squares 1 to 4) is Black's back row, row 7 White's.
type Square uint8

// Squares is the number of squares that pieces stand on.
const Squares = 32

// rowLength is the number of dark squares in a row.
const rowLength = 4

// SquareNumber returns the square with the printed number n, 1 to 32, and
// whether there is one.
func SquareNumber(n int) (Square, bool) {
	if n < 1 || n > Squares {
		return 0, false
	}
	return Square(n - 1), true
}

// Number returns the printed number, 1 to 32.
func (s Square) Number() int { return int(s) + 1 }

// String returns the printed number.
func (s Square) String() string { return strconv.Itoa(s.Number()) }

// Bit returns the bitboard that holds s alone.
func (s Square) Bit() Bitboard { return 1 << (s & 31) }

// Row returns 0 (Black's back row) to 7 (White's back row).
func (s Square) Row() int { return int(s / rowLength) }

// Column returns 0 to 7, from the left with Black at the top.
func (s Square) Column() int {
	column := int(s%rowLength) * 2
	if s.Row()%2 == 0 {
		column++
	}
	return column
}

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

// direction is one of the four diagonals. The first two lead down, towards 32.
type direction int

const (
	downLeft direction = iota
	downRight
	upLeft
	upRight
	directions
)

// span is a range of directions: the directions in which the men of one colour, or kings, move.
type span struct{ first, end direction }

var (
	downwards = span{downLeft, upLeft}
	upwards   = span{upLeft, directions}
	allWays   = span{downLeft, directions}
)

// manSpan returns the directions of c's men.
func manSpan(c Color) span {
	if c == Black {
		return downwards
	}
	return upwards
}

// squareTable holds a set of at most one square for each direction and square.
type squareTable [directions][Squares]Bitboard

// step and leap hold the square one step and two steps away, or an empty set if that square is off the board.
var (
	step = stepTable(1)
	leap = stepTable(2)
)

func stepTable(steps int) (t squareTable) {
	shifts := [directions]func(Bitboard) Bitboard{
		downLeft:  Bitboard.DownLeft,
		downRight: Bitboard.DownRight,
		upLeft:    Bitboard.UpLeft,
		upRight:   Bitboard.UpRight,
	}
	for d, shift := range shifts {
		for s := range Square(Squares) {
			b := s.Bit()
			for range steps {
				b = shift(b)
			}
			t[d][s] = b
		}
	}
	return t
}

// Color is one of the two sides.
type Color uint8

// The two sides. Black moves first and towards square 32.
const (
	Black Color = iota
	White
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// String returns "Black" or "White".
func (c Color) String() string {
	if c == Black {
		return "Black"
	}
	return "White"
}

// Letter returns the side's letter in FEN: 'B' or 'W'.
func (c Color) Letter() byte {
	if c == Black {
		return 'B'
	}
	return 'W'
}
