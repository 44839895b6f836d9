package pack_test

import (
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/pack"
)

// solver is a plain generator of endgame values for the tests: one byte a
// placement, the rules from board, and one man configuration after the
// other, those with the men furthest advanced first, so that only king moves are
// iterated.
type solver struct {
	tables  map[endgame.Material]*table
	workers int
}

// table holds the values of one slice and its mirror, as the board stands: by
// turn, then men and kings of both sides as colexicographic ranks over all squares.
type table struct {
	m      endgame.Material
	sets   [4][]board.Bitboard // of black men, white men, black kings, white kings
	values [2][]board.Result
}

func newSolver(workers int) *solver {
	return &solver{tables: map[endgame.Material]*table{}, workers: workers}
}

// subsets returns all sets of k squares in colexicographic order.
func subsets(k uint8) []board.Bitboard {
	if k == 0 {
		return []board.Bitboard{0}
	}
	var sets []board.Bitboard
	for s := uint64(1)<<k - 1; s < 1<<32; {
		sets = append(sets, board.Bitboard(s))
		low := s & -s
		next := s + low
		s = next | (s^next)/low>>2
	}
	return sets
}

// choose[k][n] is the number of sets of k of n squares.
var choose = func() (c [8][33]uint32) {
	for n := range 33 {
		c[0][n] = 1
		for k := 1; k < 8 && n > 0; k++ {
			c[k][n] = c[k][n-1] + c[k-1][n-1]
		}
	}
	return c
}()

func rank(set board.Bitboard) int {
	r := uint32(0)
	for k := 1; set != 0; k++ {
		r += choose[k&7][set.First()]
		set &= set - 1
	}
	return int(r)
}

func (t *table) block(p board.Position) int {
	return (rank(p.Men(board.Black))*len(t.sets[1]) + rank(p.Men(board.White))) * len(t.sets[2]) * len(t.sets[3])
}

func (t *table) index(p board.Position) int {
	return t.block(p) + rank(p.KingsOf(board.Black))*len(t.sets[3]) + rank(p.KingsOf(board.White))
}

// canonical returns the orientation in which the solver holds m.
func canonical(m endgame.Material) endgame.Material {
	w := m.Mirror()
	if m.Black() > w.Black() || m.Black() == w.Black() && m.BlackKings >= w.BlackKings {
		return m
	}
	return w
}

func material(p board.Position) endgame.Material {
	return endgame.Material{
		BlackKings: uint8(p.KingsOf(board.Black).Count()), BlackMen: uint8(p.Men(board.Black).Count()),
		WhiteKings: uint8(p.KingsOf(board.White).Count()), WhiteMen: uint8(p.Men(board.White).Count()),
	}
}

// value returns what p is worth, Unknown while that is not settled.
func (s *solver) value(p board.Position) board.Result {
	if p.Side(p.Turn) == 0 {
		return board.Loss
	}
	if p.Side(p.Turn.Opponent()) == 0 {
		return board.Win
	}
	m := material(p)
	if canonical(m) != m {
		p, m = p.Mirror(), m.Mirror()
	}
	t := s.tables[m]
	return t.values[p.Turn][t.index(p)]
}

// solve settles a slice and its mirror; all that they lead to must be settled.
func (s *solver) solve(m endgame.Material) {
	m = canonical(m)
	if s.tables[m] != nil {
		return
	}
	t := newTable(m)
	s.tables[m] = t
	levels := make([][]board.Position, 64)
	for _, b := range t.sets[0] {
		for _, w := range t.sets[1] {
			if b&w != 0 || b&board.WhiteBackRow != 0 || w&board.BlackBackRow != 0 {
				continue
			}
			at := 0
			for set := b; set != 0; set &= set - 1 {
				at += set.First().Row()
			}
			for set := w; set != 0; set &= set - 1 {
				at += 7 - set.First().Row()
			}
			levels[at] = append(levels[at], board.Position{Black: b, White: w})
		}
	}
	for at := len(levels) - 1; at >= 0; at-- {
		work := make(chan board.Position)
		var done sync.WaitGroup
		for range s.workers {
			done.Go(func() {
				for men := range work {
					s.solveBlock(t, men)
				}
			})
		}
		for _, men := range levels[at] {
			work <- men
		}
		close(work)
		done.Wait()
	}
}

