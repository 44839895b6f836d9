package solve

import (
	"time"

	"github.com/zonda-checkers/zonda/search"
)

// Solution is how long a search took to find the solution. It is the first iteration from which on
// every iteration had the solution.
type Solution struct {
	Depth        search.Depth `json:"depth"`
	Milliseconds float64      `json:"time_ms"` // to the microsecond, and one at least
	Nodes        uint64       `json:"nodes"`   // of all threads
}

// watch follows the search of a problem.
type watch struct {
	problem Problem
	last    search.Info
	since   *Solution // nil while the search does not hold the solution
}

// see adds a report of the search. Its score is exact, because the search never reports bounds.
func (w *watch) see(i search.Info) {
	w.last = i
	switch {
	case !w.problem.SolvedBy(i):
		w.since = nil
	case w.since == nil:
		w.since = &Solution{Depth: i.Depth, Milliseconds: milliseconds(i.Time), Nodes: i.Nodes}
	}
}

// milliseconds returns a time in milliseconds, rounded to a microsecond and at least that.
func milliseconds(d time.Duration) float64 {
	microseconds := max(d.Round(time.Microsecond), time.Microsecond).Microseconds()
	return float64(microseconds) / 1000
}
