package generate

// jump holds the pieces during a capture: a and b are black kings and men, c and d white kings
// and men. X and the capturing piece are in none of these sets.
type jump struct {
	a, b, c, d uint32
	king       bool // the capturing piece is a king
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
