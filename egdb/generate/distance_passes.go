package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
)

// Passes settle positions in the order of their distances. Each pass has two halves, one for
// each side to move.
//
// With DTW wins take an odd number of plies and losses an even number. Wins of Black rest on
// losses of White, and wins of White on losses of Black. The black half of pass p settles
// wins in 2p-1 and losses in 2p plies, the white half losses in 2p and wins in 2p+1. Each
// half reads only words of the other side, so both change words in place.
//
// With DTC pass p settles all positions decided in p plies. The words change at its end.

// pass describes what one half of a pass settles.
type pass struct {
	side                int
	lossExit, winExit   score // exits with these scores become known
	wins                bool  // false if the half settles no wins
	lostScore, wonScore score
	lost, won           egdb.Distance // of these scores
}

func newPass(metric egdb.Metric, number, side int) pass {
	wins := number + late(metric, side)
	p := pass{side: side, lossExit: score(number), winExit: topScore + 1 - score(wins), wins: wins > 0}
	p.lostScore, p.wonScore = p.lossExit.before(metric), p.winExit.before(metric)
	p.lost, p.won = p.lostScore.distance(metric), p.wonScore.distance(metric)
	return p
}

// late returns by how many passes the wins of a side come later: White's wins come after Black's, unless a pass is one ply.
func late(metric egdb.Metric, side int) int { return side * (metric.Unit() - 1) }

// passOf returns the number of the pass in which an exit with a score becomes known to one
// half.
func passOf(metric egdb.Metric, side int, v score) int {
	if v < drawnScore {
		return int(v)
	}
	return int(topScore) + 1 - int(v) - late(metric, side)
}

// change holds the positions of a word that a pass has settled.
type change struct {
	side      int
	word      int
	lost, won uint32
}

// plan enters all exits in the agendas, and marks all words for the first pass.
func (r *distanceSolver) plan() {
	for side := range r.half {
		h := &r.half[side]
		for rA := range r.blacks {
			for rC := range r.whites {
				i := rA*r.whites + rC
				if h.settled[i] == 0 {
					h.exits[i] = 0
					continue
				}
				h.dirty.set(rA, rC)
				some := h.scores[i].nonZero()
				h.exits[i] = uint64(some) << squares
				last := drawnScore
				for ; some != 0; some &= some - 1 {
					v := h.scores[i].at(lowest(some))
					if v != last && v != drawnScore {
						h.events.add(passOf(r.metric, side, v), rA, rC)
						last = v
					}
				}
			}
		}
	}
}

// passes settles positions in the order of their distances.
func (r *distanceSolver) passes() {
	for number := 0; !r.stopped(); number++ {
		if number > int(drawnScore)-2 {
			panic("build: a distance is larger than any can be")
		}
		black := r.pass(number, blackToMove)
		white := r.pass(number, whiteToMove)
		for _, c := range r.changes {
			r.commit(c)
		}
		idle := !black && !white && len(r.changes) == 0
		r.changes = r.changes[:0]
		if idle && number >= max(r.half[blackToMove].events.last, r.half[whiteToMove].events.last) {
			return
		}
	}
}

// pass does one half of a pass and reports whether any word was marked.
func (r *distanceSolver) pass(number, side int) (any bool) {
	var p pass
	h := &r.half[side]
	events := h.events.at(number)
	for row := range r.blacks {
		at := row * h.dirty.width
		for k := range h.dirty.width {
			dirty, event := h.dirty.bits[at+k], uint64(0)
			if events != nil {
				event = events[at+k]
				events[at+k] = 0
			}
			both := dirty | event
			if both == 0 {
				continue
			}
			if !any {
				any, p = true, newPass(r.metric, number, side)
			}
			h.dirty.bits[at+k] = 0
			for ; both != 0; both &= both - 1 {
				b := bits.TrailingZeros64(both)
				r.visit(&p, h, row, k*wordBits+b, dirty>>b&1 != 0, event>>b&1 != 0)
			}
		}
	}
	return any
}

// visit settles the positions of a word that the pass decides. dirty says that a successor
// was settled, event says that an exit becomes known in this pass.
func (r *distanceSolver) visit(p *pass, h *half, rA, rC int, dirty, event bool) {
	i := rA*r.whites + rC
	open := uint32(h.settled[i]>>squares) &^ uint32(h.settled[i])
	if open == 0 {
		return
	}
	captures := uint32(r.captures[i] >> (p.side * squares))
	var lost, won uint32
	if event {
		losses, wins := h.scores[i].equal(p.lossExit, p.winExit)
		losses &= open
		if p.wins {
			won = wins & open
		}
		h.exits[i] = h.exits[i]&^(uint64(losses)<<squares) | uint64(won)
		lost = losses & captures // positions with a capture have no successors but exits
		dirty = dirty || losses&^captures != 0
	}
	if dirty {
		all := h.exits[i] | r.successors(p.side, rA, rC)&^dup(captures)
		lost, won = open&^uint32(all>>squares), open&uint32(all)
	}
	if lost|won == 0 {
		return
	}
	if lost != 0 {
		h.scores[i].put(p.lostScore, lost)
		r.note(p.side, i, lost, p.lost)
	}
	if won != 0 {
		h.scores[i].put(p.wonScore, won)
		r.note(p.side, i, won, p.won)
	}
	c := change{p.side, i, lost, won}
	if r.metric.Unit() == 1 { // the other half settles positions of the same plies
		r.changes = append(r.changes, c)
	} else {
		r.commit(c)
	}
}

// successors returns the OR of the words that king moves lead to.
func (r *distanceSolver) successors(side, rA, rC int) (all uint64) {
	row := rA * r.whites
	if side == whiteToMove {
		words := r.half[blackToMove].settled[row:][:r.whites]
		for _, to := range r.whiteSets.nearOf(rC) {
			all |= words[to]
		}
		return all
	}
	words := r.half[whiteToMove].settled
	all = spread(words[row+rC])
	for _, to := range r.blackSets.nearOf(rA) {
		all |= words[int(to)*r.whites+rC]
	}
	return all
}

// commit enters settled positions, and marks the words from which king moves lead to them.
func (r *distanceSolver) commit(c change) {
	h := &r.half[c.side]
	settled := c.lost | c.won
	h.settled[c.word] = (h.settled[c.word] | uint64(c.lost)) &^ (uint64(c.won) << squares)
	h.open[c.word] &^= settled
	rA, rC := c.word/r.whites, c.word%r.whites
	other := &r.half[1-c.side]
	row := rA * r.whites
	if c.side == blackToMove {
		open := other.open[row:][:r.whites]
		dirty := other.dirty.bits[rA*other.dirty.width:][:other.dirty.width]
		for _, from := range r.whiteSets.nearOf(rC) {
			dirty[from/wordBits] |= uint64(anyBit(open[from]&settled)) << (from % wordBits)
		}
		return
	}
	width, number, bit := other.dirty.width, rC/wordBits, rC%wordBits
	near := uint32(spread(uint64(settled)))
	other.dirty.bits[rA*width+number] |= uint64(anyBit(other.open[row+rC]&near)) << bit
	for _, from := range r.blackSets.nearOf(rA) {
		marked := anyBit(other.open[int(from)*r.whites+rC] & settled)
		other.dirty.bits[int(from)*width+number] |= uint64(marked) << bit
	}
}

// anyBit returns 1 if a set has members, else 0, without a branch.
func anyBit(set uint32) uint32 { return (set | -set) >> (squares - 1) }

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
