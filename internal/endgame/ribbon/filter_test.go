package ribbon

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// openFilter builds a Filter and opens it.
func openFilter(t require.TestingT, keys []uint64, width int) (Filter, []byte) {
	data, err := BuildFilter(context.Background(), inLists(keys, 3), width, 2)
	require.NoError(t, err)
	f, err := OpenFilter(data)
	require.NoError(t, err)
	return f, data
}

func TestFilterHasItsKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 3000).Draw(t, "keys")
		width := rapid.IntRange(1, MaxWidth).Draw(t, "width")
		keys := sample(n, rapid.Uint64().Draw(t, "seed"))
		f, _ := openFilter(t, keys, width)
		for _, key := range keys {
			require.True(t, f.Has(key))
		}
	})
}

func TestFilterOfAllWidths(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	for width := 1; width <= MaxWidth; width++ {
		keys := sample(20_000, uint64(width))
		f, data := openFilter(t, keys, width)
		for _, key := range keys {
			require.True(t, f.Has(key))
		}
		require.Less(t, float64(len(data)*8), 1.015*float64(len(keys)*width), "width %d", width)
	}
}

func TestFilterPassesFewOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	const keys, others = 250_000, 1_000_000 // keys of several shards
	for _, width := range []int{1, 6} {
		f, _ := openFilter(t, sample(keys, 1), width)
		passed := 0
		for _, other := range sample(others, 2) {
			if f.Has(other) {
				passed++
			}
		}
		want := math.Ldexp(others, -width)
		require.InDelta(t, want, passed, 5*math.Sqrt(want), "width %d", width)
	}
}

func TestSmallFilterPassesFewOthers(t *testing.T) {
	const width, filters, others = 3, 200, 1000
	for _, keys := range []int{1, 10, 200, 500} {
		passed := 0
		for i := range uint64(filters) {
			f, _ := openFilter(t, sample(keys, i), width)
			for _, other := range sample(others, i) {
				if f.Has(other) {
					passed++
				}
			}
		}
		require.InEpsilon(t, filters*others>>width, passed, 0.05, "%d keys", keys)
	}
}

func TestEmptyFilterHasNothing(t *testing.T) {
	f, data := openFilter(t, nil, 3)
	require.Len(t, data, headerBytes)
	for _, key := range sample(1000, 1) {
		require.False(t, f.Has(key))
	}
}

func TestFilterIsTheSameInAnyOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	keys := sample(200_000, 1)
	want, err := BuildFilter(context.Background(), inLists(keys, 1), 4, 1)
	require.NoError(t, err)
	for workers := range 5 {
		got, err := BuildFilter(context.Background(), inLists(shuffled(keys, uint64(workers)), workers+1), 4, workers)
		require.NoError(t, err)
		require.True(t, slices.Equal(want, got), "%d workers", workers)
	}
}

func TestFilterToleratesRepeatedKeys(t *testing.T) {
	keys := slices.Repeat(sample(1000, 1), 5)
	f, _ := openFilter(t, keys, 6)
	for _, key := range keys {
		require.True(t, f.Has(key))
	}
}

func TestFilterRefusesWidths(t *testing.T) {
	for _, width := range []int{-1, 0, MaxWidth + 1} {
		_, err := BuildFilter(context.Background(), nil, width, 1)
		require.ErrorContains(t, err, "width")
	}
}

func BenchmarkFilterBuild(b *testing.B) {
	keys := sample(1_000_000, 1)
	for b.Loop() {
		if _, err := BuildFilter(context.Background(), inLists(keys, 1), 5, 1); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(keys)), "ns/key")
}

func BenchmarkFilterHas(b *testing.B) {
	keys := sample(1_000_000, 1)
	others := sample(1<<16, 2)
	for _, width := range []int{1, 5, 10} {
		f, _ := openFilter(b, keys, width)
		for name, asked := range map[string][]uint64{"key": keys, "other": others} {
			b.Run(fmt.Sprintf("%d/%s", width, name), func(b *testing.B) {
				i := 0
				for b.Loop() {
					f.Has(asked[i&(1<<16-1)])
					i++
				}
			})
		}
	}
}
