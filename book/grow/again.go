package grow

import (
	"strings"

	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// againBatch is how many positions are searched again between two looks at the whole draft.
const againBatch = 64

// again returns what is to be searched again: the nearest positions with a choice of moves that want it. Wants
// returns the nodes to search, 0 for none.
func (g *Growth) again(wants func(book.Entry) uint64) (tasks []task) {
	seen := map[board.Position]bool{}
	add := func(p board.Position) {
		if seen[p] || len(tasks) == againBatch {
			return
		}
		seen[p] = true
		e, _ := g.Draft.Look(p)
		if nodes := wants(e); nodes > 0 && !isForced(p) {
			tasks = append(tasks, task{position: p, again: true, nodes: nodes})
		}
	}
	for _, p := range reached(g.Draft, g.Roots, g.Terms) {
		add(p)
	}
	for p := range g.Draft.All() { // what no line comes to any more
		add(p)
	}
	return tasks
}

// shallow returns the nodes for a position that was searched less deep than is wanted, by another search than this.
func (g *Growth) shallow(e book.Entry) uint64 {
	if nodesOf(e.Source) > g.Search.Nodes || strings.TrimSuffix(e.Source, settledMark) == g.Search.Note() || e.Depth >= g.Deepen {
		return 0
	}
	return g.Search.Nodes
}

// settleGrowth is how many times the nodes of its last search a position gets to settle.
const settleGrowth = 2

// unsettled returns the nodes for a position whose best move has not yet stood a longer search, or is not that of its
// own search.
func (g *Growth) unsettled(e book.Entry) uint64 {
	nodes := max(g.Search.Nodes, settleGrowth*nodesOf(e.Source))
	if isSettled(e.Source) && agrees(e, g.Terms.Equal) || nodesOf(e.Source) == 0 || nodes > g.Settle {
		return 0
	}
	return nodes
}

// agrees reports whether the best move of a position is about as good as the best one that the last iteration of its own
// search named: it does not owe its place to what is known behind it, nor to an iteration before.
func agrees(e book.Entry, equal eval.Score) bool {
	best := book.NoScore
	for _, m := range e.Moves {
		if m.Depth >= e.Depth {
			best = max(best, m.Searched)
		}
	}
	return best != book.NoScore && max(best-e.Moves[0].Searched, e.Moves[0].Searched-best) <= equal
}

// stands reports whether the best of known moves is, to a longer search that named the best ones, as good as any.
func stands(known, best []book.Move, equal eval.Score) bool {
	for _, m := range best {
		if len(known) > 0 && m.Move == known[0].Move {
			return m.Searched >= best[0].Searched-equal
		}
	}
	return false
}

// settledMark ends the source of a position whose best move stood a longer search.
const settledMark = ", settled"

func isSettled(source string) bool { return strings.HasSuffix(source, settledMark) }
