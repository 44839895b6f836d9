package build

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Each calls visit for every placement of m with Black to move and its value, in a
// fixed order, for one part of parts. The slice must be solved.
func (v *Values) Each(m egdb.Material, part, parts int, visit func(board.Position, board.Result)) {
	s := v.slice(m)
	side := uint8(blackToMove)
	if s.material != m {
		side = whiteToMove
	}
	e := eacher{w: newWorker(v), slice: s, side: side, visit: visit}
	blacks, whites := menSets(s.material.BlackMen), menSets(s.material.WhiteMen)
	for i, set := range whites {
		whites[i] = bits.Reverse32(set)
	}
	all := len(blacks) * len(whites)
	from, to := all*part/parts, all*(part+1)/parts
	for b := from / len(whites); b*len(whites) < to; b++ {
		first, last := max(from-b*len(whites), 0), min(to-b*len(whites), len(whites))
		for _, white := range whites[first:last] {
			if blacks[b]&white == 0 {
				e.block(blacks[b], white)
			}
		}
	}
}

// eacher visits the positions of blocks.
type eacher struct {
	w     *worker
	slice *slice
	side  uint8
	visit func(board.Position, board.Result)
}

func (e *eacher) block(black, white uint32) {
	m := e.slice.material
	if e.slice.men != nil {
		e.position(0, black, 0, white, e.slice.menValue(e.slice.configuration(black, white), e.side))
		return
	}
	e.w.cache.begin()
	words := e.w.cache.words(blockKey{m.BlackKings, m.WhiteKings, e.side, black, white})
	men := black | white
	for rA, a := range e.w.sets[m.BlackKings-1].members {
		if a&men != 0 {
			continue
		}
		low := above(a)
		for rC, c := range e.w.sets[m.WhiteKings].members {
			if c&(a|men) != 0 {
				continue
			}
			word := words[rA*e.slice.whites+rC]
			for x := ^(a | c | men) >> low << low; x != 0; x &= x - 1 {
				s := bits.TrailingZeros32(x)
				e.position(a|1<<s, black, c, white, word>>s&lostValue)
			}
		}
	}
}

func (e *eacher) position(blackKings, blackMen, whiteKings, whiteMen uint32, value uint64) {
	p := board.Position{
		Black: board.Bitboard(blackKings | blackMen),
		White: board.Bitboard(whiteKings | whiteMen),
		Kings: board.Bitboard(blackKings | whiteKings),
	}
	if e.side == whiteToMove {
		p.Turn = board.White
		p = p.Mirror()
	}
	result := board.Win
	switch value {
	case lostValue:
		result = board.Loss
	case drawnValue:
		result = board.Draw
	}
	e.visit(p, result)
}
