package eval

// turn counts 1 for the side to move.
func (v *view) turn(by *counter) int32 {
	white := int32(v.toMove)
	return by.number(1-white, white)
}

// theMove counts 1 for the side that has the move: with even pieces, an odd number
// of pieces in the columns that begin on its own back row when it is on turn, an
// even number when it is not. One of the two has it, for the enemy's columns are the others.
func (v *view) theMove(by *counter) int32 {
	odd := int32((^v.empty & ownSystem).black().Count()) & 1
	white := odd ^ 1 ^ int32(v.toMove)
	n := by.number(1-white, white)
	if ofBoth.count(v.own) != 0 { // after the count: a branch that no one can foretell costs more
		n = 0
	}
	return n
}