func newTable(m endgame.Material) *table {
	t := &table{m: m, sets: [4][]board.Bitboard{
		subsets(m.BlackMen), subsets(m.WhiteMen), subsets(m.BlackKings), subsets(m.WhiteKings),
	}}
	size := 1
	for _, sets := range t.sets {
		size *= len(sets)
	}
	t.values = [2][]board.Result{make([]board.Result, size), make([]board.Result, size)}
	return t
}

// placements calls visit for all ways to add the kings to the men.
func (t *table) placements(men board.Position, visit func(p board.Position, index int)) {
	base := t.block(men)
	for i, b := range t.sets[2] {
		if b&(men.Black|men.White) != 0 {
			continue
		}
		for j, w := range t.sets[3] {
			if w&(men.Black|men.White|b) == 0 {
				visit(board.Position{Black: men.Black | b, White: men.White | w, Kings: b | w}, base+i*len(t.sets[3])+j)
			}
		}
	}
}

func (s *solver) solveBlock(t *table, men board.Position) {
	type open struct {
		p     board.Position
		index int
	}
	var left []open
	var l board.MoveList
	t.placements(men, func(p board.Position, index int) {
		for p.Turn = board.Black; p.Turn <= board.White; p.Turn++ {
			if v := s.best(p, &l); v != board.Unknown {
				t.values[p.Turn][index] = v
			} else {
				left = append(left, open{p, index})
			}
		}
	})
	for changed := true; changed; {
		changed = false
		still := left[:0]
		for _, o := range left {
			v := s.best(o.p, &l)
			if v == board.Win || v == board.Loss {
				t.values[o.p.Turn][o.index] = v
				changed = true
			} else {
				still = append(still, o)
			}
		}
		left = still
	}
	for _, o := range left {
		t.values[o.p.Turn][o.index] = board.Draw
	}
}

// best returns the value of p from its successors, Unknown if that takes more of
// them.
func (s *solver) best(p board.Position, l *board.MoveList) board.Result {
	best, unknown := board.Loss, false
	p.Moves(l)
	for _, move := range l.Slice() {
		switch v := s.value(p.Play(move)).Opposite(); v {
		case board.Win:
			return v
		case board.Unknown:
			unknown = true
		default:
			best = max(best, v)
		}
	}
	if unknown {
		return board.Unknown
	}
	return best
}

// solveAll settles all slices of up to pieces.
func (s *solver) solveAll(pieces int) {
	for n := 2; n <= pieces; n++ {
		for _, m := range endgame.Slices(n) {
			s.solve(m)
		}
	}
}

// EachWord implements pack.Source with words of one position.
func (s *solver) EachWord(m endgame.Material, part, parts int, visit func(w *pack.Word)) {
	s.Each(m, part, parts, func(p board.Position, v board.Result) {
		w := pack.WordOf(p, v)
		visit(&w)
	})
}

// Each visits the positions of a slice.
func (s *solver) Each(m endgame.Material, part, parts int, visit func(p board.Position, v board.Result)) {
	t := s.tables[canonical(m)]
	blocks := len(t.sets[0]) * len(t.sets[1])
	for i := blocks * part / parts; i < blocks*(part+1)/parts; i++ {
		men := board.Position{Black: t.sets[0][i/len(t.sets[1])], White: t.sets[1][i%len(t.sets[1])]}
		if men.Black&men.White != 0 || men.Black&board.WhiteBackRow != 0 || men.White&board.BlackBackRow != 0 {
			continue
		}
		t.placements(men, func(p board.Position, index int) {
			if t.m == m {
				visit(p, t.values[board.Black][index])
				return
			}
			p.Turn = board.White
			visit(p.Mirror(), t.values[board.White][index])
		})
	}
}
