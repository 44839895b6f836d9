package pack

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
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
