package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
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
func (a axis) part(v float64) vg.Length {
	low, high := a.low, a.high
	if a.logarithmic {
		low, high, v = math.Log(low), math.Log(high), math.Log(v)
	}
	return vg.Length((v - low) / (high - low))
}
