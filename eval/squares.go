package eval

// Sets of squares with names of their own, as either side sees them.
const (
	square1  sides = 1 << 0 * either
	square3  sides = 1 << 2 * either
	square5  sides = 1 << 4 * either
	square28 sides = 1 << 27 * either
	square32 sides = 1 << 31 * either

	home            sides = 0x0000000F * either
	crownRow        sides = 0xF0000000 * either
	bridgeSpan            = 2 // from square 1 to square 3
	ownDoubleCorner       = square1 | square5
	doubleCorners         = ownDoubleCorner | square28 | square32
	ownDogHole            = square28            // where our man is shut in ...
	dogHoleGuard          = square32            // ... by an enemy man here
	ownSystem       sides = 0x0F0F0F0F * either // the four columns that begin on our back row
	centre          sides = 0x00666600 * either // squares 10, 11, 14, 15, 18, 19, 22 and 23
	crownInThree    sides = 0x0FFF0000 * either // the three rows before the crowning row
)

// The wings: Black has his left one where White has his right one.
const (
	leftWing  sides = 0x33333333 * either // the four columns on the left
	rightWing sides = 0xCCCCCCCC * either
	westWing        = leftWing&blackHalf | rightWing&whiteHalf
	eastWing        = ^westWing
)

// Rows by the binary digits of their number: a man's advance is read off three of
// them.
const (
	rowsWith1 sides = 0xF0F0F0F0 * either
	rowsWith2 sides = 0xFF00FF00 * either
	rowsWith4 sides = 0xFFFF0000 * either
)
