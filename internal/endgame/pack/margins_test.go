package pack

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestMarginsComeBackInOrder(t *testing.T) {
	few := 10 // each reads some hundred thousand margins
	if os.Getenv("ZONDA_LONG") != "" {
		few = 1000
	}
	runs := 0
	rapid.Check(t, func(t *rapid.T) {
		if runs++; runs > few {
			return
		}
		lengths := []int{0, 1, chunkMargins - 1, chunkMargins, chunkMargins + 1, 3*chunkMargins + 5}
		n := rapid.SampledFrom(lengths).Draw(t, "margins")
		seed, maximum := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 256).Draw(t, "most")
		margin := func(random *splitMix) uint8 { return uint8(random.next() % uint64(maximum)) }
		var l marginList
		random := splitMix(seed)
		for range n {
			l.append(margin(&random))
		}
		require.Equal(t, n, len(l.chunks)*chunkMargins+len(l.last))
		for range 2 {
			random, reader := splitMix(seed), l.reader()
			for i := range n {
				require.Equal(t, margin(&random), reader.next(), "margin %d", i)
			}
		}
	})
}

func TestEqualMarginsTakeLittleMemory(t *testing.T) {
	var l marginList
	for range 10*chunkMargins + 1 {
		l.append(100)
	}
	require.Len(t, l.chunks, 10)
	bytes := 0
	for _, chunk := range l.chunks {
		bytes += cap(chunk)
	}
	require.Less(t, bytes, chunkMargins/10)
}
