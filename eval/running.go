package eval

// What a running man counts, by the moves that it needs to crown.
const (
	runsIn1 = 5
	runsIn2 = 4
	runsIn3 = 3
)

// runningMen counts the men that crown unopposed within three moves, the more the
// nearer they are.
//
// The way is followed back from the crowning row. A step is unopposed if no enemy
// piece can be beside the square by then; on the crowning row nothing is taken.
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

// reach returns the squares beside enemy pieces, ahead of their men and all round
// their kings, for pieces on squares of s.
func (v *view) reach(s sides) sides {
	r := s.behind()
	if v.foeKings != 0 {
		r |= s.ahead() & v.foeKings.owners()
	}
	return r
}
