package generate

import "math/bits"

// whiteGoesOn returns the best value with which the white piece on a square can end its
// capture. X has been captured before, or does not exist.
func (s *seeder) whiteGoesOn(j *jump, from int) (value uint64) {
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
		return s.exits.position(blackToMove, landed)
	}
	return value
}

// lastKingCaptures adds the captures of X where X is the only black king, and returns the
// placements of X with a capture.
func (s *seeder) lastKingCaptures(c, free uint32) (with uint32) {
	white := c | s.whiteMen
	for d := range directions {
		victims := white & shift(d, free) & shift(directions-1-d, free)
		for ; victims != 0; victims &= victims - 1 {
			over := bits.TrailingZeros32(victims)
			from, to := int(next[directions-1-d][over]), int(next[d][over])
			j := jump{b: s.blackMen, c: c, d: s.whiteMen, king: true}
			after := j.without(over)
			s.exits.addOne(blackToMove, from, s.kingGoesOn(&after, to))
			with |= 1 << from
		}
	}
	return with
}

// kingGoesOn returns the best value with which X, on a square, can end its capture.
func (s *seeder) kingGoesOn(j *jump, from int) (value uint64) {
	ends := true
	for d := range directions {
		if over, to, ok := j.leap(from, d, j.c|j.d); ok {
			after := j.without(over)
			value = max(value, s.kingGoesOn(&after, to))
			ends = false
		}
	}
	if ends {
		return s.exits.withX(*j, from)
	}
	return value
}

// menBest returns the best value of the successors of a position of men only, with White to
// move, and whether they are captures. The value is 0 if White cannot move.
func (s *seeder) menBest(black, white uint32) (best uint64, captures bool) {
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
			best = max(best, s.exits.position(blackToMove, moved))
		}
	}
	return best, captures
}
