package eval

// turn counts 1 for the side to move.
func (v *view) turn() int32 {
	if v.onTurn {
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
	if v.onTurn {
		return odd
	}
	return odd ^ 1
}
