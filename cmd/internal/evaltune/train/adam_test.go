package train

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Steps follow the formulas of the paper, with fractions of 64 bits here.
func TestAdam(t *testing.T) {
	const rate = 0.01
	weights, a := []float32{1}, newAdam(1)
	want, mean, square := 1.0, 0.0, 0.0
	for i, gradient := range []float64{0.5, -0.25, 0.125, 3, 0, -1} {
		mean = 0.9*mean + 0.1*gradient
		square = 0.999*square + 0.001*gradient*gradient
		n := float64(i + 1)
		want -= rate * (mean / (1 - math.Pow(0.9, n))) / (math.Sqrt(square/(1-math.Pow(0.999, n))) + 1e-8)
		a.move(weights, 0, float32(gradient), stepSizeOf(rate, i+1))
		require.InDelta(t, want, float64(weights[0]), 1e-6)
	}
}

// The rate falls along half a cosine to a hundredth.
func TestRate(t *testing.T) {
	s := Settings{Rate: 2}
	require.InDelta(t, 2, s.rateAt(0, 100), 1e-12)
	require.InDelta(t, 2*(0.01+0.99/2), s.rateAt(50, 100), 1e-12)
	require.InDelta(t, 0.02, s.rateAt(100, 100), 1e-12)
}
