package network

import "github.com/zonda-checkers/zonda/board"

// Shared is the number of inputs that a view has beside its pieces, and whose weights all stages share: what a sum over
// single pieces cannot tell. First come the tiles with their men and kings, which tell neighbours from loners, and then the
// pieces that are threatened.
const Shared = tileInputs + Inputs

// threatened returns the pieces of the side to move that the enemy could take if it were the enemy's turn.
func threatened(p board.Position) board.Bitboard {
	own, down, empty := p.Side(p.Turn), p.Side(p.Turn.Opponent()), p.Empty()
	up := down & p.Kings
	if p.Turn == board.Black {
		down, up = up, down
	}
	return own & (down.DownLeft()&empty.UpRight() | down.DownRight()&empty.UpLeft() |
		up.UpLeft()&empty.DownRight() | up.UpRight()&empty.DownLeft())
}

// VisitShared calls visit with the shared inputs of p, 0 to Shared-1, as viewer sees them.
func VisitShared(p board.Position, viewer board.Color, visit func(input int)) {
	visitTiles(p, viewer, visit)
	for pieces := threatened(p); pieces != 0; pieces &= pieces - 1 {
		s := pieces.First()
		visit(tileInputs + Index(viewer, p.Turn, p.Kings.Has(s), s))
	}
}
