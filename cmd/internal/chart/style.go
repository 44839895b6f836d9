package chart

import (
	"image/color"

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
