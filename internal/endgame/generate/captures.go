package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

// captureSink takes what captures lead to. Values are those of a solver of values or of
// distances; the larger value is better for the side that captures.
type captureSink interface {
	// add joins to the present word, for the placements of X in mask, the values of the
	// positions with the pieces of j and X, with the given side to move.
	add(side uint8, mask uint32, j jump)
	// addOne joins a value to the present word, for X on square x. side is the side that has
	// captured.
	addOne(side uint8, x int, value uint64)
	// position returns the value of the position with the pieces of j, without X.
	position(side uint8, j jump) uint64
	// withX returns the value of the position with the pieces of j, X on square x, and White
	// to move.
	withX(j jump, x int) uint64
}

// captureFinder finds the captures of all placements of X at once.
type captureFinder struct {
	blackMen, whiteMen uint32
	oneKing            bool // Black has no king but X
	sink               captureSink
}

// all adds the captures of both sides to the word of A and C, and returns the placements of X
// where the side to move has one: Black in the lower half, White in the upper half. These
// positions have no other moves.
func (s *captureFinder) all(a, c uint32) (with uint64) {
	black := s.blackCaptures(a, c)
	return uint64(black) | uint64(s.whiteCaptures(a, c))<<squares
}

// blackCaptures adds the captures of Black to the word of A and C, and returns the placements
// of X with a capture. If Black has several kings, captures by X are not added: closure
// copies them from the words in which another king is X.
func (s *captureFinder) blackCaptures(a, c uint32) (with uint32) {
	white := c | s.whiteMen
	free := ^(a | s.blackMen | white)
	for d := range directions {
		movers := a
		if d <= downRight {
			movers |= s.blackMen
		}
		back := directions - 1 - d
		jumpers := movers & shift(back, white&shift(back, free))
		for ; jumpers != 0; jumpers &= jumpers - 1 {
			piece := jumpers & -jumpers
			from := bits.TrailingZeros32(piece)
			j := jump{a: a &^ piece, b: s.blackMen &^ piece, c: c, d: s.whiteMen, king: piece&a != 0}
			with |= s.blackJump(&j, from, d, free)
		}
	}
	if s.oneKing {
		with |= s.lastKingCaptures(c, free)
	}
	return with & free
}

// blackJump plays one jump of a black piece in direction d, and the jumps that follow it, for
// all placements of X in mask. It returns the placements for which the jump is possible:
// those where X is not on the landing square.
func (s *captureFinder) blackJump(j *jump, from, d int, mask uint32) uint32 {
	over := next[d][from]
	if over == offBoard || (j.c|j.d)>>over&1 == 0 {
		return 0
	}
	to := next[d][over]
	if to == offBoard || j.free()>>to&1 == 0 {
		return 0
	}
	mask &^= 1 << to
	if mask == 0 {
		return 0
	}
	after := j.without(int(over))
	rest := mask
	if j.king || to < blackCrowns {
		last := directions
		if !j.king {
			last = upLeft
		}
		for d := range last {
			rest &^= s.blackJump(&after, int(to), d, mask)
		}
	}
	if rest != 0 {
		landed := after.blackLands(int(to))
		s.sink.add(whiteToMove, rest, landed)
	}
	return mask
}

// whiteCaptures adds the captures of White to the word of A and C, and returns the placements
// of X with a capture. If Black has several kings, captures that begin with X are not added:
// closure copies them from the words in which another king is X.
func (s *captureFinder) whiteCaptures(a, c uint32) (with uint32) {
	black := a | s.blackMen
	free := ^(black | c | s.whiteMen)
	if s.oneKing {
		black |= free
	}
	for d := range directions {
		movers := c
		if d >= upLeft {
			movers |= s.whiteMen
		}
		back := directions - 1 - d
		jumpers := movers & shift(back, black&shift(back, free))
		for ; jumpers != 0; jumpers &= jumpers - 1 {
			piece := jumpers & -jumpers
			from := bits.TrailingZeros32(piece)
			j := jump{a: a, b: s.blackMen, c: c &^ piece, d: s.whiteMen &^ piece, king: piece&c != 0}
			with |= s.whiteJump(&j, from, d, free)
		}
	}
	return with & free
}

// whiteJump does for White what blackJump does for Black. A white jump may also capture X.
func (s *captureFinder) whiteJump(j *jump, from, d int, mask uint32) uint32 {
	over := next[d][from]
	if over == offBoard {
		return 0
	}
	to := next[d][over]
	if to == offBoard || j.free()>>to&1 == 0 {
		return 0
	}
	bit := uint32(1) << over
	switch {
	case (j.a|j.b)&bit != 0:
		mask &^= 1 << to
	case j.free()&mask&bit != 0:
		s.sink.addOne(whiteToMove, int(over), s.whiteGoesOn(j, int(to)))
		return bit
	default:
		return 0
	}
	if mask == 0 {
		return 0
	}
	after := j.without(int(over))
	rest := mask
	if j.king || to >= whiteCrowns {
		first := downLeft
		if !j.king {
			first = upLeft
		}
		for d := first; d < directions; d++ {
			rest &^= s.whiteJump(&after, int(to), d, mask)
		}
	}
	if rest != 0 {
		landed := after.whiteLands(int(to))
		s.sink.add(blackToMove, rest, landed)
	}
	return mask
}

// whiteGoesOn returns the best value with which the white piece on a square can end its
// capture. X has been captured before, or does not exist.
func (s *captureFinder) whiteGoesOn(j *jump, from int) (value uint64) {
	ends := true
	if j.king || from >= whiteCrowns {
		first := downLeft
		if !j.king {
			first = upLeft
		}
		for d := first; d < directions; d++ {
			if over, to, ok := j.leap(from, d, j.a|j.b); ok {
				after := j.without(over)
				value = max(value, s.whiteGoesOn(&after, to))
				ends = false
			}
		}
	}
	if ends {
		landed := j.whiteLands(from)
		return s.sink.position(blackToMove, landed)
	}
	return value
}

