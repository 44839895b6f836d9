package book

import "github.com/zonda-checkers/zonda/engine/board"

// standing returns p as books store it, with Black to move, and whether p had to be
// mirrored for that.
func standing(p board.Position) (board.Position, bool) {
	if p.Turn == board.Black {
		return p, false
	}
	return p.Mirror(), true
}

// turned returns m as it is on the mirrored board.
func turned(m board.Move) board.Move {
	return board.Move{
		Captured: m.Captured.Turned(),
		From:     board.Squares - 1 - m.From, To: board.Squares - 1 - m.To,
	}
}

// turnedIf returns the moves, on the mirrored board if that is asked for. The slice is new.
func turnedIf(mirrored bool, moves []Move) []Move {
	all := make([]Move, len(moves))
	for i, m := range moves {
		if mirrored {
			m.Move = turned(m.Move)
		}
		all[i] = m
	}
	return all
}

// precedes orders stored positions as they lie in a file.
func precedes(a, b board.Position) int {
	switch {
	case a == b:
		return 0
	case a.Black < b.Black, a.Black == b.Black && a.White < b.White,
		a.Black == b.Black && a.White == b.White && a.Kings < b.Kings:
		return -1
	}
	return 1
}
