package ribbon

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// checkBits builds Bits, asks for all keys and returns the file.
func checkBits(t require.TestingT, zeros, ones []uint64) []byte {
	data, err := BuildBits(context.Background(), inLists(zeros, 3), inLists(ones, 2), 2)
	require.NoError(t, err)
	b, err := OpenBits(data)
	require.NoError(t, err)
	for _, key := range zeros {
		require.False(t, b.Get(key))
	}
	for _, key := range ones {
		require.True(t, b.Get(key))
	}
	return data
}

func TestBitsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 3000).Draw(t, "keys")
		zeros := rapid.IntRange(0, n).Draw(t, "zeros")
		keys := sample(n, rapid.Uint64().Draw(t, "seed"))
		checkBits(t, keys[:zeros], keys[zeros:])
	})
}

func TestBitsAreSmall(t *testing.T) {
	for _, c := range []struct {
		keys  int
		waste float64 // bytes
	}{
		{0, 8}, {1, 9}, {10, 9}, {300, 30}, {500, 30}, {2000, 40}, {10_000, 50},
		{20_000, 38}, {100_000, 100}, {150_000, 150}, {1_000_000, 750},
	} {
		if c.keys > 200_000 && os.Getenv("ZONDA_LONG") == "" {
			continue
		}
		keys := sample(c.keys, 3)
		data := checkBits(t, keys[:c.keys/3], keys[c.keys/3:])
		require.LessOrEqual(t, float64(len(data)), float64(c.keys)/8+c.waste, "%d keys", c.keys)
	}
}

func TestBitsAreTheSameInAnyOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	zeros, ones := sample(140_000, 1), sample(60_000, 2)
	want, err := BuildBits(context.Background(), inLists(zeros, 1), inLists(ones, 1), 1)
	require.NoError(t, err)
	for workers := range 5 {
		seed := uint64(workers)
		got, err := BuildBits(context.Background(), inLists(shuffled(zeros, seed), workers+1), inLists(shuffled(ones, seed), 5-workers), workers)
		require.NoError(t, err)
		require.True(t, slices.Equal(want, got), "%d workers", workers)
	}
}

func TestBitsRefuseKeysWithBothValues(t *testing.T) {
	for _, n := range []int{1, 300, 5000} {
		keys := sample(n, 1)
		_, err := BuildBits(context.Background(), inLists(keys[:1], 1), inLists(keys, 1), 1)
		require.ErrorIs(t, err, errUnsolvable)
		_, err = BuildBits(context.Background(), inLists(keys, 1), inLists(keys, 1), 1)
		require.ErrorIs(t, err, errUnsolvable)
	}
}

func TestBitsTolerateRepeatedKeys(t *testing.T) {
	checkBits(t, slices.Repeat(sample(1000, 1), 4), slices.Repeat(sample(900, 2), 3))
}

func BenchmarkBitsBuild(b *testing.B) {
	keys := sample(1_000_000, 1)
	for b.Loop() {
		if _, err := BuildBits(context.Background(), inLists(keys[:len(keys)/2], 1), inLists(keys[len(keys)/2:], 1), 1); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(keys)), "ns/key")
}

func BenchmarkBitsGet(b *testing.B) {
	keys := sample(4_000_000, 1)
	data, err := BuildBits(context.Background(), inLists(keys[:len(keys)/2], 1), inLists(keys[len(keys)/2:], 1), 2)
	require.NoError(b, err)
	opened, err := OpenBits(data)
	require.NoError(b, err)
	i := 0
	for b.Loop() {
		opened.Get(keys[i&(1<<16-1)])
		i++
	}
}
