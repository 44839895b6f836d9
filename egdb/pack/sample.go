package pack

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// sample is a sample of the stored positions of one side to move of a slice.
type sample struct {
	values  [4]uint64 // numbers of all stored positions, by value
	sampled []valued
}

// valued is a position and its value.
type valued struct {
	position board.Position
	value    board.Result
}

func (g *sample) stored() uint64 {
	return g.values[board.Win] + g.values[board.Draw] + g.values[board.Loss]
}

// sampleSalt is the salt of the keys that choose the sample. It differs from the salt of the
// filters, so that the choice does not depend on where the filters have a key.
const sampleSalt = 0x5851F42D4C957F2D

// gather counts the stored positions and keeps about want of them as a sample.
func (e *encoder) gather(m egdb.Material, rule uint8, want uint64) sample {
	const quietShare = 3 // about one of three positions is stored
	limit := ^uint64(0)
	if expected := m.Positions() / quietShare; expected > want {
		limit = limit / expected * want
	}
	var byPart [parts]sample
	e.eachPart(func(part int) {
		g := &byPart[part]
		g.sampled = make([]valued, 0, min(want, m.Positions())/parts)
		e.stored(m, rule, part, func(w *Word, at board.Bitboard) {
			w.counts(at, &g.values)
			rest, shift := w.Packed()
			for ; at != 0; at &^= nextOf(w, at).Bit() {
				x := nextOf(w, at)
				if egdb.Key(rest+uint64(x)<<shift, sampleSalt) <= limit {
					g.sampled = append(g.sampled, valued{w.Position(x), w.Value(x)})
				}
			}
		})
	})
	var all sample
	for i := range byPart {
		for v, n := range byPart[i].values {
			all.values[v] += n
		}
		all.sampled = append(all.sampled, byPart[i].sampled...)
	}
	return all
}

// thinned returns a sample of at most want positions, taken at equal intervals.
func (g *sample) thinned(want int) *sample {
	thin := &sample{values: g.values, sampled: g.sampled}
	if n := len(g.sampled); n > want {
		thin.sampled = make([]valued, want)
		for i := range thin.sampled {
			thin.sampled[i] = g.sampled[i*n/want]
		}
	}
	return thin
}

// nextOf returns the square of X that comes first in the sample: the lowest, or the highest if X is White's, because the
// generator has turned the board. The order of the sample is part of what a file depends on.
func nextOf(w *Word, at board.Bitboard) board.Square {
	if w.White && !w.Man {
		return at.Last()
	}
	return at.First()
}

// stored visits the words of a part that have stored positions, with the squares of X in these positions.
func (e *encoder) stored(m egdb.Material, rule uint8, part int, visit func(w *Word, at board.Bitboard)) {
	e.source.EachWord(m, part, parts, func(w *Word) {
		if at := w.Storable(rule); at != 0 {
			visit(w, at)
		}
	})
}

// learnable returns the positions that keep chooses as examples for a model.
func learnable(model *egdb.Model, positions []valued, keep func(i int) bool) *examples {
	e := &examples{}
	for i, v := range positions {
		if !keep(i) {
			continue
		}
		before := len(e.terms)
		e.terms = model.Terms(v.position, e.terms)
		e.stride = len(e.terms) - before
		e.values = append(e.values, [...]uint8{board.Draw: isDraw, board.Win: isWin, board.Loss: isLoss}[v.value])
	}
	return e
}
