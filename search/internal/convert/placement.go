package convert

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
)

// choose holds the binomial coefficients: choose[n][k] sets of k squares can be chosen among n.
var choose = func() (table [board.Squares + 1][board.MaxPieces + 1]int) {
	for n := range table {
		table[n][0] = 1
		for k := 1; n > 0 && k <= board.MaxPieces; k++ {
			table[n][k] = table[n-1][k-1] + table[n-1][k]
		}
	}
	return table
}()

// setsOf returns all sets of n squares in the order of their ranks. n must be larger than 0.
func setsOf(n int) (sets []board.Bitboard) {
	last := uint64(1)<<board.Squares - 1<<(board.Squares-n)
	for set := uint64(1)<<n - 1; ; {
		sets = append(sets, board.Bitboard(set))
		if set == last {
			return sets
		}
		low := set & -set
		carried := set + low
		set = carried | (set^carried)>>2/low
	}
}

// setRank returns the rank of a set, counted from 0, among all sets with the same number of squares.
func setRank(set board.Bitboard) (n int) {
	for k := 1; set != 0; k++ {
		n += choose[bits.TrailingZeros32(uint32(set))][k]
		set &= set - 1
	}
	return n
}

// steps yields every set of kings after a step of one king to a square that is not in taken. The steps of kings are
// reversible, so that these sets are also the sets before a step.
func steps(kings, taken board.Bitboard) func(yield func(board.Bitboard) bool) {
	return func(yield func(board.Bitboard) bool) {
		for rest := kings; rest != 0; rest &= rest - 1 {
			king := rest & -rest
			to := (king.UpLeft() | king.UpRight() | king.DownLeft() | king.DownRight()) &^ taken
			for ; to != 0; to &= to - 1 {
				if !yield(kings ^ king | to&-to) {
					return
				}
			}
		}
	}
}
