package egdb

import "github.com/zonda-checkers/zonda/board"

// The functions of this package that take own, opp and kings look at a position with Black to
// move: own are Black's pieces, opp White's, kings the kings of both. They are written out for
// both sides, because turning the board would take more time.

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
