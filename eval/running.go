package eval

// The count of a running man, by the number of moves that it needs to crown.
const (
	runsIn1 = 5
	runsIn2 = 4
	runsIn3 = 3
)

// runningMen counts the men that crown unopposed within three moves. A man that needs fewer moves
// counts more.
//
// The function goes back from the crowning row, step by step. A step to a square is unopposed if the square is empty
// and no enemy piece can be next to it in time. On the crowning row no piece can be taken.
func (v *view) runningMen(by *counter) int32 {
	runners := v.ownMen & crownInThree
	if runners == 0 {
		return 0
	}
	near := v.foe | v.reach(v.foe)
	nearer := near | v.reach(near)
	last := (v.empty & crownRow).behind()
	second := (last & v.empty &^ near).behind()
	secondOfThree := (last & v.empty &^ nearer).behind()
	third := (secondOfThree & v.empty &^ near).behind()
	return runsIn1*by.count(runners&last) + runsIn2*by.count(runners&second) + runsIn3*by.count(runners&third)
}

// reach returns the squares to which enemy pieces on the squares of s can step: ahead for men, in all
// directions for kings.
func (v *view) reach(s sides) sides {
	r := s.behind()
	if v.foeKings != 0 {
		r |= s.ahead() & v.foeKings.nonEmptyHalves()
	}
	return r
}