// lastKingCaptures adds the captures of X where X is the only black king, and returns the
// placements of X with a capture.
func (s *captureFinder) lastKingCaptures(c, free uint32) (with uint32) {
	white := c | s.whiteMen
	for d := range directions {
		victims := white & shift(d, free) & shift(directions-1-d, free)
		for ; victims != 0; victims &= victims - 1 {
			over := bits.TrailingZeros32(victims)
			from, to := int(next[directions-1-d][over]), int(next[d][over])
			j := jump{b: s.blackMen, c: c, d: s.whiteMen, king: true}
			after := j.without(over)
			s.sink.addOne(blackToMove, from, s.kingGoesOn(&after, to))
			with |= 1 << from
		}
	}
	return with
}

// kingGoesOn returns the best value with which X, on a square, can end its capture.
func (s *captureFinder) kingGoesOn(j *jump, from int) (value uint64) {
	ends := true
	for d := range directions {
		if over, to, ok := j.leap(from, d, j.c|j.d); ok {
			after := j.without(over)
			value = max(value, s.kingGoesOn(&after, to))
			ends = false
		}
	}
	if ends {
		return s.sink.withX(*j, from)
	}
	return value
}

// menBest returns the best value of the successors of a position of men only, with White to
// move, and whether they are captures. The value is 0 if White cannot move.
func (s *captureFinder) menBest(black, white uint32) (best uint64, captures bool) {
	free := ^(black | white)
	for d := upLeft; d < directions; d++ {
		back := directions - 1 - d
		jumpers := white & shift(back, black&shift(back, free))
		for ; jumpers != 0; jumpers &= jumpers - 1 {
			piece := jumpers & -jumpers
			j := jump{b: black, d: white &^ piece}
			over, to, _ := j.leap(bits.TrailingZeros32(piece), d, black)
			after := j.without(over)
			best = max(best, s.whiteGoesOn(&after, to))
			captures = true
		}
	}
	for d := upLeft; d < directions && !captures; d++ {
		movers := white & shift(directions-1-d, free)
		for ; movers != 0; movers &= movers - 1 {
			piece := movers & -movers
			j := jump{b: black, d: white &^ piece}
			moved := j.whiteLands(int(next[d][bits.TrailingZeros32(piece)]))
			best = max(best, s.sink.position(blackToMove, moved))
		}
	}
	return best, captures
}

// jump holds the pieces during a capture: a and b are black kings and men, c and d white kings
// and men. X and the capturing piece are in none of these sets.
type jump struct {
	a, b, c, d uint32
	king       bool // the capturing piece is a king
}

// over reports whether the side to move has no pieces. X is not counted.
func (j *jump) over(side uint8) bool {
	if side == blackToMove {
		return j.a|j.b == 0
	}
	return j.c|j.d == 0
}

// material returns the material of the pieces without X.
func (j *jump) material() endgame.Material {
	return endgame.Material{
		BlackKings: uint8(bits.OnesCount32(j.a)), BlackMen: uint8(bits.OnesCount32(j.b)),
		WhiteKings: uint8(bits.OnesCount32(j.c)), WhiteMen: uint8(bits.OnesCount32(j.d)),
	}
}

// mirror returns the pieces on the turned board with colours exchanged.
func (j *jump) mirror() jump {
	return jump{
		a: bits.Reverse32(j.c), b: bits.Reverse32(j.d),
		c: bits.Reverse32(j.a), d: bits.Reverse32(j.b),
	}
}

// takeX makes the highest black king X, and returns its square.
func (j *jump) takeX() (x int) {
	x = int(above(j.a)) - 1
	j.a &^= 1 << x
	return x
}

// block returns the block that the pieces and X belong to.
func (j *jump) block(side uint8) blockKey {
	return blockKey{uint8(bits.OnesCount32(j.a)) + 1, uint8(bits.OnesCount32(j.c)), side, j.b, j.d}
}

// word returns the place of the word of the kings in their block.
func (j *jump) word() int {
	return rank(j.a)*choose[squares][bits.OnesCount32(j.c)] + rank(j.c)
}

func (j *jump) free() uint32 { return ^(j.a | j.b | j.c | j.d) }

// without returns the jump with the piece on a square removed.
func (j *jump) without(square int) jump {
	left := ^(uint32(1) << square)
	return jump{j.a & left, j.b & left, j.c & left, j.d & left, j.king}
}

// blackLands returns the pieces after a black capture that ends on a square; a man on the
// last row becomes a king.
func (j *jump) blackLands(square int) jump {
	r := *j
	if j.king || square >= blackCrowns {
		r.a |= 1 << square
	} else {
		r.b |= 1 << square
	}
	return r
}

// whiteLands is blackLands for White.
func (j *jump) whiteLands(square int) jump {
	r := *j
	if j.king || square < whiteCrowns {
		r.c |= 1 << square
	} else {
		r.d |= 1 << square
	}
	return r
}

// leap returns the squares of the captured enemy and of the landing, for a jump in direction
// d, and whether the jump is possible.
func (j *jump) leap(from, d int, enemies uint32) (over, to int, ok bool) {
	over = int(next[d][from])
	if over == offBoard || enemies>>over&1 == 0 {
		return 0, 0, false
	}
	to = int(next[d][over])
	return over, to, to != offBoard && j.free()>>to&1 != 0
}
