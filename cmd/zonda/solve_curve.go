package main

import (
	"fmt"

	"github.com/zonda-checkers/zonda/engine/chart"
	"github.com/zonda-checkers/zonda/engine/solve"
)

// measures returns those in which a run was limited, and so has curves.
func measures(c solve.Conditions) (all []solve.Measure) {
	for _, m := range []solve.Measure{solve.Time, solve.Nodes, solve.Depth} {
		if c.Limit(m) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// curve prints how many problems were solved by when.
func (o *solveOutput) curve(r *solve.Record, m solve.Measure) {
	answered := r.Answered()
	if answered == 0 {
		return
	}
	o.printf("\nsolved by %s\n", m)
	for _, step := range r.Curve(m) {
		o.printf("%12s %6d of %d %7.1f %%\n", effortText(m, step.Effort), step.Solved, answered,
			percent(step.Solved, answered))
	}
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(whole) }

// effortText returns an effort with its unit.
func effortText(m solve.Measure, effort float64) string {
	if m == solve.Time {
		return timeText(effort)
	}
	return fmt.Sprintf("%.0f", effort)
}

// curveOf is the curve of a run with a name in the legend.
type curveOf struct {
	name   string
	record *solve.Record
}

// plot draws the curves of runs, if it is asked for.
func (c *solveCommand) plot(runs ...curveOf) error {
	if c.Plot == "" {
		return nil
	}
	picture := chart.Chart{
		Title: "Solved by time", X: "time of a search (ms)", Y: "solved (%)",
		LogX: true, YMin: 0, YMax: 100,
	}
	for _, r := range runs {
		picture.Series = append(picture.Series, r.series())
	}
	return picture.Save(c.Plot)
}

// series returns the exact curve, drawn on to the limit.
func (r curveOf) series() chart.Series {
	s := chart.Series{Name: r.name, X: r.record.Efforts(solve.Time), Steps: true}
	for i := range s.X {
		s.Y = append(s.Y, percent(i+1, r.record.Answered()))
	}
	if limit := r.record.Conditions.Limit(solve.Time); limit > 0 && (len(s.X) == 0 || limit > s.X[len(s.X)-1]) {
		s.X, s.Y = append(s.X, limit), append(s.Y, percent(len(s.Y), max(r.record.Answered(), 1)))
	}
	return s
}
