package verify

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

func TestValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		results := rapid.SliceOf(rapid.SampledFrom([]board.Result{board.Loss, board.Draw, board.Win})).Draw(t, "results")
		v := newValues(uint64(len(results)))
		count := map[board.Result]uint64{}
		for i, r := range results {
			require.Equal(t, board.Unknown, v.at(uint64(i)))
			v.put(uint64(i), r)
			count[r]++
		}
		for i, r := range results {
			require.Equal(t, r, v.at(uint64(i)))
		}
		wins, losses, draws := v.count()
		require.Equal(t, count, nonzero(map[board.Result]uint64{
			board.Win: wins, board.Loss: losses, board.Draw: draws,
		}))
	})
}

func nonzero(counts map[board.Result]uint64) map[board.Result]uint64 {
	for r, n := range counts {
		if n == 0 {
			delete(counts, r)
		}
	}
	return counts
}

func TestBitset(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 200
		some := rapid.SliceOf(rapid.Uint64Range(0, size-1))
		all, taken := newBitset(size), newBitset(size)
		expected := map[uint64]bool{}
		for _, i := range some.Draw(t, "all") {
			all.addShared(i)
			expected[i] = true
		}
		for _, i := range some.Draw(t, "taken") {
			taken.add(i)
			delete(expected, i)
		}
		all.moveFrom(taken)
		for i := range uint64(size) {
			require.Equal(t, expected[i], all.has(i))
			require.False(t, taken.has(i))
		}
	})
}
