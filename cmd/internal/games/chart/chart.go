// Package chart draws pictures of lines over a common axis: how a match went, how
// many problems are solved by when, how an evaluation moved.
//
//	c := chart.Chart{
//		Title: "A against B", X: "games", Y: "score",
//		Series: []chart.Series{{Name: "A", X: games, Y: score, Low: low, High: high}},
//	}
//	err := c.Save(path)
package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zonda-checkers/zonda/cmd/internal/games/svg"
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
	if err := c.check(); err != nil {
		return err
	}
	return c.draw().Save(path, pixels)
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

// draw returns a picture of the chart.
func (c Chart) draw() *svg.Picture {
	p := svg.New(width, height)
	p.Add("rect", "width", width, "height", height, "fill", "#ffffff")
	inner := box{border, border, width - border, height - border}
	legend := c.drawLegend(p, inner)
	inner.right -= legend
	f := c.drawFrame(p, inner)
	for i, s := range c.Series { // the bands lie below all lines
		f.drawBand(s, i)
	}
	for i, s := range c.Series {
		f.drawLine(s, i)
	}
	return p
}

// drawLine draws the line and the dots of a series. Number is the index of the series, which decides
// its colour. A single point always has a dot, because it has no line.
func (f *frame) drawLine(s Series, number int) {
	for _, run := range s.runs(s.Y, f.x.logarithmic) {
		if s.Points || len(run) == 1 {
			for _, p := range f.places(run) {
				if f.top <= p.y && p.y <= f.bottom {
					addDot(f.Picture, p, number)
				}
			}
		}
		if s.Steps {
			run = stepped(run)
		}
		for _, part := range f.clip(f.places(run)) {
			if len(part) > 1 {
				f.Add("path", append([]any{"d", path(part)}, lineStyle(number)...)...)
			}
		}
	}
}

// addDot adds a dot of a series, by the index of the series.
func addDot(p *svg.Picture, at point, number int) {
	p.Add("circle", "cx", at.x, "cy", at.y, "r", dotRadius, "fill", colour(number))
}

// drawBand draws the band of a series, by the index of the series. The band of a single point is an
// upright line.
func (f *frame) drawBand(s Series, number int) {
	for _, outline := range s.outlines(f.x.logarithmic) {
		style := []any{"fill", colour(number), "fill-opacity", bandOpacity}
		if len(outline) == pointOutline {
			style = []any{"stroke", colour(number), "stroke-opacity", bandOpacity, "stroke-width", 2 * lineWidth}
		}
		closed := append(f.places(outline), f.place(outline[0]))
		if around := slices.Concat(f.clip(closed)...); len(around) > 0 {
			f.Add("path", append([]any{"d", path(around)}, style...)...)
		}
	}
}

// pointOutline is the length of the outline of a single point.
const pointOutline = 2

// outlines returns the outlines of the parts of the band: along the lower edge and back along the
// upper one.
func (s Series) outlines(logX bool) (list [][]point) {
	lows, highs := s.bands(logX)
	for i, low := range lows {
		high := highs[i]
		if s.Steps {
			low, high = stepped(low), stepped(high)
		}
		slices.Reverse(high)
		list = append(list, append(low, high...))
	}
	return list
}

// How many letters of a text there is room for.
const (
	maxTitle = 90
	maxAxis  = 60
	maxName  = 32
)

// label returns a text on one line without anything that cannot be printed, and cut
// to a length.
func label(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != utf8.RuneError {
			return r
		}
		return ' '
	}, text)
	if letters := []rune(text); len(letters) > limit {
		return string(letters[:limit-1]) + "…"
	}
	return text
}

const (
	// maxEntries is how many names there is room for.
	maxEntries = 22

	legendGap  = 18.0 // between the lines and their names
	entrySpace = 6.0
	sampleSize = 24.0
)

// legendEntry is a line of the legend: a name, and the series whose sample stands before it.
type legendEntry struct {
	name   string
	series int // noSeries for none
}

const noSeries = -1

// entries returns the lines of the legend.
func (c Chart) entries() (list []legendEntry) {
	for i, s := range c.Series {
		if name := label(s.Name, maxName); name != "" {
			list = append(list, legendEntry{name, i})
		}
	}
	if more := len(list) - maxEntries; more > 0 {
		list = append(list[:maxEntries], legendEntry{fmt.Sprintf("and %d more", more), noSeries})
	}
	return list
}

// drawLegend draws the names of the series at the right edge, where they hide
// nothing, and returns the width that they take: 0 if there are none.
func (c Chart) drawLegend(p *svg.Picture, inner box) float64 {
	list := c.entries()
	if len(list) == 0 {
		return 0
	}
	gap := svg.Width(" ", legendSize)
	wide := 0.0
	for _, e := range list {
		wide = max(wide, sampleSize+gap+svg.Width(e.name, legendSize))
	}
	sample := box{left: inner.right - wide, top: inner.top, right: inner.right - wide + sampleSize}
	if c.Title != "" {
		sample.top += titleSize + titleSpace
	}
	for _, e := range list {
		sample.bottom = sample.top + lineHeight*legendSize
		if e.series != noSeries {
			c.Series[e.series].drawSample(p, sample, e.series)
		}
		p.Text(sample.right+gap, sample.bottom-descent*legendSize, legendSize, svg.Start, e.name, "fill", ink)
		sample.top = sample.bottom + entrySpace
	}
	return wide + legendGap
}

// drawSample draws a small picture of a series that fills a box. Number is the index of the series.
func (s Series) drawSample(p *svg.Picture, b box, number int) {
	if len(s.Low) > 0 {
		p.Add("rect", "x", b.left, "y", b.top, "width", b.right-b.left, "height", b.bottom-b.top, "fill", colour(number), "fill-opacity", bandOpacity)
	}
	middle := b.middle()
	p.Add("path", append([]any{"d", path([]point{{b.left, middle.y}, {b.right, middle.y}})}, lineStyle(number)...)...)
	if s.Points {
		addDot(p, middle, number)
	}
}
