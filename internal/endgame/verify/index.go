package verify

import (
	"iter"
	"sort"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// index numbers the positions of a slice, with Black to move, from 0 without gaps. The order
// is by black men, then white men, then black kings, then white kings.
type index struct {
	material endgame.Material

	// whiteBefore[r] is the number of placements of all men in which the black men have a
	// rank below r. The last element is the number of all. A table is needed because the
	// number of squares for white men depends on the squares of the black men.
	whiteBefore []uint64

	blackKings, whiteKings uint64 // numbers of placements of these kings, all other pieces fixed
}

func newIndex(m endgame.Material) index {
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
	black, white := p.Black&men, p.White&men
	rank := x.whiteBefore[subsetRank(black, allowed[blackMen])] + subsetRank(white, allowed[whiteMen]&^black)
	rank = rank*x.blackKings + subsetRank(blackKings, ^men)
	return rank*x.whiteKings + subsetRank(p.White&p.Kings, ^men&^blackKings)
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

// kind is a kind of piece, in the order in which an index ranks them: men come first, and
// kings stand on the squares that men leave free.
type kind int

const (
	blackMen kind = iota
	whiteMen
	blackKings
	whiteKings
	kinds
)

// allowed holds the squares on which the pieces of each kind may stand.
var allowed = [kinds]board.Bitboard{
	blackMen:   board.AllSquares &^ board.WhiteBackRow,
	whiteMen:   board.AllSquares &^ board.BlackBackRow,
	blackKings: board.AllSquares,
	whiteKings: board.AllSquares,
}

// placement holds the squares of the pieces of each kind.
type placement [kinds]board.Bitboard

// position returns the placement with Black to move.
func (s *placement) position() board.Position {
	return board.Position{
		Black: s[blackMen] | s[blackKings],
		White: s[whiteMen] | s[whiteKings],
		Kings: s[blackKings] | s[whiteKings],
		Turn:  board.Black,
	}
}

// room returns the squares for pieces of kind k that the kinds ranked before leave free.
func (s *placement) room(k kind) board.Bitboard {
	room := allowed[k]
	for _, taken := range s[:k] {
		room &^= taken
	}
	return room
}

// next goes to the placement with the next rank; after the last comes the first.
func (s *placement) next() {
	for k := kinds - 1; k >= 0; k-- {
		set := nextSubset(s[k], s.room(k))
		if set != 0 {
			s[k] = set
			s.restart(k + 1)
			return
		}
	}
	s.restart(0)
}

// restart puts the pieces of the kinds from k on to their first squares.
func (s *placement) restart(k kind) {
	for ; k < kinds; k++ {
		s[k] = firstSubset(s[k].Count(), s.room(k))
	}
}
