package board

import "strconv"

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
