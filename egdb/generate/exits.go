package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
)

// exits joins the values after captures to the present word. Values are those of a solver of
// values or of distances; the larger value is better for the side that captures.
type exits interface {
	// add joins, for the placements of X in mask, the values of the positions with the
	// pieces of j and X, with the given side to move.
	add(side uint8, mask uint32, j jump)
	// addOne joins a value for X on square x. side is the side that has captured.
	addOne(side uint8, x int, value uint64)
	// position returns the value of the position with the pieces of j, without X.
	position(side uint8, j jump) uint64
	// withX returns the value of the position with the pieces of j, X on square x, and White
	// to move.
	withX(j jump, x int) uint64
}

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
		switch {
		case !crowned:
			orInto(w.constantMoves, words)
		case side == blackToMove:
			w.crownBlack(words, to)
		default:
			w.crownWhite(words, to)
		}
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
	for rA, a := range w.blackSets.members {
		for rC, c := range w.whiteSets.members {
			if (a|c)&bit == 0 {
				i := rA*w.whites + rC
				w.constantMoves[i] |= dup(w.placed[i] &^ bit)
			}
		}
	}
}

// crownBlack joins the words of a block with one more black king, which stands on square to.
func (w *valueSolver) crownBlack(words []uint64, to int) {
	with := w.sets[w.slice.material.BlackKings-1].with
	for rA := range w.blacks {
		if crowned := with[rA*squares+to]; crowned != none {
			orInto(w.constantMoves[rA*w.whites:][:w.whites], words[int(crowned)*w.whites:])
		}
	}
}

// crownWhite joins the words of a block with one more white king, which stands on square to.
func (w *valueSolver) crownWhite(words []uint64, to int) {
	with := w.sets[w.slice.material.WhiteKings].with
	crowned := len(words) / w.blacks
	for rA := range w.blacks {
		row := w.constantMoves[rA*w.whites:][:w.whites]
		from := words[rA*crowned:][:crowned]
		for rC := range row {
			if to := with[rC*squares+to]; to != none {
				row[rC] |= from[to]
			}
		}
	}
}

// orInto joins the words of another block by OR. Where a square is occupied the bits of the
// other block are clear, so occupied squares need no test.
func orInto(into, words []uint64) {
	words = words[:len(into)]
	for i := range into {
		into[i] |= words[i]
	}
}

// seed joins the scores of all captures, finds the placements of X with a capture, and opens
// all other placements.
func (r *distanceSolver) seed() {
	for rA, a := range r.blackSets.members {
		row := rA * r.whites
		if a&r.men != 0 || r.stopped() {
			continue
		}
		for rC, c := range r.whiteSets.members {
			if c&(a|r.men) == 0 {
				r.word = row + rC
				black := r.seeder.blackCaptures(a, c)
				white := r.seeder.whiteCaptures(a, c)
				r.captures[r.word] = uint64(black) | uint64(white)<<squares
			}
		}
	}
	if k := r.slice.material.BlackKings; k > 1 {
		rest := r.sets[k-2]
		for side := range r.half {
			closeScores(r.half[side].scores, r.captures, side*squares, r.whites, rest)
		}
		closure(r.captures, r.whites, rest)
	}
	for side := range r.half {
		h := &r.half[side]
		for i, word := range h.settled {
			h.open[i] = uint32(word>>squares) &^ uint32(r.captures[i]>>(side*squares))
		}
	}
}

// add, addOne, withX and position are the methods of exits.
func (r *distanceSolver) add(side uint8, mask uint32, j jump) {
	into := &r.half[1-side].scores[r.word]
	if side == whiteToMove && j.c|j.d == 0 {
		into.joinAll(topScore, mask)
		return
	}
	r.joinEnded(into, r.target(side, &j), mask)
}

// joinEnded joins a word after a capture or a crowning.
func (r *distanceSolver) joinEnded(into, word *scores, mask uint32) {
	if r.metric.Converts() {
		ends := word.converted()
		word = &ends
	}
	into.join(word, mask)
}

func (r *distanceSolver) addOne(side uint8, x int, value uint64) {
	r.half[side].scores[r.word].raise(x, score(value))
}

func (r *distanceSolver) withX(j jump, x int) uint64 {
	if j.c|j.d == 0 {
		return uint64(topScore)
	}
	return uint64(r.ended(r.target(whiteToMove, &j).at(x)))
}

// ended returns the score that counts after a capture or a crowning to a position with score
// v: with DTC the distance begins anew.
func (r *distanceSolver) ended(v score) score {
	if r.metric.Converts() {
		return v.converted()
	}
	return v
}

