package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/pack"
)

// EachWord implements pack.Source. The slice must be solved.
func (v *Values) EachWord(m endgame.Material, part, parts int, visit func(w *pack.Word)) {
	s := v.slice(m)
	cache := v.newCache()
	var words []uint64
	var word pack.Word
	e := wordIterator{tables: &v.tables, form: &s.form, side: s.sideOf(m)}
	e.block = func(black, white uint32) {
		cache.begin()
		words = cache.words(s.key(e.side, black, white))
	}
	e.visit = func(w *endgame.Word, i int) {
		losses, notWins := uint32(words[i]), uint32(words[i]>>squares)
		if e.side == whiteToMove {
			losses, notWins = bits.Reverse32(losses), bits.Reverse32(notWins)
		}
		word = pack.Word{Word: *w, Losses: board.Bitboard(losses), NotWins: board.Bitboard(notWins)}
		visit(&word)
	}
	if s.men != nil {
		e.visit = func(w *endgame.Word, configuration int) {
			word = pack.WordOf(w.Position(w.At.First()), resultOf(s.menValue(configuration, e.side)))
			visit(&word)
		}
	}
	e.iterate(part, parts)
}

// Each calls visit for every position of m with Black to move and its value, in a fixed
// order. It visits one of parts equal parts, 0 <= part < parts. The slice must be solved.
func (v *Values) Each(m endgame.Material, part, parts int, visit func(board.Position, board.Result)) {
	v.EachWord(m, part, parts, func(w *pack.Word) {
		for at := w.At; at != 0; at &= at - 1 {
			x := at.First()
			visit(w.Position(x), w.Value(x))
		}
	})
}

// Each calls visit for every position of m with Black to move and its distance, in a fixed
// order. It visits one of parts equal parts, 0 <= part < parts. The slice must be solved.
func (d *Distances) Each(m endgame.Material, part, parts int, visit func(board.Position, egdb.Distance)) {
	s := d.slice(m)
	cache := newCache[scores](d, distanceCache/scoresBytes)
	var words []scores
	e := wordIterator{tables: &d.tables, form: &s.form, side: s.sideOf(m)}
	e.block = func(black, white uint32) {
		cache.begin()
		words = cache.words(s.key(e.side, black, white))
	}
	e.visit = func(w *endgame.Word, i int) {
		e.lanes(w, func(x board.Square, lane int) { visit(w.Position(x), words[i].at(lane).distance(d.metric)) })
	}
	if s.men != nil {
		e.visit = func(w *endgame.Word, configuration int) {
			visit(w.Position(w.At.First()), s.menScore(configuration, int(e.side)).distance(d.metric))
		}
	}
	e.iterate(part, parts)
}

// wordIterator visits the words of a form, as they stand with Black to move.
type wordIterator struct {
	tables *tables
	form   *form
	side   uint8
	block  func(black, white uint32)       // is called before the words of each block with kings
	visit  func(w *endgame.Word, word int) // word is the configuration in a slice without kings
	word   endgame.Word
}

// iterate visits one part of the words.
func (e *wordIterator) iterate(part, parts int) {
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
				e.words(blacks[b], white)
			}
		}
	}
}

// words visits the words of one block.
func (e *wordIterator) words(black, white uint32) {
	m := e.form.material
	if m.Kings() == 0 {
		e.word = endgame.WordOf(e.turned(board.Position{Black: board.Bitboard(black), White: board.Bitboard(white)}))
		e.visit(&e.word, e.form.configuration(black, white))
		return
	}
	e.block(black, white)
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
			at := ^(a | c | men) >> low << low
			if at == 0 {
				continue
			}
			e.word.Others = e.turned(board.Position{
				Black: board.Bitboard(a | black), White: board.Bitboard(c | white), Kings: board.Bitboard(a | c),
			})
			e.word.At, e.word.White = board.Bitboard(at), e.side == whiteToMove
			if e.word.White {
				e.word.At = e.word.At.Turned()
			}
			e.visit(&e.word, rA*e.form.whites+rC)
		}
	}
}

// turned returns a position of the form with Black to move.
func (e *wordIterator) turned(p board.Position) board.Position {
	if e.side == whiteToMove {
		p.Turn = board.White
		return p.Mirror()
	}
	return p
}

// lanes visits the squares of X with their lanes in the words of the form, in ascending order of lanes.
func (e *wordIterator) lanes(w *endgame.Word, visit func(x board.Square, lane int)) {
	lanes := uint32(w.At)
	if e.side == whiteToMove {
		lanes = bits.Reverse32(lanes)
	}
	for ; lanes != 0; lanes &= lanes - 1 {
		lane := lowest(lanes)
		x := lane
		if e.side == whiteToMove {
			x = squares - 1 - lane
		}
		visit(board.Square(x), lane)
	}
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
