package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/internal/geometry"
)

// squares is the number of squares of the board; bit s of a mask is square s+1.
const squares = 32

// maxSet is the largest number of kings, or of men, of one side.
const maxSet = 8

// choose is the table of binomial coefficients: choose[n][k] is the number of k-sets of n
// squares.
var choose = &geometry.Choose

// rank returns the place of a set among the sets of its size in colexicographic order: the
// sum of choose[square][i] over its members, with i = 1 for the lowest. The sets of the
// first n squares have the ranks below choose[n][k].
func rank(set uint32) int {
	r := 0
	for i := 1; set != 0; i++ {
		r += choose[bits.TrailingZeros32(set)][i]
		set &= set - 1
	}
	return r
}

// sets holds tables of all k-sets of the 32 squares, by rank.
type sets struct {
	members []uint32
	near    []int32 // ranks of the sets that differ by one step of a king; see nearOf
	nearAt  []int32
	with    []int32 // with[r*32+s] is the rank of the set with square s added, none if s is a member
	turned  []int32 // rank of the set on the turned board
}

// none stands for a set that does not exist.
const none int32 = -1

// newSets makes the tables of the k-sets, of about 22k + 140 bytes for each set.
func newSets(k int) *sets {
	n := choose[squares][k]
	t := &sets{
		members: make([]uint32, 0, n),
		nearAt:  make([]int32, 1, n+1),
		with:    make([]int32, 0, n*squares),
		turned:  make([]int32, 0, n),
	}
	set := uint64(1)<<k - 1
	for range n {
		t.append(uint32(set))
		set = nextSet(set)
	}
	return t
}

// nextSet returns the next set of the same size in colexicographic order.
func nextSet(set uint64) uint64 {
	if set == 0 {
		return 0
	}
	low := set & -set
	ripple := set + low
	return ripple | (set^ripple)/low>>2
}

func (t *sets) append(set uint32) {
	t.members = append(t.members, set)
	t.turned = append(t.turned, int32(rank(bits.Reverse32(set))))
	for s := range squares {
		bit := uint32(1) << s
		if set&bit != 0 {
			t.with = append(t.with, none)
			for to := steps[s] &^ set; to != 0; to &= to - 1 {
				t.near = append(t.near, int32(rank(set&^bit|to&-to)))
			}
		} else {
			t.with = append(t.with, int32(rank(set|bit)))
		}
	}
	t.nearAt = append(t.nearAt, int32(len(t.near)))
}

// nearOf returns the ranks of the sets that differ from the set of rank r by one step of a
// king.
func (t *sets) nearOf(r int) []int32 { return t.near[t.nearAt[r]:t.nearAt[r+1]] }

// tables holds the sets of every size that a material needs.
type tables [maxSet + 1]*sets

// need makes the tables of the sets of up to k squares.
func (t *tables) need(k int) {
	for i := range k + 1 {
		if t[i] == nil {
			t[i] = newSets(i)
		}
	}
}

// closure joins the copies of every position by OR. A position with several black kings has
// one copy for each king that takes the place of X. For fixed other kings, the bits by X and
// by one king of A are a 32 by 32 matrix, and the transposed matrix holds the copies with
// both kings exchanged; so joining each matrix with its transpose joins every pair of
// copies. rest are the sets of the fixed black kings, two fewer than Black has.
func closure(words []uint64, whites int, rest *sets) {
	var rows [squares][]uint64
	var matrix, turned [squares]uint64
	for r := range rest.members {
		for s, with := range rest.with[r*squares : (r+1)*squares] {
			rows[s] = nil
			if with != none {
				rows[s] = words[int(with)*whites:][:whites]
			}
		}
		for c := range whites {
			any := uint64(0)
			for s, row := range rows {
				word := uint64(0)
				if row != nil {
					word = row[c]
				}
				matrix[s] = word
				any |= word
			}
			if any == 0 {
				continue
			}
			turned = matrix
			transpose(&turned)
			for s, row := range rows {
				if row != nil {
					row[c] = matrix[s] | turned[s]
				}
			}
		}
	}
}

