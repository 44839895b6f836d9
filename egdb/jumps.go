package egdb

import "github.com/zonda-checkers/zonda/engine/board"

// Everything below looks at a position with Black to move: own are Black's pieces,
// opp White's, kings those of both. Tests and moves of both sides are written out,
// for turning the board costs more than they do.

// jumpersDown returns Black's pieces that could capture.
func jumpersDown(own, opp, kings board.Bitboard) board.Bitboard {
	empty := ^(own | opp)
	jumpers := own & ((opp & empty.UpLeft()).UpLeft() | (opp & empty.UpRight()).UpRight())
	if own &= kings; own != 0 {
		jumpers |= own & ((opp & empty.DownLeft()).DownLeft() | (opp & empty.DownRight()).DownRight())
	}
	return jumpers
}

// jumpersUp returns White's pieces that could capture.
func jumpersUp(own, opp, kings board.Bitboard) board.Bitboard {
	empty := ^(own | opp)
	jumpers := opp & ((own & empty.DownLeft()).DownLeft() | (own & empty.DownRight()).DownRight())
	if opp &= kings; opp != 0 {
		jumpers |= opp & ((own & empty.UpLeft()).UpLeft() | (own & empty.UpRight()).UpRight())
	}
	return jumpers
}

// The diagonals. Men go in the two of their colour, kings in all.
const (
	downLeft = iota
	downRight
	upLeft
	upRight
	diagonals
)

// steps and leaps hold the square one and two steps away, none where the board ends.
var steps, leaps = diagonalTable(1), diagonalTable(2)

func diagonalTable(distance int) (t [diagonals][board.Squares]board.Bitboard) {
	for d, shift := range [diagonals]func(board.Bitboard) board.Bitboard{
		downLeft:  board.Bitboard.DownLeft,
		downRight: board.Bitboard.DownRight,
		upLeft:    board.Bitboard.UpLeft,
		upRight:   board.Bitboard.UpRight,
	} {
		for s := range board.Square(board.Squares) {
			t[d][s] = s.Bit()
			for range distance {
				t[d][s] = shift(t[d][s])
			}
		}
	}
	return t
}
