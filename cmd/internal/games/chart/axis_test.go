package chart

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func labels(ticks []tick) (labels []string) {
	for _, t := range ticks {
		labels = append(labels, t.label)
	}
	return labels
}

func TestTicks(t *testing.T) {
	require.Equal(t, []string{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}, labels(linearTicks(-0.05, 1.05)))
	require.Equal(t, []string{"50", "100", "150", "200", "250", "300"}, labels(linearTicks(8, 312)))
	require.Equal(t, []string{"-20", "-10", "0", "10", "20"}, labels(linearTicks(-29, 29)))
	require.Equal(t, []string{"0.00", "0.05", "0.10"}, labels(linearTicks(-0.01, 0.49))[:3])
	require.Equal(t, []string{"0", "10", "20"}, labels(linearTicks(0, 97))[:3])
}

func TestLogTicks(t *testing.T) {
	require.Equal(t, []string{"0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"}, labels(logTicks(0.01, 1)))
	require.Equal(t, []string{"0.001", "0.01", "0.1", "1", "10", "100", "1000"}, labels(logTicks(1e-3, 2e3)))
	require.Equal(t, []string{"2.5", "3.0", "3.5", "4.0"}, labels(logTicks(2.1, 4.3)))
}

// An axis of any numbers has a fair number of different labels on it.
func TestTicksOfAnySpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.Float64Range(-largest, largest)
		one := numbers.Draw(t, "one")
		other := rapid.OneOf(numbers, rapid.Just(one), rapid.Just(math.Nextafter(one, 1))).Draw(t, "other")
		low, high := span([]float64{one, other})
		checkTicks(t, low, high, linearTicks(low, high))
		exponents := rapid.Float64Range(-12, 12)
		low, high = span([]float64{exponents.Draw(t, "low"), exponents.Draw(t, "high")})
		checkTicks(t, math.Pow(10, low), math.Pow(10, high), logTicks(math.Pow(10, low), math.Pow(10, high)))
	})
}

func checkTicks(t *rapid.T, low, high float64, ticks []tick) {
	require.Less(t, low, high)
	require.GreaterOrEqual(t, len(ticks), 1, "%v to %v", low, high)
	require.LessOrEqual(t, len(ticks), 25, "%v to %v", low, high)
	seen := map[string]bool{}
	for _, tick := range ticks {
		require.GreaterOrEqual(t, tick.value, low)
		require.LessOrEqual(t, tick.value, high)
		require.False(t, seen[tick.label], "%v to %v: two ticks say %s", low, high, tick.label)
		seen[tick.label] = true
	}
}

func TestAxes(t *testing.T) {
	ends := func(a axis) [2]float64 { return [2]float64{a.low, a.high} }
	c := Chart{Series: []Series{{X: []float64{2, 4}, Y: []float64{0, 10}, Low: []float64{-10, 0}, High: []float64{0, 10}}}}
	x, y := c.axes()
	require.Equal(t, [2]float64{2, 4}, ends(x))
	require.Equal(t, [2]float64{-11, 11}, ends(y), "the band and a margin are seen")
	c.YMin, c.YMax = 0, 5
	_, y = c.axes()
	require.Equal(t, [2]float64{0, 5}, ends(y))
	c.YMin, c.YMax = 5, 0
	_, y = c.axes()
	require.Equal(t, [2]float64{-11, 11}, ends(y))
	x, _ = Chart{}.axes()
	require.Equal(t, [2]float64{0, 1}, ends(x))
	x, _ = Chart{LogX: true}.axes()
	require.Equal(t, [2]float64{1, 10}, ends(x))
	require.Equal(t, .5, x.part(math.Sqrt(10)))
}
