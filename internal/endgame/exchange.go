package endgame

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame/geometry"
)

// exchange plays a sequence of captures until the side to move cannot capture. Each side chooses
// the captures that are best for it. The material of the last position gives the result: its
// class says how good the material is for Black.
type exchange struct {
	classes  []byte // four bits each: by side to move, by code of Black's pieces, by code of White's
	own, opp int    // numbers of codes of Black's and White's pieces
}

// BestClass is the highest class of material, the best for Black; the lowest is 0.
const BestClass = 15

// sideCode returns the number of a combination of kings and men of one side. Combinations of
// fewer pieces have lower numbers.
func sideCode(kings, men int) int {
	n := kings + men
	return n*(n+1)/2 + kings
}

// sideCodes returns the number of codes of a side with at most the given number of pieces, which the
// side may have after captures.
func sideCodes(pieces int) int { return sideCode(pieces, 0) + 1 }

// newExchange returns the exchange of a slice without its classes, and the number of bytes of
// the classes.
func newExchange(m Material) (e exchange, size int) {
	e = exchange{own: sideCodes(m.Black()), opp: sideCodes(m.White())}
	return e, e.own * e.opp * 2 / 2 // two sides to move, two classes a byte
}

// class returns the class of the material of a position.
func (e *exchange) class(own, opp, kings board.Bitboard, whiteMoves bool) int {
	return e.classOf(sideCode((own&kings).Count(), (own&^kings).Count()), sideCode((opp&kings).Count(), (opp&^kings).Count()), whiteMoves)
}

// classOf returns the class of the material with the given codes of Black's and White's pieces.
func (e *exchange) classOf(own, opp int, whiteMoves bool) int {
	i := own*e.opp + opp
	if whiteMoves {
		i += e.own * e.opp
	}
	return int(e.classes[i>>1]>>(i&1*4)) & BestClass
}

// black returns the class that the captures lead to, with Black to move.
func (e *exchange) black(own, opp, kings board.Bitboard) int {
	if jumpers := JumpersDown(own, opp, kings); jumpers != 0 {
		return e.blackCaptures(own, opp, kings, jumpers)
	}
	return e.class(own, opp, kings, false)
}

// blackCaptures returns the best class that Black's captures with one of the jumpers lead to.
func (e *exchange) blackCaptures(own, opp, kings, jumpers board.Bitboard) int {
	best := 0
	for ; jumpers != 0 && best < BestClass; jumpers &= jumpers - 1 {
		from := jumpers.First()
		j := jump{own &^ from.Bit(), opp, kings &^ from.Bit(), ^(own | opp) | from.Bit(), kings.Has(from)}
		best = max(best, e.blackJump(&j, opp, from))
	}
	return best
}

// white returns the class that the captures lead to, with White to move.
func (e *exchange) white(own, opp, kings board.Bitboard) int {
	if jumpers := jumpersUp(own, opp, kings); jumpers != 0 {
		return e.whiteCaptures(own, opp, kings, jumpers, 0)
	}
	return e.class(own, opp, kings, true)
}

// whiteCaptures returns the lowest class that White's captures with one of the jumpers lead to. If that is not above enough, it
// may return another class that is not above enough either.
func (e *exchange) whiteCaptures(own, opp, kings, jumpers board.Bitboard, enough int) int {
	best := BestClass
	for ; jumpers != 0 && best > enough; jumpers &= jumpers - 1 {
		from := jumpers.First()
		j := jump{opp &^ from.Bit(), own, kings &^ from.Bit(), ^(own | opp) | from.Bit(), kings.Has(from)}
		best = min(best, e.whiteJump(&j, own, from))
	}
	return best
}

// jump is a capture in progress. Captured pieces leave the board when the capture ends.
type jump struct {
	others  board.Bitboard // pieces of the capturing side, without the capturing piece
	enemies board.Bitboard // pieces of the other side before the capture
	kings   board.Bitboard // kings of both sides, without the capturing piece
	empty   board.Bitboard // free squares, the square where the capture began among them
	king    bool           // the capturing piece is a king
}

// below, above and around hold the neighbours of every square: those of the next row, of the row before, and of both.
// behind[s][n] is the square behind the neighbour n, as a set, which is empty where the board ends.
var below, above, around, behind = func() (below, above, around [board.Squares]board.Bitboard, behind [board.Squares][board.Squares]board.Bitboard) {
	for s := range around {
		below[s] = geometry.Steps[geometry.DownLeft][s] | geometry.Steps[geometry.DownRight][s]
		above[s] = geometry.Steps[geometry.UpLeft][s] | geometry.Steps[geometry.UpRight][s]
		around[s] = below[s] | above[s]
		for d := range geometry.Directions {
			if near := geometry.Steps[d][s]; near != 0 {
				behind[s][near.First()] = geometry.Leaps[d][s]
			}
		}
	}
	return below, above, around, behind
}()

// blackJump returns the best class that a capture can lead to which has reached square at;
// left are the white pieces not yet captured.
func (e *exchange) blackJump(j *jump, left board.Bitboard, at board.Square) int {
	best := -1
	at &= board.Squares - 1
	near := below[at]
	if j.king {
		near = around[at]
	}
	for near &= left; near != 0; near &= near - 1 {
		if to := behind[at][near.First()&(board.Squares-1)] & j.empty; to != 0 {
			best = max(best, e.blackJump(j, left&^(near&-near), to.First()))
		}
	}
	if best >= 0 {
		return best
	}
	kings := j.kings &^ (j.enemies &^ left)
	if j.king || at.Bit()&board.WhiteBackRow != 0 {
		kings |= at.Bit()
	}
	return e.white(j.others|at.Bit(), left, kings)
}

// whiteJump does for White what blackJump does for Black; White wants the lowest class.
func (e *exchange) whiteJump(j *jump, left board.Bitboard, at board.Square) int {
	best := BestClass + 1
	at &= board.Squares - 1
	near := above[at]
	if j.king {
		near = around[at]
	}
	for near &= left; near != 0; near &= near - 1 {
		if to := behind[at][near.First()&(board.Squares-1)] & j.empty; to != 0 {
			best = min(best, e.whiteJump(j, left&^(near&-near), to.First()))
		}
	}
	if best <= BestClass {
		return best
	}
	kings := j.kings &^ (j.enemies &^ left)
	if j.king || at.Bit()&board.BlackBackRow != 0 {
		kings |= at.Bit()
	}
	return e.black(left, j.others|at.Bit(), kings)
}

// MaterialClasses returns the table of the classes of all materials that captures may leave of
// m. It begins the tables of a model with shots. class returns how good a material is for
// Black, 0 to BestClass.
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

// sideOf returns the kings and men of a code of sideCode.
func sideOf(code int) (kings, men uint8) {
	n := 0
	for sideCode(0, n+1) <= code {
		n++
	}
	return uint8(code - sideCode(0, n)), uint8(n - (code - sideCode(0, n)))
}
