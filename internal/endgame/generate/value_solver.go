package generate

import (
	"math/bits"
	"time"

	"github.com/zonda-checkers/zonda/internal/endgame"
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
	word                    [sides]uint64 // the present word of initCaptures
}

func newValueSolver(v *Values) *valueSolver {
	w := &valueSolver{valueSet: v, cache: newCache[uint64](v, cacheBytes/wordBytes)}
	w.sets = &v.tables
	w.finder.sink = w
	w.twin = w
	return w
}

// work solves the blocks of a job, and adds the counts to the slice.
func (w *valueSolver) work(j job) (positions uint64) {
	began := time.Now()
	w.slice = w.valueSet.slice(j.form.material)
	w.counts = [sides]endgame.Counts{}
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
func (w *valueSolver) solve() (n [sides]endgame.Counts) {
	s := w.slice
	if s.packed != nil {
		w.cache.begin()
	}
	w.resize()
	w.start()
	w.initCaptures()
	w.moveMen(blackToMove)
	w.moveMen(whiteToMove)
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
func (w *valueSolver) flatCounts(side int) (n endgame.Counts) {
	for i, word := range w.values[side] {
		losses := bits.OnesCount32(uint32(word))
		notWins := bits.OnesCount32(uint32(word >> squares))
		n.Wins += uint64(bits.OnesCount32(w.placed[i]) - notWins)
		n.Losses += uint64(losses)
		n.Draws += uint64(notWins - losses)
	}
	return n
}

// The two bits of a value in a slice without kings.
const (
	menLost   = 1 << iota // L
	menNotWon             // N
	menBits   = iota
)

// solveMen computes the values of a configuration without kings. Men only advance, so every
// move leads to a configuration that is solved.
func (w *valueSolver) solveMen() (n [sides]endgame.Counts) {
	values := [sides]uint64{
		blackToMove: w.twin.menToMove(bits.Reverse32(w.whiteMen), bits.Reverse32(w.blackMen)),
		whiteToMove: w.menToMove(w.blackMen, w.whiteMen),
	}
	kept := uint8(0)
	for side, value := range values {
		var v uint8
		switch value {
		case lostValue:
			v = menLost | menNotWon
			n[side].Losses = 1
		case drawnValue:
			v = menNotWon
			n[side].Draws = 1
		default:
			n[side].Wins = 1
		}
		kept |= v << (side * menBits)
	}
	w.slice.men[w.slice.configuration(w.blackMen, w.whiteMen)] = kept
	return n
}

// menValue returns a value of a slice without kings.
func (s *slice) menValue(configuration int, side uint8) uint64 {
	v := uint64(s.men[configuration] >> (side * menBits))
	return v&menLost | v&menNotWon>>1<<squares
}

// menToMove returns the value for White to move of men against men.
func (w *valueSolver) menToMove(black, white uint32) uint64 {
	best, _ := w.finder.menBest(black, white)
	lost, notWon := ^best>>squares&1, ^best&1
	return lost | notWon<<squares
}

// The value of a position has two bits, here in the places that square 0 has in a word.
const (
	lostValue  uint64 = 1 | 1<<squares // N (does not win) and L (loses)
	drawnValue uint64 = 1 << squares   // N alone
	wonValue   uint64 = 0
)

// everyX times a value is the word with this value for X on every square.
const everyX = 1<<squares - 1

// start sets every placement to "does not win, does not lose". settle only removes bits of
// the first kind and adds bits of the second.
func (w *valueSolver) start() {
	clear(w.placed)
	for side := range sides {
		clear(w.values[side])
		clear(w.dirty[side])
	}
	w.each(func(i int, a, c uint32) {
		placed := ^(a | c | w.men)
		w.placed[i] = placed
		for side := range sides {
			w.values[side][i] = uint64(placed) << squares
			w.dirty[side][i] = 1
		}
	})
}

// settle computes the words from their successors until nothing changes. Bits N (does not
// win) are only removed and bits L (loses) only added. Therefore every order of evaluation
// ends at the same least fixpoint, where the positions still undecided are draws. Only words
// with a changed successor are computed, in rows up and down in turn.
func (w *valueSolver) settle() {
	for changed := true; changed; {
		changed = false
		for rA := range w.blacks {
			changed = w.row(rA) || changed
		}
		if !changed {
			return
		}
		changed = false
		for rA := w.blacks - 1; rA >= 0; rA-- {
			changed = w.row(rA) || changed
		}
	}
}

// row computes the words of one set A for both sides to move.
func (w *valueSolver) row(rA int) bool {
	white := w.whiteRow(rA)
	return w.blackRow(rA) || white
}

func (w *valueSolver) strip(side, rA int) strip {
	at, n := rA*w.whites, w.whites
	return strip{
		words: w.values[side][at:][:n], constant: w.constant[side][at:][:n],
		captures: w.captures[at:][:n], placed: w.placed[at:][:n], dirty: w.dirty[side][at:][:n],
	}
}

func (w *valueSolver) whiteRow(rA int) (changed bool) {
	black, white := w.strip(blackToMove, rA), w.strip(whiteToMove, rA)
	nearA, sets := w.blackSets.nearOf(rA), w.whiteSets
	for rC := range white.dirty {
		old, ok := white.pending(rC)
		if !ok {
			continue
		}
		var successors uint64
		for _, to := range sets.nearOf(rC) {
			successors |= black.words[to]
		}
		word := evaluate(white.constant[rC], successors, uint32(white.captures[rC]>>squares), white.placed[rC])
		if word == old {
			continue
		}
		white.words[rC] = word
		changed = true
		black.dirty[rC] = 1
		for _, from := range nearA {
			w.dirty[blackToMove][int(from)*w.whites+rC] = 1
		}
	}
	return changed
}

func (w *valueSolver) blackRow(rA int) (changed bool) {
	black, white := w.strip(blackToMove, rA), w.strip(whiteToMove, rA)
	nearA, sets := w.blackSets.nearOf(rA), w.whiteSets
	for rC := range black.dirty {
		old, ok := black.pending(rC)
		if !ok {
			continue
		}
		successors := spread(white.words[rC])
		for _, to := range nearA {
			successors |= w.values[whiteToMove][int(to)*w.whites+rC]
		}
		word := evaluate(black.constant[rC], successors, uint32(black.captures[rC]), black.placed[rC])
		if word == old {
			continue
		}
		black.words[rC] = word
		changed = true
		for _, from := range sets.nearOf(rC) {
			white.dirty[from] = 1
		}
	}
	return changed
}

// evaluate returns the new word of positions: from the constant part, and from the OR of the
// king moves' successors, which count where there is no capture.
func evaluate(constant, successors uint64, captures, placed uint32) uint64 {
	all := constant | successors&^dup(captures)
	lost := placed &^ uint32(all>>squares)
	notWon := placed &^ uint32(all)
	return uint64(notWon)<<squares | uint64(lost)
}

// strip holds the words of one set A with one side to move, and the other data of the words.
type strip struct {
	words, constant []uint64
	captures        []uint64 // of both sides to move
	placed          []uint32
	dirty           []uint8
}

// pending returns the word at rC, and whether it must be computed: a successor has changed
// and a position of the word is undecided.
func (s *strip) pending(rC int) (word uint64, ok bool) {
	if s.dirty[rC] == 0 {
		return 0, false
	}
	s.dirty[rC] = 0
	word = s.words[rC]
	return word, uint32(word>>squares)&^uint32(word) != 0
}
