package search

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// anyEntry draws what the search can store.
var anyEntry = rapid.Custom(func(t *rapid.T) entry {
	return entry{
		score: eval.Score(rapid.Int32Range(-int32(eval.Bound), int32(eval.Bound)).Draw(t, "score")),
		depth: Depth(rapid.IntRange(0, int(MaxDepth)).Draw(t, "depth")),
		move:  rapid.OneOf(rapid.IntRange(0, noIndex-1), rapid.Just(noIndex)).Draw(t, "move"),
		bound: rapid.SampledFrom([]bound{upperBound, lowerBound, exactScore}).Draw(t, "bound"),
	}
})

func TestPackedEntryComesBack(t *testing.T) {
	require.LessOrEqual(t, generationShift+generationBits, 64)
	require.GreaterOrEqual(t, noIndex, board.MaxMoves-1)
	rapid.Check(t, func(t *rapid.T) {
		e, generation := anyEntry.Draw(t, "entry"), rapid.Uint64Range(0, 63).Draw(t, "generation")
		word := e.pack(generation)
		require.NotZero(t, word, "a slot in use looks empty")
		require.Equal(t, e, unpack(word))
		require.Equal(t, generation, field(word, generationShift, generationBits))
	})
}

func TestTableOfAnySize(t *testing.T) {
	for _, mib := range []int{1, 2, 3, 7, 64} {
		table := newTable(mib)
		require.Equal(t, mib<<20, len(table.buckets)*bucketBytes)
		for _, key := range []uint64{0, 1, 1 << 63, ^uint64(0)} {
			table.store(key, entry{score: 5, depth: 3, bound: exactScore})
			found, ok := table.probe(key)
			require.True(t, ok)
			require.Equal(t, entry{score: 5, depth: 3, bound: exactScore}, found)
		}
	}
}

func TestKeysSpreadOverAllBuckets(t *testing.T) {
	table := newTable(3)
	require.Same(t, &table.buckets[0], table.bucketOf(0))
	require.Same(t, &table.buckets[len(table.buckets)-1], table.bucketOf(^uint64(0)))
}

func TestProbeFindsWhatWasStored(t *testing.T) {
	table := newTable(1)
	rapid.Check(t, func(t *rapid.T) {
		key, e := rapid.Uint64().Draw(t, "key"), anyEntry.Draw(t, "entry")
		table.store(key, e)
		found, ok := table.probe(key)
		require.True(t, ok)
		require.Equal(t, e, found)
		missing, ok := table.probe(key ^ 1<<rapid.IntRange(0, 63).Draw(t, "bit"))
		require.True(t, ok || missing == entry{move: noIndex})
	})
}

// sameBucket returns keys that share the first bucket.
func sameBucket(n int) []uint64 {
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = uint64(i + 1)
	}
	return keys
}

func TestDeepEntriesStay(t *testing.T) {
	table, keys := newTable(1), sameBucket(bucketSlots+2)
	for i, key := range keys[:bucketSlots] {
		table.store(key, entry{depth: Depth(10 + i), bound: exactScore})
	}
	for _, key := range keys[bucketSlots:] {
		table.store(key, entry{depth: 5, bound: exactScore})
	}
	for i, want := range []bool{false, true, true, true, false, true} {
		_, ok := table.probe(keys[i])
		require.Equal(t, want, ok, i)
	}
}

func TestEntriesOfEarlierSearchesGiveWay(t *testing.T) {
	table, keys := newTable(1), sameBucket(bucketSlots+1)
	table.store(keys[0], entry{depth: 10, bound: exactScore})
	for range 3 {
		table.age()
	}
	for _, key := range keys[1:] {
		table.store(key, entry{depth: 1, bound: exactScore})
	}
	_, ok := table.probe(keys[0])
	require.False(t, ok)
	for _, key := range keys[1:] {
		_, ok = table.probe(key)
		require.True(t, ok)
	}
}

