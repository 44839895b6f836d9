package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
)

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

// score returns the score of the position of the pieces of j, whose material is m.
func (d *Distances) score(c *cache[scores], m egdb.Material, side uint8, j *jump) score {
	s := d.slice(m)
	a, b, white, men := j.a, j.b, j.c, j.d
	if s.material != m || !s.stored(b, men) {
		a, b, white, men = bits.Reverse32(white), bits.Reverse32(men), bits.Reverse32(a), bits.Reverse32(b)
		m, side = m.Mirror(), 1-side
	}
	if s.men != nil {
		return s.menScore(s.configuration(b, men), int(side))
	}
	x := int(above(a)) - 1
	words := c.words(blockKey{m.BlackKings, m.WhiteKings, side, b, men})
	return words[rank(a&^(1<<x))*s.whites+rank(white)].at(x)
}
