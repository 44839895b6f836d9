package chart

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/internal/svg"
)

// The size of a picture in points, and its width in pixels: a screen has 96 an inch.
const (
	width  = 750.0
	height = 450.0
	pixels = 1000
)

// Sizes in points.
const (
	titleSize  = 15.0
	nameSize   = 12.0 // of an axis
	tickSize   = 10.5
	legendSize = 11.0

	lineWidth = 1.8
	gridWidth = 0.6
	dotRadius = 2.6

	border     = 14.0 // about the picture
	above      = 35.0 // the lines
	below      = 38.0
	tickLength = 4.0
	space      = 18.0 // between two names, and between the lines and the names
	sample     = 24.0 // the width of a line before its name
)

const (
	ink      = "#282828"
	gridGrey = "#dedede"
	axisGrey = "#828282"
)

// frame is the part of a picture where lines are drawn. The bottom is below the top: it is the larger number.
type frame struct {
	*svg.Picture
	left, top, right, bottom float64
	x, y                     axis
}

// draw returns a picture of the chart.
func (c Chart) draw() *svg.Picture {
	f := &frame{Picture: svg.New(width, height), top: border + above, right: width - border, bottom: height - border - below}
	f.Add("rect", "width", width, "height", height, "fill", "#ffffff")
	f.drawLegend(c.Series)
	f.x, f.y = c.axes()
	f.drawAxes(c)
	for i, s := range c.Series { // the bands lie below all lines
		if len(s.Low) > 0 {
			f.drawBand(c.shown(s), i)
		}
	}
	for i, s := range c.Series {
		f.drawLine(c.shown(s), i, s.Points)
	}
	return f.Picture
}

// maxNames is how many names there is room for in the legend.
const maxNames = 20

// drawLegend draws the names of the series at the right edge, where they hide nothing.
func (f *frame) drawLegend(list []Series) {
	wide, named := 0.0, 0
	for _, s := range list {
		if s.Name != "" {
			wide = max(wide, sample+tickLength+svg.Width(label(s.Name, maxName), legendSize))
			named++
		}
	}
	if named == 0 {
		return
	}
	left, y := f.right-wide, f.top
	f.right = left - space
	for i, s := range list {
		if s.Name == "" {
			continue
		}
		name := label(s.Name, maxName)
		if y >= f.top+maxNames*space {
			f.Text(left, y+middle*legendSize, legendSize, svg.Start, fmt.Sprintf("and %d more", named-maxNames), "fill", ink)
			return
		}
		if len(s.Low) > 0 {
			f.Add("rect", "x", left, "y", y-space/3, "width", sample, "height", space*2/3, "fill", colour(i), "fill-opacity", bandOpacity)
		}
		f.Add("path", append([]any{"d", fmt.Sprintf("M%s %sh%g", svg.Number(left), svg.Number(y), sample)}, lineStyle(i)...)...)
		if s.Points {
			f.drawDot(left+sample/2, y, i)
		}
		f.Text(left+sample+tickLength, y+middle*legendSize, legendSize, svg.Start, name, "fill", ink)
		y += space
	}
}

// middle is how far the middle of a character is above its base line, in parts of the size of the font.
const middle = 0.35

// drawAxes draws the title, the axes and the grid.
func (f *frame) drawAxes(c Chart) {
	wide := 0.0
	for _, t := range f.y.ticks {
		wide = max(wide, svg.Width(t.label, tickSize))
	}
	f.left = border + 2*nameSize + wide + 2*tickLength
	f.line(f.left, f.bottom, f.right, f.bottom, axisGrey)
	f.line(f.left, f.top, f.left, f.bottom, axisGrey)
	for _, t := range f.x.ticks {
		x, _ := f.at(t.value, f.y.low)
		f.line(x, f.top, x, f.bottom, gridGrey)
		f.line(x, f.bottom, x, f.bottom+tickLength, axisGrey)
		f.Text(x, f.bottom+tickLength+tickSize, tickSize, svg.Middle, t.label, "fill", ink)
	}
	for _, t := range f.y.ticks {
		_, y := f.at(f.x.low, t.value)
		f.line(f.left, y, f.right, y, gridGrey)
		f.line(f.left-tickLength, y, f.left, y, axisGrey)
		f.Text(f.left-2*tickLength, y+middle*tickSize, tickSize, svg.End, t.label, "fill", ink)
	}
	centre, x, y := (f.left+f.right)/2, border+nameSize, (f.top+f.bottom)/2
	f.Text(centre, border+titleSize, titleSize, svg.Middle, label(c.Title, maxTitle), "fill", ink)
	f.Text(centre, height-border, nameSize, svg.Middle, label(c.X, maxAxis), "fill", ink)
	f.Text(x, y, nameSize, svg.Middle, label(c.Y, maxAxis), "fill", ink, "transform", fmt.Sprintf("rotate(-90 %s %s)", svg.Number(x), svg.Number(y)))
}

