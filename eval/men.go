package eval

import "github.com/zonda-checkers/zonda/engine/board"

// wings are the men of a side on its left and on its right wing.
type wings struct{ left, right int32 }

// take counts the men of one side.
func (w *wings) take(men board.Bitboard) {
	left, right := leftWing.black(), rightWing.black()
	w.left, w.right = int32((men & left).Count()), int32((men & right).Count())
}

// all returns the number of the men.
func (w *wings) all() int32 { return w.left + w.right }

// surplus returns by how many men one wing has more than the other.
func (w *wings) surplus() int32 {
	d := w.left - w.right
	return max(d, -d)
}

// men counts the men.
func (v *view) men(by *counter) int32 { return by.number(v.black.all(), v.white.all()) }

// tempo counts the rows that the men have advanced.
func (v *view) tempo(by *counter) int32 {
	return by.count(v.ownMen&rowsWith1) + 2*by.count(v.ownMen&rowsWith2) + 4*by.count(v.ownMen&rowsWith4)
}

// backRow returns the men that still keep the enemy from crowning.
func (v *view) backRow() sides { return v.ownMen & home }

// bridge returns one of two men who guard the back row alone.
func (v *view) bridge() sides { return v.ownMen & square1 & (v.ownMen & square3 >> bridgeSpan) }

// doubleCorner returns the men at home in the own double corner.
func (v *view) doubleCorner() sides { return v.ownMen & ownDoubleCorner }

// dogHole returns a man in the dog hole that an enemy man shuts in.
func (v *view) dogHole() sides { return v.ownMen & ownDogHole & (v.foeMen & dogHoleGuard).behind() }

// centreMen returns the men in the centre.
func (v *view) centreMen() sides { return v.ownMen & centre }

// supportedMen returns the men with an own piece diagonally behind them.
func (v *view) supportedMen() sides { return v.ownMen & v.backed }

// tiedMen returns the men without a safe move on a wing where fewer enemy men hold
// them: the piece of knowledge whose lack lost games (WC92 section 3.2).
func (v *view) tiedMen() sides {
	held := v.ownMen &^ (v.safe.downLeft.upRight() | v.safe.downRight.upLeft())
	west := westWing & stronger(v.black.left, v.white.right)
	east := eastWing & stronger(v.black.right, v.white.left)
	return held & (west | east)
}

// lopsidedMen counts by how many men one wing has more than the other.
func (v *view) lopsidedMen(by *counter) int32 { return by.number(v.black.surplus(), v.white.surplus()) }
