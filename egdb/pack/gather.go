package pack

import (
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// gathered is what a first look at one side to move of a slice gives.
type gathered struct {
	values  [4]uint64 // numbers of stored positions by value
	sampled []valued
}

// valued is a position and its value.
type valued struct {
	position board.Position
	value    board.Result
}

func (g *gathered) stored() uint64 {
	return g.values[board.Win] + g.values[board.Draw] + g.values[board.Loss]
}

// sampleSalt makes the choice of the sample another one than that of the filters.
const sampleSalt = 0x5851F42D4C957F2D

// gather counts the stored positions and keeps about want of them as a sample.
func (e *encoder) gather(m egdb.Material, rule uint8, want uint64) gathered {
	const quietShare = 3 // of all positions about a third are stored
	limit := ^uint64(0)
	if expected := m.Positions() / quietShare; expected > want {
		limit = limit / expected * want
	}
	var byPart [parts]gathered
	eachPart(e.ctx, e.Workers, func(part int) {
		g := &byPart[part]
		g.sampled = make([]valued, 0, min(want, m.Positions())/parts)
		e.stored(m, rule, part, func(p board.Position, v board.Result) {
			g.values[v&3]++
			if egdb.Key(egdb.Packed(p), sampleSalt) <= limit {
				g.sampled = append(g.sampled, valued{p, v})
			}
		})
	})
	var all gathered
	for i := range byPart {
		for v, n := range byPart[i].values {
			all.values[v] += n
		}
		all.sampled = append(all.sampled, byPart[i].sampled...)
	}
	return all
}

// thinned returns the same with at most want positions of the sample, evenly.
func (g *gathered) thinned(want int) *gathered {
	thin := &gathered{values: g.values, sampled: g.sampled}
	if n := len(g.sampled); n > want {
		thin.sampled = make([]valued, want)
		for i := range thin.sampled {
			thin.sampled[i] = g.sampled[i*n/want]
		}
	}
	return thin
}

// stored visits the stored positions of a part.
func (e *encoder) stored(m egdb.Material, rule uint8, part int, visit func(p board.Position, v board.Result)) {
	e.source.Each(m, part, parts, func(p board.Position, v board.Result) {
		if egdb.Storable(p, rule) {
			visit(p, v)
		}
	})
}

// learnable turns positions into terms of a model.
func learnable(model *egdb.Model, positions []valued, keep func(i int) bool) *sample {
	s := &sample{}
	for i, v := range positions {
		if !keep(i) {
			continue
		}
		before := len(s.terms)
		s.terms = model.Terms(v.position, s.terms)
		s.stride = len(s.terms) - before
		s.values = append(s.values, [...]uint8{board.Draw: isDraw, board.Win: isWin, board.Loss: isLoss}[v.value])
	}
	return s
}
