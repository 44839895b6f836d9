package eval

// safeMoves counts the quiet moves of men after which the moved man cannot be
// taken for nothing: the mobility that survives exchange.
func (v *view) safeMoves() int32 { return count(v.safeLeft) + count(v.safeRight) }

// blockedMen counts the men with no empty square before them.
func (v *view) blockedMen() int32 { return count(v.ownMen &^ v.open) }

// exposedMen counts the pieces that the enemy could take for nothing if it were
// his turn.
func (v *view) exposedMen() int32 { return count(v.own & v.loose) }

// turn counts 1 for the side to move.
func (v *view) turn() int32 {
	if v.onTheMove {
		return 1
	}
	return 0
}

// theMove counts 1 for the side that has the move: with even pieces, an odd number
// of pieces in the columns that begin on its own back row when it is on turn, an
// even number when it is not.
func (v *view) theMove() int32 {
	if v.own.Count() != v.foe.Count() {
		return 0
	}
	odd := count(^v.empty&ownSystem) & 1
	if v.onTheMove {
		return odd
	}
	return odd ^ 1
}
