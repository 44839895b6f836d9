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

// The two bits of a value in a slice without kings.
const (
	menLost   = 1 << iota // L
	menNotWon             // N
	menBits   = iota
)

// solveMen computes the values of a configuration without kings. Men only advance, so every
// move leads to a configuration that is solved.
func (w *valueSolver) solveMen() (n [sides]egdb.Counts) {
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
	best, _ := w.seeder.menBest(black, white)
	lost, notWon := ^best>>squares&1, ^best&1
	return lost | notWon<<squares
}

// The sides to move. The values of both are separate.
const (
	blackToMove = iota
	whiteToMove
	sides
)

// menSquares is the number of squares on which a man of one side can stand.
const menSquares = 28

// form is the layout of a material with both sides to move, which is a slice and its mirror.
// The material is the canonical one of the two, see canonical.
//
// A configuration is a placement of the men. Each has a block, which holds all placements of
// the kings. Bit x of a word stands for the placement with one black king, X, on square x.
// The index of the word, rank(A)*whites + rank(C), gives the set A of the other black kings
// and the set C of the white kings.
type form struct {
	material       egdb.Material
	blacks, whites int // sets A and sets C
	whiteMenSets   int
}

// flatWords is the largest number of words of a block that is kept unpacked.
const flatWords = squares

// canonical returns m or its mirror: the material whose form a slice has. If the material has
// kings, Black has a king in the canonical one, and its blocks have fewer words than those of the
// mirror.
func canonical(m egdb.Material) egdb.Material {
	mirror := m.Mirror()
	switch {
	case m.Kings() == 0:
		if m.BlackMen < m.WhiteMen {
			return mirror
		}
		return m
	case m.BlackKings == 0:
		return mirror
	case mirror.BlackKings == 0:
		return m
	}
	words, mirrored := blockWords(m), blockWords(mirror)
	if mirrored < words || mirrored == words && m.BlackMen < m.WhiteMen {
		return mirror
	}
	return m
}

// blockWords returns the number of words of a block for one side to move.
func blockWords(m egdb.Material) int {
	return choose[squares][m.BlackKings-1] * choose[squares][m.WhiteKings]
}

// formOf returns the form of a canonical material.
func formOf(m egdb.Material) form {
	f := form{material: m, whiteMenSets: choose[menSquares][m.WhiteMen]}
	if m.Kings() > 0 {
		f.blacks = choose[squares][m.BlackKings-1]
		f.whites = choose[squares][m.WhiteKings]
	}
	return f
}

// isFlat reports whether blocks are kept unpacked.
func (f *form) isFlat() bool { return f.material.BlackKings == 1 && f.words() <= flatWords }

// words returns the number of words of a block for one side to move.
func (f *form) words() int { return f.blacks * f.whites }

// configurations returns the number of configurations, impossible ones included.
func (f *form) configurations() int {
	return choose[menSquares][f.material.BlackMen] * f.whiteMenSets
}

// configuration returns the number of the configuration of the given men.
func (f *form) configuration(blackMen, whiteMen uint32) int {
	return rank(blackMen)*f.whiteMenSets + rank(bits.Reverse32(whiteMen))
}

// stored reports whether the slice keeps the block of these men. A symmetric slice keeps
// half of its blocks; the other blocks are their mirrors.
func (f *form) stored(blackMen, whiteMen uint32) bool {
	return !f.material.Symmetric() || f.material.Kings() == 0 ||
		rank(blackMen) <= rank(bits.Reverse32(whiteMen))
}

// Classes returns the canonical slices of a number of pieces in the order in which they can
// be solved, by number of men. The slices of one class do not depend on each other.
func Classes(pieces int) [][]egdb.Material {
	classes := make([][]egdb.Material, pieces+1)
	for _, m := range egdb.Slices(pieces) {
		if canonical(m) == m {
			classes[m.Men()] = append(classes[m.Men()], m)
		}
	}
	return classes
}
