package generate

import "math/bits"

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

// eachCrowning visits the words in which the square that a man is crowned on has no king: their places, and the places of
// the words that the crowning leads to in the block with one more king of the side.
func (p *present) eachCrowning(side uint8, to int, visit func(word, crowned int)) {
	if side == blackToMove {
		for rA := range p.blacks {
			if crowned := p.blackSets.with[rA*squares+to]; crowned != none {
				for rC := range p.whites {
					visit(rA*p.whites+rC, int(crowned)*p.whites+rC)
				}
			}
		}
		return
	}
	whites := choose[squares][p.form.material.WhiteKings+1]
	for rA := range p.blacks {
		for rC := range p.whites {
			if crowned := p.whiteSets.with[rC*squares+to]; crowned != none {
				visit(rA*p.whites+rC, rA*whites+int(crowned))
			}
		}
	}
}
