package generate

import (
	"cmp"
	"context"
	"math/bits"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/memory"
)

// distanceSolver computes the distances of blocks, one block at a time. It owns its scratch
// words and its cache.
type distanceSolver struct {
	ctx       context.Context // when it ends, a large block is left unfinished
	distances *Distances
	metric    endgame.Metric
	cache     *cache[scores]
	bytes     []byte
	slice     *distanceSlice
	present
	word     int             // the present word of initCaptures
	half     [sides]half     // by side to move
	captures []uint64        // placements of X with a capture: Black in the lower half, White in the upper
	changes  []change        // are made at the end of the pass
	max      [sides]extremes // of the block
	records  [sides]extremes // of the job
}

// half holds the positions of a block with one side to move, word by word. An exit is a
// capture, a crowning or a move of a man: a move that leaves the block.
type half struct {
	scores  []scores // of a settled position its score, of any other the best score of its exits
	settled []uint64 // the values settled so far, in the form of the words of a slice
	exits   []uint64 // upper half: an exit is not yet known to win for the opponent; lower half: an exit is known to lose for the opponent
	open    []uint32 // positions that are not settled and have no capture
	dirty   grid     // words with a successor that has just been settled
	events  agenda   // words by the pass in which one of their exits becomes known
}

// distanceCache is the memory for the unpacked blocks of a solver of distances, in bytes.
const distanceCache = 192 << 20

func newDistanceSolver(ctx context.Context, d *Distances) *distanceSolver {
	r := &distanceSolver{ctx: ctx, distances: d, metric: d.metric}
	r.sets = &d.tables
	r.cache = newCache[scores](d, distanceCache/scoresBytes)
	r.finder.sink = r
	return r
}

// work computes the blocks of a job, and adds the counts and longest distances to the slice.
func (r *distanceSolver) work(j job) (positions uint64) {
	began := time.Now()
	r.slice = r.distances.slice(j.form.material)
	r.counts = [sides]endgame.Counts{}
	r.records = [sides]extremes{newExtremes(), newExtremes()}
	if r.slice.packed == nil { // small blocks: one solve for all of them
		r.cache.begin()
	}
	for black, white := range j.blocks {
		if r.stopped() {
			break
		}
		r.begin(j.form, black, white)
		r.max = [sides]extremes{newExtremes(), newExtremes()}
		if r.slice.men != nil {
			r.count(r.solveMen())
		} else {
			r.count(r.solve())
		}
		r.record()
	}
	r.slice.add(r.counts, time.Since(began))
	r.slice.note(r.records)
	return r.positions()
}

// stopped reports whether the context has ended.
func (r *distanceSolver) stopped() bool { return r.ctx.Err() != nil }

