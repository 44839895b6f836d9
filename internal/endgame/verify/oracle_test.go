package verify

import (
	"maps"
	"math/bits"
	"os"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// oracle solves small endings by nothing but the rules, backwards from the ended
// games. It keeps a value for every way to write squares behind the kinds of pieces of
// a material, sense or nonsense: large, plain and unlike the index of the package.
type oracle struct {
	values map[endgame.Material][]board.Result // by code, Black to move
	codes  map[endgame.Material][]int          // of all positions
	ranks  map[endgame.Material]int            // the largest of a win or loss
}

// solved holds all endings of two and three pieces and one of four, in the long tests three.
var solved = sync.OnceValue(func() *oracle {
	o := &oracle{
		values: map[endgame.Material][]board.Result{},
		codes:  map[endgame.Material][]int{},
		ranks:  map[endgame.Material]int{},
	}
	for _, p := range pairs(solvedMaterials()) {
		newSolver(o, p).solve()
	}
	return o
})

func solvedMaterials() []endgame.Material {
	few := append(endgame.Slices(2), endgame.Slices(3)...)
	if os.Getenv("ZONDA_LONG") == "" {
		return append(few, materials("2Kv2K")...)
	}
	return append(few, materials("2Kv2K", "2Kv1K1C", "1K1Cv1K1C")...)
}

func materials(names ...string) (found []endgame.Material) {
	for _, name := range names {
		m, err := endgame.ParseMaterial(name)
		if err != nil {
			panic(err)
		}
		found = append(found, m)
	}
	return found
}

// code writes the squares of the pieces, kind by kind, in five bits each.
func code(p board.Position) (code int) {
	for _, set := range []board.Bitboard{p.Black &^ p.Kings, p.White &^ p.Kings, p.Black & p.Kings, p.White & p.Kings} {
		for ; set != 0; set &= set - 1 {
			code = code<<5 | int(set.First())
		}
	}
	return code
}

// decode reads a code of m from its end and reports whether it is one: every piece on
// a square of its own that it may stand on, those of a kind in order.
func decode(m endgame.Material, squares int) (p board.Position, ok bool) {
	original := squares
	take := func(n uint8, king bool, side *board.Bitboard) {
		for range n {
			square := board.Square(squares % board.Squares).Bit()
			squares /= board.Squares
			*side |= square
			if king {
				p.Kings |= square
			}
		}
	}
	take(m.WhiteKings, true, &p.White)
	take(m.BlackKings, true, &p.Black)
	take(m.WhiteMen, false, &p.White)
	take(m.BlackMen, false, &p.Black)
	uncrowned := p.Black&^p.Kings&board.WhiteBackRow | p.White&^p.Kings&board.BlackBackRow
	crowded := p.Black&p.White != 0 || bits.OnesCount32(uint32(p.Black|p.White)) != m.Pieces()
	return p, uncrowned == 0 && !crowded && code(p) == original
}

// Probe answers from the values found so far; it is the prober of the tests.
func (o *oracle) Probe(p board.Position) board.Result {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	if p.Black == 0 {
		return board.Loss
	}
	known := o.values[endgame.MaterialOf(p)]
	if known == nil {
		return board.Unknown
	}
	return known[code(p)]
}

// recompute returns the value of p by the values of its successors.
func (o *oracle) recompute(p board.Position) board.Result {
	var l board.MoveList
	p.Moves(&l)
	value := board.Loss
	for _, m := range l.Slice() {
		switch o.Probe(p.Play(m)) {
		case board.Loss:
			return board.Win
		case board.Unknown:
			value = board.Unknown
		case board.Draw:
			if value == board.Loss {
				value = board.Draw
			}
		}
	}
	return value
}

// copy returns an oracle whose values of the pair of m may be changed.
func (o *oracle) copy(m endgame.Material) *oracle {
	changed := &oracle{values: maps.Clone(o.values), codes: o.codes, ranks: o.ranks}
	for _, m := range pairOf(m) {
		changed.values[m] = append([]board.Result(nil), o.values[m]...)
	}
	return changed
}

// set changes the value of p, Black to move.
func (o *oracle) set(p board.Position, value board.Result) {
	o.values[endgame.MaterialOf(p)][code(p)] = value
}

// forge lets Black win all that is drawn in m, an asymmetric slice, and its mirror, and
// takes back what the successors do not bear out until everything is consistent. What
// remains are wins that rest on each other. It returns how many.
func (o *oracle) forge(m endgame.Material) (lies int) {
	o.replace(m, board.Draw, board.Win)
	o.replace(m.Mirror(), board.Draw, board.Loss)
	for changed := true; changed; {
		changed = false
		for _, side := range pairOf(m) {
			for _, code := range o.codes[side] {
				p, _ := decode(side, code)
				if value := o.recompute(p); value != o.values[side][code] {
					o.values[side][code] = value
					changed = true
				}
			}
		}
	}
	truth := solved().values[m]
	for code, value := range o.values[m] {
		if value != truth[code] {
			lies++
		}
	}
	return lies
}

func (o *oracle) replace(m endgame.Material, from, to board.Result) {
	for _, code := range o.codes[m] {
		if o.values[m][code] == from {
			o.values[m][code] = to
		}
	}
}
