package build

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Each calls visit for every position of m with Black to move and its value, in a fixed
// order. It visits one of parts equal parts, 0 <= part < parts. The slice must be solved.
func (v *Values) Each(m egdb.Material, part, parts int, visit func(board.Position, board.Result)) {
	s := v.slice(m)
	side := s.sideOf(m)
	cache := newCache[uint64](v, cacheBytes/wordBytes)
	var words []uint64
	e := placementIterator{
		tables: &v.tables, form: &s.form, side: side,
		block: func(black, white uint32) {
			cache.begin()
			words = cache.words(s.key(side, black, white))
		},
		visit: func(p board.Position, i, x int) { visit(p, resultOf(words[i]>>x&lostValue)) },
	}
	if s.men != nil {
		e.block = func(_, _ uint32) {}
		e.visit = func(p board.Position, configuration, _ int) { visit(p, resultOf(s.menValue(configuration, side))) }
	}
	e.iterate(part, parts)
}

// Each calls visit for every position of m with Black to move and its distance, in a fixed
// order. It visits one of parts equal parts, 0 <= part < parts. The slice must be solved.
func (d *Distances) Each(m egdb.Material, part, parts int, visit func(board.Position, egdb.Distance)) {
	s := d.slice(m)
	side := s.sideOf(m)
	cache := newCache[scores](d, distanceCache/scoresBytes)
	var words []scores
	e := placementIterator{
		tables: &d.tables, form: &s.form, side: side,
		block: func(black, white uint32) {
			cache.begin()
			words = cache.words(s.key(side, black, white))
		},
		visit: func(p board.Position, i, x int) { visit(p, words[i].at(x).distance(d.metric)) },
	}
	if s.men != nil {
		e.block = func(_, _ uint32) {}
		e.visit = func(p board.Position, configuration, _ int) {
			visit(p, s.menScore(configuration, int(side)).distance(d.metric))
		}
	}
	e.iterate(part, parts)
}

// sideOf returns the side to move in the blocks of the form that hold m with Black to move.
func (f *form) sideOf(m egdb.Material) uint8 {
	if f.material != m {
		return whiteToMove
	}
	return blackToMove
}

// key returns the name of a block of the form.
func (f *form) key(side uint8, black, white uint32) blockKey {
	return blockKey{f.material.BlackKings, f.material.WhiteKings, side, black, white}
}

// placementIterator visits the placements of a form.
type placementIterator struct {
	tables *tables
	form   *form
	side   uint8
	block  func(black, white uint32)              // is called before the placements of each block
	visit  func(p board.Position, word, lane int) // word is the configuration in a slice without kings
}

// iterate visits one part of the placements.

func (e *placementIterator) iterate(part, parts int) {
	blacks, whites := menSets(e.form.material.BlackMen), menSets(e.form.material.WhiteMen)
	for i, set := range whites {
		whites[i] = bits.Reverse32(set)
	}
	all := len(blacks) * len(whites)
	from, to := all*part/parts, all*(part+1)/parts
	for b := from / len(whites); b*len(whites) < to; b++ {
		first, last := max(from-b*len(whites), 0), min(to-b*len(whites), len(whites))
		for _, white := range whites[first:last] {
			if blacks[b]&white == 0 {
				e.placements(blacks[b], white)
			}
		}
	}
}

// placements visits the placements of one block.
func (e *placementIterator) placements(black, white uint32) {
	m := e.form.material
	e.block(black, white)
	if m.Kings() == 0 {
		e.position(0, black, 0, white, e.form.configuration(black, white), 0)
		return
	}
	men := black | white
	for rA, a := range e.tables[m.BlackKings-1].members {
		if a&men != 0 {
			continue
		}
		low := above(a)
		for rC, c := range e.tables[m.WhiteKings].members {
			if c&(a|men) != 0 {
				continue
			}
			for x := ^(a | c | men) >> low << low; x != 0; x &= x - 1 {
				s := lowest(x)
				e.position(a|1<<s, black, c, white, rA*e.form.whites+rC, s)
			}
		}
	}
}

// position visits one placement.
func (e *placementIterator) position(blackKings, blackMen, whiteKings, whiteMen uint32, word, lane int) {
	p := board.Position{
		Black: board.Bitboard(blackKings | blackMen),
		White: board.Bitboard(whiteKings | whiteMen),
		Kings: board.Bitboard(blackKings | whiteKings),
	}
	if e.side == whiteToMove {
		p.Turn = board.White
		p = p.Mirror()
	}
	e.visit(p, word, lane)
}

func resultOf(value uint64) board.Result {
	switch value {
	case lostValue:
		return board.Loss
	case drawnValue:
		return board.Draw
	default:
		return board.Win
	}
}
