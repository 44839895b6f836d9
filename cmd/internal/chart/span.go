package chart

import "math"

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
