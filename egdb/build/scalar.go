package build

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
)

// A value is the two bits of one position, as they stand in a word for square 0.
const (
	lostValue  uint64 = 1 | 1<<squares // N and L
	drawnValue uint64 = 1 << squares   // N alone
	wonValue   uint64 = 0
)

// captureX adds the values of White's captures that have just taken X on a square
// and landed: one placement of X, hence one bit.
func (w *worker) captureX(j *jump, taken, landing int) {
	w.word[whiteToMove] |= w.whiteGoesOn(j, landing) << taken
}

// whiteGoesOn returns the OR of the values of the captures of the white piece that
// stands on a square, X being gone, or of ending there.
func (w *worker) whiteGoesOn(j *jump, from int) (value uint64) {
	ends := true
	if j.king || from >= whiteCrowns {
		first := downLeft
		if !j.king {
			first = upLeft
		}
		for d := first; d < directions; d++ {
			if over, to, ok := j.leap(from, d, j.a|j.b); ok {
				after := j.without(over)
				value |= w.whiteGoesOn(&after, to)
				ends = false
			}
		}
	}
	if ends {
		landed := j.whiteLands(from)
		return w.position(blackToMove, &landed)
	}
	return value
}

// leap returns the squares of a jump over one of the enemies in direction d.
func (j *jump) leap(from, d int, enemies uint32) (over, to int, ok bool) {
	over = int(next[d][from])
	if over == offBoard || enemies>>over&1 == 0 {
		return 0, 0, false
	}
	to = int(next[d][over])
	return over, to, to != offBoard && j.free()>>to&1 != 0
}

// lastKingCaptures adds the captures of X where it is Black's only king, and returns
// the placements of X with one.
func (w *worker) lastKingCaptures(c, free uint32) (with uint32) {
	white := c | w.whiteMen
	for d := range directions {
		victims := white & shift(d, free) & shift(directions-1-d, free)
		for ; victims != 0; victims &= victims - 1 {
			over := bits.TrailingZeros32(victims)
			from, to := int(next[directions-1-d][over]), int(next[d][over])
			j := jump{b: w.blackMen, c: c, d: w.whiteMen, king: true}
			after := j.without(over)
			w.word[blackToMove] |= w.kingGoesOn(&after, to) << from
			with |= 1 << from
		}
	}
	return with
}

// kingGoesOn is whiteGoesOn for X.
func (w *worker) kingGoesOn(j *jump, from int) (value uint64) {
	ends := true
	for d := range directions {
		if over, to, ok := j.leap(from, d, j.c|j.d); ok {
			after := j.without(over)
			value |= w.kingGoesOn(&after, to)
			ends = false
		}
	}
	if ends {
		return w.target(whiteToMove, j) >> from & lostValue
	}
	return value
}

// position returns the value of a position all pieces of which are known.
func (w *worker) position(side uint8, j *jump) uint64 {
	if side == blackToMove && j.a|j.b == 0 || side == whiteToMove && j.c|j.d == 0 {
		return lostValue
	}
	m := egdb.Material{
		BlackKings: uint8(bits.OnesCount32(j.a)), BlackMen: uint8(bits.OnesCount32(j.b)),
		WhiteKings: uint8(bits.OnesCount32(j.c)), WhiteMen: uint8(bits.OnesCount32(j.d)),
	}
	s := w.cache.values.slice(m)
	if s.material != m || !s.stored(j.b, j.d) {
		*j = jump{
			a: bits.Reverse32(j.c), b: bits.Reverse32(j.d),
			c: bits.Reverse32(j.a), d: bits.Reverse32(j.b),
		}
		m, side = m.Mirror(), 1-side
	}
	if s.men != nil {
		return s.menValue(s.configuration(j.b, j.d), side)
	}
	x := above(j.a) - 1
	words := w.cache.words(blockKey{m.BlackKings, m.WhiteKings, side, j.b, j.d})
	return words[rank(j.a&^(1<<x))*s.whites+rank(j.c)] >> x & lostValue
}
