package chart

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg/draw"
)

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
