package verify

import (
	"iter"
	"sort"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// index numbers the positions of a slice, with Black to move, from 0 without gaps. The order
// is by black men, then white men, then black kings, then white kings.
type index struct {
	material egdb.Material

	// whiteBefore[r] is the number of placements of all men in which the black men have a
	// rank below r. The last element is the number of all. A table is needed because the
	// number of squares for white men depends on the squares of the black men.
	whiteBefore []uint64

	blackKings, whiteKings uint64 // numbers of placements of these kings, all other pieces fixed
}

func newIndex(m egdb.Material) index {
	free := board.Squares - m.Men()
	return index{
		material:    m,
		whiteBefore: countMen(int(m.BlackMen), int(m.WhiteMen)),
		blackKings:  subsets(free, int(m.BlackKings)),
		whiteKings:  subsets(free-int(m.BlackKings), int(m.WhiteKings)),
	}
}

// countMen returns whiteBefore for numbers of black and white men.
func countMen(black, white int) []uint64 {
	var s placement
	ranks := subsets(allowed[blackMen].Count(), black)
	before := make([]uint64, ranks+1)
	s[blackMen] = firstSubset(black, allowed[blackMen])
	for rank := range ranks {
		before[rank+1] = before[rank] + subsets(s.room(whiteMen).Count(), white)
		s[blackMen] = nextSubset(s[blackMen], allowed[blackMen])
	}
	return before
}

// size returns the number of positions.
func (x *index) size() uint64 {
	return x.whiteBefore[len(x.whiteBefore)-1] * x.blackKings * x.whiteKings
}

// rank returns the rank of p, which is of the slice and has Black to move.
func (x *index) rank(p board.Position) uint64 {
	men, blackKings := (p.Black|p.White)&^p.Kings, p.Black&p.Kings
	rank := x.menRank(p.Black&men, p.White&men)
	rank = rank*x.blackKings + subsetRank(blackKings, ^men)
	return rank*x.whiteKings + subsetRank(p.White&p.Kings, ^men&^blackKings)
}

// menRank returns the rank of the placement of the men.
func (x *index) menRank(black, white board.Bitboard) uint64 {
	return x.whiteBefore[subsetRank(black, allowed[blackMen])] +
		subsetRank(white, allowed[whiteMen]&^black)
}

// placement returns the placement with a rank.
func (x *index) placement(rank uint64) (s placement) {
	men, kings := rank/(x.blackKings*x.whiteKings), rank%(x.blackKings*x.whiteKings)
	above := sort.Search(len(x.whiteBefore), func(i int) bool { return x.whiteBefore[i] > men })
	black := uint64(above - 1)
	s.place(blackMen, x.material.BlackMen, black)
	s.place(whiteMen, x.material.WhiteMen, men-x.whiteBefore[black])
	s.place(blackKings, x.material.BlackKings, kings/x.whiteKings)
	s.place(whiteKings, x.material.WhiteKings, kings%x.whiteKings)
	return s
}

// place puts n pieces of kind k on the squares that have the given rank.
func (s *placement) place(k kind, n uint8, rank uint64) {
	s[k] = subsetAt(rank, int(n), s.room(k))
}

// positions yields the positions with ranks from from to to-1, with their ranks.
func (x *index) positions(from, to uint64) iter.Seq2[uint64, board.Position] {
	return func(yield func(uint64, board.Position) bool) {
		s := x.placement(from)
		for rank := from; rank < to; rank++ {
			if !yield(rank, s.position()) {
				return
			}
			s.next()
		}
	}
}