// The value of a position has two bits, here in the places that square 0 has in a word.
const (
	lostValue  uint64 = 1 | 1<<squares // N (does not win) and L (loses)
	drawnValue uint64 = 1 << squares   // N alone
	wonValue   uint64 = 0
)

// everyX times a value is the word with this value for X on every square.
const everyX = 1<<squares - 1

// seed computes the part of every word that does not depend on king moves in the block.
// constant gets the OR of the values after all captures. captures gets the placements of X
// where the side to move has a capture, Black in the lower half and White in the upper half:
// these positions have no other moves.
func (w *valueSolver) seed() {
	w.each(func(i int, a, c uint32) {
		w.word = [sides]uint64{}
		black := w.seeder.blackCaptures(a, c)
		white := w.seeder.whiteCaptures(a, c)
		w.constant[blackToMove][i] = w.word[blackToMove]
		w.constant[whiteToMove][i] = w.word[whiteToMove]
		w.captures[i] = uint64(black) | uint64(white)<<squares
	})
	if w.slice.material.BlackKings > 1 {
		rest := w.sets[w.slice.material.BlackKings-2]
		closure(w.constant[blackToMove], w.whites, rest)
		closure(w.constant[whiteToMove], w.whites, rest)
		closure(w.captures, w.whites, rest)
	}
}

// add, addOne, withX and position are the methods of exits.
func (w *valueSolver) add(side uint8, mask uint32, j jump) {
	w.word[1-side] |= dup(mask) & w.target(side, &j)
}

func (w *valueSolver) addOne(side uint8, x int, value uint64) { w.word[side] |= value << x }

func (w *valueSolver) withX(j jump, x int) uint64 { return w.target(whiteToMove, &j) >> x & lostValue }

// target returns the word of the pieces of j in the slice of their material. A side without
// pieces has lost.
func (w *valueSolver) target(side uint8, j *jump) uint64 {
	if side == whiteToMove && j.c|j.d == 0 {
		return ^uint64(0)
	}
	if b := w.valueSet.bound; b != nil {
		if b.unknown(1+bits.OnesCount32(j.a|j.b|j.c|j.d), 1+bits.OnesCount32(j.a|j.c)) {
			return b.value(side) * everyX
		}
	}
	kings := uint8(bits.OnesCount32(j.c))
	words := w.cache.words(blockKey{uint8(bits.OnesCount32(j.a)) + 1, kings, side, j.b, j.d})
	return words[rank(j.a)*choose[squares][kings]+rank(j.c)]
}

func (w *valueSolver) position(side uint8, j jump) uint64 {
	if side == blackToMove && j.a|j.b == 0 || side == whiteToMove && j.c|j.d == 0 {
		return lostValue
	}
	m := egdb.Material{
		BlackKings: uint8(bits.OnesCount32(j.a)), BlackMen: uint8(bits.OnesCount32(j.b)),
		WhiteKings: uint8(bits.OnesCount32(j.c)), WhiteMen: uint8(bits.OnesCount32(j.d)),
	}
	if b := w.valueSet.bound; b.unknown(m.Pieces(), m.Kings()) {
		return b.value(side)
	}
	s := w.valueSet.slice(m)
	if s.material != m || !s.stored(j.b, j.d) {
		w = w.twin
		s = w.valueSet.slice(m)
		j = jump{
			a: bits.Reverse32(j.c), b: bits.Reverse32(j.d),
			c: bits.Reverse32(j.a), d: bits.Reverse32(j.b),
		}
		m, side = m.Mirror(), 1-side
	}
	if s.men != nil {
		return s.menValue(s.configuration(j.b, j.d), side)
	}
	x := above(j.a) - 1
	words := w.cache.words(blockKey{m.BlackKings, m.WhiteKings, side, j.b, j.d})
	return words[rank(j.a&^(1<<x))*s.whites+rank(j.c)] >> x & lostValue
}

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

func (w *valueSolver) strip(side, rA int) strip {
	at, n := rA*w.whites, w.whites
	return strip{
		words: w.values[side][at:][:n], constant: w.constant[side][at:][:n],
		captures: w.captures[at:][:n], placed: w.placed[at:][:n], dirty: w.dirty[side][at:][:n],
	}
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
