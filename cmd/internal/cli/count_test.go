package cli

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 entries", 1: "1 entry", 2: "2 entries", 11: "11 entries"} {
		require.Equal(t, want, Count(n, "entry", "entries"))
	}
}
