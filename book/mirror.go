package book

import (
	"cmp"

	"github.com/zonda-checkers/zonda/board"
)

// asBlack returns p or its mirror, whichever has Black to move, and whether it is the mirror. Books store
// positions with Black to move.
func asBlack(p board.Position) (_ board.Position, mirrored bool) {
	if p.Turn == board.Black {
		return p, false
	}
	return p.Mirror(), true
}

// mirror returns m as it is on the mirrored board.
func mirror(m board.Move) board.Move {
	return board.Move{
		Captured: m.Captured.Turned(),
		From:     board.Squares - 1 - m.From, To: board.Squares - 1 - m.To,
	}
}

// mirrorIf returns a copy of the moves, on the mirrored board if mirrored is true.
func mirrorIf(mirrored bool, moves []Move) []Move {
	all := make([]Move, len(moves))
	for i, m := range moves {
		if mirrored {
			m.Move = mirror(m.Move)
		}
		all[i] = m
	}
	return all
}

// compare orders stored positions as they lie in a file. Its result is negative if a comes before b.
func compare(a, b board.Position) int {
	return cmp.Or(cmp.Compare(a.Black, b.Black), cmp.Compare(a.White, b.White), cmp.Compare(a.Kings, b.Kings))
}
