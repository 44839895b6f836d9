package chart

import (
	"math"
	"strconv"
)

// axis is a span of numbers with labels on some of them.
type axis struct {
	span
	ticks       []tick
	logarithmic bool
	name        string
}

// tick is a labelled number of an axis.
type tick struct {
	value float64
	label string
}

// axes returns the two axes of the chart. Numbers outside of the spans have no label.
func (c Chart) axes() (x, y axis) {
	xs, ys := c.spans()
	x = axis{span: xs, ticks: xs.ticks(), name: label(c.X, maxAxis)}
	y = axis{span: ys, ticks: ys.ticks(), name: label(c.Y, maxAxis)}
	if c.LogX {
		x.ticks, x.logarithmic = xs.logTicks(), true
	}
	return x, y
}

// part returns where on the axis a number is: 0 at its beginning, 1 at its end.
func (a axis) part(v float64) float64 {
	low, high := a.low, a.high
	if a.logarithmic {
		low, high, v = math.Log(low), math.Log(high), math.Log(v)
	}
	return (v - low) / (high - low)
}

// span is the stretch of numbers that an axis shows.
type span struct{ low, high float64 }

// emptySpan is the span of no numbers.
func emptySpan() span { return span{math.Inf(1), math.Inf(-1)} }

func (s *span) include(v float64) {
	s.low, s.high = min(s.low, v), max(s.high, v)
}

const (
	// margin is the part of an axis left free at each end.
	margin = 0.05

	// finest is the smallest span, relative to the size of the numbers in it, that an axis can label.
	finest = 1e-9
)

// linear returns a span for a linear axis: it holds the span, and is neither empty nor too small.
func (s span) linear() span {
	if s.low > s.high {
		return span{0, 1}
	}
	size := max(math.Abs(s.low), math.Abs(s.high))
	if size <= 1/largest { // only 0, or numbers almost 0
		return span{-1, 1}
	}
	if s.high-s.low <= finest*size {
		return span{s.low - margin*size, s.high + margin*size}
	}
	return s
}

// logarithmic returns a span for a logarithmic axis, from a span above 0.
func (s span) logarithmic() span {
	if s.low > s.high {
		return span{1, 10}
	}
	if s.high <= s.low*(1+margin) {
		return span{s.low / 2, s.high * 2}
	}
	return s
}

// wider returns the span with a margin at each end.
func (s span) wider() span {
	free := margin * (s.high - s.low)
	return span{s.low - free, s.high + free}
}

// spans returns what the axes of the chart show.
func (c Chart) spans() (x, y span) {
	x, y = emptySpan(), emptySpan()
	for _, s := range c.Series {
		low, high := s.bands(c.LogX)
		for _, run := range append(append(s.runs(s.Y, c.LogX), low...), high...) {
			for _, p := range run {
				x.include(p.x)
				y.include(p.y)
			}
		}
	}
	if c.LogX {
		x = x.logarithmic()
	} else {
		x = x.linear()
	}
	if c.YMin < c.YMax && drawable(c.YMin) && drawable(c.YMax) {
		return x, span{c.YMin, c.YMax}.linear()
	}
	return x, y.linear().wider()
}

const (
	// intervals is the most parts into which labels divide an axis. There are four parts at least.
	intervals = 10

	// fewTicks is how many labels a logarithmic axis has at least, or else it is
	// labelled as a linear one.
	fewTicks = 3

	// manyDecades is how many decades are labelled at powers of ten only.
	manyDecades = 4

	// From these sizes on a number is written with an exponent.
	longNumber  = 1e7
	shortNumber = 1e-5
)

// ticks labels the round numbers of the span.
func (s span) ticks() []tick {
	exponent, step := roundStep((s.high - s.low) / intervals)
	write := writer(max(math.Abs(s.low), math.Abs(s.high)), exponent)
	var ticks []tick
	for i := int64(math.Ceil(s.low / step)); float64(i)*step <= s.high; i++ {
		v := float64(i) * step // from a whole number, so that 0 is exact and has no sign
		ticks = append(ticks, tick{v, write(v)})
	}
	return ticks
}

// roundStep returns 1, 2 or 5 times a power of ten, not below a size by more than
// rounding, and the exponent of the power.
func roundStep(size float64) (exponent int, step float64) {
	exponent = int(math.Floor(math.Log10(size)))
	power := math.Pow10(exponent)
	for _, m := range []float64{1, 2, 5} {
		if m*power >= size {
			return exponent, m * power
		}
	}
	return exponent + 1, 10 * power
}

// writer returns a function that writes numbers up to a size, with as many digits as are needed to tell
// numbers apart that differ by ten to the exponent.
func writer(size float64, exponent int) func(float64) string {
	if size < longNumber && math.Pow10(exponent) >= shortNumber {
		return func(v float64) string { return strconv.FormatFloat(v, 'f', max(0, -exponent), 64) }
	}
	digits := max(1, int(math.Floor(math.Log10(size)))-exponent+1)
	return func(v float64) string { return strconv.FormatFloat(v, 'g', digits, 64) }
}

// logTicks labels powers of ten and, where there is room, twice and five times them.
func (s span) logTicks() []tick {
	first, last := int(math.Floor(math.Log10(s.low))), int(math.Ceil(math.Log10(s.high)))
	multiples := []float64{1, 2, 5}
	if last-first > manyDecades {
		multiples = multiples[:1]
	}
	stride := 1 + (last-first)/intervals // if there are very many decades, some have no label
	var ticks []tick
	for exponent := first; exponent <= last; exponent += stride {
		for _, m := range multiples {
			if v := m * math.Pow10(exponent); v >= s.low && v <= s.high {
				ticks = append(ticks, tick{v, strconv.FormatFloat(v, 'g', -1, 64)})
			}
		}
	}
	if len(ticks) < fewTicks {
		return s.ticks()
	}
	return ticks
}
