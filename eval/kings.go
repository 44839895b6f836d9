package eval

// kings returns the kings.
func (v *view) kings() sides { return v.ownKings }

// kingSteps holds the squares to which kings can move safely, for each direction of the step.
type kingSteps struct {
	steps
	upLeft, upRight sides
}

// kingSteps returns the squares to which kings can move where the enemy cannot take the king for nothing.
func (v *view) kingSteps() (s kingSteps) {
	free := v.empty &^ v.hanging
	s.downLeft = v.ownKings.downLeft() & free &^ v.attacked.upRight
	s.downRight = v.ownKings.downRight() & free &^ v.attacked.upLeft
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

// refuge returns the kings that stand in a double corner and whose side has fewer pieces.
func (v *view) refuge() sides {
	return v.ownKings & doubleCorners & strongerHalf(0, ofBoth.count(v.own))
}

// hunt counts how near the kings of the side with more pieces are to enemy kings: 3, 2 or
// 1 for a king that is one, two or three steps away from an enemy king.
func (v *view) hunt(by *counter) int32 {
	hunters := v.ownKings & strongerHalf(ofBoth.count(v.own), 0)
	one := v.foeKings.around()
	two := one | one.around()
	three := two | two.around()
	return by.count(hunters&one) + by.count(hunters&two) + by.count(hunters&three)
}
