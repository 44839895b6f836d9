package pack

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

// TestCodes: every symbol that was counted is read back from its code, in any context,
// and the codes are about as short as can be.
func TestCodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		contexts := make([]histogram, rapid.IntRange(1, 5).Draw(t, "contexts"))
		bounds := make([]int16, len(contexts)-1)
		for i := range bounds {
			bounds[i] = int16(10*i - 20)
		}
		for i := range contexts {
			for range rapid.IntRange(0, 40).Draw(t, "symbols") {
				contexts[i].count(rapid.IntRange(0, 200).Draw(t, "symbol"))
			}
		}
		codes, err := endgame.OpenCodes(encodeCodes(bounds, contexts))
		require.NoError(t, err)
		for i, h := range contexts {
			bits, total := 0.0, 0.0
			for symbol, n := range h {
				if n == 0 {
					continue
				}
				word, length := codes.Word(i, symbol)
				got, ok := codes.Symbol(i, func(k int) bool { return word>>(length-1-k)&1 != 0 })
				require.True(t, ok)
				require.Equal(t, symbol, got)
				bits += float64(length) * float64(n)
				total += float64(n)
			}
			require.LessOrEqual(t, bits, h.entropy()+total)
		}
		for i := range contexts {
			level := 10*i - 25
			require.Equal(t, i, codes.Context(level))
		}
	})
}

// TestLongCodes: counts like Fibonacci's, whose code would be one bit longer for every
// symbol, get codes of bounded length.
func TestLongCodes(t *testing.T) {
	h := histogram{1, 1}
	for len(h) < 60 {
		h = append(h, h[len(h)-1]+h[len(h)-2])
	}
	_, lengths := h.lengths()
	for _, l := range lengths {
		require.LessOrEqual(t, int(l), maxCode)
	}
	_, err := endgame.OpenCodes(encodeCodes(nil, []histogram{h}))
	require.NoError(t, err)
}
