package eval

import "github.com/zonda-checkers/zonda/board"

// heuristic is the number of one of the 22 heuristics.
type heuristic int

// The heuristics in the order in which they are printed. WC92 section 3.2 says how many
// heuristics there are, but not which.
const (
	men heuristic = iota
	kings
	tempo
	backRow
	bridge
	doubleCorner
	dogHole
	centreMen
	runningMen
	safeMoves
	blockedMen
	supportedMen
	exposedPieces
	tiedMen
	lopsidedMen
	kingMoves
	trappedKings
	centreKings
	refuge
	hunt
	theMove
	turn
	heuristics // the number of heuristics
)

// Heuristic is the name of a heuristic, and a sentence that says what the heuristic counts for one side.
type Heuristic struct {
	Name string
	Sees string // what it counts
}

// Heuristics returns the 22 heuristics in the order of Explanation.Terms.
func Heuristics() []Heuristic {
	list := descriptions
	return list[:]
}

var descriptions = [heuristics]Heuristic{
	men:           {"men", "Men on the board."},
	kings:         {"kings", "Kings on the board."},
	tempo:         {"tempo", "Rows that the men have advanced from their back row."},
	backRow:       {"back row", "Men at home on the back row, where they keep the enemy from crowning."},
	bridge:        {"bridge", "The bridge: two men on the back row (1 and 3, or 30 and 32) that guard it alone."},
	doubleCorner:  {"double corner", "Men at home in the own double corner (1 and 5, or 28 and 32)."},
	dogHole:       {"dog hole", "A man in the dog hole (28, or 5 for White), shut in by an enemy man in the corner behind it."},
	centreMen:     {"centre men", "Men on the eight squares of the centre."},
	runningMen:    {"running men", "Men that crown unopposed within three moves: 5, 4 or 3 each for one, two or three moves to go."},
	safeMoves:     {"safe moves", "Quiet moves of men after which the moved man cannot be taken for nothing: mobility that survives exchange."},
	blockedMen:    {"blocked men", "Men with a piece or the board's edge on every square before them."},
	supportedMen:  {"supported men", "Men with an own piece diagonally behind them."},
	exposedPieces: {"exposed pieces", "Pieces that the enemy could take for nothing if it were his turn."},
	tiedMen:       {"tied men", "Men without a safe move on a wing where fewer enemy men hold them."},
	lopsidedMen:   {"lopsided men", "Difference between the men on the left and on the right wing, whichever has more."},
	kingMoves:     {"king moves", "Moves of kings after which the king cannot be taken for nothing."},
	trappedKings:  {"trapped kings", "Kings without a safe move."},
	centreKings:   {"centre kings", "Kings on the eight squares of the centre."},
	refuge:        {"refuge", "Kings of an outnumbered side in either double corner."},
	hunt:          {"hunt", "Nearness of the stronger side's kings to enemy kings: 3, 2 or 1 for each king one, two or three steps away."},
	theMove:       {"the move", "Having the move (the opposition) with even pieces: the last word when both sides run out of free moves."},
	turn:          {"turn", "Being the side to move."},
}

// counts holds the count of each heuristic.
type counts [heuristics]int32

// take sets c to the counts for a view. Features.Take and Explain use it. Evaluate uses view.sum, which is faster.
func (c *counts) take(v *view, by *counter) {
	c[men] = v.men(by)
	c[tempo] = v.tempo(by)
	c[backRow] = by.count(v.backRow())
	c[bridge] = by.count(v.bridge())
	c[doubleCorner] = by.count(v.doubleCorner())
	c[dogHole] = by.count(v.dogHole())
	c[centreMen] = by.count(v.centreMen())
	c[runningMen] = v.runningMen(by)
	c[safeMoves] = v.safeMoves(by)
	c[blockedMen] = by.count(v.blockedMen())
	c[supportedMen] = by.count(v.supportedMen())
	c[exposedPieces] = by.count(v.exposedPieces())
	c[tiedMen] = by.count(v.tiedMen())
	c[lopsidedMen] = v.lopsidedMen(by)
	c[theMove] = v.theMove(by)
	c[turn] = v.turn(by)
	if v.ownKings == 0 { // neither side has a king
		return
	}
	steps := v.kingSteps()
	c[kings] = by.count(v.kings())
	c[kingMoves] = steps.moves(by)
	c[trappedKings] = by.count(steps.trapped(v.ownKings))
	c[centreKings] = by.count(v.centreKings())
	c[refuge] = by.count(v.refuge())
	c[hunt] = v.hunt(by)
}

