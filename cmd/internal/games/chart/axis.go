package chart

import (
	"math"
	"slices"
	"strconv"
)

// axis is a span of numbers with labels on some of them.
type axis struct {
	low, high   float64
	logarithmic bool
	ticks       []tick
}

// tick is a labelled number of an axis.
type tick struct {
	value float64
	label string
}

// axes returns the two axes of the chart.
func (c Chart) axes() (x, y axis) {
	var xs, ys []float64
	for _, s := range c.Series {
		for _, p := range c.shown(s) {
			xs, ys = append(xs, p.x), append(ys, p.y, p.low, p.high)
		}
	}
	y.low, y.high = span(ys)
	free := margin * (y.high - y.low)
	y.low, y.high = y.low-free, y.high+free
	if c.YMin < c.YMax && drawable(c.YMin) && drawable(c.YMax) {
		y.low, y.high = span([]float64{c.YMin, c.YMax})
	}
	y.ticks = linearTicks(y.low, y.high)
	if !c.LogX {
		x.low, x.high = span(xs)
		x.ticks = linearTicks(x.low, x.high)
		return x, y
	}
	for i, v := range xs {
		xs[i] = math.Log10(v)
	}
	low, high := span(xs)
	x = axis{low: math.Pow(10, low), high: math.Pow(10, high), logarithmic: true}
	x.ticks = logTicks(x.low, x.high)
	return x, y
}

const (
	// largest bounds the numbers that are drawn.
	largest = 1e12

	// finest is the smallest span of numbers, relative to their size, that an axis shows.
	finest = 1e-9

	// margin is the part of a vertical axis left free at each end.
	margin = 0.05
)

// drawable reports whether an axis can show a number.
func drawable(v float64) bool { return math.Abs(v) < largest }

// span returns the least and the largest of numbers or, if they are almost the same, numbers about them.
func span(values []float64) (low, high float64) {
	if len(values) == 0 {
		return 0, 1
	}
	low, high = slices.Min(values), slices.Max(values)
	size := max(1, math.Abs(low), math.Abs(high))
	if high-low < finest*size {
		return low - margin*size, high + margin*size
	}
	return low, high
}

// part returns where on the axis a number is: 0 at its beginning, 1 at its end.
func (a axis) part(v float64) float64 {
	if a.logarithmic {
		return math.Log(v/a.low) / math.Log(a.high/a.low)
	}
	return (v - a.low) / (a.high - a.low)
}

// linearTicks labels the round numbers from low to high, ten at most: multiples of 1, 2 or 5 times a power of ten.
func linearTicks(low, high float64) (ticks []tick) {
	const parts = 10
	exponent := int(math.Floor(math.Log10((high - low) / parts)))
	step := math.Pow10(exponent + 1)
	for _, m := range []float64{5, 2, 1} {
		if smaller := m * math.Pow10(exponent); smaller*parts >= high-low {
			step = smaller
		}
	}
	digits := max(0, -int(math.Floor(math.Log10(step)+finest)))
	for i := math.Ceil(low / step); i*step <= high; i++ {
		v := i*step + 0 // 0 has no sign
		ticks = append(ticks, tick{v, strconv.FormatFloat(v, 'f', digits, 64)})
	}
	return ticks
}

// logTicks labels powers of ten and, if they are few, twice and five times them. Between two powers it labels round numbers.
func logTicks(low, high float64) (ticks []tick) {
	const few = 1e4
	multiples := []float64{1, 2, 5}
	if high > few*low {
		multiples = multiples[:1]
	}
	for exponent := math.Floor(math.Log10(low)); exponent <= math.Log10(high); exponent++ {
		for _, m := range multiples {
			if v := m * math.Pow10(int(exponent)); low <= v && v <= high {
				ticks = append(ticks, tick{v, strconv.FormatFloat(v, 'g', -1, 64)})
			}
		}
	}
	if len(ticks) < len(multiples) {
		return linearTicks(low, high)
	}
	return ticks
}
