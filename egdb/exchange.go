package egdb

import "github.com/zonda-checkers/zonda/engine/board"

// exchange plays captures on while a side must capture, each side for its good,
// and values what is left by its material alone: the "material shot" of the
// predictor. The classes tell how good which material is for Black.
type exchange struct {
	classes  []byte // nibbles: by side to move, Black's and White's pieces
	own, opp int    // numbers of codes of Black's and White's pieces
}

// BestClass is the highest class of material, won for Black; the lowest is 0.
const BestClass = 15

// sideCode numbers the kings and men a side may have: fewer pieces come first.
func sideCode(kings, men int) int {
	n := kings + men
	return n*(n+1)/2 + kings
}

// sideCodes is the number of codes of a side that begins with so many pieces.
func sideCodes(pieces int) int { return sideCode(pieces, 0) + 1 }

// newExchange returns the exchange for a slice and the bytes its classes take.
func newExchange(m Material) (e exchange, size int) {
	e = exchange{own: sideCodes(m.Black()), opp: sideCodes(m.White())}
	return e, e.own * e.opp * 2 / 2 // two sides to move, two nibbles a byte
}

// class returns how good a material is for Black, 0 to BestClass.
func (e *exchange) class(own, opp, kings board.Bitboard, whiteMoves bool) int {
	i := sideCode((own&kings).Count(), (own&^kings).Count())*e.opp +
		sideCode((opp&kings).Count(), (opp&^kings).Count())
	if whiteMoves {
		i += e.own * e.opp
	}
	return int(e.classes[i>>1]>>(i&1*4)) & BestClass
}

// black returns the class reached with Black to move.
func (e *exchange) black(own, opp, kings board.Bitboard) int {
	if jumpers := jumpersDown(own, opp, kings); jumpers != 0 {
		return e.blackCaptures(own, opp, kings, jumpers)
	}
	return e.class(own, opp, kings, false)
}

// blackCaptures returns the class that Black's captures with the jumpers lead to.
func (e *exchange) blackCaptures(own, opp, kings, jumpers board.Bitboard) int {
	best := 0
	for ; jumpers != 0; jumpers &= jumpers - 1 {
		from := jumpers.First()
		j := jump{own &^ from.Bit(), opp, kings &^ from.Bit(), ^(own | opp) | from.Bit(), kings.Has(from)}
		best = max(best, e.blackJump(&j, opp, from))
	}
	return best
}

// white returns the class reached with White to move.
func (e *exchange) white(own, opp, kings board.Bitboard) int {
	if jumpers := jumpersUp(own, opp, kings); jumpers != 0 {
		return e.whiteCaptures(own, opp, kings, jumpers)
	}
	return e.class(own, opp, kings, true)
}

// whiteCaptures returns the class that White's captures with the jumpers lead to.
func (e *exchange) whiteCaptures(own, opp, kings, jumpers board.Bitboard) int {
	best := BestClass
	for ; jumpers != 0; jumpers &= jumpers - 1 {
		from := jumpers.First()
		j := jump{opp &^ from.Bit(), own, kings &^ from.Bit(), ^(own | opp) | from.Bit(), kings.Has(from)}
		best = min(best, e.whiteJump(&j, own, from))
	}
	return best
}

// jump is a capture under way: the side's other pieces and all prey, as they stood
// before it, the kings without the jumper, and the free squares. What is taken
// leaves the board only at the end.
type jump struct {
	others, prey, kings, empty board.Bitboard
	king                       bool
}

// blackJump returns the best class of the captures that go on from a square, with
// the prey that is left.
func (e *exchange) blackJump(j *jump, left board.Bitboard, at board.Square) int {
	best := -1
	last := upLeft
	if j.king {
		last = diagonals
	}
	for d := downLeft; d < last; d++ {
		over, to := steps[d][at&31]&left, leaps[d][at&31]&j.empty
		if over != 0 && to != 0 {
			best = max(best, e.blackJump(j, left&^over, to.First()))
		}
	}
	if best >= 0 {
		return best
	}
	kings := j.kings &^ (j.prey &^ left)
	if j.king || at.Bit()&board.WhiteBackRow != 0 {
		kings |= at.Bit()
	}
	return e.white(j.others|at.Bit(), left, kings)
}

// whiteJump is blackJump for White, who wants the lowest class.
func (e *exchange) whiteJump(j *jump, left board.Bitboard, at board.Square) int {
	best := BestClass + 1
	first := upLeft
	if j.king {
		first = downLeft
	}
	for d := first; d < diagonals; d++ {
		over, to := steps[d][at&31]&left, leaps[d][at&31]&j.empty
		if over != 0 && to != 0 {
			best = min(best, e.whiteJump(j, left&^over, to.First()))
		}
	}
	if best <= BestClass {
		return best
	}
	kings := j.kings &^ (j.prey &^ left)
	if j.king || at.Bit()&board.BlackBackRow != 0 {
		kings |= at.Bit()
	}
	return e.black(left, j.others|at.Bit(), kings)
}

// MaterialClasses returns the table of the classes of what captures may leave of m,
// which begins the tables of a model with shots. The class says how good what is
// left is for Black.
func MaterialClasses(m Material, class func(left Material, whiteMoves bool) int) []byte {
	e, size := newExchange(m)
	table := make([]byte, size)
	for i := range e.own * e.opp * 2 {
		left := Material{}
		left.BlackKings, left.BlackMen = sideOf(i / e.opp % e.own)
		left.WhiteKings, left.WhiteMen = sideOf(i % e.opp)
		table[i>>1] |= byte(class(left, i >= e.own*e.opp)&BestClass) << (i & 1 * 4)
	}
	return table
}

// sideOf returns the kings and men of a code.
func sideOf(code int) (kings, men uint8) {
	n := 0
	for sideCode(0, n+1) <= code {
		n++
	}
	return uint8(code - sideCode(0, n)), uint8(n - (code - sideCode(0, n)))
}
