package verify

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// TestIndexOfSmallSlices goes through whole slices: each number once, in order, and on
// each a sound position of the material.
func TestIndexOfSmallSlices(t *testing.T) {
	for _, m := range append(append(endgame.Slices(2), endgame.Slices(3)...), materials("2K1Cv1C", "1Cv3C")...) {
		x := newIndex(m)
		require.Equal(t, m.Positions(), x.size())
		seen := map[board.Position]bool{}
		for rank, p := range x.positions(0, x.size()) {
			if x.rank(p) != rank || endgame.MaterialOf(p) != m || !sound(p) {
				require.Fail(t, "index", "%s: %d is %s with rank %d", m, rank, p, x.rank(p))
			}
			seen[p] = true
		}
		require.Len(t, seen, int(x.size()))
	}
}

// sound reports whether each piece has a square of its own where it can stand.
func sound(p board.Position) bool {
	return p.Black&p.White == 0 && p.Kings&^(p.Black|p.White) == 0 &&
		p.Men(board.Black)&board.WhiteBackRow == 0 && p.Men(board.White)&board.BlackBackRow == 0
}

// TestIndexProperties looks at random numbers of slices of up to eight pieces.
func TestIndexProperties(t *testing.T) {
	indexes := map[endgame.Material]index{}
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(endgame.Slices(rapid.IntRange(2, 8).Draw(t, "pieces"))).Draw(t, "slice")
		x, known := indexes[m]
		if !known {
			x = newIndex(m)
			indexes[m] = x
		}
		require.Equal(t, m.Positions(), x.size())
		from := rapid.Uint64Range(0, x.size()-1).Draw(t, "rank")
		for rank, p := range x.positions(from, min(from+100, x.size())) {
			require.Equal(t, rank, x.rank(p), p)
			require.Equal(t, m, endgame.MaterialOf(p))
			require.True(t, sound(p))
			s := x.placement(rank)
			require.Equal(t, p, s.position())
		}
	})
}

// TestPositionsStop checks that the loop can be left, and that an empty range is empty.
func TestPositionsStop(t *testing.T) {
	x := newIndex(materials("1Kv1K")[0])
	for range x.positions(5, 5) {
		require.Fail(t, "no position")
	}
	count := 0
	for range x.positions(0, x.size()) {
		if count++; count == 3 {
			break
		}
	}
	require.Equal(t, 3, count)
}

// TestSubsets compares rank, unrank and successor of subsets of any room.
func TestSubsets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		room := board.Bitboard(rapid.Uint32Range(1, 1<<32-1).Draw(t, "room"))
		k := rapid.IntRange(0, min(room.Count(), board.MaxPieces)).Draw(t, "k")
		n := subsets(room.Count(), k)
		require.Equal(t, firstSubset(k, room), subsetAt(0, k, room))
		rank := rapid.Uint64Range(0, n-1).Draw(t, "rank")
		set := subsetAt(rank, k, room)
		require.Zero(t, set&^room)
		require.Equal(t, k, set.Count())
		require.Equal(t, rank, subsetRank(set, room))
		if next := nextSubset(set, room); rank+1 < n {
			require.Equal(t, subsetAt(rank+1, k, room), next)
		} else {
			require.Zero(t, next)
		}
	})
}

// TestPairs checks the order of the work: whatever a slice's captures and crownings
// lead to comes first.
func TestPairs(t *testing.T) {
	var all []endgame.Material
	for pieces := 2; pieces <= 6; pieces++ {
		all = append(all, endgame.Slices(pieces)...)
	}
	slices.Reverse(all)
	place, count := map[endgame.Material]int{}, 0
	for i, p := range pairs(all) {
		count += len(p)
		for _, m := range p {
			place[m] = i
		}
	}
	require.Len(t, all, count)
	require.Len(t, place, count)
	for m, i := range place {
		require.Equal(t, i, place[m.Mirror()])
		if m.BlackMen > 0 {
			crowned, taken := m, m
			crowned.BlackMen--
			crowned.BlackKings++
			taken.BlackMen--
			require.Less(t, place[crowned], i)
			require.True(t, taken.Black() == 0 || m.Pieces() == 2 || place[taken] < i)
		}
	}
}
