package search

import (
	"math/bits"
	"sync"

	"github.com/zonda-checkers/zonda/board"
)

// endgames holds the distances of endings with few pieces, one byte for each position. It computes a slice by
// backward analysis when the slice is needed first. The tests use it in place of the databases. It is independent of
// oracle.
type endgames struct {
	pieces int
	mu     sync.Mutex
	slices sync.Map // of material to []uint8: plies to the end with Black to move
}

// drawnByte marks a position from which nobody can force the end.
const drawnByte = 255

// subsets lists the sets of k of n squares in the order of their ranks.
var subsets = sync.OnceValue(func() (t [33][6][]board.Bitboard) {
	for _, n := range []int{28, 32} {
		for k := range 6 {
			for set := uint64(1)<<k - 1; set < 1<<n; {
				t[n][k] = append(t[n][k], board.Bitboard(set))
				if set == 0 {
					break
				}
				low := set & -set
				next := set + low
				set = next | (set^next)/low>>2
			}
		}
	}
	return t
})

// binomials holds n over k.
var binomials = func() (t [33][7]int) {
	for n := range t {
		t[n][0] = 1
		for k := 1; k < 7 && n > 0; k++ {
			t[n][k] = t[n-1][k-1] + t[n-1][k]
		}
	}
	return t
}()

// rank returns the place of a set among the subsets of its size.
func rank(set board.Bitboard) (r int) {
	for k := 1; set != 0; k++ {
		r += binomials[bits.TrailingZeros32(uint32(set))][k]
		set &= set - 1
	}
	return r
}

// mirror returns the material with the sides exchanged.
func (m material) mirror() material {
	return material{m.whiteMen, m.whiteKings, m.blackMen, m.blackKings}
}

// materialOf returns the material of p.
func materialOf(p board.Position) material {
	return material{
		p.Men(board.Black).Count(), p.KingsOf(board.Black).Count(),
		p.Men(board.White).Count(), p.KingsOf(board.White).Count(),
	}
}

// place returns the index of p, with Black to move, among the positions of m.
func (m material) place(p board.Position) int {
	i := rank(p.Men(board.Black))
	i = i*binomials[28][m.whiteMen] + rank(p.Men(board.White)>>4)
	i = i*binomials[32][m.blackKings] + rank(p.KingsOf(board.Black))
	return i*binomials[32][m.whiteKings] + rank(p.KingsOf(board.White))
}

// size returns the number of places, also those where pieces would collide.
func (m material) size() int {
	return binomials[28][m.blackMen] * binomials[28][m.whiteMen] * binomials[32][m.blackKings] * binomials[32][m.whiteKings]
}

// position returns the position at place i; ok is false where pieces collide.
func (m material) position(i int) (p board.Position, ok bool) {
	take := func(n, k int) board.Bitboard {
		size := binomials[n][k]
		set := subsets()[n][k][i%size]
		i /= size
		return set
	}
	wk, bk := take(32, m.whiteKings), take(32, m.blackKings)
	wm, bm := take(28, m.whiteMen)<<4, take(28, m.blackMen)
	ok = wk&bk|(wk|bk)&(wm|bm)|wm&bm == 0
	return board.Position{Black: bk | bm, White: wk | wm, Kings: wk | bk}, ok
}