// target returns the word of the pieces of j in the slice of their material.
func (r *distanceSolver) target(side uint8, j *jump) *scores {
	kings := uint8(bits.OnesCount32(j.c))
	words := r.cache.words(blockKey{uint8(bits.OnesCount32(j.a)) + 1, kings, side, j.b, j.d})
	return &words[rank(j.a)*choose[squares][kings]+rank(j.c)]
}

func (r *distanceSolver) position(side uint8, j jump) uint64 {
	if side == blackToMove && j.a|j.b == 0 || side == whiteToMove && j.c|j.d == 0 {
		return uint64(topScore)
	}
	m := egdb.Material{
		BlackKings: uint8(bits.OnesCount32(j.a)), BlackMen: uint8(bits.OnesCount32(j.b)),
		WhiteKings: uint8(bits.OnesCount32(j.c)), WhiteMen: uint8(bits.OnesCount32(j.d)),
	}
	end := m.Pieces() < r.slice.material.Pieces() || m.Kings() > r.slice.material.Kings()
	v := r.distances.score(r.cache, m, side, &j)
	if end {
		v = r.ended(v)
	}
	return uint64(v)
}

// moveMen joins the scores of the moves of men, crownings included, where the side to move
// has no capture. Such a move leads to the same place in the words of another block.
func (r *distanceSolver) moveMen(side uint8) {
	r.slice.eachManMove(side, r.blackMen, r.whiteMen, func(key blockKey, to int, crowned bool) {
		words := r.cache.words(key)
		switch {
		case !crowned:
			r.joinBlock(side, words)
		case side == blackToMove:
			r.crownBlack(words, to)
		default:
			r.crownWhite(words, to)
		}
	})
}

// joinBlock joins the words of another block to the words of this block. Where a square is
// occupied the other block has no score, so occupied squares need no test.
func (r *distanceSolver) joinBlock(side uint8, words []scores) {
	h := &r.half[side]
	for i := range words {
		if open := h.open[i]; open != 0 {
			h.scores[i].join(&words[i], open)
		}
	}
}

// crownBlack joins the words of a block with one more black king, which stands on square to.
func (r *distanceSolver) crownBlack(words []scores, to int) {
	with := r.blackSets.with
	for rA := range r.blacks {
		if crowned := with[rA*squares+to]; crowned != none {
			for rC := range r.whites {
				r.crowned(blackToMove, rA*r.whites+rC, &words[int(crowned)*r.whites+rC])
			}
		}
	}
}

// crownWhite joins the words of a block with one more white king, which stands on square to.
func (r *distanceSolver) crownWhite(words []scores, to int) {
	with := r.whiteSets.with
	width := len(words) / r.blacks
	for rA := range r.blacks {
		for rC := range r.whites {
			if crowned := with[rC*squares+to]; crowned != none {
				r.crowned(whiteToMove, rA*r.whites+rC, &words[rA*width+int(crowned)])
			}
		}
	}
}

// crowned joins a word of scores after a crowning to word i.
func (r *distanceSolver) crowned(side uint8, i int, word *scores) {
	h := &r.half[side]
	if open := h.open[i]; open != 0 {
		r.joinEnded(&h.scores[i], word, open)
	}
}

// eachManMove visits the moves of the men of one side, without captures: the block that each
// move leads to, the square that the man reaches, and whether it is crowned.
func (f *form) eachManMove(side uint8, blackMen, whiteMen uint32, visit func(key blockKey, to int, crowned bool)) {
	m := f.material
	men, first, last := blackMen, downLeft, downRight
	if side == whiteToMove {
		men, first, last = whiteMen, upLeft, upRight
	}
	for d := first; d <= last; d++ {
		movers := men & shift(directions-1-d, ^(blackMen|whiteMen))
		for ; movers != 0; movers &= movers - 1 {
			from := bits.TrailingZeros32(movers)
			to := int(next[d][from])
			key := blockKey{m.BlackKings, m.WhiteKings, 1 - side, blackMen, whiteMen}
			crowned := false
			switch {
			case side == blackToMove && to >= blackCrowns:
				key.blackMen &^= 1 << from
				key.blackKings++
				crowned = true
			case side == whiteToMove && to < whiteCrowns:
				key.whiteMen &^= 1 << from
				key.whiteKings++
				crowned = true
			case side == blackToMove:
				key.blackMen ^= 1<<from | 1<<to
			default:
				key.whiteMen ^= 1<<from | 1<<to
			}
			visit(key, to, crowned)
		}
	}
}
