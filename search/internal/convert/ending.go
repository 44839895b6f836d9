package convert

import "github.com/zonda-checkers/zonda/board"

// Ending is what stays the same between two conversions: the winner, the number of pieces and the squares of the men.
type Ending struct {
	Winner board.Color
	Pieces int
	Men    [2]board.Bitboard // by color
}

// EndingOf returns the ending of p, in which the side to move must win.
func EndingOf(p board.Position) Ending {
	return Ending{p.Turn, p.Pieces(), [2]board.Bitboard{p.Men(board.Black), p.Men(board.White)}}
}

// Left reports whether p is no longer in the ending, because of a capture or a move of a man.
func (e *Ending) Left(p board.Position) bool {
	return p.Pieces() != e.Pieces || p.Men(board.Black) != e.Men[board.Black] || p.Men(board.White) != e.Men[board.White]
}

// value returns the value of p for its side to move if the winner still wins.
func (e *Ending) value(p board.Position) board.Result {
	if p.Turn == e.Winner {
		return board.Win
	}
	return board.Loss
}
