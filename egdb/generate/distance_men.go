package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

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

// solveMen computes the scores of a configuration without kings. Men only advance, so every
// move leads to a configuration that is solved.
func (r *distanceSolver) solveMen() (n [sides]egdb.Counts) {
	black, white := r.blackMen, r.whiteMen
	kept := uint32(0)
	for side := range sides {
		own, other := white, black
		if side == blackToMove {
			own, other = bits.Reverse32(black), bits.Reverse32(white)
		}
		v := topScore
		best, captures := r.seeder.menBest(other, own)
		if best != 0 {
			v = score(best).before(r.metric)
		}
		kept |= uint32(v) << (side * laneBits)
		d := v.distance(r.metric)
		switch d.Value {
		case board.Loss:
			n[side].Losses = 1
		case board.Win:
			n[side].Wins = 1
		default:
			n[side].Draws = 1
			continue
		}
		r.longest[side].note(d.Value, !captures, extreme{
			Plies: int32(d.Plies), Black: board.Bitboard(black), White: board.Bitboard(white),
		})
	}
	r.slice.men[r.slice.configuration(black, white)] = kept
	return n
}
