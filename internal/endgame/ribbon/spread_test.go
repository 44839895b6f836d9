package ribbon

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestSpread: every list keeps its keys, and the hashes of each shard are those that a search of all keys finds.
func TestSpread(t *testing.T) {
	l := newLayer(4*shardStarts, largeBucket)
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOf(rapid.SliceOf(rapid.Uint64())).Draw(t, "keys")
		salt := rapid.Uint64().Draw(t, "salt")
		workers := rapid.IntRange(1, 4).Draw(t, "workers")
		before := make([][]uint64, len(keys))
		want := make([][]uint64, l.lastShard+1)
		for i, list := range keys {
			before[i] = slices.Clone(list)
			for _, key := range list {
				hash := mix(key ^ salt)
				shard := l.shard(l.start(hash))
				want[shard] = append(want[shard], hash)
			}
		}
		s := spread(keys, &l, salt, workers)
		for i, list := range keys {
			require.ElementsMatch(t, before[i], list)
		}
		for shard, hashes := range want {
			require.ElementsMatch(t, hashes, s.appendHashes(nil, uint64(shard)))
		}
	})
}
