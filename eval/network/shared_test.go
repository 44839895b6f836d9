package network

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval/internal/evaltest"
)

// shared returns the shared inputs of a position in a view, sorted.
func shared(p board.Position, viewer board.Color) (list []int) {
	VisitShared(p, viewer, func(input int) { list = append(list, input) })
	slices.Sort(list)
	return list
}

// The tiles are those of loops over rows and columns, a threat is a capture of one piece, and a side sees its own pieces move down.
func TestVisitShared(t *testing.T) {
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		var want []int
		first := 0
		for tile := range tiles {
			state, digit := 0, 1
			for _, s := range squaresOf(tile) {
				switch {
				case p.Black.Has(s):
					state += digit
				case p.White.Has(s):
					state += 2 * digit
				}
				digit *= 3
			}
			if state != 0 {
				want = append(want, first+state-1)
			}
			first += digit - 1
		}
		for s := range board.Square(board.Squares) {
			if p.Side(p.Turn).Has(s) && canBeTaken(p, s) {
				want = append(want, 3072+Index(board.Black, p.Turn, p.Kings.Has(s), s))
			}
		}
		slices.Sort(want)
		require.Equal(t, want, shared(p, board.Black))
		require.Equal(t, want, shared(p.Mirror(), board.White))
	})
}

// squaresOf returns the squares of a tile: the left or the right two of each row from 1 to 3, 4 and 5, or 6 to 8.
func squaresOf(tile int) (list []board.Square) {
	for _, row := range [][]board.Square{{0, 4, 8}, {12, 16}, {20, 24, 28}}[tile/2] {
		left := row + 2*board.Square(tile%2)
		list = append(list, left, left+1)
	}
	return list
}

// canBeTaken reports whether the piece on s is the first that a capture of the other side takes.
func canBeTaken(p board.Position, s board.Square) bool {
	p.Turn = p.Turn.Opponent()
	var l board.MoveList
	for from := p.Jumpers(); from != 0; from &= from - 1 {
		jumper := from.First()
		one := board.Position{Turn: p.Turn, Kings: p.Kings & (jumper.Bit() | s.Bit())}
		blocked := p.Empty() ^ ^board.Bitboard(0) ^ jumper.Bit() ^ s.Bit() // by pieces of the jumper's side, which it cannot take
		if p.Turn == board.Black {
			one.Black, one.White = jumper.Bit()|blocked, s.Bit()
		} else {
			one.White, one.Black = jumper.Bit()|blocked, s.Bit()
		}
		one.Captures(&l)
		if slices.ContainsFunc(l.Slice(), func(m board.Move) bool {
			return one.Path(m)[0] == jumper && one.Play(m).Side(p.Turn.Opponent()) == 0
		}) {
			return true
		}
	}
	return false
}
