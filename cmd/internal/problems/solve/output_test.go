package solve

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTexts(t *testing.T) {
	for ms, want := range map[float64]string{
		0: "0 ms", 0.26: "0.3 ms", 3: "3 ms", 9.9: "9.9 ms", 10.4: "10 ms", 9999: "9999 ms",
		10_000: "10 s", 12_340: "12.3 s", 999_000: "999 s", 3_600_000: "3600 s",
	} {
		require.Equal(t, want, timeText(ms))
	}
	for n, want := range map[uint64]string{0: "0", 9_999_999: "9999999", 12_345_678: "12.3M", 123_456_789_012: "123.5G"} {
		require.Equal(t, want, nodesText(n))
	}
}
