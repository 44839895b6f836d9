package chart

import (
	"image/color"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
