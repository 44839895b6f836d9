package eval

import "github.com/zonda-checkers/zonda/engine/board"

// view is a position as the side that moves down the board sees it, with the sets
// of squares that several heuristics need. White looks at the mirrored position:
// every heuristic is written once and treats both sides alike.
type view struct {
	own, ownMen, ownKings board.Bitboard
	foe, foeMen, foeKings board.Bitboard
	empty                 board.Bitboard

	backed    board.Bitboard // squares with an own piece on one of the two squares behind
	open      board.Bitboard // squares with an empty square before them
	loose     board.Bitboard // squares where a piece of ours could be taken for nothing
	lossLeft  board.Bitboard // squares where one that came from the right, going down, is lost
	lossRight board.Bitboard // squares where one that came from the left, going down, is lost
	safeLeft  board.Bitboard // squares that a man reaches safely by a step down and left
	safeRight board.Bitboard // squares that a man reaches safely by a step down and right
	onTheMove bool
}

// look returns Black's view of p.
func look(p board.Position) (v view) {
	v.own, v.ownMen, v.ownKings = p.Black, p.Black&^p.Kings, p.Black&p.Kings
	v.foe, v.foeMen, v.foeKings = p.White, p.White&^p.Kings, p.White&p.Kings
	v.empty = p.Empty()
	v.onTheMove = p.Turn == board.Black

	stepsLeft, stepsRight := v.ownMen.DownLeft(), v.ownMen.DownRight()
	left, right := stepsLeft, stepsRight // from every own piece
	if v.ownKings != 0 {
		left |= v.ownKings.DownLeft()
		right |= v.ownKings.DownRight()
	}
	emptyLeft, emptyRight := v.empty.UpRight(), v.empty.UpLeft() // squares with an empty one down and left (right)
	v.backed = left | right
	v.open = emptyLeft | emptyRight

	// A taker that jumps up and left lands where an own piece behind that square
	// takes it in turn: straight back, or across if there is room to land.
	answeredLeft := (right | left&emptyLeft).DownRight()
	answeredRight := (left | right&emptyRight).DownLeft()
	v.lossRight = v.foe.UpLeft() &^ answeredLeft
	v.lossLeft = v.foe.UpRight() &^ answeredRight
	v.loose = v.lossRight&v.empty.DownRight() | v.lossLeft&v.empty.DownLeft()
	if v.foeKings != 0 {
		v.loose |= v.foeKings.DownRight()&emptyRight | v.foeKings.DownLeft()&emptyLeft
	}
	v.safeLeft = stepsLeft & v.empty &^ (v.loose | v.lossLeft)
	v.safeRight = stepsRight & v.empty &^ (v.loose | v.lossRight)
	return v
}
