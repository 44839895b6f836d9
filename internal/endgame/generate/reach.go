package generate

import (
	"context"
	"math/bits"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// reach is where the men of a position can come to: for each man the squares on which it can stand. A nil reach has all placements.
type reach struct{ black, white []uint32 }

// reachOf returns the reach of the men of p.
func reachOf(p board.Position) *reach {
	r := &reach{}
	for men := uint32(p.Men(board.Black)); men != 0; men &= men - 1 {
		r.black = append(r.black, squaresFrom(men&-men, downLeft, downRight, 1<<blackCrowns-1))
	}
	for men := uint32(p.Men(board.White)); men != 0; men &= men - 1 {
		r.white = append(r.white, squaresFrom(men&-men, upLeft, upRight, ^uint32(1<<whiteCrowns-1)))
	}
	return r
}

// squaresFrom returns the squares among those given to which steps in two directions lead. A capture is two steps in one direction.
func squaresFrom(from uint32, left, right int, among uint32) uint32 {
	for {
		to := from | (shift(left, from)|shift(right, from))&among
		if to == from {
			return from
		}
		from = to
	}
}

// holds reports whether men can stand on the squares of a block of a form, or on those of its mirror. Men that are missing were
// captured or crowned.
func (r *reach) holds(black, white uint32) bool {
	return r == nil || matched(r.black, black) && matched(r.white, white) ||
		matched(r.black, bits.Reverse32(white)) && matched(r.white, bits.Reverse32(black))
}

// matched reports whether each square of a set has a man of its own that can stand there.
func matched(men []uint32, set uint32) bool {
	if set == 0 {
		return true
	}
	square := set & -set
	for i, own := range men {
		if own&square == 0 {
			continue
		}
		others := append(append(make([]uint32, 0, maxSet), men[:i]...), men[i+1:]...)
		if matched(others, set&^square) {
			return true
		}
	}
	return false
}

// positions returns the positions of the blocks of a form that are within reach.
func (f *form) positions() (all uint64) {
	m := f.material
	free := squares - m.Men()
	kings := uint64(choose[free][m.BlackKings]) * uint64(choose[free-int(m.BlackKings)][m.WhiteKings])
	whites := menSets(m.WhiteMen)
	for _, black := range menSets(m.BlackMen) {
		for black, white := range (job{form: f, black: black, whites: whites}).blocks {
			if all += sides * kings; f.twice(black, white) {
				all += sides * kings
			}
		}
	}
	return all
}

// EstimateFrom returns the positions that From solves for p, and an estimate of its memory.
func EstimateFrom(p board.Position, threads int) (n Needs) {
	c, kept := &recipes[endgame.WLD], uint64(threads)*recipes[endgame.WLD].cache
	r := reachOf(p)
	for _, class := range classesFrom(p) {
		scratch := uint64(0)
		for _, m := range class {
			f := formOf(m)
			f.reach = r
			positions := f.positions()
			n.Positions += positions
			kept += uint64(f.configurations()*sides*wordBytes) + uint64(float64(positions)*c.bits/8)
			scratch = max(scratch, uint64(f.words())*c.scratch*uint64(min(threads, f.configurations())))
		}
		n.Memory = max(n.Memory, kept+scratch)
	}
	return n
}

// classesFrom returns the slices that games from p can come to, class by class.
func classesFrom(p board.Position) [][]endgame.Material {
	m := endgame.MaterialOf(p)
	return plan(m.Pieces(), 0, &m)
}

// From solves all positions that games from p can come to. Men never move back, so that these are few of their slices. report is that
// of Solve.
func From(ctx context.Context, p board.Position, threads int, report func(positions uint64)) (*Values, error) {
	v := NewValues()
	v.reach = reachOf(p)
	for _, class := range classesFrom(p) {
		if err := v.Solve(ctx, class, threads, report); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// ValueProber returns the values of single positions. Several goroutines may call it at once; it handles one call after the other.
type ValueProber struct {
	values *Values
	mu     sync.Mutex
	cache  *cache[uint64]
}

// smallestProber is the least memory for the unpacked blocks of a prober, in bytes.
const smallestProber = 256 << 20

// NewValueProber returns a prober of solved values. Beside the values its memory grows with use to this number of bytes, or to 256 MiB
// if that is more.
func NewValueProber(v *Values, memory int) *ValueProber {
	return &ValueProber{values: v, cache: newCache[uint64](v, max(memory, smallestProber)/wordBytes)}
}

// Bytes returns the memory of the values.
func (v *Values) Bytes() (bytes int) {
	for i, s := range v.slices {
		if s != nil && s.packed != nil && index(s.material) == uint16(i) { // not under its mirror
			for _, slab := range s.packed.slabs {
				bytes += len(slab) * wordBytes
			}
		}
	}
	return bytes
}

// Probe returns the value of p for its side to move, Unknown if it is not solved.
func (v *ValueProber) Probe(p board.Position) board.Result {
	if p.Side(p.Turn.Opponent()) == 0 {
		return board.Win
	}
	if !p.HasMove() {
		return board.Loss
	}
	if p.KingsOf(board.Black) == 0 { // X is a black king
		p = p.Mirror()
	}
	a, b, c, d := uint32(p.KingsOf(board.Black)), uint32(p.Men(board.Black)), uint32(p.KingsOf(board.White)), uint32(p.Men(board.White))
	key := blockKey{uint8(bits.OnesCount32(a)), uint8(bits.OnesCount32(c)), uint8(p.Turn), b, d}
	if p.Pieces() > 2*maxSet || !v.values.reach.holds(b, d) {
		return board.Unknown
	}
	s := v.values.slice(key.material())
	switch {
	case s == nil:
		return board.Unknown
	case a == 0:
		if s.material != key.material() {
			key = key.mirror()
		}
		return resultOf(s.menValue(s.configuration(key.blackMen, key.whiteMen), key.side))
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.cache.begin()
	words := v.cache.words(key)
	return resultOf(words[rank(a&(a-1))*choose[squares][key.whiteKings]+rank(c)] >> lowest(a) & lostValue)
}
