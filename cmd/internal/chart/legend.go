package chart

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
