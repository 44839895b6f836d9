package build

import (
	"context"
	"math/bits"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/memory"
)

// ranger computes the distances of blocks, one at a time. It owns its scratch words and
// its cache.
type ranger struct {
	ctx       context.Context // a large block is left in the middle when it ends
	distances *Distances
	metric    egdb.Metric
	cache     *cache[scores]
	sets      *tables
	seeder    seeder
	bytes     []byte

	// The block at hand.
	slice                   *distanceSlice
	blackMen, whiteMen, men uint32
	blackSets, whiteSets    *sets // sets A and C
	blacks, whites          int
	word                    int                // the word that seed is at
	half                    [sides]half        // by side to move
	captures                []uint64           // of both sides, as a worker has them
	changes                 []change           // that wait for the end of the pass
	longest                 [sides]longest     // of the block
	counts                  [sides]egdb.Counts // of the job
	records                 [sides]longest     // of the job
}

// half is what a ranger knows of the positions of a block with one side to move, word
// by word.
type half struct {
	scores  []scores // the best of the exits, until a position is settled: then its own
	settled []uint64 // as the words of a slice, of what is settled so far
	exits   []uint64 // upper half: an exit is not yet settled as won for the opponent; lower half: one is lost by now
	open    []uint32 // not settled, and no capture to play
	dirty   grid     // a successor has been settled
	events  agenda   // what exits become known in which pass
}

// rangerCache is the room for unpacked blocks of a ranger, in bytes.
const rangerCache = 192 << 20

func newRanger(ctx context.Context, d *Distances) *ranger {
	r := &ranger{ctx: ctx, distances: d, metric: d.metric, sets: &d.tables}
	r.cache = newCache[scores](d, rangerCache/scoresBytes)
	r.seeder.exits = r
	return r
}

// work computes the blocks of a job and adds what it found to the slice.
func (r *ranger) work(j job) (positions uint64) {
	began := time.Now()
	r.slice = r.distances.slice(j.form.material)
	r.counts = [sides]egdb.Counts{}
	r.records = [sides]longest{newLongest(), newLongest()}
	if r.slice.packed == nil { // small blocks: once for all of them
		r.cache.begin()
	}
	for _, turned := range j.whites {
		white := bits.Reverse32(turned)
		if j.black&white != 0 || !j.form.stored(j.black, white) {
			continue
		}
		if r.stopped() {
			break
		}
		r.blackMen, r.whiteMen, r.men = j.black, white, j.black|white
		r.longest = [sides]longest{newLongest(), newLongest()}
		var n [sides]egdb.Counts
		if r.slice.men != nil {
			n = r.solveMen()
		} else {
			n = r.solve()
		}
		r.tally(n)
	}
	r.slice.add(r.counts, r.records, time.Since(began))
	for _, n := range r.counts {
		positions += n.Wins + n.Losses + n.Draws
	}
	return positions
}

// stopped reports whether what is computed is not wanted any more.
func (r *ranger) stopped() bool { return r.ctx.Err() != nil }

// solve computes the block of the men at hand and keeps it, unless it is stopped.
func (r *ranger) solve() (n [sides]egdb.Counts) {
	if r.slice.packed != nil {
		r.cache.begin()
	}
	m := r.slice.material
	r.seeder.blackMen, r.seeder.whiteMen, r.seeder.oneKing = r.blackMen, r.whiteMen, m.BlackKings == 1
	r.resize()
	r.start()
	r.seed()
	r.moveMen(blackToMove)
	r.moveMen(whiteToMove)
	r.plan()
	r.rounds()
	if r.stopped() {
		return n
	}
	key := blockKey{m.BlackKings, m.WhiteKings, 0, r.blackMen, r.whiteMen}
	for side := range sides {
		key.side = uint8(side)
		n[side] = r.finish(&r.half[side])
		r.keep(r.slice.place(key), r.half[side].scores)
	}
	return n
}

