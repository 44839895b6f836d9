package solve

import "fmt"

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