// line draws a line of an axis or of the grid.
func (f *frame) line(x1, y1, x2, y2 float64, colour string) {
	f.Add("line", "x1", x1, "y1", y1, "x2", x2, "y2", y2, "stroke", colour, "stroke-width", gridWidth)
}

// at returns where numbers of the axes are in the picture. What is above or below the axis is at its end.
func (f *frame) at(x, y float64) (float64, float64) {
	return f.left + f.x.part(x)*(f.right-f.left), f.bottom - min(max(f.y.part(y), 0), 1)*(f.bottom-f.top)
}

// place returns where numbers of the axes are in the picture, for a path.
func (f *frame) place(x, y float64) string {
	x, y = f.at(x, y)
	return svg.Number(x) + " " + svg.Number(y)
}

// drawLine draws the line and the dots of a series, by the index of the series, which decides its colour. A single point always has a
// dot, because it has no line.
func (f *frame) drawLine(points []point, number int, dots bool) {
	var places []string
	for _, p := range points {
		places = append(places, f.place(p.x, p.y))
		if !p.corner && (dots || len(points) == 1) {
			x, y := f.at(p.x, p.y)
			f.drawDot(x, y, number)
		}
	}
	if len(places) > 1 {
		f.Add("path", append([]any{"d", "M" + strings.Join(places, "L")}, lineStyle(number)...)...)
	}
}

func (f *frame) drawDot(x, y float64, number int) {
	f.Add("circle", "cx", x, "cy", y, "r", dotRadius, "fill", colour(number))
}

// drawBand draws the band of a series: along its lower edge and back along the upper one.
func (f *frame) drawBand(points []point, number int) {
	var outline []string
	for _, p := range points {
		outline = append(outline, f.place(p.x, p.low))
	}
	for _, p := range slices.Backward(points) {
		outline = append(outline, f.place(p.x, p.high))
	}
	if len(outline) > 0 {
		f.Add("path", "d", "M"+strings.Join(outline, "L")+"Z", "fill", colour(number), "fill-opacity", bandOpacity)
	}
}

// bandOpacity lets lines and other bands show through.
const bandOpacity = 0.18

// colours are told apart by the colour-blind too (Okabe and Ito, "Color Universal
// Design", 2008), the most different first.
var colours = [...]string{
	"#0072b2", // blue
	"#d55e00", // vermilion
	"#009e73", // bluish green
	"#cc79a7", // reddish purple
	"#e69f00", // orange
	"#56b4e9", // sky blue
	"#404040", // nearly black
}

// dashes are how lines are drawn when the colours have been used: once each.
var dashes = [...]string{"none", "6 3", "2 2", "8 3 2 3"}

// colour returns the colour of a series, by its index.
func colour(number int) string { return colours[number%len(colours)] }

// lineStyle returns the attributes of a series' line, by the index of the series.
func lineStyle(number int) []any {
	return []any{"fill", "none", "stroke", colour(number), "stroke-width", lineWidth, "stroke-linejoin", "round",
		"stroke-dasharray", dashes[number/len(colours)%len(dashes)]}
}

// The largest numbers of characters of a text.
const (
	maxTitle = 90
	maxAxis  = 60
	maxName  = 32
)

// label returns a text cut to a length.
func label(text string, limit int) string {
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return text
}
