package chart

import (
	"image/color"

	"gonum.org/v1/plot"
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
	titleSize  font.Length = 15
	axisSize   font.Length = 12
	tickSize   font.Length = 10.5
	legendSize font.Length = 11

	lineWidth font.Length = 1.8
	gridWidth font.Length = 0.6
	dotRadius font.Length = 2.6

	border     font.Length = 14 // about the picture
	titleSpace font.Length = 12
	labelSpace font.Length = 8
	tickLength font.Length = 4
)

// bandOpacity lets lines and other bands show through, of 255.
const bandOpacity = 45

var (
	ink      = color.NRGBA{40, 40, 40, 255}
	gridGrey = color.NRGBA{222, 222, 222, 255}
	axisGrey = color.NRGBA{130, 130, 130, 255}
)

// lineStyle returns how the line of the series of a number is drawn.
func lineStyle(number int) draw.LineStyle {
	return draw.LineStyle{
		Color:  colours[number%len(colours)],
		Width:  lineWidth,
		Dashes: dashes[number/len(colours)%len(dashes)],
	}
}

// bandColour returns what the band of the series of a number is filled with.
func bandColour(number int) color.NRGBA {
	colour := colours[number%len(colours)]
	colour.A = bandOpacity
	return colour
}

// sans returns the font of all texts.
func sans(size font.Length) font.Font {
	f := font.From(plot.DefaultFont, size)
	f.Variant = "Sans"
	return f
}

// frame returns a plot without lines in it: title and axes.
func (c Chart) frame() *plot.Plot {
	p := plot.New()
	p.Title.Text = label(c.Title, maxTitle)
	p.Title.TextStyle.Font = sans(titleSize)
	p.Title.TextStyle.Color = ink
	p.Title.Padding = titleSpace
	p.X.Label.Text, p.Y.Label.Text = label(c.X, maxAxis), label(c.Y, maxAxis)
	x, y := c.spans()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.low, x.high, y.low, y.high
	p.X.Tick.Marker = plot.ConstantTicks(x.ticks())
	p.Y.Tick.Marker = plot.ConstantTicks(y.ticks())
	if c.LogX {
		p.X.Scale = plot.LogScale{}
		p.X.Tick.Marker = plot.ConstantTicks(x.logTicks())
	}
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Padding = 0
		axis.Color = axisGrey
		axis.Label.TextStyle.Font = sans(axisSize)
		axis.Label.TextStyle.Color = ink
		axis.Label.Padding = labelSpace
		axis.Tick.Label.Font = sans(tickSize)
		axis.Tick.Label.Color = ink
		axis.Tick.Color = axisGrey
		axis.Tick.Length = tickLength
	}
	return p
}
