package generate

import "math/bits"

// exits joins the values after captures to the present word. Values are those of a solver of
// values or of distances; the larger value is better for the side that captures.
type exits interface {
	// add joins, for the placements of X in mask, the values of the positions with the
	// pieces of j and X, with the given side to move.
	add(side uint8, mask uint32, j jump)
	// addOne joins a value for X on square x. side is the side that has captured.
	addOne(side uint8, x int, value uint64)
	// position returns the value of the position with the pieces of j, without X.
	position(side uint8, j jump) uint64
	// withX returns the value of the position with the pieces of j, X on square x, and White
	// to move.
	withX(j jump, x int) uint64
}

// seeder finds the captures of all placements of X at once.
type seeder struct {
	blackMen, whiteMen uint32
	oneKing            bool // Black has no king but X
	exits              exits
}

// blackCaptures adds the captures of Black to the word of A and C, and returns the placements
// of X with a capture. If Black has several kings, captures by X are not added: closure
// copies them from the words in which another king is X.
func (s *seeder) blackCaptures(a, c uint32) (with uint32) {
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
func (s *seeder) blackJump(j *jump, from, d int, mask uint32) uint32 {
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
		s.exits.add(whiteToMove, rest, landed)
	}
	return mask
}

// whiteCaptures adds the captures of White to the word of A and C, and returns the placements
// of X with a capture. If Black has several kings, captures that begin with X are not added:
// closure copies them from the words in which another king is X.
func (s *seeder) whiteCaptures(a, c uint32) (with uint32) {
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
func (s *seeder) whiteJump(j *jump, from, d int, mask uint32) uint32 {
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
		s.exits.addOne(whiteToMove, int(over), s.whiteGoesOn(j, int(to)))
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
		s.exits.add(blackToMove, rest, landed)
	}
	return mask
}
