// Package chart draws pictures of lines over a common axis: how a match went, how
// many problems are solved by when, how an evaluation moved.
//
//	c := chart.Chart{
//		Title: "A against B", X: "games", Y: "score",
//		Series: []chart.Series{{Name: "A", X: games, Y: score, Low: low, High: high}},
//	}
//	if err := chart.Format(path); err != nil { ... } // before hours of work
//	...
//	err := c.Save(path)
package chart

import (
	"bytes"
	"fmt"
	"math"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Chart is a picture of lines over common axes. Without any points it is a picture of
// empty axes.
type Chart struct {
	Title string // above the picture
	X, Y  string // what the axes are, with units
	LogX  bool   // a logarithmic horizontal axis; points at or below 0 are left out

	// YMin and YMax are the ends of the vertical axis, if YMin < YMax. Otherwise it
	// fits the points.
	YMin, YMax float64

	Series []Series // drawn in this order, the last on top
}

// Series is a line through points in the order given. A point that is not a finite
// number is left out, and the line breaks there.
type Series struct {
	Name string    // in the legend, unless empty
	X, Y []float64 // the points: as many X as Y

	// Low and High are the edges of a band about the line, such as an interval of
	// confidence: as many as points, or none.
	Low, High []float64

	Steps  bool // the line keeps its height until the next point
	Points bool // every point has a dot
}

// check returns an error if lengths do not match.
func (c Chart) check() error {
	for i, s := range c.Series {
		if len(s.X) != len(s.Y) {
			return fmt.Errorf("chart: series %d %q has %d X and %d Y", i+1, label(s.Name, maxName), len(s.X), len(s.Y))
		}
		if len(s.Low) != len(s.High) || len(s.Low) != 0 && len(s.Low) != len(s.Y) {
			return fmt.Errorf("chart: series %d %q has a band of %d Low and %d High about %d points",
				i+1, label(s.Name, maxName), len(s.Low), len(s.High), len(s.Y))
		}
	}
	return nil
}

// Save draws the chart into a file, which appears whole or not at all; an older one
// is replaced. The ending of the name, .svg or .png, says how it is drawn. It is an error
// if the lengths within a series differ. The same chart gives the same bytes.
func (c Chart) Save(path string) error {
	encode, err := encoder(path)
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := encode(&picture, c); err != nil {
		return err
	}
	return file.WriteWhole(path, file.Bytes(picture.Bytes()))
}

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
