package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/memory"
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

func newPass(metric endgame.Metric, number, side int) pass {
	wins := number + ahead(metric, side)
	p := pass{side: side, lossExit: score(number), winExit: topScore + 1 - score(wins), wins: wins > 0}
	p.lostScore, p.wonScore = p.lossExit.before(metric), p.winExit.before(metric)
	p.lost, p.won = p.lostScore.distance(metric), p.wonScore.distance(metric)
	return p
}

// ahead returns how many passes earlier than Black a side settles wins of the same plies: with DTW White one pass, since Black's half
// of the pass has settled the losses before; otherwise 0.
func ahead(metric endgame.Metric, side int) int { return side * (metric.Unit() - 1) }

// passOf returns the number of the pass in which an exit with a score becomes known to one
// half.
func passOf(metric endgame.Metric, side int, v score) int {
	if v < drawnScore {
		return int(v)
	}
	return int(topScore) + 1 - int(v) - ahead(metric, side)
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

// grid has a bit for every word of a block. The bits of each set A are a row.
type grid struct {
	bits  []uint64
	width int // of a row, in elements of bits
}

// resize sets the number of rows and of words a row. All bits must be clear before.
func (g *grid) resize(rows, words int) {
	g.width = (words + wordBits - 1) / wordBits
	if n := rows * g.width; cap(g.bits) < n {
		g.bits = memory.Slice[uint64](n)
	} else {
		g.bits = g.bits[:n]
	}
}

func (g *grid) set(row, word int) {
	g.bits[row*g.width+word/wordBits] |= 1 << (word % wordBits)
}

// agenda has a grid for every pass. The grid marks the words with an exit that becomes known in this pass.
type agenda struct {
	passes      []grid
	used        []bool // by pass: the grid has bits
	last        int    // the last pass with a word, -1 if none has
	rows, words int
}

func (a *agenda) resize(rows, words int) {
	if a.rows != rows || a.words != words {
		for i := range a.passes {
			a.passes[i].resize(rows, words)
		}
	}
	a.rows, a.words, a.last = rows, words, -1
}

// add enters a word for a pass.
func (a *agenda) add(pass, row, word int) {
	for pass >= len(a.passes) {
		var g grid
		g.resize(a.rows, a.words)
		a.passes = append(a.passes, g)
		a.used = append(a.used, false)
	}
	a.passes[pass].set(row, word)
	a.used[pass] = true
	a.last = max(a.last, pass)
}

// at returns the bits of a pass, nil if it has no word. The caller clears them.
func (a *agenda) at(pass int) []uint64 {
	if pass > a.last || !a.used[pass] {
		return nil
	}
	a.used[pass] = false
	return a.passes[pass].bits
}
