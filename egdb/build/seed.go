package build

import "math/bits"

// seed computes what of every word of the block does not depend on the block's own
// king moves: constant has the OR of the values of all captures, and captures the
// placements of X where the side to move has one (Black in the lower half, White in
// the upper), for those positions have no other moves.
func (w *worker) seed() {
	for rA, a := range w.blackSets.members {
		row := rA * w.whites
		if a&w.men != 0 {
			continue
		}
		for rC, c := range w.whiteSets.members {
			if c&(a|w.men) != 0 {
				continue
			}
			i := row + rC
			w.word = [sides]uint64{}
			black := w.blackCaptures(a, c)
			white := w.whiteCaptures(a, c)
			w.constant[blackToMove][i] = w.word[blackToMove]
			w.constant[whiteToMove][i] = w.word[whiteToMove]
			w.captures[i] = uint64(black) | uint64(white)<<squares
		}
	}
	if w.slice.material.BlackKings > 1 {
		rest := w.sets[w.slice.material.BlackKings-2]
		closure(w.constant[blackToMove], w.whites, rest)
		closure(w.constant[whiteToMove], w.whites, rest)
		closure(w.captures, w.whites, rest)
	}
}

// blackCaptures adds the captures of Black to the word of A and C and returns the
// placements of X with one. Where Black has several kings, those of X are left to
// the closure.
func (w *worker) blackCaptures(a, c uint32) (with uint32) {
	white := c | w.whiteMen
	free := ^(a | w.blackMen | white)
	for d := range directions {
		movers := a
		if d <= downRight {
			movers |= w.blackMen
		}
		back := directions - 1 - d
		jumpers := movers & shift(back, white&shift(back, free))
		for ; jumpers != 0; jumpers &= jumpers - 1 {
			piece := jumpers & -jumpers
			from := bits.TrailingZeros32(piece)
			j := jump{a: a &^ piece, b: w.blackMen &^ piece, c: c, d: w.whiteMen, king: piece&a != 0}
			with |= w.blackJump(&j, from, d, free)
		}
	}
	if w.slice.material.BlackKings == 1 {
		with |= w.lastKingCaptures(c, free)
	}
	return with & free
}

// jump is the pieces in the course of a capture: a, b black kings and men, c, d
// white kings and men, all without X and without the piece that jumps.
type jump struct {
	a, b, c, d uint32
	king       bool // the piece that jumps
}

func (j *jump) free() uint32 { return ^(j.a | j.b | j.c | j.d) }

// without returns the jump with the pieces on a square taken off.
func (j *jump) without(square int) jump {
	left := ^(uint32(1) << square)
	return jump{j.a & left, j.b & left, j.c & left, j.d & left, j.king}
}

// blackLands returns the pieces after a black piece has come to rest, crowned on the
// last row.
func (j *jump) blackLands(square int) jump {
	r := *j
	if j.king || square >= blackCrowns {
		r.a |= 1 << square
	} else {
		r.b |= 1 << square
	}
	return r
}

// whiteLands is blackLands for White.
func (j *jump) whiteLands(square int) jump {
	r := *j
	if j.king || square < whiteCrowns {
		r.c |= 1 << square
	} else {
		r.d |= 1 << square
	}
	return r
}

// blackJump plays one jump of a black piece in direction d for all placements of X
// in mask, and what follows it. It returns the placements for which the jump can
// be made: those where X is not on its landing square.
func (w *worker) blackJump(j *jump, from, d int, mask uint32) uint32 {
	over := next[d][from]
	if over == offBoard || (j.c|j.d)>>over&1 == 0 {
		return 0
	}
	to := next[d][over]
	if to == offBoard || j.free()>>to&1 == 0 {
		return 0
	}
	mask &^= 1 << to
	if mask == 0 {
		return 0
	}
	after := j.without(int(over))
	rest := mask
	if j.king || to < blackCrowns {
		last := directions
		if !j.king {
			last = upLeft
		}
		for d := range last {
			rest &^= w.blackJump(&after, int(to), d, mask)
		}
	}
	if rest != 0 {
		landed := after.blackLands(int(to))
		w.word[blackToMove] |= dup(rest) & w.target(whiteToMove, &landed)
	}
	return mask
}

// target returns the word of the pieces in the slice of their material; a side
// without pieces has lost.
func (w *worker) target(side uint8, j *jump) uint64 {
	if side == whiteToMove && j.c|j.d == 0 {
		return ^uint64(0)
	}
	kings := uint8(bits.OnesCount32(j.c))
	words := w.cache.words(blockKey{uint8(bits.OnesCount32(j.a)) + 1, kings, side, j.b, j.d})
	return words[rank(j.a)*choose[squares][kings]+rank(j.c)]
}

// whiteCaptures adds the captures of White to the word of A and C and returns the
// placements of X with one. Where Black has several kings, captures of X first are
// left to the closure.
func (w *worker) whiteCaptures(a, c uint32) (with uint32) {
	black := a | w.blackMen
	free := ^(black | c | w.whiteMen)
	if w.slice.material.BlackKings == 1 {
		black |= free
	}
	for d := range directions {
		movers := c
		if d >= upLeft {
			movers |= w.whiteMen
		}
		back := directions - 1 - d
		jumpers := movers & shift(back, black&shift(back, free))
		for ; jumpers != 0; jumpers &= jumpers - 1 {
			piece := jumpers & -jumpers
			from := bits.TrailingZeros32(piece)
			j := jump{a: a, b: w.blackMen, c: c &^ piece, d: w.whiteMen &^ piece, king: piece&c != 0}
			with |= w.whiteJump(&j, from, d, free)
		}
	}
	return with & free
}

// whiteJump is blackJump for White, whose jump may also go over X.
func (w *worker) whiteJump(j *jump, from, d int, mask uint32) uint32 {
	over := next[d][from]
	if over == offBoard {
		return 0
	}
	to := next[d][over]
	if to == offBoard || j.free()>>to&1 == 0 {
		return 0
	}
	bit := uint32(1) << over
	switch {
	case (j.a|j.b)&bit != 0:
		mask &^= 1 << to
	case j.free()&mask&bit != 0:
		w.captureX(j, int(over), int(to))
		return bit
	default:
		return 0
	}
	if mask == 0 {
		return 0
	}
	after := j.without(int(over))
	rest := mask
	if j.king || to >= whiteCrowns {
		first := downLeft
		if !j.king {
			first = upLeft
		}
		for d := first; d < directions; d++ {
			rest &^= w.whiteJump(&after, int(to), d, mask)
		}
	}
	if rest != 0 {
		landed := after.whiteLands(int(to))
		w.word[whiteToMove] |= dup(rest) & w.target(blackToMove, &landed)
	}
	return mask
}
