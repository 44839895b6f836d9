package chart

import "math"

// largest bounds the numbers that are drawn. Larger numbers are left out, so that the differences and
// squares of the others stay finite.
const largest = 1e100

// point is a place in the numbers of the two axes.
type point struct{ x, y float64 }

// drawable reports whether an axis can show a number.
func drawable(v float64) bool { return math.Abs(v) < largest }

// runs returns the parts of a line between the points that are left out. Each part has at least one
// point.
func (s Series) runs(y []float64, logX bool) [][]point {
	return split(len(y), func(i int) bool { return onAxis(s.X[i], logX) && drawable(y[i]) },
		func(i int) point { return point{x: s.X[i], y: y[i]} })
}

// bands returns the parts of the lower and of the upper edge of the band.
func (s Series) bands(logX bool) (low, high [][]point) {
	shown := func(i int) bool { return onAxis(s.X[i], logX) && drawable(s.Low[i]) && drawable(s.High[i]) }
	low = split(len(s.Low), shown, func(i int) point { return point{x: s.X[i], y: s.Low[i]} })
	high = split(len(s.High), shown, func(i int) point { return point{x: s.X[i], y: s.High[i]} })
	return low, high
}

// onAxis reports whether the horizontal axis can show a number.
func onAxis(x float64, logX bool) bool {
	return drawable(x) && (!logX || x > 1/largest)
}

// split divides n points into parts at the points that are not shown.
func split(n int, shown func(int) bool, at func(int) point) [][]point {
	var runs [][]point
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
		*last = append(*last, at(i))
	}
	return runs
}

// stepped returns a line that keeps its height until the next point.
func stepped(line []point) []point {
	steps := line[:1:1]
	for i, p := range line[1:] {
		steps = append(steps, point{x: p.x, y: line[i].y}, p)
	}
	return steps
}
