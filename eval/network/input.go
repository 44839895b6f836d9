package network

import "github.com/zonda-checkers/zonda/engine/board"

// Inputs is the number of inputs of a side's view: a man and a king of its own, a man and a king of the enemy, each
// on 32 squares.
const Inputs = kinds * board.Squares

// The inputs of a view are in blocks of 32 squares, one block for each kind of piece.
const (
	ownMan = iota
	ownKing
	enemyMan
	enemyKing
	kinds
)

// Index returns the input, 0 to Inputs-1, that a piece of owner on square s has in the view of viewer. A side sees
// the board so that its men move down (towards square 32): Black as it is, White turned and with the colours swapped.
func Index(viewer, owner board.Color, king bool, s board.Square) int {
	kind := ownMan
	if owner != viewer {
		kind = enemyMan
	}
	if king {
		kind++
	}
	if viewer == board.White {
		s = board.Squares - 1 - s
	}
	return kind*board.Squares + int(s)
}

// Buckets is the number of sets of output weights. The number of pieces on the board decides which set counts.
const Buckets = 8

// allPieces is the number of pieces at the start.
const allPieces = 2 * board.MaxPieces

// bucketPieces is the number of pieces that the buckets share: bucket 7 holds the positions of 8 pieces and fewer,
// which endgame databases know best.
const bucketPieces = 18

// Bucket returns the set of output weights, 0 to 7, for a number of pieces on the board, 0 to 24. Bucket 0 is for
// the most pieces.
func Bucket(pieces int) int {
	return min(Buckets-1, (allPieces-pieces)*Buckets/bucketPieces)
}

// inputs calls visit with the inputs of all pieces in p as viewer sees them.
func inputs(p board.Position, viewer board.Color, visit func(input int)) {
	for pieces := ^p.Empty(); pieces != 0; pieces &= pieces - 1 {
		s := pieces.First()
		owner := board.Black
		if p.White.Has(s) {
			owner = board.White
		}
		visit(Index(viewer, owner, p.Kings.Has(s), s))
	}
}
