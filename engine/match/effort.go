package match

import "time"

// Effort is what an engine has spent on its moves.
type Effort struct {
	Moves   int
	Time    time.Duration
	Slowest time.Duration // a move that came too late counts
	Nodes   uint64
	Depth   int // the sum over Searched
	Counted int // moves for which nodes were given
	Nodal   time.Duration
	Deep    int // moves for which a depth was given
}

func (e *Effort) add(p Ply) {
	e.Moves++
	e.Time += p.Elapsed
	e.Slowest = max(e.Slowest, p.Elapsed)
	if p.Nodes > 0 {
		e.Counted++
		e.Nodes += p.Nodes
		e.Nodal += p.Elapsed
	}
	if p.Depth > 0 {
		e.Deep++
		e.Depth += p.Depth
	}
}
