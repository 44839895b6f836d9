package eval

import "github.com/zonda-checkers/zonda/engine/board"

// Sets of squares with names of their own, as the side that moves down sees them.
const (
	square1  board.Bitboard = 1 << 0
	square3  board.Bitboard = 1 << 2
	square5  board.Bitboard = 1 << 4
	square28 board.Bitboard = 1 << 27
	square32 board.Bitboard = 1 << 31

	home            = board.BlackBackRow
	crownRow        = board.WhiteBackRow
	bridgeSquares   = square1 | square3
	ownDoubleCorner = square1 | square5
	doubleCorners   = ownDoubleCorner | square28 | square32
	ownDogHole      = square28                   // where our man is shut in ...
	dogHoleGuard    = square32                   // ... by an enemy man here
	leftWing        = board.Bitboard(0x33333333) // the four columns on the left
	rightWing       = ^leftWing
	ownSystem       = board.Bitboard(0x0F0F0F0F) // the four columns that begin on our back row
	centre          = board.Bitboard(0x00666600) // squares 10, 11, 14, 15, 18, 19, 22 and 23
	crownInThree    = board.Bitboard(0x0FFF0000) // the three rows before the crowning row
)

// Rows by the binary digits of their number: a man's advance is read off three of
// them.
const (
	rowsWith1 board.Bitboard = 0xF0F0F0F0
	rowsWith2 board.Bitboard = 0xFF00FF00
	rowsWith4 board.Bitboard = 0xFFFF0000
)

// count returns the number of squares in b.
func count(b board.Bitboard) int32 { return int32(b.Count()) }

// all returns 1 if b has every square of set, else 0.
func all(b, set board.Bitboard) int32 {
	if b&set == set {
		return 1
	}
	return 0
}

// around returns the squares one step away from those of b.
func around(b board.Bitboard) board.Bitboard {
	return ahead(b) | behind(b)
}

// ahead returns the squares one step down from those of b.
func ahead(b board.Bitboard) board.Bitboard { return b.DownLeft() | b.DownRight() }

// behind returns the squares one step up from those of b.
func behind(b board.Bitboard) board.Bitboard { return b.UpLeft() | b.UpRight() }
