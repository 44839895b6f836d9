package train

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/eval/network"
)

// The slope of a factor is the sum of the slopes of all weights that change with it.
func TestSlopeOfFactors(t *testing.T) {
	const hidden, step = 64, 0.5
	random := rand.New(rand.NewPCG(1, 0))
	gradient := newParameters(hidden)
	for i := range gradient.all {
		gradient.all[i] = float32(random.IntN(9) - 4) // sums are exact
	}
	before, after := newParameters(hidden), newParameters(hidden)
	f := factorsOf(randomParameters(hidden, random), hidden)
	f.write(before)
	for _, i := range []int{0, 7, len(f.shared) - 1, len(f.shared), len(f.all) - 1, random.IntN(len(f.all))} {
		kept := f.all[i]
		f.all[i] += step
		f.write(after)
		f.all[i] = kept
		var sum float32
		changed := 0
		for k := range after.all {
			if after.all[k] != before.all[k] {
				sum += gradient.all[k]
				changed++
			}
		}
		require.Equal(t, sum, f.slope(gradient, i), "factor %d", i)
		want := 1
		if i < len(f.shared) {
			want = network.Stages
		}
		require.Equal(t, want, changed, "factor %d", i)
	}
}
