package eval

import "github.com/zonda-checkers/zonda/engine/board"

// kings counts the kings.
func (v *view) kings() int32 { return count(v.ownKings) }

// kingSteps is the squares that kings reach safely, by the direction of the step.
type kingSteps struct {
	steps
	upLeft, upRight board.Bitboard
}

// kingSteps returns where the kings can go without being taken for nothing.
func (v *view) kingSteps() (s kingSteps) {
	free := v.empty &^ v.loose
	s.downLeft = v.ownKings.DownLeft() & free &^ v.struck.upRight
	s.downRight = v.ownKings.DownRight() & free &^ v.struck.upLeft
	s.upLeft = v.ownKings.UpLeft() & free &^ v.foeKings.DownRight()
	s.upRight = v.ownKings.UpRight() & free &^ v.foeKings.DownLeft()
	return s
}

// moves counts the safe moves.
func (s kingSteps) moves() int32 {
	return count(s.downLeft) + count(s.downRight) + count(s.upLeft) + count(s.upRight)
}

// trapped counts the kings without a safe move.
func (s kingSteps) trapped(kings board.Bitboard) int32 {
	free := s.downLeft.UpRight() | s.downRight.UpLeft() | s.upLeft.DownRight() | s.upRight.DownLeft()
	return count(kings &^ free)
}

// centreKings counts the kings in the centre.
func (v *view) centreKings() int32 { return count(v.ownKings & centre) }

// refuge counts the kings of the outnumbered side in either double corner.
func (v *view) refuge() int32 {
	if v.own.Count() >= v.foe.Count() {
		return 0
	}
	return count(v.ownKings & doubleCorners)
}

// hunt counts how near the kings of the stronger side are to enemy kings: 3, 2 or
// 1 for a king one, two or three steps away.
func (v *view) hunt() int32 {
	if v.foeKings == 0 || v.own.Count() <= v.foe.Count() {
		return 0
	}
	one := around(v.foeKings)
	two := one | around(one)
	three := two | around(two)
	return count(v.ownKings&one) + count(v.ownKings&two) + count(v.ownKings&three)
}
