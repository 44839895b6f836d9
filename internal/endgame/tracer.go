package endgame

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame/geometry"
)

// tracer plays the captures of many positions that differ in the square of X, a king. It plays them once without X and
// marks the squares on which X could take part: capture, be captured, or be in the way. Only for X on these squares the
// captures are played again with X.
type tracer struct {
	exchange *exchange
	whiteX   bool                // X is White's
	classes  [board.Squares]int8 // the classes that the captures lead to, by square of X
	touched  board.Bitboard      // squares on which X takes part
}

func (t *tracer) begin(e *exchange, w *Word) { t.exchange, t.whiteX = e, w.White }

// fewPlaced is the number of positions up to which playing the captures without X does not pay.
const fewPlaced = 2

// white sets the classes that White's captures lead to, for X on the given squares. White has a capture in all of them. Where the
// class is not above enough, it sets any class that is not above enough.
func (t *tracer) white(own, opp, kings, at board.Bitboard, enough *[board.Squares]int8) {
	rest := at
	jumpers := jumpersUp(own, opp, kings)
	if jumpers == 0 && t.whiteX { // only X has captures
		j := jump{opp, own, kings, ^(own | opp), true}
		for ; rest != 0; rest &= rest - 1 {
			x := rest.First() & (board.Squares - 1)
			t.classes[x] = int8(t.exchange.whiteJump(&j, own, x))
		}
		return
	}
	if jumpers != 0 && at.Count() > fewPlaced {
		t.touched = 0
		class := int8(t.whiteCaptures(own, opp, kings, jumpers))
		rest = at & t.touched
		for free := at &^ t.touched; free != 0; free &= free - 1 {
			t.classes[free.First()&31] = class
		}
	}
	for ; rest != 0; rest &= rest - 1 {
		x := rest & -rest
		own, opp := own, opp
		if t.whiteX {
			opp |= x
		} else {
			own |= x
		}
		kings := kings | x
		jumpers := jumpersUp(own, opp, kings)
		t.classes[x.First()&31] = int8(t.exchange.whiteCaptures(own, opp, kings, jumpers, int(enough[x.First()&31])))
	}
}

// class returns the class of the material with X.
func (t *tracer) class(own, opp, kings board.Bitboard, whiteMoves bool) int {
	ownX, oppX := 1, 0
	if t.whiteX {
		ownX, oppX = 0, 1
	}
	return t.exchange.classOf(
		sideCode((own&kings).Count()+ownX, (own&^kings).Count()), sideCode((opp&kings).Count()+oppX, (opp&^kings).Count()), whiteMoves)
}

// blackTurn, whiteTurn, whiteCaptures, blackJump and whiteJump do what the functions of exchange do that are called
// black, white, whiteCaptures, blackJump and whiteJump.
func (t *tracer) blackTurn(own, opp, kings board.Bitboard) int {
	empty := ^(own | opp)
	if t.whiteX {
		t.touched |= victimsDown(own, kings, empty)
	} else {
		t.touched |= capturersDown(opp, empty, false)
	}
	jumpers := JumpersDown(own, opp, kings)
	if jumpers == 0 {
		return t.class(own, opp, kings, false)
	}
	best := 0
	for ; jumpers != 0; jumpers &= jumpers - 1 {
		from := jumpers.First()
		j := jump{own &^ from.Bit(), opp, kings &^ from.Bit(), ^(own | opp) | from.Bit(), kings.Has(from)}
		best = max(best, t.blackJump(&j, opp, from))
	}
	return best
}

func (t *tracer) whiteTurn(own, opp, kings board.Bitboard) int {
	if jumpers := jumpersUp(own, opp, kings); jumpers != 0 {
		return t.whiteCaptures(own, opp, kings, jumpers)
	}
	t.touchUp(own, opp, kings)
	return t.class(own, opp, kings, true)
}

// touchUp marks the squares on which X gives White more captures.
func (t *tracer) touchUp(own, opp, kings board.Bitboard) {
	empty := ^(own | opp)
	if t.whiteX {
		t.touched |= capturersUp(own, empty, false)
	} else {
		t.touched |= victimsUp(opp, kings, empty)
	}
}

func (t *tracer) whiteCaptures(own, opp, kings, jumpers board.Bitboard) int {
	t.touchUp(own, opp, kings)
	best := BestClass
	for ; jumpers != 0; jumpers &= jumpers - 1 {
		from := jumpers.First()
		j := jump{opp &^ from.Bit(), own, kings &^ from.Bit(), ^(own | opp) | from.Bit(), kings.Has(from)}
		best = min(best, t.whiteJump(&j, own, from))
	}
	return best
}

func (t *tracer) blackJump(j *jump, left board.Bitboard, at board.Square) int {
	best := -1
	last := geometry.UpLeft
	if j.king {
		last = geometry.Directions
	}
	for d := geometry.DownLeft; d < last; d++ {
		over, to := geometry.Steps[d][at&31], geometry.Leaps[d][at&31]&j.empty
		switch {
		case to == 0:
		case over&left != 0:
			t.touched |= to
			best = max(best, t.blackJump(j, left&^over, to.First()))
		case t.whiteX:
			t.touched |= over & j.empty
		}
	}
	if best >= 0 {
		return best
	}
	kings := j.kings &^ (j.enemies &^ left)
	if j.king || at.Bit()&board.WhiteBackRow != 0 {
		kings |= at.Bit()
	}
	return t.whiteTurn(j.others|at.Bit(), left, kings)
}

func (t *tracer) whiteJump(j *jump, left board.Bitboard, at board.Square) int {
	best := BestClass + 1
	first := geometry.UpLeft
	if j.king {
		first = geometry.DownLeft
	}
	for d := first; d < geometry.Directions; d++ {
		over, to := geometry.Steps[d][at&31], geometry.Leaps[d][at&31]&j.empty
		switch {
		case to == 0:
		case over&left != 0:
			t.touched |= to
			best = min(best, t.whiteJump(j, left&^over, to.First()))
		case !t.whiteX:
			t.touched |= over & j.empty
		}
	}
	if best <= BestClass {
		return best
	}
	kings := j.kings &^ (j.enemies &^ left)
	if j.king || at.Bit()&board.BlackBackRow != 0 {
		kings |= at.Bit()
	}
	return t.blackTurn(left, j.others|at.Bit(), kings)
}
