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
	"bytes"
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

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
	canvas, err := newCanvas(path)
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	c.draw(draw.New(canvas))
	var picture bytes.Buffer
	if _, err := canvas.WriteTo(&picture); err != nil {
		return err
	}
	return file.WriteWhole(path, file.Bytes(bytes.ReplaceAll(picture.Bytes(), []byte(svgFont), []byte(svgFonts))))
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

// draw draws the chart on all of a canvas.
func (c Chart) draw(canvas draw.Canvas) {
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	inner := draw.Crop(canvas, border, -border, border, -border)
	f := c.drawFrame(draw.Crop(inner, 0, -c.drawLegend(inner), 0, 0))
	for i, s := range c.Series { // the bands lie below all lines
		f.drawBand(s, i)
	}
	for i, s := range c.Series {
		f.drawLine(s, i)
	}
}

// drawLine draws the line and the dots of a series. Number is the index of the series, which decides
// its colour. A single point always has a dot, because it has no line.
func (f *frame) drawLine(s Series, number int) {
	for _, run := range s.runs(s.Y, f.x.logarithmic) {
		if s.Points || len(run) == 1 {
			for _, p := range run {
				f.DrawGlyph(dot(number), f.place(p))
			}
		}
		if s.Steps {
			run = stepped(run)
		}
		f.StrokeLines(lineStyle(number), f.ClipLinesXY(f.places(run))...)
	}
}

// dot returns the style of the dots of a series, by the index of the series.
func dot(number int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: lineStyle(number).Color, Radius: dotRadius, Shape: draw.CircleGlyph{}}
}

// drawBand draws the band of a series, by the index of the series. The band of a single point is an
// upright line.
func (f *frame) drawBand(s Series, number int) {
	for _, outline := range s.outlines(f.x.logarithmic) {
		places := f.places(outline)
		if len(outline) == pointOutline {
			style := draw.LineStyle{Color: bandColour(number), Width: 2 * lineWidth}
			f.StrokeLines(style, f.ClipLinesXY(places)...)
		} else {
			f.FillPolygon(bandColour(number), f.ClipPolygonXY(places))
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

	legendGap  vg.Length = 18 // between the lines and their names
	entrySpace vg.Length = 6
	sampleSize vg.Length = 24
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
func (c Chart) drawLegend(canvas draw.Canvas) vg.Length {
	list, l := c.entries(), newTextStyle(legendSize)
	if len(list) == 0 {
		return 0
	}
	gap := l.face.Width(" ")
	width := vg.Length(0)
	for _, e := range list {
		width = max(width, sampleSize+gap+l.face.Width(e.name))
	}
	sample := canvas
	sample.Min.X = canvas.Max.X - width
	sample.Max.X = sample.Min.X + sampleSize
	if c.Title != "" {
		sample.Max.Y -= titleSize + titleSpace
	}
	for _, e := range list {
		sample.Min.Y = sample.Max.Y - l.height()
		if e.series != noSeries {
			c.Series[e.series].drawSample(sample, e.series)
		}
		l.write(canvas, vg.Point{X: sample.Max.X + gap, Y: sample.Min.Y + l.descent}, fromLeft, e.name)
		sample.Max.Y = sample.Min.Y - entrySpace
	}
	return width + legendGap
}

// drawSample draws a small picture of a series that fills a canvas. Number is the index of the series.
func (s Series) drawSample(c draw.Canvas, number int) {
	if len(s.Low) > 0 {
		c.FillPolygon(bandColour(number), []vg.Point{c.Min, {X: c.Min.X, Y: c.Max.Y}, c.Max, {X: c.Max.X, Y: c.Min.Y}})
	}
	middle := c.Center()
	c.StrokeLine2(lineStyle(number), c.Min.X, middle.Y, c.Max.X, middle.Y)
	if s.Points {
		c.DrawGlyph(dot(number), middle)
	}
}

// newCanvas returns an empty picture in the format that the ending of a file's name says: .svg or .png, in letters of
// either case.
func newCanvas(path string) (vg.CanvasWriterTo, error) {
	switch ending := filepath.Ext(path); strings.ToLower(ending) {
	case ".svg":
		return vgsvg.New(width, height), nil
	case ".png":
		return vgimg.PngCanvas{Canvas: vgimg.New(width, height)}, nil
	default:
		return nil, fmt.Errorf("chart %q: the ending %q is neither .svg nor .png",
			label(filepath.Base(path), maxName), label(ending, maxName))
	}
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
