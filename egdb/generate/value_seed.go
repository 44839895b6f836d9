package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
)

// The value of a position has two bits, here in the places that square 0 has in a word.
const (
	lostValue  uint64 = 1 | 1<<squares // N (does not win) and L (loses)
	drawnValue uint64 = 1 << squares   // N alone
	wonValue   uint64 = 0
)

// everyX times a value is the word with this value for X on every square.
const everyX = 1<<squares - 1

// seed computes the part of every word that does not depend on king moves in the block.
// constant gets the OR of the values after all captures. captures gets the placements of X
// where the side to move has a capture, Black in the lower half and White in the upper half:
// these positions have no other moves.
func (w *valueSolver) seed() {
	w.each(func(i int, a, c uint32) {
		w.word = [sides]uint64{}
		black := w.seeder.blackCaptures(a, c)
		white := w.seeder.whiteCaptures(a, c)
		w.constant[blackToMove][i] = w.word[blackToMove]
		w.constant[whiteToMove][i] = w.word[whiteToMove]
		w.captures[i] = uint64(black) | uint64(white)<<squares
	})
	if w.slice.material.BlackKings > 1 {
		rest := w.sets[w.slice.material.BlackKings-2]
		closure(w.constant[blackToMove], w.whites, rest)
		closure(w.constant[whiteToMove], w.whites, rest)
		closure(w.captures, w.whites, rest)
	}
}

// add, addOne, withX and position are the methods of exits.
func (w *valueSolver) add(side uint8, mask uint32, j jump) {
	w.word[1-side] |= dup(mask) & w.target(side, &j)
}

func (w *valueSolver) addOne(side uint8, x int, value uint64) { w.word[side] |= value << x }

func (w *valueSolver) withX(j jump, x int) uint64 { return w.target(whiteToMove, &j) >> x & lostValue }

// target returns the word of the pieces of j in the slice of their material. A side without
// pieces has lost.
func (w *valueSolver) target(side uint8, j *jump) uint64 {
	if side == whiteToMove && j.c|j.d == 0 {
		return ^uint64(0)
	}
	if b := w.valueSet.bound; b != nil {
		if b.unknown(1+bits.OnesCount32(j.a|j.b|j.c|j.d), 1+bits.OnesCount32(j.a|j.c)) {
			return b.value(side) * everyX
		}
	}
	kings := uint8(bits.OnesCount32(j.c))
	words := w.cache.words(blockKey{uint8(bits.OnesCount32(j.a)) + 1, kings, side, j.b, j.d})
	return words[rank(j.a)*choose[squares][kings]+rank(j.c)]
}

func (w *valueSolver) position(side uint8, j jump) uint64 {
	if side == blackToMove && j.a|j.b == 0 || side == whiteToMove && j.c|j.d == 0 {
		return lostValue
	}
	m := egdb.Material{
		BlackKings: uint8(bits.OnesCount32(j.a)), BlackMen: uint8(bits.OnesCount32(j.b)),
		WhiteKings: uint8(bits.OnesCount32(j.c)), WhiteMen: uint8(bits.OnesCount32(j.d)),
	}
	if b := w.valueSet.bound; b.unknown(m.Pieces(), m.Kings()) {
		return b.value(side)
	}
	s := w.valueSet.slice(m)
	if s.material != m || !s.stored(j.b, j.d) {
		w = w.twin
		s = w.valueSet.slice(m)
		j = jump{
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
