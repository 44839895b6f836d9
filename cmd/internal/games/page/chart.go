package page

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine/judge"
	"github.com/zonda-checkers/zonda/internal/svg"
)

// Sizes of the chart, in its own units.
const (
	chartWidth  = 640
	chartHeight = 180
	chartLeft   = 34
	chartRight  = chartWidth - 10
	chartTop    = 8
	chartBottom = chartHeight - 34
	stripTop    = chartBottom + 3 // of the strip that says how many moves keep the result
	stripHeight = 8
	chartMiddle = (chartTop + chartBottom) / 2
	labelGap    = 6
	labelSize   = 11
)

// chart is a picture of the points that Black could expect, position by position. It is not a chart of package
// cmd/internal/games/chart, because its colours change between light and dark screens, and because its points can be clicked.
type chart struct {
	Width, Height int
	Elements      template.HTML // of an SVG
	step          float64       // from a position to the next
}

func newChart(s *judge.Study, judgements []judge.Judgement) chart {
	c := chart{Width: chartWidth, Height: chartHeight, step: (chartRight - chartLeft) / float64(max(1, s.Positions()-1))}
	p := svg.New(chartWidth, chartHeight)
	rule := func(class string, x1, y1, x2, y2 float64) {
		p.Add("line", "class", class, "x1", x1, "y1", y1, "x2", x2, "y2", y2)
	}
	p.Add("rect", "class", "plot", "x", chartLeft, "y", chartTop, "width", chartRight-chartLeft, "height", chartBottom-chartTop)
	const maximum = 12 // labels
	every := 10
	for len(judgements)/every > maximum {
		every *= 2
	}
	for ply := 0; ply < s.Positions(); ply += every {
		rule("grid", c.x(ply), chartTop, c.x(ply), chartBottom)
		p.Text(c.x(ply), chartHeight-labelGap, labelSize, svg.Middle, strconv.Itoa(ply))
	}
	var line []string
	for ply := range s.Positions() {
		line = append(line, svg.Number(c.x(ply))+","+svg.Number(height(s, ply)))
	}
	points := strings.Join(line, " ")
	p.Add("polygon", "class", "area", "points", fmt.Sprintf("%d,%d %s %s,%d", chartLeft, chartMiddle, points, svg.Number(c.x(s.Positions()-1)), chartMiddle))
	rule("middle", chartLeft, chartMiddle, chartRight, chartMiddle)
	p.Add("polyline", "class", "line", "points", points)
	rule("cursor", c.x(0), chartTop, c.x(0), chartBottom)
	for i, text := range []string{"1", "½", "0"} {
		p.Text(chartLeft-labelGap, chartTop+float64(i)*(chartMiddle-chartTop), labelSize, svg.End, text, "dominant-baseline", "central")
	}
	for _, j := range judgements {
		c.corridor(p, j, s.Corridor(j.Ply))
		if j.Mark.Fault() {
			ply := j.Ply + 1
			p.Begin("circle", "class", "dot "+j.Mark.String(), "cx", c.x(ply), "cy", height(s, ply), "r", 4.5, "data-ply", ply)
			p.Title(j.At.MoveText(j.Move) + j.Mark.Sign() + " " + j.Text())
			p.End("circle")
		}
	}
	c.Elements = template.HTML(p.Elements())
	return c
}

// corridor adds a mark below the position before a move of which only some keep the result: dark where one does, and hatched where a search
// says so.
func (c chart) corridor(p *svg.Picture, j judge.Judgement, k judge.Corridor) {
	if !k.Narrow() {
		return
	}
	class, by := "narrow", "the databases"
	if !k.Exact {
		class, by = "narrow searched", "a search"
	}
	if k.Keeping == 1 {
		class += " one"
	}
	p.Begin("rect", "class", class, "x", c.x(j.Ply)-c.step/2, "y", stripTop, "width", c.step, "height", stripHeight)
	p.Title(fmt.Sprintf("%d of %d moves of %s keep the result, by %s", k.Keeping, k.Legal, j.At.Turn, by))
	p.End("rect")
}

// x returns where a position stands.
func (c chart) x(ply int) float64 { return chartLeft + float64(ply)*c.step }

// height returns the height of the line, Black's chances being at the top.
func height(s *judge.Study, ply int) float64 {
	p, v := s.Position(ply)
	chance := v.Chance()
	if p.Turn == board.White {
		chance = 1 - chance
	}
	return chartTop + (1-chance)*(chartBottom-chartTop)
}
