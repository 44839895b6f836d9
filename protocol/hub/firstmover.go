package hub

import "github.com/zonda-checkers/zonda/board"

// firstMover returns the side that made the first move of the game that led to p, and whether
// the side is known. It is known only in a position with all 24 men: each move has moved one man
// forward by one row, so that the rows count the moves of each side. The rows of captured men
// are unknown, and a king can make any number of moves. False is also returned if no game leads to p.
func firstMover(p board.Position) (board.Color, bool) {
	other := p.Turn.Opponent()
	if p.Men(p.Turn).Count() < board.MaxPieces || p.Men(other).Count() < board.MaxPieces {
		return board.Black, false
	}
	switch rowsMoved(p, other) - rowsMoved(p, p.Turn) {
	case 0:
		return p.Turn, true
	case 1:
		return other, true
	}
	return board.Black, false
}

// rowsMoved returns the number of rows that all twelve men of a side have moved since the start.
func rowsMoved(p board.Position, side board.Color) int {
	rows := rowSum(p.Men(side)) - rowSum(board.Start().Men(side))
	if side == board.White {
		return -rows // White moves from row 7 to row 0
	}
	return rows
}

// rowSum returns the sum of the rows of the squares.
func rowSum(squares board.Bitboard) int {
	sum := 0
	for ; squares != 0; squares &= squares - 1 {
		sum += squares.First().Row()
	}
	return sum
}
