package eval

import "github.com/zonda-checkers/zonda/engine/board"

// view is a position as the side that moves down the board sees it, with the sets
// of squares that several heuristics need. White looks at the mirrored position:
// every heuristic is written once and treats both sides alike.
type view struct {
	own, ownMen, ownKings board.Bitboard
	foe, foeMen, foeKings board.Bitboard
	empty                 board.Bitboard
	onTurn                bool

	backed board.Bitboard // squares with an own piece diagonally behind them
	open   board.Bitboard // squares with an empty square before them
	struck struck         // squares where the enemy takes for nothing, given room to land
	loose  board.Bitboard // squares where he takes for nothing
	safe   steps          // squares that own men reach safely
}

// struck is the squares where an enemy piece below takes one of ours for nothing,
// by the direction of its jump, if the square behind ours is empty. A piece that
// comes from that square has emptied it itself.
type struck struct{ upLeft, upRight board.Bitboard }

// steps is squares to go to, by the direction of the step.
type steps struct{ downLeft, downRight board.Bitboard }

// viewOf returns Black's view of p.
func viewOf(p board.Position) (v view) {
	v.own, v.ownMen, v.ownKings = p.Black, p.Black&^p.Kings, p.Black&p.Kings
	v.foe, v.foeMen, v.foeKings = p.White, p.White&^p.Kings, p.White&p.Kings
	v.empty = p.Empty()
	v.onTurn = p.Turn == board.Black
	v.lookAhead()
	return v
}

// lookAhead finds where own men can go and what the enemy can take.
func (v *view) lookAhead() {
	byMen := steps{v.ownMen.DownLeft(), v.ownMen.DownRight()} // squares that they step to
	byAll := byMen
	if v.ownKings != 0 {
		byAll.downLeft |= v.ownKings.DownLeft()
		byAll.downRight |= v.ownKings.DownRight()
	}
	room := steps{v.empty.UpRight(), v.empty.UpLeft()} // squares with an empty one down-left, down-right
	v.backed = byAll.downLeft | byAll.downRight
	v.open = room.downLeft | room.downRight

	// A taker is taken in turn where it lands, by an own piece that jumps back over
	// it along the same line, or across if there is room.
	answeredLeft := (byAll.downRight | byAll.downLeft&room.downLeft).DownRight()
	answeredRight := (byAll.downLeft | byAll.downRight&room.downRight).DownLeft()
	v.struck.upLeft = v.foe.UpLeft() &^ answeredLeft
	v.struck.upRight = v.foe.UpRight() &^ answeredRight
	v.loose = v.struck.upLeft&v.empty.DownRight() | v.struck.upRight&v.empty.DownLeft()
	if v.foeKings != 0 {
		v.loose |= v.foeKings.DownRight()&room.downRight | v.foeKings.DownLeft()&room.downLeft
	}
	v.safe.downLeft = byMen.downLeft & v.empty &^ (v.loose | v.struck.upRight)
	v.safe.downRight = byMen.downRight & v.empty &^ (v.loose | v.struck.upLeft)
}