// kings returns the kings.
func (v *view) kings() sides { return v.ownKings }

// kingSteps holds the squares to which kings can move safely, for each direction of the step.
type kingSteps struct {
	steps
	upLeft, upRight sides
}

// kingSteps returns the squares to which kings can move where the enemy cannot take the king for nothing.
func (v *view) kingSteps() (s kingSteps) {
	free := v.empty &^ v.hanging
	s.downLeft = v.ownKings.downLeft() & free &^ v.attacked.upRight
	s.downRight = v.ownKings.downRight() & free &^ v.attacked.upLeft
	s.upLeft = v.ownKings.upLeft() & free &^ v.foeKings.downRight()
	s.upRight = v.ownKings.upRight() & free &^ v.foeKings.downLeft()
	return s
}

// moves counts the safe moves.
func (s kingSteps) moves(by *counter) int32 {
	return by.count(s.downLeft) + by.count(s.downRight) + by.count(s.upLeft) + by.count(s.upRight)
}

// trapped returns the kings without a safe move.
func (s kingSteps) trapped(kings sides) sides {
	free := s.downLeft.upRight() | s.downRight.upLeft() | s.upLeft.downRight() | s.upRight.downLeft()
	return kings &^ free
}

// centreKings returns the kings in the centre.
func (v *view) centreKings() sides { return v.ownKings & centre }

// refuge returns the kings that stand in a double corner and whose side has fewer pieces.
func (v *view) refuge() sides {
	return v.ownKings & doubleCorners & strongerHalf(0, ofBoth.count(v.own))
}

// hunt counts how near the kings of the side with more pieces are to enemy kings: 3, 2 or
// 1 for a king that is one, two or three steps away from an enemy king.
func (v *view) hunt(by *counter) int32 {
	hunters := v.ownKings & strongerHalf(ofBoth.count(v.own), 0)
	one := v.foeKings.around()
	two := one | one.around()
	three := two | two.around()
	return by.count(hunters&one) + by.count(hunters&two) + by.count(hunters&three)
}

// safeMoves counts the quiet moves of men after which the enemy cannot take the moved man for nothing.
func (v *view) safeMoves(by *counter) int32 {
	return by.count(v.safe.downLeft) + by.count(v.safe.downRight)
}

// blockedMen returns the men with no empty square before them.
func (v *view) blockedMen() sides { return v.ownMen &^ v.open }

// exposedPieces returns the pieces that the enemy could take for nothing if the enemy were to move.
func (v *view) exposedPieces() sides { return v.own & v.hanging }

// wings holds the numbers of men of one side on its left and on its right wing.
type wings struct{ left, right int32 }

// take sets w to the numbers of men on the wings.
func (w *wings) take(men board.Bitboard) {
	left, right := leftWing.black(), rightWing.black()
	w.left, w.right = int32((men & left).Count()), int32((men & right).Count())
}

// all returns the number of the men.
func (w *wings) all() int32 { return w.left + w.right }

// surplus returns the difference between the numbers of men on the two wings, without its sign.
func (w *wings) surplus() int32 {
	d := w.left - w.right
	return max(d, -d)
}

// men counts the men.
func (v *view) men(by *counter) int32 { return by.number(v.black.all(), v.white.all()) }

// tempo counts, over all men, the rows that each has advanced from its back row.
func (v *view) tempo(by *counter) int32 {
	return by.count(v.ownMen&rowsWith1) + 2*by.count(v.ownMen&rowsWith2) + 4*by.count(v.ownMen&rowsWith4)
}

// backRow returns the men on their own back row, where they keep the enemy from crowning.
func (v *view) backRow() sides { return v.ownMen & home }

// bridge returns the man on square 1 if the bridge is complete: men on square 1 and square 3, which guard the back row.
func (v *view) bridge() sides { return v.ownMen & square1 & (v.ownMen & square3 >> bridgeSpan) }

// doubleCorner returns the men on the squares 1 and 5, in their own double corner.
func (v *view) doubleCorner() sides { return v.ownMen & ownDoubleCorner }

