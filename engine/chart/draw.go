package chart

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// draw draws the chart on all of a canvas.
func (c Chart) draw(canvas draw.Canvas) {
	p := c.frame()
	grid := draw.LineStyle{Color: gridGrey, Width: gridWidth}
	p.Add(&plotter.Grid{Vertical: grid, Horizontal: grid})
	for i, s := range c.Series { // below all lines
		p.Add(s.band(i, c.LogX)...)
	}
	for i, s := range c.Series {
		p.Add(s.line(i, c.LogX)...)
	}
	canvas.SetColor(p.BackgroundColor)
	canvas.Fill(canvas.Rectangle.Path())
	inner := draw.Crop(canvas, border, -border, border, -border)
	p.Draw(draw.Crop(inner, 0, -c.drawLegend(inner), 0, 0))
}

// line returns what draws the line of the series of a number, and its dots. A point
// alone has a dot always, for there is no line to see.
func (s Series) line(number int, logX bool) []plot.Plotter {
	var parts []plot.Plotter
	for _, run := range s.runs(s.Y, logX) {
		if s.Points || len(run) == 1 {
			parts = append(parts, &plotter.Scatter{XYs: run, GlyphStyle: dot(number)})
		}
		if s.Steps {
			run = stepped(run)
		}
		parts = append(parts, &plotter.Line{XYs: run, LineStyle: lineStyle(number)})
	}
	return parts
}

// dot returns how a point of the series of a number is drawn.
func dot(number int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: lineStyle(number).Color, Radius: dotRadius, Shape: draw.CircleGlyph{}}
}

// band returns what draws the band of the series of a number. Where a point is alone
// it is an upright line.
func (s Series) band(number int, logX bool) []plot.Plotter {
	var parts []plot.Plotter
	lows, highs := s.bands(logX)
	for i, low := range lows {
		high := highs[i]
		if s.Steps {
			low, high = stepped(low), stepped(high)
		}
		if len(low) == 1 {
			style := draw.LineStyle{Color: bandColour(number), Width: 2 * lineWidth}
			parts = append(parts, &plotter.Line{XYs: plotter.XYs{low[0], high[0]}, LineStyle: style})
			continue
		}
		slices.Reverse(high)
		parts = append(parts, &plotter.Polygon{XYs: []plotter.XYs{append(low, high...)}, Color: bandColour(number)})
	}
	return parts
}