// slice returns the distances of m, made now if need be, with those of its mirror.
func (e *endgames) slice(m material) []uint8 {
	if s, ok := e.slices.Load(m); ok {
		return s.([]uint8)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.build(m)
	s, _ := e.slices.Load(m)
	return s.([]uint8)
}

// half is one side to move of a slice in the making.
type half struct {
	m     material
	plies []uint8
	open  []uint8    // moves inside the slice not known to lose; closed if they do not matter
	bound []uint8    // longest win of the enemy after leaving the slice
	due   [][]uint32 // places to settle, by plies
}

// closed marks a position whose number of open moves does not matter.
const closed = 255

// build computes the slice of m and the slice of its mirror. Before that it computes the slices to which they lead.
func (e *endgames) build(m material) {
	if _, ok := e.slices.Load(m); ok {
		return
	}
	for _, smaller := range below(m) {
		e.build(smaller)
		e.build(smaller.mirror())
	}
	halves := []*half{newHalf(m)}
	if m != m.mirror() {
		halves = append(halves, newHalf(m.mirror()))
	}
	for _, h := range halves {
		for i := range h.plies {
			if p, ok := h.m.position(i); ok {
				e.seed(h, i, p)
			}
		}
	}
	for plies := range drawnByte {
		halves[0].settle(plies, halves[len(halves)-1])
		halves[len(halves)-1].settle(plies, halves[0])
	}
	for _, h := range halves {
		e.slices.Store(h.m, h.plies)
	}
}

// settle sets the distance of the positions that are due, and updates their predecessors in other.
func (h *half) settle(plies int, other *half) {
	for _, i := range h.due[plies] {
		if h.plies[i] == drawnByte {
			h.plies[i] = uint8(plies)
			p, _ := h.m.position(int(i))
			other.tell(p.Mirror(), plies)
		}
	}
}

// newHalf returns a half of the slice of m in which no distance is known.
func newHalf(m material) *half {
	n := m.size()
	h := &half{m, make([]uint8, n), make([]uint8, n), make([]uint8, n), make([][]uint32, drawnByte+2)}
	for i := range h.plies {
		h.plies[i] = drawnByte
	}
	return h
}

// below returns the materials that a capture or a crowning in m leads to.
func below(m material) (list []material) {
	add := func(n material, ok bool) {
		if ok {
			list = append(list, n)
		}
	}
	crowned := m
	crowned.blackMen, crowned.blackKings = m.blackMen-1, m.blackKings+1
	add(crowned, m.blackMen > 0)
	crowned = m
	crowned.whiteMen, crowned.whiteKings = m.whiteMen-1, m.whiteKings+1
	add(crowned, m.whiteMen > 0)
	for i := range 4 {
		n := m
		kinds := []*int{&n.blackMen, &n.blackKings, &n.whiteMen, &n.whiteKings}
		if *kinds[i] == 0 {
			continue
		}
		*kinds[i]--
		add(n, n.blackMen+n.blackKings > 0 && n.whiteMen+n.whiteKings > 0)
	}
	return list
}

// seed sets the data of p, at place i, that come from moves out of the slice.
func (e *endgames) seed(h *half, i int, p board.Position) {
	var l board.MoveList
	p.Moves(&l)
	win, loss, draws, inside := drawnByte, 0, false, 0
	for _, m := range l.Slice() {
		child := p.Play(m)
		if !m.IsCapture() && child.Kings.Count() == p.Kings.Count() {
			inside++
			continue
		}
		switch plies := e.of(child); {
		case plies == drawnByte:
			draws = true
		case plies%2 == 0:
			win = min(win, plies+1)
		default:
			loss = max(loss, plies)
		}
	}
	h.open[i], h.bound[i] = uint8(inside), uint8(loss)
	switch {
	case win < drawnByte:
		h.due[win] = append(h.due[win], uint32(i))
		h.open[i] = closed
	case draws:
		h.open[i] = closed
	case inside == 0:
		if l.Len() > 0 {
			loss++
		}
		h.due[loss] = append(h.due[loss], uint32(i))
	}
}

// tell updates the predecessors of p in h, which have Black to move. White is to move in p, whose game ends in the
// given plies.
func (h *half) tell(p board.Position, plies int) {
	for pieces := p.Black; pieces != 0; pieces &= pieces - 1 {
		from := pieces & -pieces
		back := from.UpLeft() | from.UpRight()
		if p.Kings&from != 0 {
			back |= from.DownLeft() | from.DownRight()
		}
		for back &= p.Empty(); back != 0; back &= back - 1 {
			to := back & -back
			q := p
			q.Turn = board.Black
			q.Black = p.Black&^from | to
			if p.Kings&from != 0 {
				q.Kings = p.Kings&^from | to
			}
			if q.Jumpers() == 0 {
				h.hear(h.m.place(q), plies)
			}
		}
	}
}

// hear updates the position at place i, from which one move leads to a position whose game ends in plies.
func (h *half) hear(i, plies int) {
	if plies%2 == 0 {
		h.due[plies+1] = append(h.due[plies+1], uint32(i))
		return
	}
	if h.open[i] == closed {
		return
	}
	h.open[i]--
	if h.open[i] == 0 {
		end := max(plies, int(h.bound[i])) + 1
		h.due[end] = append(h.due[end], uint32(i))
	}
}

// of returns the plies to the end from p, or drawnByte, without making slices.
func (e *endgames) of(p board.Position) int {
	if p.Side(p.Turn) == 0 {
		return 0
	}
	if p.Turn == board.White {
		p = p.Mirror()
	}
	m := materialOf(p)
	s, _ := e.slices.Load(m)
	return int(s.([]uint8)[m.place(p)])
}

// plies returns the plies to the end from p, or unknown for a draw.
func (e *endgames) plies(p board.Position) int {
	m := materialOf(p)
	if p.Turn == board.White {
		m = m.mirror()
	}
	e.slice(m)
	if plies := e.of(p); plies != drawnByte {
		return plies
	}
	return unknown
}

// Pieces returns the largest number of pieces that is answered.
func (e *endgames) Pieces() int { return e.pieces }

// Probe returns the value of p.
func (e *endgames) Probe(p board.Position) board.Result {
	if p.Pieces() > e.pieces {
		return board.Unknown
	}
	return valueOf(e.plies(p))
}

// leftOut is one position in how many that ProbeStored does not answer.
const leftOut = 8

// ProbeStored leaves out captures and some others, as real databases do.
func (e *endgames) ProbeStored(p board.Position) board.Result {
	if p.Jumpers() != 0 || p.Hash()%leftOut == 0 {
		return board.Unknown
	}
	return e.Probe(p)
}
