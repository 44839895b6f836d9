package chart

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

const (
	// maxEntries is how many names there is room for.
	maxEntries = 22

	legendGap  font.Length = 18 // between the lines and their names
	entrySpace font.Length = 6
	sampleSize font.Length = 24
)

// drawLegend draws the names of the series at the right edge, where they hide
// nothing, and returns the width that they take: 0 if there are none.
func (c Chart) drawLegend(canvas draw.Canvas) font.Length {
	legend := plot.NewLegend()
	legend.Top, legend.Left = true, true
	legend.TextStyle.Font = sans(legendSize)
	legend.TextStyle.Color = ink
	legend.TextStyle.YAlign = draw.YBottom
	legend.Padding = entrySpace
	legend.ThumbnailWidth = sampleSize
	entries := 0
	for i, s := range c.Series {
		name := label(s.Name, maxName)
		if name == "" {
			continue
		}
		if entries++; entries <= maxEntries {
			legend.Add(name, s.samples(i)...)
		}
	}
	if entries == 0 {
		return 0
	}
	if more := entries - maxEntries; more > 0 {
		legend.Add(fmt.Sprintf("and %d more", more))
	}
	taken := legend.Rectangle(canvas).Size().X + legendGap
	at := draw.Crop(canvas, canvas.Size().X-taken+legendGap, 0, 0, 0)
	if c.Title != "" {
		at.Max.Y -= titleSize + titleSpace
	}
	legend.Draw(at)
	return taken
}

// samples returns small pictures of the series of a number.
func (s Series) samples(number int) []plot.Thumbnailer {
	var samples []plot.Thumbnailer
	if len(s.Low) > 0 {
		samples = append(samples, &plotter.Polygon{Color: bandColour(number)})
	}
	samples = append(samples, &plotter.Line{LineStyle: lineStyle(number)})
	if s.Points {
		samples = append(samples, &plotter.Scatter{GlyphStyle: dot(number)})
	}
	return samples
}
