package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/optimize"
	"pgregory.net/rapid"
)

// A general optimizer finds the same most likely distributions under the condition of normalized Elo.
func TestNormalizedLLRIsTheLargest(t *testing.T) {
	for _, p := range []Pairs{{2, 20, 80, 22, 3}, {10, 150, 600, 250, 30}, {40, 30, 10, 30, 60}, {1, 1, 1, 1, 1}} {
		for _, elo := range []float64{-60, -5, 0, 5, 40} {
			w := p.weights(priorOutcome)
			deviations := elo / (800 / math.Ln10) * math.Sqrt2
			found := w.apart(deviations)
			sum := 0.0
			for _, share := range found {
				sum += share
			}
			require.InDelta(t, 1, sum, 1e-9)
			require.InDelta(t, deviations, (weights(found).mean()-level)/math.Sqrt(weights(found).variance()), 1e-9)
			penalty := func(x []float64) float64 {
				var d distribution
				total := 0.0
				for i := range d {
					d[i] = math.Exp(x[i])
					total += d[i]
				}
				for i := range d {
					d[i] /= total
				}
				off := (weights(d).mean()-level)/math.Sqrt(weights(d).variance()) - deviations
				return -w.likelihood(d) + 1e7*off*off
			}
			start := make([]float64, outcomes)
			for i, share := range found {
				start[i] = math.Log(share) + 0.01*float64(i%2)
			}
			best, err := optimize.Minimize(optimize.Problem{Func: penalty}, start, nil, &optimize.NelderMead{})
			require.NoError(t, err)
			require.InDelta(t, -w.likelihood(found), best.F, 0.01, "%v at %g", p, elo)
		}
	}
}

// Near the middle normalized Elo is the mean in deviations of a game, so that the ratio is that of a normal distribution.
func TestNormalizedLLROfManyPairs(t *testing.T) {
	p := Pairs{300, 2500, 6000, 2600, 310}
	s := SPRT{Elo0: 0, Elo1: 4, Normalized: true}
	w := p.weights(0)
	deviation := math.Sqrt(w.variance())
	z := (w.mean() - level) / deviation * math.Sqrt(w.total())
	step := 4 / (800 / math.Ln10) * math.Sqrt2 * math.Sqrt(w.total())
	require.InDelta(t, step*z-step*step/2, s.LLR(p), 0.02)
	require.NotEqual(t, s.LLR(p), SPRT{Elo0: 0, Elo1: 4}.LLR(p))
}

func TestNormalizedLLRIsANumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p Pairs
		for i := range p {
			p[i] = rapid.IntRange(0, 500).Draw(t, "count")
		}
		low := rapid.Float64Range(-maxElo, maxElo-1).Draw(t, "elo0")
		llr := SPRT{Elo0: low, Elo1: rapid.Float64Range(low+0.5, maxElo).Draw(t, "elo1"), Normalized: true}.LLR(p)
		require.False(t, math.IsNaN(llr) || math.IsInf(llr, 0))
	})
}
