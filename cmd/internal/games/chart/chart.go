// Package chart draws pictures of lines over a common axis: how a match went, how
// many problems are solved by when, how an evaluation moved.
//
//	c := chart.Chart{
//		Title: "A against B", X: "games", Y: "score",
//		Series: []chart.Series{{Name: "A", X: games, Y: score, Low: low, High: high}},
//	}
//	err := c.Save(path)
package chart

import "fmt"

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

// Series is a line through points in the order given. A point that the axes cannot show, such as one that is not a
// finite number, is left out.
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
	if err := c.check(); err != nil {
		return err
	}
	return c.draw().Save(path, pixels)
}

// point is a point of a series in the numbers of the two axes. Low and high are y if there is no band.
type point struct {
	x, y, low, high float64
	corner          bool // of a step
}

// shown returns the points of a series that the axes can show, with the corners of its steps.
func (c Chart) shown(s Series) (points []point) {
	for i, x := range s.X {
		p := point{x: x, y: s.Y[i], low: s.Y[i], high: s.Y[i]}
		if len(s.Low) > 0 {
			p.low, p.high = s.Low[i], s.High[i]
		}
		if !drawable(p.x) || !drawable(p.y) || !drawable(p.low) || !drawable(p.high) || c.LogX && x < 1/largest {
			continue
		}
		if s.Steps && len(points) > 0 {
			corner := points[len(points)-1]
			corner.x, corner.corner = x, true
			points = append(points, corner)
		}
		points = append(points, p)
	}
	return points
}
