package network

import "github.com/zonda-checkers/zonda/board"

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

// Stages is the number of sets of weights of the first layer. The stage of the game decides, for each view, which set
// counts: men alone need other weights than kings, and few men need others than many.
const Stages = 6

// The stages of a view: three without kings, by the number of pieces, and three with kings, by their owners.
const (
	stageOpening = iota
	stageMiddle
	stageLate
	stageOwnKings
	stageEnemyKings
	stageBothKings
)

// The smallest numbers of pieces of the first two stages.
const (
	openingPieces = 19
	middlePieces  = 13
)

// Stage returns the set of weights of the first layer, 0 to Stages-1, in the view of viewer.
func Stage(p board.Position, viewer board.Color) int {
	own, enemy := p.KingsOf(viewer) != 0, p.KingsOf(viewer.Opponent()) != 0
	switch {
	case own && enemy:
		return stageBothKings
	case own:
		return stageOwnKings
	case enemy:
		return stageEnemyKings
	}
	return stageOfMen(p.Pieces())
}

// stageOfMen returns the stage of a position without kings.
func stageOfMen(pieces int) int {
	switch {
	case pieces >= openingPieces:
		return stageOpening
	case pieces >= middlePieces:
		return stageMiddle
	}
	return stageLate
}

// used reports whether a position can have an input in a stage. Kings are in the stages of their owners alone, and no man
// stands on the row where it would be a king.
func used(stage, input int) bool {
	s := board.Square(input % board.Squares)
	switch input / board.Squares {
	case ownMan:
		return !board.CrowningRow(board.Black).Has(s)
	case enemyMan:
		return !board.CrowningRow(board.White).Has(s)
	case ownKing:
		return stage == stageOwnKings || stage == stageBothKings
	default:
		return stage == stageEnemyKings || stage == stageBothKings
	}
}

// enemyStage returns the stage of White's view if stage is that of Black's.
func enemyStage(stage int) int {
	switch stage {
	case stageOwnKings:
		return stageEnemyKings
	case stageEnemyKings:
		return stageOwnKings
	}
	return stage
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
