package page

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/analyze"
)

// Sizes of the chart, in its own units.
const (
	chartWidth  = 640
	chartHeight = 180
	chartLeft   = 34
	chartTop    = 8
	chartBottom = 22
	labelGap    = 6
	plotWidth   = chartWidth - chartLeft - 10
	plotHeight  = chartHeight - chartTop - chartBottom
)

// chart is a picture of the points that Black could expect, position by position. The page draws it
// without package cmd/internal/chart, because its colours change between light and dark screens, and
// because its points can be clicked.
type chart struct {
	Width, Height            int
	Left, Right, Top, Bottom int // of the plot
	PlotWidth, PlotHeight    int
	Middle                   int
	Labels, Numbers          int    // right end of the labels beside the plot, foot of the numbers below
	Line, Area               string // points of a line, and of the area to the middle
	Dots                     []dot
	Ticks                    []tick
	Scale                    []level
	step                     float64
}

// dot is a fault.
type dot struct {
	X, Y, Mark, Title string
	Ply               int
}

// tick is a number under the chart.
type tick struct {
	X    string
	Text int
}

// level is a number beside the chart.
type level struct {
	Y    int
	Text string
}

func newChart(s *analyze.Study, judgements []analyze.Judgement) chart {
	c := chart{
		Width: chartWidth, Height: chartHeight, Left: chartLeft, Right: chartLeft + plotWidth,
		Top: chartTop, Bottom: chartTop + plotHeight, Middle: chartTop + plotHeight/2,
		PlotWidth: plotWidth, PlotHeight: plotHeight, Labels: chartLeft - labelGap, Numbers: chartHeight - labelGap,
		step: float64(plotWidth) / float64(max(1, s.Positions()-1)),
	}
	c.Scale = []level{{c.Top, "1"}, {c.Middle, "½"}, {c.Bottom, "0"}}
	var line []string
	for ply := range s.Positions() {
		line = append(line, c.x(ply)+","+height(s, ply))
	}
	c.Line = strings.Join(line, " ")
	c.Area = fmt.Sprintf("%s,%d %s %s,%d", c.x(0), c.Middle, c.Line, c.x(s.Positions()-1), c.Middle)
	for _, j := range judgements {
		if j.Mark.Fault() {
			ply := j.Ply + 1
			title := j.At.MoveText(j.Move) + j.Mark.Sign() + " " + j.Text()
			c.Dots = append(c.Dots, dot{c.x(ply), height(s, ply), j.Mark.String(), title, ply})
		}
	}
	const most = 12 // ticks
	every := 10
	for len(judgements)/every > most {
		every *= 2
	}
	for ply := 0; ply < s.Positions(); ply += every {
		c.Ticks = append(c.Ticks, tick{c.x(ply), ply})
	}
	return c
}

// x returns where a position stands.
func (c chart) x(ply int) string { return fmt.Sprintf("%.1f", chartLeft+float64(ply)*c.step) }

// height returns the height of the line, Black's chances being at the top.
func height(s *analyze.Study, ply int) string {
	p, v := s.Position(ply)
	chance := v.Chance()
	if p.Turn == board.White {
		chance = 1 - chance
	}
	return fmt.Sprintf("%.1f", chartTop+(1-chance)*plotHeight)
}
