package search

import (
	"slices"
	"sync"

	"github.com/zonda-checkers/zonda/board"
)

// oracle knows every position of a few small materials, without the move rule: which
// are lost or won, and in how many plies. It is made backwards from the positions
// without a move, by nothing but the rules. Positions are kept with Black to move.
type oracle struct {
	places    map[board.Position]int32
	positions []board.Position
	plies     []int16 // to the end, odd for wins, even for losses, unknown for draws
}

// unknown marks a position from which nobody can force the end.
const unknown = -1

// material is how many pieces of each kind there are on the board.
type material struct{ blackMen, blackKings, whiteMen, whiteKings int }

func (m material) pieces() int { return m.blackMen + m.blackKings + m.whiteMen + m.whiteKings }

// threePieces holds all endings of two or three pieces and, beside them, two kings
// against two; it takes half a second.
var threePieces = sync.OnceValue(func() *oracle {
	return newOracle(func(m material) bool { return m.pieces() <= 3 || m.blackMen+m.whiteMen == 0 })
})

// fourPieces holds all endings of up to four pieces with two a side at most.
var fourPieces = sync.OnceValue(func() *oracle {
	return newOracle(func(material) bool { return true })
})

// newOracle solves the endings of up to two pieces a side that are wanted.
func newOracle(wanted func(material) bool) *oracle {
	o := &oracle{places: map[board.Position]int32{}}
	for code := range 81 {
		m := material{code % 3, code / 3 % 3, code / 9 % 3, code / 27}
		if m.blackMen+m.blackKings <= 2 && m.whiteMen+m.whiteKings <= 2 && wanted(m) {
			o.place(board.Position{}, m)
		}
	}
	o.plies = slices.Repeat([]int16{unknown}, len(o.positions))
	o.solve()
	return o
}

// place adds every position that has the pieces of m on squares of p still empty.
// Pieces of a kind come in the order of their squares, so that each appears once.
func (o *oracle) place(p board.Position, m material) {
	kinds := []*int{&m.blackMen, &m.blackKings, &m.whiteMen, &m.whiteKings}
	sides := []*board.Bitboard{&p.Black, &p.Black, &p.White, &p.White}
	kind := slices.IndexFunc(kinds, func(n *int) bool { return *n > 0 })
	if kind < 0 {
		o.add(p)
		return
	}
	free, king := p.Empty(), kind%2 == 1
	same := *sides[kind] &^ p.Kings
	if king {
		same = *sides[kind] & p.Kings
	} else {
		free &^= board.CrowningRow(board.Color(kind / 2))
	}
	*kinds[kind]--
	for before := p; free != 0; free &= free - 1 {
		square := free & -free
		if same >= square {
			continue
		}
		p = before
		*sides[kind] |= square
		if king {
			p.Kings |= square
		}
		o.place(p, m)
	}
}

func (o *oracle) add(p board.Position) {
	o.places[p] = int32(len(o.positions))
	o.positions = append(o.positions, p)
}

// children returns the places of the positions after each move.
func (o *oracle) children(place int) []int32 {
	var l board.MoveList
	p := o.positions[place]
	p.Moves(&l)
	found := make([]int32, l.Len())
	for i, m := range l.Slice() {
		found[i] = o.places[p.Play(m).Mirror()]
	}
	return found
}

// solve works backwards: whoever can move to a loss wins, whoever can only move to
// wins loses.
func (o *oracle) solve() {
	parents := make([][]int32, len(o.positions))
	open := make([]int, len(o.positions)) // moves not known to lose
	var settled []int32
	for place := range o.positions {
		below := o.children(place)
		open[place] = len(below)
		for _, child := range below {
			parents[child] = append(parents[child], int32(place))
		}
		if len(below) == 0 {
			o.plies[place] = 0
			settled = append(settled, int32(place))
		}
	}
	for len(settled) > 0 {
		place := settled[0]
		settled = settled[1:]
		for _, parent := range parents[place] {
			open[parent]--
			lost := o.plies[place]%2 == 0
			if o.plies[parent] == unknown && (lost || open[parent] == 0) {
				o.plies[parent] = o.plies[place] + 1
				settled = append(settled, parent)
			}
		}
	}
}

// of returns the plies to the end of the game from p, or unknown for a draw.
func (o *oracle) of(p board.Position) (plies int, ok bool) {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	place, ok := o.places[p]
	if !ok {
		return unknown, false
	}
	return int(o.plies[place]), true
}
