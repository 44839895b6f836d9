package eval

import "github.com/zonda-checkers/zonda/engine/board"

// view is a position as each side sees it, with the sets of squares that several heuristics
// need.
type view struct {
	own, ownMen, ownKings sides
	foe, foeMen, foeKings sides
	empty                 sides
	toMove                board.Color

	black, white wings  // the men
	backed       sides  // squares with an own piece diagonally behind them
	open         sides  // squares with an empty square before them
	struck       struck // squares where the enemy takes for nothing, given room to land
	loose        sides  // squares where he takes for nothing
	safe         steps  // squares that own men reach safely
}

// struck is the squares where an enemy piece below takes one of ours for nothing,
// by the direction of its jump, if the square behind ours is empty. A piece that
// comes from that square has emptied it itself.
type struck struct{ upLeft, upRight sides }

// steps is squares to go to, by the direction of the step.
type steps struct{ downLeft, downRight sides }

// take fills the view with the pieces of p, which is all that patterns need. It is filled in
// place: returned as a value, it would be copied in larger pieces than it was written in, for
// which processors have to wait.
func (v *view) take(p board.Position) {
	mirrored := p.Mirror()
	v.own, v.foe = join(p.Black, mirrored.Black), join(p.White, mirrored.White)
	kings := join(p.Kings, mirrored.Kings)
	v.ownMen, v.ownKings = v.own&^kings, v.own&kings
	v.foeMen, v.foeKings = v.foe&^kings, v.foe&kings
	v.empty = ^(v.own | v.foe)
	v.toMove = p.Turn
}

// lookAhead adds what heuristics need: where the men are, where they can go and what the enemy
// can take.
func (v *view) lookAhead() {
	v.black.take(v.ownMen.black())
	v.white.take(v.ownMen.white())
	byMen := steps{v.ownMen.downLeft(), v.ownMen.downRight()} // squares that they step to
	byAll := byMen
	if v.ownKings != 0 {
		byAll.downLeft |= v.ownKings.downLeft()
		byAll.downRight |= v.ownKings.downRight()
	}
	room := steps{v.empty.upRight(), v.empty.upLeft()} // squares with an empty one down-left, down-right
	v.backed = byAll.downLeft | byAll.downRight
	v.open = room.downLeft | room.downRight

	// A taker is taken in turn where it lands, by an own piece that jumps back over
	// it along the same line, or across if there is room.
	answeredLeft := (byAll.downRight | byAll.downLeft&room.downLeft).downRight()
	answeredRight := (byAll.downLeft | byAll.downRight&room.downRight).downLeft()
	v.struck.upLeft = v.foe.upLeft() &^ answeredLeft
	v.struck.upRight = v.foe.upRight() &^ answeredRight
	v.loose = v.struck.upLeft&v.empty.downRight() | v.struck.upRight&v.empty.downLeft()
	if v.foeKings != 0 {
		v.loose |= v.foeKings.downRight()&room.downRight | v.foeKings.downLeft()&room.downLeft
	}
	v.safe.downLeft = byMen.downLeft & v.empty &^ (v.loose | v.struck.upRight)
	v.safe.downRight = byMen.downRight & v.empty &^ (v.loose | v.struck.upLeft)
}
