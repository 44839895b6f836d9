package chart

import (
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

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

// The size of a picture: 1000 by 600 pixels, of which a screen has 96 an inch.
const (
	width  = 1000 * vg.Inch / vgimg.DefaultDPI
	height = 600 * vg.Inch / vgimg.DefaultDPI
)

// An SVG file holds only the name of its font. Where that font is missing, svgFonts lets the viewer use
// a font of the same widths, or else any font without serifs. The texts of a chart cannot contain
// svgFont, because their quotes are escaped.
const (
	svgFont  = `style="font-family:Liberation Sans;`
	svgFonts = `style="font-family:Liberation Sans,Arial,Helvetica,sans-serif;`
)
