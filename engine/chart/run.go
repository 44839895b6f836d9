package chart

import (
	"math"

	"gonum.org/v1/plot/plotter"
)

// largest is the magnitude from which on numbers are not drawn: differences and
// squares of what is drawn stay finite.
const largest = 1e100

// drawable reports whether an axis can show a number.
func drawable(v float64) bool { return math.Abs(v) < largest }

// runs returns the stretches of a line between points that are left out. Each has a
// point at least.
func (s Series) runs(y []float64, logX bool) []plotter.XYs {
	return split(len(y), func(i int) bool { return onAxis(s.X[i], logX) && drawable(y[i]) },
		func(i int) plotter.XY { return plotter.XY{X: s.X[i], Y: y[i]} })
}

// bands returns the stretches of the lower and upper edge of the band.
func (s Series) bands(logX bool) (low, high []plotter.XYs) {
	shown := func(i int) bool { return onAxis(s.X[i], logX) && drawable(s.Low[i]) && drawable(s.High[i]) }
	low = split(len(s.Low), shown, func(i int) plotter.XY { return plotter.XY{X: s.X[i], Y: s.Low[i]} })
	high = split(len(s.High), shown, func(i int) plotter.XY { return plotter.XY{X: s.X[i], Y: s.High[i]} })
	return low, high
}

// onAxis reports whether the horizontal axis can show a number.
func onAxis(x float64, logX bool) bool {
	return drawable(x) && (!logX || x > 1/largest)
}

// split cuts n points where one is not shown.
func split(n int, shown func(int) bool, point func(int) plotter.XY) []plotter.XYs {
	var runs []plotter.XYs
	broken := true
	for i := range n {
		if !shown(i) {
			broken = true
			continue
		}
		if broken {
			runs = append(runs, nil)
			broken = false
		}
		last := &runs[len(runs)-1]
		*last = append(*last, point(i))
	}
	return runs
}

// stepped returns a line that keeps its height until the next point.
func stepped(line plotter.XYs) plotter.XYs {
	steps := line[:1:1]
	for i, p := range line[1:] {
		steps = append(steps, plotter.XY{X: p.X, Y: line[i].Y}, p)
	}
	return steps
}
