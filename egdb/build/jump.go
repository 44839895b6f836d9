package build

// jump is the pieces in the course of a capture: a, b black kings and men, c, d
// white kings and men, all without X and without the piece that jumps.
type jump struct {
	a, b, c, d uint32
	king       bool // the piece that jumps
}

func (j *jump) free() uint32 { return ^(j.a | j.b | j.c | j.d) }

// without returns the jump with the pieces on a square taken off.
func (j *jump) without(square int) jump {
	left := ^(uint32(1) << square)
	return jump{j.a & left, j.b & left, j.c & left, j.d & left, j.king}
}

// blackLands returns the pieces after a black piece has come to rest, crowned on the
// last row.
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

// leap returns the squares of a jump over one of the enemies in direction d.
func (j *jump) leap(from, d int, enemies uint32) (over, to int, ok bool) {
	over = int(next[d][from])
	if over == offBoard || enemies>>over&1 == 0 {
		return 0, 0, false
	}
	to = int(next[d][over])
	return over, to, to != offBoard && j.free()>>to&1 != 0
}
