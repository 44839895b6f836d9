package bookgrowth

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/eval"
)

// research returns the next batch of positions to search again: those with a choice of moves for which nodes returns
// a number of nodes that is not 0. The positions that cost least come first, then those that no line leads to.
func (g *Growth) research(nodes func(book.Entry) uint64) (tasks []task) {
	seen := map[board.Position]bool{}
	add := func(p board.Position) {
		if seen[p] || len(tasks) == batchSize {
			return
		}
		seen[p] = true
		e, _ := g.Builder.Look(p)
		if n := nodes(e); n > 0 && !isForced(p) {
			tasks = append(tasks, task{position: p, again: true, nodes: n})
		}
	}
	for _, p := range reached(g.Builder, g.Roots, g.Costs) {
		add(p)
	}
	for p := range g.Builder.All() {
		add(p)
	}
	return tasks
}

// shallow returns the nodes for a position whose depth is less than Deepen, 0 for others. A position that had this
// same search, or a longer one, is left alone.
func (g *Growth) shallow(e book.Entry) uint64 {
	same := e.Search == g.Search.describe() && e.Source == ""
	if e.Search.Nodes > g.Search.Nodes || same || e.Depth >= g.Deepen {
		return 0
	}
	return g.Search.Nodes
}

// settleGrowth is the ratio of the nodes of a search that is to settle a position to those of the search before.
const settleGrowth = 2

// unsettled returns the nodes for a position whose best move has not settled, or is not the best move of its own
// search; 0 for others, and for a position whose next search would need more nodes than Settle.
func (g *Growth) unsettled(e book.Entry) uint64 {
	nodes := max(g.Search.Nodes, settleGrowth*e.Search.Nodes)
	if e.Settled && isOwnBest(e, g.Costs.Equal) || e.Search.Nodes == 0 || nodes > g.Settle {
		return 0
	}
	return nodes
}

// isOwnBest reports whether the first move of a position has about the score of the best move that the last iteration
// of the position's own search named. Otherwise the first move is first because of shallower searches behind it, or
// because of an iteration before the last.
func isOwnBest(e book.Entry, equal eval.Score) bool {
	best := book.NoScore
	for _, m := range e.Moves {
		if m.Depth >= e.Depth {
			best = max(best, m.Searched)
		}
	}
	return best != book.NoScore && max(best-e.Moves[0].Searched, e.Moves[0].Searched-best) <= equal
}

// confirms reports whether a longer search, which named the moves named, found the best of the known moves to be about
// as good as the best move.
func confirms(known, named []book.Move, equal eval.Score) bool {
	for _, m := range named {
		if len(known) > 0 && m.Move == known[0].Move {
			return m.Searched >= named[0].Searched-equal
		}
	}
	return false
}
