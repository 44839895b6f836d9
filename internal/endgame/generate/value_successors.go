package generate

import "math/bits"

// initCaptures finds the captures, which decide the part of the words that king moves in the
// block do not change. constant gets the OR of the values after all captures.
func (w *valueSolver) initCaptures() {
	w.each(func(i int, a, c uint32) {
		w.word = [sides]uint64{}
		w.captures[i] = w.finder.all(a, c)
		w.constant[blackToMove][i] = w.word[blackToMove]
		w.constant[whiteToMove][i] = w.word[whiteToMove]
	})
	if w.slice.material.BlackKings > 1 {
		rest := w.sets[w.slice.material.BlackKings-2]
		closure(w.constant[blackToMove], w.whites, rest)
		closure(w.constant[whiteToMove], w.whites, rest)
		closure(w.captures, w.whites, rest)
	}
}

// add, addOne, withX and position are the methods of captureSink.
func (w *valueSolver) add(side uint8, mask uint32, j jump) {
	w.word[1-side] |= dup(mask) & w.target(side, &j)
}

func (w *valueSolver) addOne(side uint8, x int, value uint64) { w.word[side] |= value << x }

func (w *valueSolver) withX(j jump, x int) uint64 { return w.target(whiteToMove, &j) >> x & lostValue }

// target returns the word of the pieces of j in the slice of their material. A side without
// pieces has lost.
func (w *valueSolver) target(side uint8, j *jump) uint64 {
	if side == whiteToMove && j.over(side) {
		return ^uint64(0)
	}
	if b := w.valueSet.bound; b != nil {
		if b.unknown(1+bits.OnesCount32(j.a|j.b|j.c|j.d), 1+bits.OnesCount32(j.a|j.c)) {
			return b.value(side) * everyX
		}
	}
	return w.cache.words(j.block(side))[j.word()]
}

func (w *valueSolver) position(side uint8, j jump) uint64 {
	if j.over(side) {
		return lostValue
	}
	m := j.material()
	if b := w.valueSet.bound; b.unknown(m.Pieces(), m.Kings()) {
		return b.value(side)
	}
	s := w.valueSet.slice(m)
	if s.material != m || !s.stored(j.b, j.d) {
		w, side, j = w.twin, 1-side, j.mirror()
		s = w.valueSet.slice(m)
	}
	if s.men != nil {
		return s.menValue(s.configuration(j.b, j.d), side)
	}
	x := j.takeX()
	return w.cache.words(j.block(side))[j.word()] >> x & lostValue
}

// moveMen adds the moves of men, crownings included, to the constant part of the words,
// where the side to move has no capture. Such a move leads to the same place in the words of
// another block.
func (w *valueSolver) moveMen(side uint8) {
	clear(w.constantMoves)
	any := false
	w.slice.eachManMove(side, w.blackMen, w.whiteMen, func(key blockKey, to int, crowned bool) {
		any = true
		if b, m := w.valueSet.bound, key.material(); crowned && b.unknown(m.Pieces(), m.Kings()) {
			if b.value(1-side) == lostValue {
				w.allLost(to)
			}
			return
		}
		words := w.cache.words(key)
		if !crowned {
			orInto(w.constantMoves, words)
			return
		}
		w.eachCrowning(side, to, func(i, crowned int) { w.constantMoves[i] |= words[crowned] })
	})
	if !any {
		return
	}
	constant := w.constant[side]
	shiftDown := uint(side) * squares
	for i, captures := range w.captures[:len(constant)] {
		constant[i] |= w.constantMoves[i] &^ dup(uint32(captures>>shiftDown))
	}
}

// allLost joins a successor that is lost for its side to move, for every placement of the kings that leaves the square to
// which a man moves free.
func (w *valueSolver) allLost(to int) {
	bit := uint32(1) << to
	w.each(func(i int, a, c uint32) {
		if (a|c)&bit == 0 {
			w.constantMoves[i] |= dup(w.placed[i] &^ bit)
		}
	})
}

// orInto joins the words of another block by OR. Where a square is occupied the bits of the
// other block are clear, so occupied squares need no test.
func orInto(into, words []uint64) {
	words = words[:len(into)]
	for i := range into {
		into[i] |= words[i]
	}
}
