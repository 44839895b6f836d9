package verify

import (
	"iter"
	"sort"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// index numbers the positions of a slice, Black to move, from 0 without gaps: by the
// rank of the black men, then the white men, the black kings and the white kings.
type index struct {
	material egdb.Material

	// whiteBefore holds, for the rank of the black men, how many placements of the
	// white men come with lower ranks. It ends with the number of all. Their room
	// depends on how many black men stand on ground of theirs: no formula is shorter.
	whiteBefore []uint64

	blackKings, whiteKings uint64 // placements, all else fixed
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

// countMen returns the placements of white men before those with each rank of the
// black men, and in the end all of them.
func countMen(black, white int) []uint64 {
	var s placement
	ranks := subsets(grounds[blackMen].Count(), black)
	before := make([]uint64, ranks+1)
	s[blackMen] = firstSubset(black, grounds[blackMen])
	for rank := range ranks {
		before[rank+1] = before[rank] + subsets(s.room(whiteMen).Count(), white)
		s[blackMen] = nextSubset(s[blackMen], grounds[blackMen])
	}
	return before
}

// size returns the number of positions.
func (x *index) size() uint64 {
	return x.whiteBefore[len(x.whiteBefore)-1] * x.blackKings * x.whiteKings
}

// rank returns the number of p, which is of the slice and has Black to move.
func (x *index) rank(p board.Position) uint64 {
	men, blackKings := (p.Black|p.White)&^p.Kings, p.Black&p.Kings
	rank := x.menRank(p.Black&men, p.White&men)
	rank = rank*x.blackKings + subsetRank(blackKings, ^men)
	return rank*x.whiteKings + subsetRank(p.White&p.Kings, ^men&^blackKings)
}

func (x *index) menRank(black, white board.Bitboard) uint64 {
	return x.whiteBefore[subsetRank(black, grounds[blackMen])] +
		subsetRank(white, grounds[whiteMen]&^black)
}

// placement returns the placement with the number rank.
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

// place puts n pieces of kind k where they have the given rank.
func (s *placement) place(k kind, n uint8, rank uint64) {
	s[k] = subsetAt(rank, int(n), s.room(k))
}

// positions goes through the positions numbered from to to - 1, with their numbers.
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
