package pack

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/ribbon"
)

func TestWrongKey(t *testing.T) {
	for _, n := range []uint64{0, 1, parts - 1, parts, 1000} {
		keys := make([]uint64, n)
		for i := range keys {
			keys[i] = uint64(i)
		}
		lists := [][]uint64{keys[:n/3], nil, keys[n/3:]}
		_, found := wrongKey(context.Background(), lists, 2, func(uint64) bool { return true })
		require.False(t, found)
		for _, wrong := range keys {
			key, found := wrongKey(context.Background(), lists, 2, func(key uint64) bool { return key != wrong })
			require.True(t, found)
			require.Equal(t, wrong, key)
		}
	}
}

// filterSet returns an exception set with one filter of n keys, and as many other keys.
func filterSet(t require.TestingT, n int, width byte) (set *exceptionSetBuilder, others []uint64) {
	random := splitMix(n)
	keys := make([]uint64, 2*n)
	for i := range keys {
		keys[i] = random.next()
	}
	file, err := ribbon.BuildFilter(context.Background(), [][]uint64{keys[:n]}, int(width), 2)
	require.NoError(t, err)
	filter, err := ribbon.OpenFilter(file)
	require.NoError(t, err)
	set = &exceptionSetBuilder{}
	set.filters[width] = &filter
	return set, keys[n:]
}

func TestSifterKeepsWhatPasses(t *testing.T) {
	const width, missing = 3, 5
	for _, n := range []int{0, 1, 1000, 3 * regions * regionWaiting / 2} {
		if n > 1000 && testing.Short() {
			continue
		}
		set, others := filterSet(t, n, width)
		s := sifter{set: set}
		var want []uint64
		for i, key := range others {
			switch i % 4 {
			case 0:
				s.add(key, 0)
				want = append(want, key)
			case 1:
				s.add(key, endgame.Never)
				s.add(key, missing)
			default:
				s.add(key, width)
				if set.filters[width].Has(key) {
					want = append(want, key)
				}
			}
		}
		got := s.finish()
		slices.Sort(got)
		slices.Sort(want)
		require.Equal(t, len(want), len(got))
		require.True(t, slices.Equal(want, got))
	}
}

// BenchmarkSifter looks keys up in a filter larger than most caches: one after the other, and by regions.
func BenchmarkSifter(b *testing.B) {
	const width = 8
	set, others := filterSet(b, 8_000_000, width)
	b.Run("one by one", func(b *testing.B) {
		i := 0
		for b.Loop() {
			set.filters[width].Has(others[i%len(others)])
			i++
		}
	})
	b.Run("by regions", func(b *testing.B) {
		i, s := 0, sifter{set: set}
		for b.Loop() {
			s.add(others[i%len(others)], width)
			i++
		}
		s.finish()
	})
}
