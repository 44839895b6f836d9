package eval

import "github.com/zonda-checkers/zonda/board"

// view is a position from both sides, with the sets of squares that several heuristics need. The enemy takes a piece for
// nothing if no own piece can take the enemy's piece in turn.
type view struct {
	own, ownMen, ownKings sides
	foe, foeMen, foeKings sides
	empty                 sides
	toMove                board.Color

	black, white wings    // the numbers of men of Black and of White
	backed       sides    // squares with an own piece diagonally behind them
	open         sides    // squares with an empty square before them
	attacked     attacked // squares where the enemy takes for nothing if the square behind is empty
	hanging      sides    // squares where the enemy takes for nothing
	safe         steps    // squares to which own men can step safely
}

// attacked holds, for each direction of a jump, the squares where an enemy piece from below takes an own piece for
// nothing if the square behind it is empty. That square is also empty if the own piece has just moved away from it.
type attacked struct{ upLeft, upRight sides }

// steps holds the squares to which pieces can step, for each direction down the board.
type steps struct{ downLeft, downRight sides }

// take sets the pieces of the view to those of p. Patterns need only these. A function that returned the view would copy
// it in larger words than it was written in, and the processor would have to wait for the writes.
func (v *view) take(p board.Position) {
	mirrored := p.Mirror()
	v.own, v.foe = join(p.Black, mirrored.Black), join(p.White, mirrored.White)
	kings := join(p.Kings, mirrored.Kings)
	v.ownMen, v.ownKings = v.own&^kings, v.own&kings
	v.foeMen, v.foeKings = v.foe&^kings, v.foe&kings
	v.empty = ^(v.own | v.foe)
	v.toMove = p.Turn
}

// lookAhead sets the other fields of the view, which only the heuristics need: the wings, the steps of own pieces and
// the squares where the enemy takes.
func (v *view) lookAhead() {
	v.black.take(v.ownMen.black())
	v.white.take(v.ownMen.white())
	byMen := steps{v.ownMen.downLeft(), v.ownMen.downRight()} // squares to which men step
	byAll := byMen
	if v.ownKings != 0 {
		byAll.downLeft |= v.ownKings.downLeft()
		byAll.downRight |= v.ownKings.downRight()
	}
	room := steps{v.empty.upRight(), v.empty.upLeft()} // squares with an empty square down-left, and down-right
	v.backed = byAll.downLeft | byAll.downRight
	v.open = room.downLeft | room.downRight

	// After its jump the enemy piece stands on a square where an own piece may take it: by a jump back along the same
	// line, or by a jump across this line if the square behind is empty.
	answeredLeft := (byAll.downRight | byAll.downLeft&room.downLeft).downRight()
	answeredRight := (byAll.downLeft | byAll.downRight&room.downRight).downLeft()
	v.attacked.upLeft = v.foe.upLeft() &^ answeredLeft
	v.attacked.upRight = v.foe.upRight() &^ answeredRight
	v.hanging = v.attacked.upLeft&v.empty.downRight() | v.attacked.upRight&v.empty.downLeft()
	if v.foeKings != 0 {
		v.hanging |= v.foeKings.downRight()&room.downRight | v.foeKings.downLeft()&room.downLeft
	}
	v.safe.downLeft = byMen.downLeft & v.empty &^ (v.hanging | v.attacked.upRight)
	v.safe.downRight = byMen.downRight & v.empty &^ (v.hanging | v.attacked.upLeft)
}
