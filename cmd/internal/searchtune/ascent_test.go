package searchtune

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// hill is a function with its top at a point, measured with noise.
func hill(top, at []float64, random *rand.Rand) (height float64) {
	for i := range top {
		const steepness = 0.01 // a difference of 0.2 between experiments five steps from the top
		height -= steepness * (at[i] - top[i]) * (at[i] - top[i])
	}
	const noise = 0.5
	return height + noise*random.NormFloat64()
}

// climbed returns the ascent after all its iterations on the hill.
func climbed(seed uint64, top []float64) *Ascent {
	a := &Ascent{Iterations: 20000, Rate: 0.05}
	for range top {
		a.Dimensions = append(a.Dimensions, Dimension{-10, 10, 1})
		a.Point = append(a.Point, 0)
	}
	random := rand.New(rand.NewPCG(seed, 0))
	for a.Done < a.Iterations {
		e := a.Experiment(random)
		a.Climb(e, hill(top, e.Plus, random)-hill(top, e.Minus, random))
	}
	return a
}

// The ascent finds the top of a hill under noise that is far greater than the difference that it measures.
func TestAscentFindsTheTop(t *testing.T) {
	top := []float64{5, -4, 0, 8}
	for seed := range uint64(3) {
		require.InDeltaSlice(t, top, climbed(seed, top).Point, 2.5)
	}
}

// A top beyond the range is the range's end.
func TestAscentStaysInRange(t *testing.T) {
	point := climbed(1, []float64{50, -50}).Point
	require.InDeltaSlice(t, []float64{10, -10}, point, 0.5)
}

// The schedule begins with two steps and the rate, and shrinks.
func TestSchedule(t *testing.T) {
	a := &Ascent{Iterations: 1000, Rate: 0.3}
	require.EqualValues(t, 2, a.perturbation())
	require.InDelta(t, 0.3, a.move(), 1e-12)
	a.Done = 999
	require.InDelta(t, 2/math.Pow(1000, 0.101), a.perturbation(), 1e-12)
	require.InDelta(t, 0.3*math.Pow(101.0/1100, 0.602)*math.Pow(1000, 0.101), a.move(), 1e-12)
}

// Whatever the differences are, points stay within the dimensions, and experiments on both sides of them.
func TestExperiments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Dimension{Lowest: rapid.Float64Range(-100, 0).Draw(t, "lowest"), Highest: 50, Step: rapid.Float64Range(0.1, 30).Draw(t, "step")}
		a := &Ascent{Dimensions: []Dimension{d}, Iterations: 20, Rate: 1, Point: []float64{0}}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for a.Done < a.Iterations {
			e := a.Experiment(random)
			for _, v := range []float64{e.Plus[0], e.Minus[0], a.Point[0]} {
				require.Equal(t, d.within(v), v)
			}
			require.LessOrEqual(t, e.signs[0]*(e.Minus[0]-a.Point[0]), 0.0)
			require.GreaterOrEqual(t, e.signs[0]*(e.Plus[0]-a.Point[0]), 0.0)
			before := a.Point[0]
			difference := rapid.Float64Range(-8, 8).Draw(t, "difference")
			a.Climb(e, difference)
			require.GreaterOrEqual(t, (a.Point[0]-before)*e.signs[0]*difference, 0.0, "the point moves to the better side")
		}
	})
}
