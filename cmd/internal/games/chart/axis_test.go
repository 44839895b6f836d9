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
	require.Equal(t, []string{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}, labels(span{-0.05, 1.05}.ticks()))
	require.Equal(t, []string{"50", "100", "150", "200", "250", "300"}, labels(span{8, 312}.ticks()))
	require.Equal(t, []string{"-20", "-10", "0", "10", "20"}, labels(span{-29, 29}.ticks()))
	require.Equal(t, []string{"0", "1e+07", "2e+07"}, labels(span{0, 1e8}.ticks())[:3])
}

func TestLogTicks(t *testing.T) {
	require.Equal(t, []string{"0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"}, labels(span{0.01, 1}.logTicks()))
	require.Equal(t, []string{"0.001", "0.01", "0.1", "1", "10", "100", "1000"}, labels(span{1e-3, 2e3}.logTicks()))
	require.Equal(t, []string{"2.5", "3.0", "3.5", "4.0"}, labels(span{2.1, 4.3}.logTicks()))
}

func TestTicksOfAnySpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := emptySpan()
		s.include(rapid.Float64Range(-largest, largest).Draw(t, "one"))
		s.include(rapid.OneOf(rapid.Float64Range(-largest, largest), rapid.Just(s.low),
			rapid.Just(math.Nextafter(s.low, 1))).Draw(t, "other"))
		checkTicks(t, s.linear(), s.linear().ticks())
		checkTicks(t, s.linear().wider(), s.linear().wider().ticks())
	})
}

func TestLogTicksOfAnySpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		exponents := rapid.Float64Range(-100, 100)
		s := emptySpan()
		s.include(math.Pow(10, exponents.Draw(t, "one")))
		s.include(math.Pow(10, exponents.Draw(t, "other")))
		s = s.logarithmic()
		checkTicks(t, s, s.logTicks())
	})
}

// checkTicks fails unless an axis has a fair number of different labels on it.
func checkTicks(t *rapid.T, s span, ticks []tick) {
	require.Less(t, s.low, s.high)
	require.GreaterOrEqual(t, len(ticks), fewTicks, "%v", s)
	require.LessOrEqual(t, len(ticks), 2*intervals, "%v", s)
	seen := map[string]bool{}
	for _, tick := range ticks {
		require.GreaterOrEqual(t, tick.value, s.low-finest*(s.high-s.low))
		require.LessOrEqual(t, tick.value, s.high+finest*(s.high-s.low))
		require.NotEmpty(t, tick.label)
		require.False(t, seen[tick.label], "%v: two ticks say %s", s, tick.label)
		seen[tick.label] = true
	}
}

func TestSpans(t *testing.T) {
	c := Chart{Series: []Series{{X: []float64{2, 4}, Y: []float64{0, 10}, Low: []float64{-10, 0}, High: []float64{0, 10}}}}
	x, y := c.spans()
	require.Equal(t, span{2, 4}, x)
	require.Equal(t, span{-11, 11}, y, "the band and a margin are seen")
	c.YMin, c.YMax = 0, 5
	_, y = c.spans()
	require.Equal(t, span{0, 5}, y)
	c.YMin, c.YMax = 5, 0
	_, y = c.spans()
	require.Equal(t, span{-11, 11}, y)
	x, y = Chart{}.spans()
	require.Equal(t, span{0, 1}, x)
	require.Equal(t, span{0, 1}.wider(), y)
	x, _ = Chart{LogX: true}.spans()
	require.Equal(t, span{1, 10}, x)
}
