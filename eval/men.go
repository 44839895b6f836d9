package eval

import "github.com/zonda-checkers/zonda/board"

// wings holds the numbers of men of one side on its left and on its right wing.
type wings struct{ left, right int32 }

// take sets w to the numbers of men on the wings.
func (w *wings) take(men board.Bitboard) {
	left, right := leftWing.black(), rightWing.black()
	w.left, w.right = int32((men & left).Count()), int32((men & right).Count())
}

// all returns the number of the men.
func (w *wings) all() int32 { return w.left + w.right }

// surplus returns the difference between the numbers of men on the two wings, without its sign.
func (w *wings) surplus() int32 {
	d := w.left - w.right
	return max(d, -d)
}

// men counts the men.
func (v *view) men(by *counter) int32 { return by.number(v.black.all(), v.white.all()) }

// tempo counts, over all men, the rows that each has advanced from its back row.
func (v *view) tempo(by *counter) int32 {
	return by.count(v.ownMen&rowsWith1) + 2*by.count(v.ownMen&rowsWith2) + 4*by.count(v.ownMen&rowsWith4)
}

// backRow returns the men on their own back row, where they keep the enemy from crowning.
func (v *view) backRow() sides { return v.ownMen & home }

// bridge returns the man on square 1 if the bridge is complete: men on square 1 and square 3, which guard the back row.
func (v *view) bridge() sides { return v.ownMen & square1 & (v.ownMen & square3 >> bridgeSpan) }

// doubleCorner returns the men on the squares 1 and 5, in their own double corner.
func (v *view) doubleCorner() sides { return v.ownMen & ownDoubleCorner }

// dogHole returns the man on square 28, the dog hole, if an enemy man on square 32 shuts it in.
func (v *view) dogHole() sides { return v.ownMen & ownDogHole & (v.foeMen & dogHoleGuard).behind() }

// centreMen returns the men in the centre.
func (v *view) centreMen() sides { return v.ownMen & centre }

// supportedMen returns the men with a piece of their own side diagonally behind them.
func (v *view) supportedMen() sides { return v.ownMen & v.backed }

// tiedMen returns the men without a safe move on a wing where the enemy has fewer men.
// CHINOOK lost games because its evaluation did not know such men (WC92 section 3.2).
func (v *view) tiedMen() sides {
	held := v.ownMen &^ (v.safe.downLeft.upRight() | v.safe.downRight.upLeft())
	west := westWing & strongerHalf(v.black.left, v.white.right)
	east := eastWing & strongerHalf(v.black.right, v.white.left)
	return held & (west | east)
}

// lopsidedMen counts the difference between the numbers of men on the two wings, without its sign.
func (v *view) lopsidedMen(by *counter) int32 { return by.number(v.black.surplus(), v.white.surplus()) }
