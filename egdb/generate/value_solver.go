package generate

import (
	"math/bits"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/memory"
)

// valueSolver computes the values of blocks, one block at a time. It owns its scratch words
// and its cache.
type valueSolver struct {
	valueSet *Values
	cache    *cache[uint64]
	twin     *valueSolver // solves the other bound; this solver unless the values are bounds
	packer   packer
	slice    *slice
	present
	values, constant        [sides][]uint64
	captures, constantMoves []uint64
	placed                  []uint32
	dirty                   [sides][]uint8
	word                    [sides]uint64 // the present word of seed
}

func newValueSolver(v *Values) *valueSolver {
	w := &valueSolver{valueSet: v, cache: newCache[uint64](v, cacheBytes/wordBytes)}
	w.sets = &v.tables
	w.seeder.exits = w
	w.twin = w
	return w
}

// work solves the blocks of a job, and adds the counts to the slice.
func (w *valueSolver) work(j job) (positions uint64) {
	began := time.Now()
	w.slice = w.valueSet.slice(j.form.material)
	w.counts = [sides]egdb.Counts{}
	if w.slice.packed == nil { // small blocks: one solve for all of them
		w.cache.begin()
	}
	for black, white := range j.blocks {
		w.begin(j.form, black, white)
		if w.slice.men != nil {
			w.count(w.solveMen())
		} else {
			w.count(w.solve())
		}
	}
	w.slice.add(w.counts, time.Since(began))
	return w.positions()
}

// solve computes the present block and keeps it.
func (w *valueSolver) solve() (n [sides]egdb.Counts) {
	s := w.slice
	if s.packed != nil {
		w.cache.begin()
	}
	w.resize()
	w.start()
	w.seed()
	w.menMoves()
	w.settle()
	configuration := s.configuration(w.blackMen, w.whiteMen)
	for side := range sides {
		if s.flat != nil {
			copy(s.flatBlock(configuration*sides+side), w.values[side])
			n[side] = w.flatCounts(side)
		} else {
			var packed []uint64
			packed, n[side] = w.pack(w.values[side], w.men)
			s.packed.add(configuration*sides+side, packed)
		}
	}
	return n
}

// resize makes room for the words of a block of the slice.
func (w *valueSolver) resize() {
	n := w.slice.words()
	if cap(w.captures) < n {
		for side := range sides {
			w.values[side] = memory.Slice[uint64](n)
			w.constant[side] = memory.Slice[uint64](n)
			w.dirty[side] = memory.Slice[uint8](n)
		}
		w.captures = memory.Slice[uint64](n)
		w.constantMoves = memory.Slice[uint64](n)
		w.placed = memory.Slice[uint32](n)
	}
	for side := range sides {
		w.values[side] = w.values[side][:n]
		w.constant[side] = w.constant[side][:n]
		w.dirty[side] = w.dirty[side][:n]
		clear(w.constant[side])
	}
	w.captures = w.captures[:n]
	w.constantMoves = w.constantMoves[:n]
	w.placed = w.placed[:n]
	clear(w.captures)
}

// flatCounts returns the counts of a small block, in which Black has one king.
func (w *valueSolver) flatCounts(side int) (n egdb.Counts) {
	for i, word := range w.values[side] {
		losses := bits.OnesCount32(uint32(word))
		notWins := bits.OnesCount32(uint32(word >> squares))
		n.Wins += uint64(bits.OnesCount32(w.placed[i]) - notWins)
		n.Losses += uint64(losses)
		n.Draws += uint64(notWins - losses)
	}
	return n
}