// resize makes room for the words of a block of the slice.
func (r *ranger) resize() {
	m := r.slice.material
	r.blackSets, r.whiteSets = r.sets[m.BlackKings-1], r.sets[m.WhiteKings]
	r.blacks, r.whites = r.slice.blacks, r.slice.whites
	n := r.slice.words()
	if cap(r.captures) < n {
		for side := range r.half {
			r.half[side] = half{
				scores: memory.Slice[scores](n), settled: memory.Slice[uint64](n), exits: memory.Slice[uint64](n), open: memory.Slice[uint32](n),
			}
		}
		r.captures = memory.Slice[uint64](n)
	}
	r.captures = r.captures[:n]
	clear(r.captures)
	for side := range r.half {
		h := &r.half[side]
		h.scores, h.settled, h.exits, h.open = h.scores[:n], h.settled[:n], h.exits[:n], h.open[:n]
		clear(h.scores)
		h.dirty.resize(r.blacks, r.whites)
		h.events.resize(r.blacks, r.whites)
	}
}

// start sets every placement to not a win and not a loss.
func (r *ranger) start() {
	for rA, a := range r.blackSets.members {
		row := rA * r.whites
		for rC, c := range r.whiteSets.members {
			placed := uint64(0)
			if c&a == 0 && (a|c)&r.men == 0 {
				placed = uint64(^(a | c | r.men))
			}
			for side := range r.half {
				r.half[side].settled[row+rC] = placed << squares
			}
		}
	}
}

// finish makes draws of what is not settled, and counts: every king set once, with its
// highest king for X.
func (r *ranger) finish(h *half) (n egdb.Counts) {
	for rA, a := range r.blackSets.members {
		if a&r.men != 0 {
			continue
		}
		low := above(a)
		row := rA * r.whites
		for rC, c := range r.whiteSets.members {
			if c&(a|r.men) != 0 {
				continue
			}
			i := row + rC
			lost, notWon := uint32(h.settled[i]), uint32(h.settled[i]>>squares)
			if drawn := notWon &^ lost; drawn != 0 {
				h.scores[i].put(drawnScore, drawn)
				n.Draws += uint64(bits.OnesCount64(uint64(drawn) >> low))
			}
			n.Losses += uint64(bits.OnesCount64(uint64(lost) >> low))
			n.Wins += uint64(bits.OnesCount64(uint64(^(a|c|r.men)&^notWon) >> low))
		}
	}
	return n
}

// keep puts the scores of a block into the slice.
func (r *ranger) keep(place int, words []scores) {
	near := true
	if r.slice.flat != nil {
		into := r.slice.flatBlock(place)
		for i := range words {
			near = near && words[i].within(r.distances.reach)
			into[i] = words[i].narrow()
		}
	} else {
		r.bytes, near = r.sets.packScores(r.bytes[:0], words, r.slice.material, r.men, r.distances.reach)
		r.slice.packed.addBytes(place, r.bytes)
	}
	if !near {
		r.slice.keepFar(place, words)
	}
}

// tally adds the counts and records of a block, and of its mirror where that is not
// kept.
func (r *ranger) tally(n [sides]egdb.Counts) {
	twice := r.slice.material.Symmetric() && r.slice.men == nil && r.blackMen != bits.Reverse32(r.whiteMen)
	symmetric := r.slice.material.Symmetric() && r.slice.men == nil
	for side := range sides {
		r.counts[side] = plus(r.counts[side], n[side])
		r.records[side].merge(&r.longest[side])
		if twice {
			r.counts[side] = plus(r.counts[side], n[1-side])
		}
		if symmetric {
			other := r.longest[1-side].mirror()
			r.records[side].merge(&other)
		}
	}
}

// note records that positions of a word are decided, by one of them.
func (r *ranger) note(side, i int, mask uint32, value board.Result, plies int) {
	kind := lossExtreme
	if value == board.Win {
		kind = winExtreme
	}
	l := &r.longest[side]
	if int(l[anyPosition][kind].Plies) >= plies && int(l[quietPosition][kind].Plies) >= plies {
		return
	}
	a, c := r.blackSets.members[i/r.whites], r.whiteSets.members[i%r.whites]
	quiet := mask &^ uint32(r.captures[i]>>(side*squares))
	for _, one := range [2]uint32{mask & -mask, quiet & -quiet} {
		if one != 0 {
			l.note(value, one&quiet != 0, extreme{
				Plies: int32(plies), Black: board.Bitboard(a | one | r.blackMen), White: board.Bitboard(c | r.whiteMen),
				Kings: board.Bitboard(a | one | c),
			})
		}
	}
}