func TestOwnSlotIsWrittenOver(t *testing.T) {
	table := newTable(1)
	table.store(9, entry{depth: 20, bound: exactScore})
	table.store(9, entry{depth: 2, bound: lowerBound})
	found, _ := table.probe(9)
	require.Equal(t, Depth(2), found.depth)
	require.Equal(t, 1, used(table.bucketOf(9)))
}

func used(b *bucket) (n int) {
	for i := range b {
		if b[i].word.Load() != 0 {
			n++
		}
	}
	return n
}

// A slot whose two words come from different writers matches no key.
func TestTornSlotMatchesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mine, other := anyEntry.Draw(t, "mine"), anyEntry.Draw(t, "other")
		keys := rapid.SliceOfNDistinct(rapid.Uint64(), 2, 2, rapid.ID).Draw(t, "keys")
		if mine == other {
			return
		}
		table := &table{buckets: make([]bucket, 1)}
		table.store(keys[0], mine)
		table.buckets[0][0].word.Store(other.pack(0))
		for _, key := range keys {
			found, ok := table.probe(key)
			require.False(t, ok && found == mine)
		}
		_, ok := table.probe(keys[0])
		require.False(t, ok)
	})
}

func TestPerMilleUsedCountsThisSearch(t *testing.T) {
	table := newTable(1)
	require.Zero(t, table.perMilleUsed())
	for i := range sampledBuckets {
		for j := range bucketSlots {
			if j%2 == 0 {
				table.buckets[i][j].word.Store(entry{bound: exactScore}.pack(0))
			}
		}
	}
	require.Equal(t, 500, table.perMilleUsed())
	table.age()
	require.Zero(t, table.perMilleUsed())
	rapid.Check(t, func(t *rapid.T) {
		for range rapid.IntRange(0, 2000).Draw(t, "stores") {
			table.store(rapid.Uint64().Draw(t, "key"), entry{bound: exactScore})
		}
		require.GreaterOrEqual(t, table.perMilleUsed(), 0)
		require.LessOrEqual(t, table.perMilleUsed(), 1000)
	})
}

func TestClearedTableIsEmpty(t *testing.T) {
	table := newTable(1)
	for key := range uint64(10000) {
		table.store(key<<50, entry{score: 7, bound: exactScore})
	}
	table.age()
	table.clear()
	require.Equal(t, newTable(1), table)
}

func TestGenerationsGoRound(t *testing.T) {
	table := newTable(1)
	for range 1000 {
		table.age()
		require.Less(t, table.generation, uint64(1)<<generationBits)
	}
}

// When many goroutines write to the table, a probe still finds only entries that were stored for its key.
func TestTableFromManyGoroutines(t *testing.T) {
	table := &table{buckets: make([]bucket, 8)}
	own := func(key uint64) entry {
		return entry{score: eval.Score(key % 1000), depth: Depth(key % 50), move: int(key % 40), bound: exactScore}
	}
	var all sync.WaitGroup
	for worker := range uint64(4) {
		all.Go(func() {
			for i := range uint64(20000) {
				key := (i*7919 + worker) % 97 * 0x9E3779B97F4A7C15
				if found, ok := table.probe(key); ok && found != own(key) {
					t.Errorf("key %x finds %v", key, found)
				}
				table.store(key, own(key))
			}
		})
	}
	all.Wait()
}

// SetHash returns an error if there is no memory for the table. The search keeps the table that it has.
func TestNoRoomForATable(t *testing.T) {
	s := newWith(1)
	old := s.table
	const tooMuch = 1 << 35 // MiB
	require.ErrorContains(t, s.SetHash(tooMuch), "no memory for a table of 34359738368 MiB")
	require.Same(t, old, s.table)
	require.NotZero(t, s.NewRun(board.NewGame(board.Start()), Limits{Depth: 5}, nil).Search().Nodes)
}

// The memory of a table that is replaced goes back at once.
func TestReplacedTableIsReleased(t *testing.T) {
	s := newWith(1)
	old := s.table
	require.NoError(t, s.SetHash(2))
	require.Empty(t, old.buckets)
	require.Empty(t, old.block.Bytes())
}
