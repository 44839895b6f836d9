package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame/geometry"
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

// lowest returns the first square of a mask.
func lowest(mask uint32) int { return bits.TrailingZeros32(mask) }

// above returns the first square above all squares of a set.
func above(set uint32) uint { return uint(wordBits/2 - bits.LeadingZeros32(set)) }

// The directions of steps, with Black at the top; the opposite of direction d is
// directions-1-d.
const (
	downLeft   = geometry.DownLeft
	downRight  = geometry.DownRight
	upLeft     = geometry.UpLeft
	upRight    = geometry.UpRight
	directions = geometry.Directions
)

// Black men are crowned on squares from blackCrowns on, white men on squares below
// whiteCrowns.
const (
	blackCrowns = squares - 4
	whiteCrowns = 4
)

// offBoard stands for the square of a step that leaves the board.
const offBoard = -1

// next[d][s] is the square one step from s in direction d, or offBoard.
var next = func() (t [directions][squares]int8) {
	for d := range t {
		for s, to := range geometry.Steps[d] {
			t[d][s] = offBoard
			if to != 0 {
				t[d][s] = int8(to.First())
			}
		}
	}
	return t
}()

// steps[s] is the set of squares one step from s.
var steps = func() (t [squares]uint32) {
	for s := range squares {
		for d := range directions {
			if to := next[d][s]; to != offBoard {
				t[s] |= 1 << to
			}
		}
	}
	return t
}()

// shift moves a set of squares one step.
func shift(d int, set uint32) uint32 { return uint32(geometry.Shift(d, board.Bitboard(set))) }

// dup returns a word that holds the set in both halves.
func dup(set uint32) uint64 { return uint64(set) | uint64(set)<<32 }

// Masks of spread, the same in both halves: the squares from which a shift stays on the
// board and in its half.
const (
	notLastRow  = 0x0FFFFFFF_0FFFFFFF
	notFirstRow = 0xFFFFFFF0_FFFFFFF0
	evenDown    = 0x07070707_07070707
	oddDown     = 0x00E0E0E0_00E0E0E0
	evenUp      = 0x07070700_07070700
	oddUp       = 0xE0E0E0E0_E0E0E0E0
)

// spread returns the squares from which one step of a king leads to a square of x, in both
// halves of the word.
func spread(x uint64) uint64 {
	return x&notLastRow<<4 | x&evenDown<<5 | x&oddDown<<3 |
		x&notFirstRow>>4 | x&evenUp>>3 | x&oddUp>>5
}

// transpose transposes two matrices of 32 by 32 bits, one in each half of the words: bit i
// of word j becomes bit j of word i.
func transpose(m *[squares]uint64) {
	mask := uint64(0x0000FFFF_0000FFFF)
	for width := 16; width != 0; width >>= 1 {
		for row := 0; row < squares; row = (row + width + 1) &^ width {
			t := (m[row]>>width ^ m[row|width]) & mask
			m[row|width] ^= t
			m[row] ^= t << width
		}
		mask ^= mask << (width >> 1)
	}
}
