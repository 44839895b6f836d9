package ribbon

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// inLists returns keys in a number of lists of about the same length.
func inLists(keys []uint64, number int) (all [][]uint64) {
	for i := range number {
		all = append(all, keys[len(keys)*i/number:len(keys)*(i+1)/number])
	}
	return all
}

func TestPartsOfListsAreAllKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := lists(rapid.SliceOf(rapid.SliceOf(rapid.Uint64())).Draw(t, "lists"))
		workers := rapid.IntRange(1, 5).Draw(t, "workers")
		var all []uint64
		for worker := range workers {
			own := keys.part(worker, workers)
			require.InDelta(t, float64(keys.len())/float64(workers), own.len(), 1)
			all = append(all, slices.Concat(own...)...)
		}
		require.Equal(t, slices.Concat(keys...), all)
	})
}
