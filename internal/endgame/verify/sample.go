package verify

import (
	"context"
	"math/bits"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// minSample is the least number of positions of a sample that a slice gets, if the slice has them.
const minSample = 1000

// Sample verifies about this number of positions of slices and their mirrors, which may have too many to verify all. A slice
// gets a share of them by its size, and minSample at least. Their places look random. Each position is probed, and recomputed from the
// prober's answers for its successors. The summaries count the sample. RankPieces and Memory of the options have no effect. The errors are
// those of Run.
func Sample(ctx context.Context, prober Prober, slices []endgame.Material, positions uint64, o Options) ([]Summary, error) {
	w := newWork(o)
	var all uint64
	var list []endgame.Material
	for _, p := range pairs(slices) {
		list = append(list, p...)
	}
	for _, m := range list {
		all += m.Positions()
	}
	var found []Summary
	for _, m := range list {
		high, low := bits.Mul64(m.Positions(), positions)
		share, _ := bits.Div64(high, low, max(all, 1))
		s, err := w.sample(ctx, prober, m, min(max(share, minSample), m.Positions()))
		if err != nil {
			return found, err
		}
		found = append(found, s)
		if o.Verified != nil {
			o.Verified(s)
		}
	}
	return found, nil
}

// sample verifies a number of positions of a slice, each position once if the slice has no more.
func (w *work) sample(ctx context.Context, prober Prober, m endgame.Material, positions uint64) (Summary, error) {
	x := newIndex(m)
	chosen := func(i uint64) uint64 { return i }
	if positions < x.size() {
		chosen = func(i uint64) uint64 { return scattered(i) % x.size() }
	}
	w.meter.start(m, Checking, positions)
	var adding sync.Mutex
	sum := Summary{Slice: m}
	err := inPortions(ctx, w.Threads, positions, func(from, to uint64) error {
		s := &successors{prober: prober}
		var n [board.Win + 1]uint64
		for i := from; i < to; i++ {
			place := x.placement(chosen(i))
			p := place.position()
			stored := prober.Probe(asked(i, p))
			if stored == board.Unknown {
				return &Fault{Slice: m, Position: p, Phase: Loading}
			}
			if value := s.value(p.Mirror()); value != stored {
				return &Fault{m, p, Checking, stored, value}
			}
			n[stored]++
		}
		adding.Lock()
		defer adding.Unlock()
		sum.Wins, sum.Draws, sum.Losses = sum.Wins+n[board.Win], sum.Draws+n[board.Draw], sum.Losses+n[board.Loss]
		w.meter.add(to - from)
		return nil
	})
	return sum, err
}

// scattered returns a number that looks random, another one for each i (SplitMix64, Steele 2014).
func scattered(i uint64) uint64 {
	x := i * 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// The rank of a set of squares is its place among the sets of the same size in the same room,
// which is the set of the squares allowed. Sets are ordered by their highest square, then by
// the next, and so on. With the squares of the room numbered from 0, the rank of
// {a < b < c < ...} is C(a,1) + C(b,2) + C(c,3) + ...

// Sizes of the table of binomials: powers of two, so that the compiler needs no bounds checks.
const (
	roomSizes   = board.Squares
	subsetSizes = 16 // more than a side's pieces
)

// choose holds the binomials C(n,k), n below the number of squares.
var choose = pascal()

func pascal() (t [roomSizes][subsetSizes]uint32) {
	for n := range t {
		t[n][0] = 1
		for k := 1; k <= min(n, subsetSizes-1); k++ {
			t[n][k] = t[n-1][k-1] + t[n-1][k]
		}
	}
	return t
}

// subsets returns the number of sets of size k in a room of n squares, n at most 32.
func subsets(n, k int) uint64 {
	if k == 0 {
		return 1
	}
	return uint64(choose[n-1][k-1]) + uint64(choose[n-1][k])
}

// subsetRank returns the rank of set in room.
func subsetRank(set, room board.Bitboard) (rank uint64) {
	for k := 1; set != 0; k++ {
		lower := room & (set&-set - 1)
		rank += uint64(choose[lower.Count()%roomSizes][k%subsetSizes])
		set &= set - 1
	}
	return rank
}

// subsetAt returns the set of size k with a rank in room.
func subsetAt(rank uint64, k int, room board.Bitboard) (set board.Bitboard) {
	for k > 0 {
		highest := board.Bitboard(1) << (bits.Len32(uint32(room)) - 1)
		room &^= highest
		if smaller := uint64(choose[room.Count()][k]); smaller <= rank {
			rank -= smaller
			set |= highest
			k--
		}
	}
	return set
}

// firstSubset returns the set of size k with rank 0: the lowest squares.
func firstSubset(k int, room board.Bitboard) (set board.Bitboard) {
	for range k {
		set |= room &^ set & -(room &^ set)
	}
	return set
}

// nextSubset returns the set of the same size with the next rank, the empty set after the
// last. The lowest square that can moves up by one, and the squares below it move to the
// lowest squares of the room. The addition finds this square: its carry goes through the
// squares that are in the set or outside the room.
func nextSubset(set, room board.Bitboard) board.Bitboard {
	upper := ((set | ^room) + set&-set) & room
	if upper == 0 {
		return 0
	}
	return upper | firstSubset(set.Count()-upper.Count(), room)
}
