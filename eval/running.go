package eval

import "github.com/zonda-checkers/zonda/engine/board"

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
func (v *view) runningMen() int32 {
	runners := v.ownMen & crownInThree
	if runners == 0 {
		return 0
	}
	near := v.foe | v.reach(v.foe)
	nearer := near | v.reach(near)
	last := behind(v.empty & crownRow)
	second := behind(last & v.empty &^ near)
	secondOfThree := behind(last & v.empty &^ nearer)
	third := behind(secondOfThree & v.empty &^ near)
	return runsIn1*count(runners&last) + runsIn2*count(runners&second) + runsIn3*count(runners&third)
}

// reach returns the squares beside enemy pieces, ahead of their men and all round
// their kings, for pieces on squares of b.
func (v *view) reach(b board.Bitboard) board.Bitboard {
	r := behind(b)
	if v.foeKings != 0 {
		r |= ahead(b)
	}
	return r
}