// dogHole returns the man on square 28, the dog hole, if an enemy man on square 32 shuts it in.
func (v *view) dogHole() sides { return v.ownMen & ownDogHole & (v.foeMen & dogHoleGuard).behind() }

// centreMen returns the men in the centre.
func (v *view) centreMen() sides { return v.ownMen & centre }

// supportedMen returns the men with a piece of their own side diagonally behind them.
func (v *view) supportedMen() sides { return v.ownMen & v.backed }

// tiedMen returns the men without a safe move on a wing where the enemy has fewer men.
// CHINOOK lost games because its evaluation did not know such men (WC92 section 3.2).
func (v *view) tiedMen() sides {
	held := v.ownMen &^ (v.safe.downLeft.upRight() | v.safe.downRight.upLeft())
	west := westWing & strongerHalf(v.black.left, v.white.right)
	east := eastWing & strongerHalf(v.black.right, v.white.left)
	return held & (west | east)
}

// lopsidedMen counts the difference between the numbers of men on the two wings, without its sign.
func (v *view) lopsidedMen(by *counter) int32 { return by.number(v.black.surplus(), v.white.surplus()) }

// Sets of squares that have a name, for both sides. The numbers of squares are those of Black; White's squares are the
// mirrored ones.
const (
	square1  sides = 1 << 0 * bothSides
	square3  sides = 1 << 2 * bothSides
	square5  sides = 1 << 4 * bothSides
	square28 sides = 1 << 27 * bothSides
	square32 sides = 1 << 31 * bothSides

	home            sides = 0x0000000F * bothSides
	crownRow        sides = 0xF0000000 * bothSides
	bridgeSpan            = 2 // from square 1 to square 3
	ownDoubleCorner       = square1 | square5
	doubleCorners         = ownDoubleCorner | square28 | square32
	ownDogHole            = square28               // an own man here is shut in ...
	dogHoleGuard          = square32               // ... by an enemy man here
	ownSystem       sides = 0x0F0F0F0F * bothSides // the four columns that begin on the own back row
	centre          sides = 0x00666600 * bothSides // squares 10, 11, 14, 15, 18, 19, 22 and 23
	crownInThree    sides = 0x0FFF0000 * bothSides // the three rows before the crowning row
)

// The wings. The left wing of Black and the right wing of White are the same squares of the board.
const (
	leftWing  sides = 0x33333333 * bothSides // the four columns on the left
	rightWing sides = 0xCCCCCCCC * bothSides
	westWing        = leftWing&blackHalf | rightWing&whiteHalf
	eastWing        = ^westWing
)

// The rows whose number, counted from 0, has the binary digit 1, 2 or 4. The number of a man's row is the number of rows
// that the man has advanced.
const (
	rowsWith1 sides = 0xF0F0F0F0 * bothSides
	rowsWith2 sides = 0xFF00FF00 * bothSides
	rowsWith4 sides = 0xFFFF0000 * bothSides
)

// The count of a running man, by the number of moves that it needs to crown.
const (
	runsIn1 = 5
	runsIn2 = 4
	runsIn3 = 3
)

// runningMen counts the men that crown unopposed within three moves. A man that needs fewer moves
// counts more.
//
// The function goes back from the crowning row, step by step. A step to a square is unopposed if the square is empty
// and no enemy piece can be next to it in time. On the crowning row no piece can be taken.
func (v *view) runningMen(by *counter) int32 {
	runners := v.ownMen & crownInThree
	if runners == 0 {
		return 0
	}
	near := v.foe | v.reach(v.foe)
	nearer := near | v.reach(near)
	last := (v.empty & crownRow).behind()
	second := (last & v.empty &^ near).behind()
	secondOfThree := (last & v.empty &^ nearer).behind()
	third := (secondOfThree & v.empty &^ near).behind()
	return runsIn1*by.count(runners&last) + runsIn2*by.count(runners&second) + runsIn3*by.count(runners&third)
}

// reach returns the squares to which enemy pieces on the squares of s can step: ahead for men, in all
// directions for kings.
func (v *view) reach(s sides) sides {
	r := s.behind()
	if v.foeKings != 0 {
		r |= s.ahead() & v.foeKings.nonEmptyHalves()
	}
	return r
}
