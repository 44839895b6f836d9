package ribbon

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestOrder: hashes of a shard are sorted, however unevenly they are spread over the starts.
func TestOrder(t *testing.T) {
	l := newLayer(3*shardStarts/2, largeBucket)
	shardOf := func(hash uint64) uint64 { return l.shard(l.start(hash)) }
	rapid.Check(t, func(t *rapid.T) {
		var o order
		for range 2 { // the second time with what the first has left
			near := rapid.Uint64().Draw(t, "near")
			spread := rapid.Uint64Range(1, 1<<40).Draw(t, "spread")
			hashes := rapid.SliceOf(rapid.Custom(func(t *rapid.T) uint64 { return near + rapid.Uint64Range(0, spread).Draw(t, "distance") })).Draw(t, "hashes")
			hashes = slices.DeleteFunc(hashes, func(hash uint64) bool { return shardOf(hash) != shardOf(near) })
			want := slices.Sorted(slices.Values(hashes))
			shard := shardOf(near)
			o.sort(hashes, &l, shard)
			require.Equal(t, want, append([]uint64(nil), hashes...))
		}
	})
}
