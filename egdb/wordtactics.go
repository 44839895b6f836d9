package egdb

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb/internal/geometry"
)

// wordTactics are the tactics of the positions of a word in which X is a king.
type wordTactics struct {
	threat board.Bitboard      // squares of X with which White could capture
	shot   [board.Squares]int8 // by square of X: the best class, -1 if there is no shot
	best   board.Bitboard      // squares of X with the best shot that there is: no more shots are played
	safe   counter             // by square of X
	tracer tracer
}

// noShots has no shot on any square.
var noShots = func() (none [board.Squares]int8) {
	for x := range none {
		none[x] = -1
	}
	return none
}()

// counter holds a number from 0 to 15 for every square, bit by bit; larger numbers count as 15.
type counter [4]board.Bitboard

// add adds one to the numbers of the squares.
func (c *counter) add(at board.Bitboard) {
	for i := range c {
		c[i], at = c[i]^at, c[i]&at
	}
	for i := range c {
		c[i] |= at
	}
}

// at returns the number of a square.
func (c *counter) at(x board.Square) int {
	x &= board.Squares - 1
	return int(c[0]>>x&1 | c[1]>>x&1<<1 | c[2]>>x&1<<2 | c[3]>>x&1<<3)
}

// run computes the tactics of the positions of a word with X on the given squares. Black has no capture in them.
// The exchange is nil if shots are not needed.
func (t *wordTactics) run(w *Word, at board.Bitboard, e *exchange) {
	own, opp, kings := w.Others.Black, w.Others.White, w.Others.Kings
	threats := w.threats(own, opp, kings)
	t.threat = threats
	t.safe = counter{}
	if e != nil {
		t.shot, t.best = noShots, 0
		t.tracer.begin(e, w)
	}
	if !w.White {
		t.moveX(w, at, threats, e)
	}
	for movers := own; movers != 0; movers &= movers - 1 {
		from := movers.First()
		directions := geometry.UpLeft
		if kings.Has(from) {
			directions = geometry.Directions
		}
		for d := range directions {
			to := geometry.Steps[d][from] &^ (own | opp)
			if to == 0 {
				continue
			}
			moved, crowned := own^from.Bit()|to, kings
			if kings.Has(from) || to&board.WhiteBackRow != 0 {
				crowned = kings&^from.Bit() | to
			}
			legal := at &^ to
			unsafe := legal & w.threats(moved, opp, crowned)
			t.safe.add(legal &^ unsafe)
			if unsafe &^= t.best; e != nil && unsafe != 0 {
				t.tracer.white(moved, opp, crowned, unsafe, &t.shot)
				for ; unsafe != 0; unsafe &= unsafe - 1 {
					x := unsafe.First() & (board.Squares - 1)
					t.note(x, t.tracer.classes[x])
				}
			}
		}
	}
}

// moveX plays the moves of a black X. threats are the squares of X with which White has a capture.
func (t *wordTactics) moveX(w *Word, at, threats board.Bitboard, e *exchange) {
	own, opp, kings := w.Others.Black, w.Others.White, w.Others.Kings
	empty := ^(own | opp)
	var reached board.Bitboard
	for d := range geometry.Directions {
		back := geometry.Directions - 1 - d
		legal := at & geometry.Shift(back, empty)
		unsafe := legal & geometry.Shift(back, threats&empty)
		t.safe.add(legal &^ unsafe)
		reached |= geometry.Shift(d, unsafe)
	}
	if e == nil || reached == 0 {
		return
	}
	t.tracer.white(own, opp, kings, reached, &noShots)
	for d := range geometry.Directions {
		for to := geometry.Shift(d, at) & reached; to != 0; to &= to - 1 {
			x := geometry.Steps[geometry.Directions-1-d][to.First()&31].First() & (board.Squares - 1)
			t.note(x, t.tracer.classes[to.First()&31])
		}
	}
}

// note notes a shot that leads to a class.
func (t *wordTactics) note(x board.Square, class int8) {
	t.shot[x] = max(t.shot[x], class)
	if class == BestClass {
		t.best |= x.Bit()
	}
}
