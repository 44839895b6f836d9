package generate

// initCaptures joins the scores of all captures, finds the placements of X with a capture, and opens
// all other placements.
func (r *distanceSolver) initCaptures() {
	for rA, a := range r.blackSets.members {
		row := rA * r.whites
		if a&r.men != 0 || r.stopped() {
			continue
		}
		for rC, c := range r.whiteSets.members {
			if c&(a|r.men) == 0 {
				r.word = row + rC
				r.captures[r.word] = r.finder.all(a, c)
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

// add, addOne, withX and position are the methods of captureSink.
func (r *distanceSolver) add(side uint8, mask uint32, j jump) {
	into := &r.half[1-side].scores[r.word]
	if side == whiteToMove && j.over(side) {
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
	return &r.cache.words(j.block(side))[j.word()]
}

func (r *distanceSolver) position(side uint8, j jump) uint64 {
	if j.over(side) {
		return uint64(topScore)
	}
	v := r.distances.score(r.cache, side, j)
	if m := j.material(); m.Pieces() < r.slice.material.Pieces() || m.Kings() > r.slice.material.Kings() {
		v = r.ended(v)
	}
	return uint64(v)
}

// moveMen joins the scores of the moves of men, crownings included, where the side to move
// has no capture. Such a move leads to the same place in the words of another block.
func (r *distanceSolver) moveMen(side uint8) {
	r.slice.eachManMove(side, r.blackMen, r.whiteMen, func(key blockKey, to int, crowned bool) {
		words := r.cache.words(key)
		if !crowned {
			r.joinBlock(side, words)
			return
		}
		h := &r.half[side]
		r.eachCrowning(side, to, func(i, crowned int) {
			if open := h.open[i]; open != 0 {
				r.joinEnded(&h.scores[i], &words[crowned], open)
			}
		})
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
