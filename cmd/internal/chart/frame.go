package chart

import (
	"image/color"
	"math"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// frame is the part of a canvas where lines are drawn, with the axes of its left and lower edge.
type frame struct {
	draw.Canvas
	x, y axis
}

var (
	axisStyle = draw.LineStyle{Color: axisGrey, Width: axisWidth}
	gridStyle = draw.LineStyle{Color: gridGrey, Width: gridWidth}
)

// drawFrame draws the title, the axes and the grid, and returns what is left for the lines.
func (c Chart) drawFrame(canvas draw.Canvas) *frame {
	if title := label(c.Title, maxTitle); title != "" {
		l := newTextStyle(titleSize)
		l.write(canvas, vg.Point{X: canvas.Center().X, Y: canvas.Max.Y - l.ascent}, fromMiddle, title)
		canvas.Max.Y -= l.height() + titleSpace
	}
	f := &frame{Canvas: canvas}
	f.x, f.y = c.axes()
	names, numbers := newTextStyle(axisSize), newTextStyle(tickSize)
	f.Min.X += numbers.widest(f.y.ticks) + numberSpace + tickLength + roomFor(f.y, names)
	f.Min.Y += numbers.height() + tickLength + roomFor(f.x, names)
	f.Max.X -= numbers.face.Width(f.x.ticks[len(f.x.ticks)-1].label) / 2 // half of it may stand to the right of the axis
	f.Max.Y -= numbers.height() / 2
	f.drawX(numbers)
	f.drawY(numbers)
	names.write(canvas, vg.Point{X: f.Center().X, Y: canvas.Min.Y + names.descent}, fromMiddle, f.x.name)
	names.writeUpright(canvas, vg.Point{X: canvas.Min.X + names.ascent, Y: f.Center().Y}, f.y.name)
	return f
}

// roomFor returns the room that the name of an axis takes.
func roomFor(a axis, l textStyle) vg.Length {
	if a.name == "" {
		return 0
	}
	return l.height() + labelSpace
}

// writeUpright writes a text from below to above, its middle at a place.
func (l textStyle) writeUpright(c draw.Canvas, at vg.Point, text string) {
	c.Push()
	defer c.Pop()
	c.Translate(at)
	c.Rotate(math.Pi / 2)
	l.write(c, vg.Point{}, fromMiddle, text)
}

// drawX draws the horizontal axis below the frame, and the upright lines of the grid.
func (f *frame) drawX(numbers textStyle) {
	f.StrokeLine2(axisStyle, f.Min.X, f.Min.Y, f.Max.X, f.Min.Y)
	for _, t := range f.x.ticks {
		x := f.X(float64(f.x.part(t.value)))
		if !f.ContainsX(x) {
			continue
		}
		f.StrokeLine2(gridStyle, x, f.Min.Y, x, f.Max.Y)
		f.StrokeLine2(axisStyle, x, f.Min.Y-tickLength, x, f.Min.Y)
		numbers.write(f.Canvas, vg.Point{X: x, Y: f.Min.Y - tickLength - numbers.ascent}, fromMiddle, t.label)
	}
}

// drawY draws the vertical axis left of the frame, and the level lines of the grid.
func (f *frame) drawY(numbers textStyle) {
	f.StrokeLine2(axisStyle, f.Min.X, f.Min.Y, f.Min.X, f.Max.Y)
	for _, t := range f.y.ticks {
		y := f.Y(float64(f.y.part(t.value)))
		if !f.ContainsY(y) {
			continue
		}
		f.StrokeLine2(gridStyle, f.Min.X, y, f.Max.X, y)
		f.StrokeLine2(axisStyle, f.Min.X-tickLength, y, f.Min.X, y)
		middle := (numbers.ascent - numbers.descent) / 2
		numbers.write(f.Canvas, vg.Point{X: f.Min.X - tickLength - numberSpace, Y: y - middle}, fromRight, t.label)
	}
}

// place returns where a point of the chart is in the frame.
func (f *frame) place(p point) vg.Point {
	return vg.Point{X: f.X(float64(f.x.part(p.x))), Y: f.Y(float64(f.y.part(p.y)))}
}

func (f *frame) places(list []point) (places []vg.Point) {
	for _, p := range list {
		places = append(places, f.place(p))
	}
	return places
}

// colours are told apart by the colour-blind too (Okabe and Ito, "Color Universal
// Design", 2008), the most different first.
var colours = [...]color.NRGBA{
	{0, 114, 178, 255},   // blue
	{213, 94, 0, 255},    // vermilion
	{0, 158, 115, 255},   // bluish green
	{204, 121, 167, 255}, // reddish purple
	{230, 159, 0, 255},   // orange
	{86, 180, 233, 255},  // sky blue
	{64, 64, 64, 255},    // nearly black
}

// dashes are how lines are drawn when the colours have been used: once each.
var dashes = [...][]vg.Length{nil, {6, 3}, {2, 2}, {8, 3, 2, 3}}

// Sizes in points.
const (
	titleSize  vg.Length = 15
	axisSize   vg.Length = 12
	tickSize   vg.Length = 10.5
	legendSize vg.Length = 11

	lineWidth vg.Length = 1.8
	axisWidth vg.Length = 0.5
	gridWidth vg.Length = 0.6
	dotRadius vg.Length = 2.6

	border      vg.Length = 14 // about the picture
	titleSpace  vg.Length = 12
	labelSpace  vg.Length = 8
	numberSpace vg.Length = 3 // between a number and its tick
	tickLength  vg.Length = 4
)

// bandOpacity, of 255, lets lines and other bands show through.
const bandOpacity = 45

var (
	ink      = color.NRGBA{40, 40, 40, 255}
	gridGrey = color.NRGBA{222, 222, 222, 255}
	axisGrey = color.NRGBA{130, 130, 130, 255}
)

// lineStyle returns the style of a series' line, by the index of the series.
func lineStyle(number int) draw.LineStyle {
	return draw.LineStyle{
		Color:  colours[number%len(colours)],
		Width:  lineWidth,
		Dashes: dashes[number/len(colours)%len(dashes)],
	}
}

// bandColour returns the colour of a series' band, by the index of the series.
func bandColour(number int) color.NRGBA {
	colour := colours[number%len(colours)]
	colour.A = bandOpacity
	return colour
}

// sans is the one font of all texts. Package plot would bring twelve fonts into the program.
var sans = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return f
})

// textStyle is the font, size and colour of texts.
type textStyle struct {
	face            font.Face
	colour          color.Color
	ascent, descent vg.Length // above and below the base line
}

// newTextStyle returns the style of texts of a size.
func newTextStyle(size vg.Length) textStyle {
	l := textStyle{face: font.Face{Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}, Face: sans()}, colour: ink}
	extents := l.face.Extents()
	l.ascent, l.descent = extents.Ascent, extents.Descent
	return l
}

// height returns the height of a line of text.
func (l textStyle) height() vg.Length { return l.ascent + l.descent }

// Which part of a text stands at a given place: its left end, its middle or its right end.
const (
	fromLeft   = 0
	fromMiddle = 0.5
	fromRight  = 1
)

// write writes a text. The given part of its base line stands at a place.
func (l textStyle) write(c draw.Canvas, at vg.Point, point vg.Length, text string) {
	if text == "" {
		return
	}
	at.X -= point * l.face.Width(text)
	c.SetColor(l.colour)
	c.FillString(l.face, at, text)
}

// widest returns the width of the widest text.
func (l textStyle) widest(ticks []tick) (width vg.Length) {
	for _, t := range ticks {
		width = max(width, l.face.Width(t.label))
	}
	return width
}
