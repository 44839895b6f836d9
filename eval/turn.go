package eval

// turn counts 1 for the side to move.
func (v *view) turn(by *counter) int32 {
	white := int32(v.toMove)
	return by.number(1-white, white)
}

// theMove counts 1 for the side that has the move (the opposition), if both sides have the same number of pieces.
// The number of all pieces in the columns that begin on a side's own back row decides it. The side to move has
// the move if its number is odd, the other side if its number is even. The columns of one side are not those of the
// other, so that always one of the sides has the move.
func (v *view) theMove(by *counter) int32 {
	odd := int32((^v.empty & ownSystem).black().Count()) & 1
	white := odd ^ 1 ^ int32(v.toMove)
	n := by.number(1-white, white)
	if ofBoth.count(v.own) != 0 { // tested after the count, since a branch here that is hard to predict takes longer
		n = 0
	}
	return n
}
