package generate

import (
	"math/bits"

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
