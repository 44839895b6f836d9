package generate

import "math/bits"

// menMoves adds the moves of men, crownings included, to the constant part of the words,
// where the side to move has no capture. Such a move leads to the same place in the words of
// another block.
func (w *valueSolver) menMoves() {
	w.moveMen(blackToMove)
	w.moveMen(whiteToMove)
}

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

// orInto joins the words of another block by OR. Where a square is occupied the bits of the
// other block are clear, so occupied squares need no test.
func orInto(into, words []uint64) {
	words = words[:len(into)]
	for i := range into {
		into[i] |= words[i]
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
