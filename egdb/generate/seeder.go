package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb/internal/geometry"
)

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

// The directions of steps, with Black at the top; the opposite of direction d is
// directions-1-d.
const (
	downLeft   = geometry.DownLeft
	downRight  = geometry.DownRight
	upLeft     = geometry.UpLeft
	upRight    = geometry.UpRight
	directions = geometry.Directions
)

// Black men are crowned on squares from blackCrowns on, white men on squares below
// whiteCrowns.
const (
	blackCrowns = squares - 4
	whiteCrowns = 4
)

// offBoard stands for the square of a step that leaves the board.
const offBoard = -1

// next[d][s] is the square one step from s in direction d, or offBoard.
var next = func() (t [directions][squares]int8) {
	for d := range t {
		for s, to := range geometry.Steps[d] {
			t[d][s] = offBoard
			if to != 0 {
				t[d][s] = int8(to.First())
			}
		}
	}
	return t
}()

// steps[s] is the set of squares one step from s.
var steps = func() (t [squares]uint32) {
	for s := range squares {
		for d := range directions {
			if to := next[d][s]; to != offBoard {
				t[s] |= 1 << to
			}
		}
	}
	return t
}()

// shift moves a set of squares one step.
func shift(d int, set uint32) uint32 { return uint32(geometry.Shift(d, board.Bitboard(set))) }

// dup returns a word that holds the set in both halves.
func dup(set uint32) uint64 { return uint64(set) | uint64(set)<<32 }

// Masks of spread, the same in both halves: the squares from which a shift stays on the
// board and in its half.
const (
	notLastRow  = 0x0FFFFFFF_0FFFFFFF
	notFirstRow = 0xFFFFFFF0_FFFFFFF0
	evenDown    = 0x07070707_07070707
	oddDown     = 0x00E0E0E0_00E0E0E0
	evenUp      = 0x07070700_07070700
	oddUp       = 0xE0E0E0E0_E0E0E0E0
)

// spread returns the squares from which one step of a king leads to a square of x, in both
// halves of the word.
func spread(x uint64) uint64 {
	return x&notLastRow<<4 | x&evenDown<<5 | x&oddDown<<3 |
		x&notFirstRow>>4 | x&evenUp>>3 | x&oddUp>>5
}

// transpose transposes two matrices of 32 by 32 bits, one in each half of the words: bit i
// of word j becomes bit j of word i.
func transpose(m *[squares]uint64) {
	mask := uint64(0x0000FFFF_0000FFFF)
	for width := 16; width != 0; width >>= 1 {
		for row := 0; row < squares; row = (row + width + 1) &^ width {
			t := (m[row]>>width ^ m[row|width]) & mask
			m[row|width] ^= t
			m[row] ^= t << width
		}
		mask ^= mask << (width >> 1)
	}
}

// moveMen adds the moves of men, crownings included, to the constant part of the words,
// where the side to move has no capture. Such a move leads to the same place in the words of
// another block.
func (w *valueSolver) moveMen(side uint8) {
	clear(w.constantMoves)
	any := false
	w.slice.eachManMove(side, w.blackMen, w.whiteMen, func(key blockKey, to int, crowned bool) {
		any = true
		if b, m := w.valueSet.bound, key.material(); crowned && b.unknown(m.Pieces(), m.Kings()) {
			if b.value(1-side) == lostValue {
				w.allLost(to)
			}
			return
		}
		words := w.cache.words(key)
		switch {
		case !crowned:
			orInto(w.constantMoves, words)
		case side == blackToMove:
			w.crownBlack(words, to)
		default:
			w.crownWhite(words, to)
		}
	})
	if !any {
		return
	}
	constant := w.constant[side]
	shiftDown := uint(side) * squares
	for i, captures := range w.captures[:len(constant)] {
		constant[i] |= w.constantMoves[i] &^ dup(uint32(captures>>shiftDown))
	}
}

// allLost joins a successor that is lost for its side to move, for every placement of the kings that leaves the square to
// which a man moves free.
func (w *valueSolver) allLost(to int) {
	bit := uint32(1) << to
	for rA, a := range w.blackSets.members {
		for rC, c := range w.whiteSets.members {
			if (a|c)&bit == 0 {
				i := rA*w.whites + rC
				w.constantMoves[i] |= dup(w.placed[i] &^ bit)
			}
		}
	}
}

// eachManMove visits the moves of the men of one side, without captures: the block that each
// move leads to, the square that the man reaches, and whether it is crowned.
func (f *form) eachManMove(side uint8, blackMen, whiteMen uint32, visit func(key blockKey, to int, crowned bool)) {
	m := f.material
	men, first, last := blackMen, downLeft, downRight
	if side == whiteToMove {
		men, first, last = whiteMen, upLeft, upRight
	}
	for d := first; d <= last; d++ {
		movers := men & shift(directions-1-d, ^(blackMen|whiteMen))
		for ; movers != 0; movers &= movers - 1 {
			from := bits.TrailingZeros32(movers)
			to := int(next[d][from])
			key := blockKey{m.BlackKings, m.WhiteKings, 1 - side, blackMen, whiteMen}
			crowned := false
			switch {
			case side == blackToMove && to >= blackCrowns:
				key.blackMen &^= 1 << from
				key.blackKings++
				crowned = true
			case side == whiteToMove && to < whiteCrowns:
				key.whiteMen &^= 1 << from
				key.whiteKings++
				crowned = true
			case side == blackToMove:
				key.blackMen ^= 1<<from | 1<<to
			default:
				key.whiteMen ^= 1<<from | 1<<to
			}
			visit(key, to, crowned)
		}
	}
}

// orInto joins the words of another block by OR. Where a square is occupied the bits of the
// other block are clear, so occupied squares need no test.
func orInto(into, words []uint64) {
	words = words[:len(into)]
	for i := range into {
		into[i] |= words[i]
	}
}

// crownBlack joins the words of a block with one more black king, which stands on square to.
func (w *valueSolver) crownBlack(words []uint64, to int) {
	with := w.sets[w.slice.material.BlackKings-1].with
	for rA := range w.blacks {
		if crowned := with[rA*squares+to]; crowned != none {
			orInto(w.constantMoves[rA*w.whites:][:w.whites], words[int(crowned)*w.whites:])
		}
	}
}

// crownWhite joins the words of a block with one more white king, which stands on square to.
func (w *valueSolver) crownWhite(words []uint64, to int) {
	with := w.sets[w.slice.material.WhiteKings].with
	crowned := len(words) / w.blacks
	for rA := range w.blacks {
		row := w.constantMoves[rA*w.whites:][:w.whites]
		from := words[rA*crowned:][:crowned]
		for rC := range row {
			if to := with[rC*squares+to]; to != none {
				row[rC] |= from[to]
			}
		}
	}
}
