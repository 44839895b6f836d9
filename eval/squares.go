package eval

// Sets of squares that have a name, for both sides. The numbers of squares are those of Black; White's squares are the
// mirrored ones.
const (
	square1  sides = 1 << 0 * bothSides
	square3  sides = 1 << 2 * bothSides
	square5  sides = 1 << 4 * bothSides
	square28 sides = 1 << 27 * bothSides
	square32 sides = 1 << 31 * bothSides

	home            sides = 0x0000000F * bothSides
	crownRow        sides = 0xF0000000 * bothSides
	bridgeSpan            = 2 // from square 1 to square 3
	ownDoubleCorner       = square1 | square5
	doubleCorners         = ownDoubleCorner | square28 | square32
	ownDogHole            = square28               // an own man here is shut in ...
	dogHoleGuard          = square32               // ... by an enemy man here
	ownSystem       sides = 0x0F0F0F0F * bothSides // the four columns that begin on the own back row
	centre          sides = 0x00666600 * bothSides // squares 10, 11, 14, 15, 18, 19, 22 and 23
	crownInThree    sides = 0x0FFF0000 * bothSides // the three rows before the crowning row
)

// The wings. The left wing of Black and the right wing of White are the same squares of the board.
const (
	leftWing  sides = 0x33333333 * bothSides // the four columns on the left
	rightWing sides = 0xCCCCCCCC * bothSides
	westWing        = leftWing&blackHalf | rightWing&whiteHalf
	eastWing        = ^westWing
)

// The rows whose number, counted from 0, has the binary digit 1, 2 or 4. The number of a man's row is the number of rows
// that the man has advanced.
const (
	rowsWith1 sides = 0xF0F0F0F0 * bothSides
	rowsWith2 sides = 0xFF00FF00 * bothSides
	rowsWith4 sides = 0xFFFF0000 * bothSides
)
