package proof

import (
	"context"
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// depthFirst is a depth-first proof-number search (df-pn, Nagai 2002) with a table of fixed size, for questions that
// are larger than the memory of the graph. A position is searched until one of its numbers reaches a limit, beyond
// which another position of the line is more promising.
//
// A position that repeats an earlier one of the line is refuted only if the earlier one is refuted (see suppositions). So
// the answer for a position does not depend on the line that led there.
type depthFirst struct {
	table    table
	leaves   *leaves
	estimate *estimator

	ctx      context.Context
	frames   []*frame // by ply
	supposed suppositions
	visited  uint64 // positions visited since begin, what a budget counts
	limit    uint64 // of visited
	extends  bool   // the limits do not count until a new position is reached
	stopped  bool   // the limit is reached, or the context has ended
	full     bool   // too many refutations are open
	report   func(Progress)
	moves    board.MoveList
}

// deepNumbers are a proof and a disproof number of deepBits bits, by color.
type deepNumbers [2]uint32

const (
	deepInfinite = deepMask
	deepMost     = deepMask - 1 // the largest number of an open position
)

// state returns what the numbers say.
func (n deepNumbers) state() state {
	switch {
	case n[board.Black] == 0:
		return won
	case n[board.White] == 0:
		return lost
	}
	return open
}

// deepNumbersOf returns the numbers of a solved position.
func deepNumbersOf(s state) deepNumbers {
	if s == won {
		return deepNumbers{0, deepInfinite}
	}
	return deepNumbers{deepInfinite, 0}
}

// supposedShare says how many refutations may be open at a time: one for this number of entries of the table.
const supposedShare = 16

// newDepthFirst returns a search with a table of this number of bytes.
func newDepthFirst(l *leaves, e *estimator, bytes int) *depthFirst {
	return &depthFirst{table: newTable(bytes), leaves: l, estimate: e, supposed: suppositions{}}
}

// begin empties the table for another question.
func (d *depthFirst) begin() {
	d.table.clear()
	d.visited, d.full = 0, false
}

// search searches p, which is not known, until it is solved, until this number of positions has been visited, or until ctx
// ends. It returns the state of p. A later call continues from what is in the table.
func (d *depthFirst) search(ctx context.Context, p board.Position, visited uint64) state {
	d.ctx, d.limit, d.extends = ctx, visited, false
	if d.stopped = ctx.Err() != nil; d.stopped {
		return open
	}
	k := exactKeyOf(p)
	if known, found := d.table.get(k); found && known.numbers.state() != open {
		return known.numbers.state()
	}
	clear(d.supposed)
	root := d.frame(0)
	root.position, root.key, root.exactKey, root.base = p, keyOf(p), k, 0
	numbers, _ := d.visit(0, deepNumbers{deepInfinite, deepInfinite})
	return numbers.state()
}

// frame returns the frame of a ply.
func (d *depthFirst) frame(ply int) *frame {
	for len(d.frames) <= ply {
		d.frames = append(d.frames, &frame{})
	}
	return d.frames[ply]
}

// visit searches the position of a frame until a number reaches its limit. It returns the numbers and, if the position
// is refuted, the places of the run that the refutation supposes.
func (d *depthFirst) visit(ply int, limits deepNumbers) (deepNumbers, uint64) {
	f := d.frames[ply]
	begin := d.visited
	d.count(ply)
	known, found := d.table.get(f.exactKey)
	earlier := d.look(ply)
	if found {
		d.extends = d.extends || earlier
	} else {
		known.place, d.extends = lastPlace, false
	}
	for {
		d.combine(f)
		if f.numbers.state() != open || d.stopped || d.beyond(f.numbers, limits) {
			break
		}
		c := &f.children[f.best]
		if c.tooFar {
			d.extends = false
			break
		}
		d.enter(ply, c)
		c.numbers, c.mask = d.visit(ply+1, f.limitsOf(limits))
		d.lookAgain(ply)
	}
	place := ply - f.base
	f.mask &^= 1 << place
	known.numbers, known.move = f.numbers, uint8(f.best)
	known.work = uint8(bits.Len64(min(d.visited-begin, 1<<(1<<workBits-2))))
	known.place = min(known.place, uint8(place))
	d.leave(ply, known)
	return f.numbers, f.mask
}

// deepCheckInterval is the number of visits after which the context is looked at.
const deepCheckInterval = 512

// count counts a visit of the position at a ply, and notes that the search has to stop.
func (d *depthFirst) count(ply int) {
	if d.visited++; d.visited%reportInterval == 0 && d.report != nil {
		d.report(d.progress(ply))
	}
	d.full = d.full || len(d.supposed) > d.table.entries()/supposedShare
	if d.visited%deepCheckInterval == 0 {
		yield.Point()
	}
	if d.visited >= d.limit || d.full || d.visited%deepCheckInterval == 0 && d.ctx.Err() != nil {
		d.stopped = true
	}
}

// beyond reports whether numbers have reached their limits. Below a position with a child that was met earlier in the
// run, the limits do not count until a new position is reached: the search would go back and forth without one
// otherwise (threshold control, Kishimoto 2010).
func (d *depthFirst) beyond(n, limits deepNumbers) bool {
	return !d.extends && (n[board.Black] >= limits[board.Black] || n[board.White] >= limits[board.White])
}

// enter makes a child the next position of the line.
func (d *depthFirst) enter(ply int, c *deepChild) {
	next := d.frame(ply + 1)
	next.position, next.key, next.exactKey, next.base = c.position, c.key, c.exactKey, ply+1
	if c.reversible {
		next.base = d.frames[ply].base
	}
}

// leave stores what is known of the position at a ply.
func (d *depthFirst) leave(ply int, r record) {
	f := d.frames[ply]
	refuted := r.numbers.state() == lost
	if refuted {
		d.refute(f.base, f.key, supposition{f.exactKey, f.mask, r})
	} else {
		d.table.put(f.exactKey, r)
	}
	d.release(ply, refuted, f.mask)
}

// progress returns the numbers of the first position, and the line to a ply.
func (d *depthFirst) progress(ply int) (r Progress) {
	first := d.frames[0].numbers
	r.Proof, r.Disproof = int(first[board.Black]), int(first[board.White])
	for _, f := range d.frames[:ply] {
		f.position.Moves(&d.moves)
		r.Line = append(r.Line, d.moves.Slice()[f.best])
	}
	return r
}

// suppositions holds the positions that are refuted under a condition: that some positions of the line, all in its
// current run of king moves, are refuted too. These positions are a mask with a bit for each place in the run. When the
// deepest of them is refuted, the refutations stand together and suppose what that position supposes; with nothing left
// to suppose they are a closed set. If it is not refuted, they are void. docs/proofs.md has an example.
//
// A move that cannot be taken back begins a new run, before which no position can repeat. So the first position of a
// run supposes nothing when it is refuted, and no mask reaches into another run.
type suppositions map[key]supposition

// supposition is what a refuted position supposes.
type supposition struct {
	exactKey
	mask   uint64
	record record // that the table gets if the refutation holds
}

// lastPlace is the last place of a run that is searched: a mask has a bit for each place from 0 on.
const lastPlace = 62

// deepest returns the last place of a mask, which is not 0.
func deepest(mask uint64) int { return bits.Len64(mask) - 1 }

// refute keeps a refuted position of the run that begins at ply base.
func (d *depthFirst) refute(base int, k key, s supposition) {
	if s.mask == 0 {
		delete(d.supposed, k)
		d.table.put(s.exactKey, s.record)
		return
	}
	d.supposed[k] = s
	f := d.frames[base+deepest(s.mask)]
	f.listed = append(f.listed, k)
}

// release looks again at the refutations whose deepest supposition is the position that the line leaves, at a ply.
// If the position is refuted, what it supposes itself is in the mask.
func (d *depthFirst) release(ply int, refuted bool, mask uint64) {
	f := d.frames[ply]
	own := uint64(1) << (ply - f.base)
	for _, k := range f.listed {
		s := d.supposed[k]
		if !refuted {
			delete(d.supposed, k)
			continue
		}
		s.mask = s.mask&^own | mask
		d.refute(f.base, k, s)
	}
	f.listed = f.listed[:0]
}
