package eval

import "github.com/zonda-checkers/zonda/engine/board"

// men counts the men.
func (v *view) men() int32 { return count(v.ownMen) }

// tempo counts the rows that the men have advanced.
func (v *view) tempo() int32 {
	return count(v.ownMen&rowsWith1) + 2*count(v.ownMen&rowsWith2) + 4*count(v.ownMen&rowsWith4)
}

// backRow counts the men that still keep the enemy from crowning.
func (v *view) backRow() int32 { return count(v.ownMen & home) }

// bridge counts 1 for men on both squares that guard the back row alone.
func (v *view) bridge() int32 { return all(v.ownMen, bridgeSquares) }

// doubleCorner counts the men at home in the own double corner.
func (v *view) doubleCorner() int32 { return count(v.ownMen & ownDoubleCorner) }

// dogHole counts 1 for a man in the dog hole that an enemy man shuts in.
func (v *view) dogHole() int32 {
	return all(v.ownMen&ownDogHole|v.foeMen&dogHoleGuard, ownDogHole|dogHoleGuard)
}

// centreMen counts the men in the centre.
func (v *view) centreMen() int32 { return count(v.ownMen & centre) }

// supportedMen counts the men with an own piece diagonally behind them.
func (v *view) supportedMen() int32 { return count(v.ownMen & v.backed) }

// tiedMen counts the men without a safe move on a wing where fewer enemy men hold
// them: the piece of knowledge whose lack lost games (WC92 section 3.2).
func (v *view) tiedMen() int32 {
	held := v.ownMen &^ (v.safe.downLeft.UpRight() | v.safe.downRight.UpLeft())
	return v.outnumbering(held, leftWing) + v.outnumbering(held, rightWing)
}

// outnumbering counts the held men on a wing where we have more men than the foe.
func (v *view) outnumbering(held, wing board.Bitboard) int32 {
	if count(v.ownMen&wing) <= count(v.foeMen&wing) {
		return 0
	}
	return count(held & wing)
}

// lopsidedMen counts by how many men one wing has more than the other.
func (v *view) lopsidedMen() int32 {
	d := count(v.ownMen&leftWing) - count(v.ownMen&rightWing)
	return max(d, -d)
}