// solve computes the present block and keeps it, unless the context ends before.
func (r *distanceSolver) solve() (n [sides]endgame.Counts) {
	if r.slice.packed != nil {
		r.cache.begin()
	}
	m := r.slice.material
	r.resize()
	r.start()
	r.initCaptures()
	r.moveMen(blackToMove)
	r.moveMen(whiteToMove)
	r.plan()
	r.passes()
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

// solveMen computes the scores of a configuration without kings. Men only advance, so every
// move leads to a configuration that is solved.
func (r *distanceSolver) solveMen() (n [sides]endgame.Counts) {
	black, white := r.blackMen, r.whiteMen
	kept := uint32(0)
	for side := range sides {
		own, other := white, black
		if side == blackToMove {
			own, other = bits.Reverse32(black), bits.Reverse32(white)
		}
		v := topScore
		best, captures := r.finder.menBest(other, own)
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
		r.max[side].note(d.Value, !captures, extreme{
			Plies: int32(d.Plies), Black: board.Bitboard(black), White: board.Bitboard(white),
		})
	}
	r.slice.men[r.slice.configuration(black, white)] = kept
	return n
}

// resize makes room for the words of a block of the slice.
func (r *distanceSolver) resize() {
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
func (r *distanceSolver) start() {
	for side := range r.half {
		clear(r.half[side].settled)
	}
	r.each(func(i int, a, c uint32) {
		for side := range r.half {
			r.half[side].settled[i] = uint64(^(a | c | r.men)) << squares
		}
	})
}

// finish settles all open positions as draws and counts all positions: every set of black
// kings once, with its highest king as X.
func (r *distanceSolver) finish(h *half) (n endgame.Counts) {
	r.each(func(i int, a, c uint32) {
		low := above(a)
		lost, notWon := uint32(h.settled[i]), uint32(h.settled[i]>>squares)
		if drawn := notWon &^ lost; drawn != 0 {
			h.scores[i].put(drawnScore, drawn)
			n.Draws += uint64(bits.OnesCount64(uint64(drawn) >> low))
		}
		n.Losses += uint64(bits.OnesCount64(uint64(lost) >> low))
		n.Wins += uint64(bits.OnesCount64(uint64(^(a|c|r.men)&^notWon) >> low))
	})
	return n
}

// keep puts the scores of a block into the slice.
func (r *distanceSolver) keep(place int, words []scores) {
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
		r.slice.keepWide(place, words)
	}
}

// record adds the longest distances of a block to those of the job, and those of the mirrored block where it is not kept.
func (r *distanceSolver) record() {
	for side := range sides {
		r.records[side].merge(&r.max[side])
		if r.slice.material.Symmetric() && r.slice.men == nil {
			other := r.max[1-side].mirror()
			r.records[side].merge(&other)
		}
	}
}

// note compares the plies of the positions in mask of word i, which have distance d, with the longest distances. One
// of the positions becomes the example.
func (r *distanceSolver) note(side, i int, mask uint32, d egdb.Distance) {
	kind := kindOf(d.Value)
	l := &r.max[side]
	if int(l[anyPosition][kind].Plies) >= d.Plies && int(l[quietPosition][kind].Plies) >= d.Plies {
		return
	}
	a, c := r.blackSets.members[i/r.whites], r.whiteSets.members[i%r.whites]
	quiet := mask &^ uint32(r.captures[i]>>(side*squares))
	for _, one := range [2]uint32{mask & -mask, quiet & -quiet} {
		if one != 0 {
			l.note(d.Value, one&quiet != 0, extreme{
				Plies: int32(d.Plies), Black: board.Bitboard(a | one | r.blackMen), White: board.Bitboard(c | r.whiteMen),
				Kings: board.Bitboard(a | one | c),
			})
		}
	}
}

// extreme is a longest distance and a position with that distance. Of several positions it is
// the first in a fixed order, so that the number of threads does not matter. Plies is -1 if
// there is no position.
type extreme struct {
	Plies               int32
	Black, White, Kings board.Bitboard
}

// longest holds the longest wins and losses of one side to move: of all positions, and of
// those without a capture to play. The board stands as in the blocks.
type extremes [2][2]extreme

const (
	anyPosition = iota
	quietPosition
)

const (
	lossExtreme = iota
	winExtreme
)

// kindOf returns the kind of a decided value.
func kindOf(value board.Result) int {
	if value == board.Win {
		return winExtreme
	}
	return lossExtreme
}

// noExtreme has no position.
var noExtreme = extreme{Plies: -1}

func newExtremes() extremes {
	return extremes{{noExtreme, noExtreme}, {noExtreme, noExtreme}}
}

// position returns the position with Black to move.
func (e *extreme) position() board.Position {
	return board.Position{Black: e.Black, White: e.White, Kings: e.Kings}
}

// better reports whether another extreme replaces e.
func (e *extreme) better(other *extreme) bool {
	return cmp.Or(cmp.Compare(other.Plies, e.Plies), cmp.Compare(e.Black, other.Black),
		cmp.Compare(e.White, other.White), cmp.Compare(e.Kings, other.Kings)) > 0
}

func (l *extremes) merge(other *extremes) {
	for i := range l {
		for j := range l[i] {
			if l[i][j].better(&other[i][j]) {
				l[i][j] = other[i][j]
			}
		}
	}
}

// note compares a decided position with the longest distances.
func (l *extremes) note(value board.Result, quiet bool, e extreme) {
	kind := kindOf(value)
	if l[anyPosition][kind].better(&e) {
		l[anyPosition][kind] = e
	}
	if quiet && l[quietPosition][kind].better(&e) {
		l[quietPosition][kind] = e
	}
}

// mirror returns the longest distances with their positions on the turned board.
func (l *extremes) mirror() (m extremes) {
	for i := range l {
		for j, e := range l[i] {
			p := e.position().Mirror()
			m[i][j] = extreme{e.Plies, p.Black, p.White, p.Kings}
		}
	}
	return m
}

// Longest returns the longest distances of m with Black to move, false if the slice is
// not solved.
func (d *Distances) Longest(m endgame.Material) (endgame.Longest, bool) {
	s := d.slice(m)
	if s == nil {
		return endgame.Longest{}, false
	}
	l := s.max[blackToMove]
	if s.material != m {
		l = s.max[whiteToMove]
		l = l.mirror()
	}
	export := func(e extreme) endgame.Extreme { return endgame.Extreme{Plies: int(e.Plies), Position: e.position()} }
	return endgame.Longest{
		Win: export(l[anyPosition][winExtreme]), Loss: export(l[anyPosition][lossExtreme]),
		QuietWin: export(l[quietPosition][winExtreme]), QuietLoss: export(l[quietPosition][lossExtreme]),
	}, true
}
