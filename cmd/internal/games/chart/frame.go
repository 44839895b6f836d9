package chart

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/games/svg"
)

// box is a part of the picture. The bottom is below the top: it is the larger number.
type box struct{ left, top, right, bottom float64 }

func (b box) middle() point { return point{(b.left + b.right) / 2, (b.top + b.bottom) / 2} }

// frame is the part of a picture where lines are drawn, with the axes of its left and lower edge.
type frame struct {
	*svg.Picture
	box
	x, y axis
}

// drawFrame draws the title, the axes and the grid, and returns what is left for the lines.
func (c Chart) drawFrame(p *svg.Picture, inner box) *frame {
	if title := label(c.Title, maxTitle); title != "" {
		p.Text(inner.middle().x, inner.top+ascent*titleSize, titleSize, svg.Middle, title, "fill", ink)
		inner.top += lineHeight*titleSize + titleSpace
	}
	f := &frame{Picture: p, box: inner}
	f.x, f.y = c.axes()
	widest := 0.0
	for _, t := range f.y.ticks {
		widest = max(widest, svg.Width(t.label, tickSize))
	}
	f.left += widest + numberSpace + tickLength + f.y.roomForName()
	f.bottom -= lineHeight*tickSize + tickLength + f.x.roomForName()
	f.right -= svg.Width(f.x.ticks[len(f.x.ticks)-1].label, tickSize) / 2 // half of it may stand to the right of the axis
	f.top += lineHeight * tickSize / 2
	f.drawX()
	f.drawY()
	p.Text(f.middle().x, inner.bottom-descent*axisSize, axisSize, svg.Middle, f.x.name, "fill", ink)
	x, y := inner.left+ascent*axisSize, f.middle().y
	p.Text(x, y, axisSize, svg.Middle, f.y.name, "fill", ink, "transform", fmt.Sprintf("rotate(-90 %s %s)", svg.Number(x), svg.Number(y)))
	return f
}

// roomForName returns the room that the name of an axis takes.
func (a axis) roomForName() float64 {
	if a.name == "" {
		return 0
	}
	return lineHeight*axisSize + labelSpace
}

// drawX draws the horizontal axis below the frame, and the upright lines of the grid.
func (f *frame) drawX() {
	f.line(f.left, f.bottom, f.right, f.bottom, axisGrey)
	for _, t := range f.x.ticks {
		x := f.left + f.x.part(t.value)*(f.right-f.left)
		if x < f.left || x > f.right {
			continue
		}
		f.line(x, f.top, x, f.bottom, gridGrey)
		f.line(x, f.bottom, x, f.bottom+tickLength, axisGrey)
		f.Text(x, f.bottom+tickLength+ascent*tickSize, tickSize, svg.Middle, t.label, "fill", ink)
	}
}

// drawY draws the vertical axis left of the frame, and the level lines of the grid.
func (f *frame) drawY() {
	f.line(f.left, f.top, f.left, f.bottom, axisGrey)
	for _, t := range f.y.ticks {
		y := f.bottom - f.y.part(t.value)*(f.bottom-f.top)
		if y < f.top || y > f.bottom {
			continue
		}
		f.line(f.left, y, f.right, y, gridGrey)
		f.line(f.left-tickLength, y, f.left, y, axisGrey)
		f.Text(f.left-tickLength-numberSpace, y+(ascent-descent)/2*tickSize, tickSize, svg.End, t.label, "fill", ink)
	}
}

// line draws a line of an axis or of the grid.
func (f *frame) line(x1, y1, x2, y2 float64, colour string) {
	f.Add("line", "x1", x1, "y1", y1, "x2", x2, "y2", y2, "stroke", colour, "stroke-width", gridWidth)
}

// place returns where a point of the chart is in the frame.
func (f *frame) place(p point) point {
	return point{f.left + f.x.part(p.x)*(f.right-f.left), f.bottom - f.y.part(p.y)*(f.bottom-f.top)}
}

func (f *frame) places(list []point) (places []point) {
	for _, p := range list {
		places = append(places, f.place(p))
	}
	return places
}

// clip returns the parts of a line of places that lie in the frame. The horizontal axis shows all points.
func (f *frame) clip(line []point) (parts [][]point) {
	for _, part := range beyond(line, f.top, 1) {
		parts = append(parts, beyond(part, f.bottom, -1)...)
	}
	return parts
}

// beyond returns the parts of a line that lie below a level of the picture, or above it if the direction is -1.
func beyond(line []point, level, direction float64) (parts [][]point) {
	within := func(p point) bool { return direction*(p.y-level) >= 0 }
	add := func(p point) { parts[len(parts)-1] = append(parts[len(parts)-1], p) }
	for i, p := range line {
		was := i > 0 && within(line[i-1])
		if within(p) && !was {
			parts = append(parts, nil)
		}
		if i > 0 && within(p) != was {
			q := line[i-1]
			add(point{q.x + (level-q.y)/(p.y-q.y)*(p.x-q.x), level})
		}
		if within(p) {
			add(p)
		}
	}
	return parts
}

// path returns the path of a line.
func path(line []point) string {
	var b strings.Builder
	for i, p := range line {
		b.WriteString([]string{"M", "L"}[min(i, 1)] + svg.Number(p.x) + " " + svg.Number(p.y))
	}
	return b.String()
}

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
var dashes = [...]string{"", "6 3", "2 2", "8 3 2 3"}

// The size of a picture in points, and its width in pixels: a screen has 96 an inch.
const (
	width  = 750.0
	height = 450.0
	pixels = 1000
)

// Sizes in points.
const (
	titleSize  = 15.0
	axisSize   = 12.0
	tickSize   = 10.5
	legendSize = 11.0

	lineWidth = 1.8
	gridWidth = 0.6
	dotRadius = 2.6

	border      = 14.0 // about the picture
	titleSpace  = 12.0
	labelSpace  = 8.0
	numberSpace = 3.0 // between a number and its tick
	tickLength  = 4.0
)

// What a letter takes above and below the base line, in parts of the size of the font, and both.
const (
	ascent     = 0.905
	descent    = 0.212
	lineHeight = ascent + descent
)

// bandOpacity lets lines and other bands show through.
const bandOpacity = 0.18

const (
	ink      = "#282828"
	gridGrey = "#dedede"
	axisGrey = "#828282"
)

// colour returns the colour of a series, by its index.
func colour(number int) string { return colours[number%len(colours)] }

// lineStyle returns the attributes of a series' line, by the index of the series.
func lineStyle(number int) []any {
	style := []any{"fill", "none", "stroke", colour(number), "stroke-width", lineWidth, "stroke-linejoin", "round"}
	if dash := dashes[number/len(colours)%len(dashes)]; dash != "" {
		style = append(style, "stroke-dasharray", dash)
	}
	return style
}
