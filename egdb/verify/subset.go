package verify

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
)

// The rank of a set of squares is its place among the sets of the same size in the same room,
// which is the set of the squares allowed. Sets are ordered by their highest square, then by
// the next, and so on. With the squares of the room numbered from 0, the rank of
// {a < b < c < ...} is C(a,1) + C(b,2) + C(c,3) + ...

// Sizes of the table of binomials: powers of two, so that the compiler needs no bounds checks.
const (
	roomSizes   = board.Squares
	subsetSizes = 16 // more than a side's pieces
)

// choose holds the binomials C(n,k), n below the number of squares.
var choose = pascal()

func pascal() (t [roomSizes][subsetSizes]uint32) {
	for n := range t {
		t[n][0] = 1
		for k := 1; k <= min(n, subsetSizes-1); k++ {
			t[n][k] = t[n-1][k-1] + t[n-1][k]
		}
	}
	return t
}

// subsets returns the number of sets of size k in a room of n squares, n at most 32.
func subsets(n, k int) uint64 {
	if k == 0 {
		return 1
	}
	return uint64(choose[n-1][k-1]) + uint64(choose[n-1][k])
}

// subsetRank returns the rank of set in room.
func subsetRank(set, room board.Bitboard) (rank uint64) {
	for k := 1; set != 0; k++ {
		lower := room & (set&-set - 1)
		rank += uint64(choose[lower.Count()%roomSizes][k%subsetSizes])
		set &= set - 1
	}
	return rank
}

// subsetAt returns the set of size k with a rank in room.
func subsetAt(rank uint64, k int, room board.Bitboard) (set board.Bitboard) {
	for k > 0 {
		highest := board.Bitboard(1) << (bits.Len32(uint32(room)) - 1)
		room &^= highest
		if smaller := uint64(choose[room.Count()][k]); smaller <= rank {
			rank -= smaller
			set |= highest
			k--
		}
	}
	return set
}

// firstSubset returns the set of size k with rank 0: the lowest squares.
func firstSubset(k int, room board.Bitboard) (set board.Bitboard) {
	for range k {
		set |= room &^ set & -(room &^ set)
	}
	return set
}

// nextSubset returns the set of the same size with the next rank, the empty set after the
// last. The lowest square that can moves up by one, and the squares below it move to the
// lowest squares of the room. The addition finds this square: its carry goes through the
// squares that are in the set or outside the room.
func nextSubset(set, room board.Bitboard) board.Bitboard {
	upper := ((set | ^room) + set&-set) & room
	if upper == 0 {
		return 0
	}
	return upper | firstSubset(set.Count()-upper.Count(), room)
}
