package eval

// kings returns the kings.
func (v *view) kings() sides { return v.ownKings }

// kingSteps is the squares that kings reach safely, by the direction of the step.
type kingSteps struct {
	steps
	upLeft, upRight sides
}

// kingSteps returns where the kings can go without being taken for nothing.
func (v *view) kingSteps() (s kingSteps) {
	free := v.empty &^ v.loose
	s.downLeft = v.ownKings.downLeft() & free &^ v.struck.upRight
	s.downRight = v.ownKings.downRight() & free &^ v.struck.upLeft
	s.upLeft = v.ownKings.upLeft() & free &^ v.foeKings.downRight()
	s.upRight = v.ownKings.upRight() & free &^ v.foeKings.downLeft()
	return s
}

// moves counts the safe moves.
func (s kingSteps) moves(by *counter) int32 {
	return by.count(s.downLeft) + by.count(s.downRight) + by.count(s.upLeft) + by.count(s.upRight)
}

// trapped returns the kings without a safe move.
func (s kingSteps) trapped(kings sides) sides {
	free := s.downLeft.upRight() | s.downRight.upLeft() | s.upLeft.downRight() | s.upRight.downLeft()
	return kings &^ free
}

// centreKings returns the kings in the centre.
func (v *view) centreKings() sides { return v.ownKings & centre }

// refuge returns the kings of the outnumbered side in either double corner.
func (v *view) refuge() sides {
	return v.ownKings & doubleCorners & stronger(0, ofBoth.count(v.own))
}

// hunt counts how near the kings of the stronger side are to enemy kings: 3, 2 or
// 1 for a king one, two or three steps away.
func (v *view) hunt(by *counter) int32 {
	hunters := v.ownKings & stronger(ofBoth.count(v.own), 0)
	one := v.foeKings.around()
	two := one | one.around()
	three := two | two.around()
	return by.count(hunters&one) + by.count(hunters&two) + by.count(hunters&three)
}
