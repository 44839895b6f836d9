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
