package solve

import (
	"fmt"
	"slices"
	"sort"
)

// Measure is a way to count the effort of a search.
type Measure int

// The measures.
const (
	Time  Measure = iota // in milliseconds
	Nodes                // of all threads
	Depth                // of the iteration, in plies
)

// String returns "time", "nodes" or "depth".
func (m Measure) String() string { return [...]string{"time", "nodes", "depth"}[m] }

// In returns the effort up to the solution, more than 0 in every measure.
func (s Solution) In(m Measure) float64 {
	switch m {
	case Nodes:
		return float64(max(s.Nodes, 1))
	case Depth:
		return float64(max(s.Depth, 1))
	default:
		return s.Milliseconds
	}
}

// Limit returns the limit of each search, 0 for none.
func (c Conditions) Limit(m Measure) float64 {
	switch m {
	case Nodes:
		return float64(c.Nodes)
	case Depth:
		return float64(c.Depth)
	default:
		return c.MoveTime
	}
}

// Efforts returns the efforts up to the solutions, the least first.
func (r *Record) Efforts(m Measure) []float64 {
	efforts := []float64{}
	for _, p := range r.Positions {
		if p.Solution != nil {
			efforts = append(efforts, p.Solution.In(m))
		}
	}
	slices.Sort(efforts)
	return efforts
}

// Step is a point of a curve: how many problems were solved with up to this effort each.
type Step struct {
	Effort float64
	Solved int
}

// The first steps of a curve.
const (
	firstTime  = 10
	firstNodes = 1000
)

// Curve returns how many problems were solved by when, in steps of 1, 2 and 5 times the powers of ten,
// or of the depths that solved another problem. The last step is at the limit, or at the last solution
// if there was no limit. It counts all solutions, because a search may take a little longer than its
// limit. The curve is empty if there was no limit and no solution.
func (r *Record) Curve(m Measure) []Step {
	efforts := r.Efforts(m)
	end := r.Conditions.Limit(m)
	if end == 0 && len(efforts) > 0 {
		end = efforts[len(efforts)-1]
	}
	if end == 0 {
		return nil
	}
	var curve []Step
	for _, effort := range steps(m, efforts, end) {
		curve = append(curve, Step{effort, sort.Search(len(efforts), func(i int) bool { return efforts[i] > effort })})
	}
	return append(curve, Step{end, len(efforts)})
}

// steps returns the efforts of the steps of a curve, without the last step at end.
func steps(m Measure, efforts []float64, end float64) []float64 {
	var all []float64
	switch m {
	case Depth:
		all = slices.Compact(slices.Clone(efforts))
	case Nodes:
		all = decades(firstNodes, end)
	default:
		all = decades(firstTime, end)
	}
	return slices.DeleteFunc(all, func(effort float64) bool { return effort >= end })
}

// decades returns 1, 2 and 5 times the powers of ten from first to end or beyond.
func decades(first, end float64) (all []float64) {
	for unit := first; unit < end; unit *= 10 {
		all = append(all, unit, 2*unit, 5*unit)
	}
	return all
}

// measures returns the measures that limited a run. A curve is printed for each.
func measures(c Conditions) (all []Measure) {
	for _, m := range []Measure{Time, Nodes, Depth} {
		if c.Limit(m) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// curve prints how many problems were solved with which effort.
func (p *Printer) curve(r *Record, m Measure) {
	answered := r.Answered()
	if answered == 0 {
		return
	}
	p.Printf("\nsolved by %s\n", m)
	for _, step := range r.Curve(m) {
		p.Printf("%12s %6d of %d %7.1f %%\n", effortText(m, step.Effort), step.Solved, answered,
			percent(step.Solved, answered))
	}
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(whole) }

// effortText returns an effort with its unit.
func effortText(m Measure, effort float64) string {
	if m == Time {
		return timeText(effort)
	}
	return fmt.Sprintf("%.0f", effort)
}
