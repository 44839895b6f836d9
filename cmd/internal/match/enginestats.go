package match

import "time"

// EngineStats is what an engine has spent on its moves.
type EngineStats struct {
	Moves      int
	Time       time.Duration
	Slowest    time.Duration // a move that came too late counts
	Late       int           // moves that came later than the margin, which the lateness of the machine excused
	Nodes      uint64
	Depth      int // the sum over the moves of DepthMoves
	NodeMoves  int // moves for which the engine reported nodes
	NodeTime   time.Duration
	DepthMoves int // moves for which the engine reported a depth
}

func (e *EngineStats) add(p Ply) {
	e.Moves++
	e.Time += p.Elapsed
	e.Slowest = max(e.Slowest, p.Elapsed)
	if p.Late {
		e.Late++
	}
	if p.Nodes > 0 {
		e.NodeMoves++
		e.Nodes += p.Nodes
		e.NodeTime += p.Elapsed
	}
	if p.Depth > 0 {
		e.DepthMoves++
		e.Depth += p.Depth
	}
}
