package proof

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
)

// retrace plays an answer of the depth-first search out in an empty graph: for the side that has the choice the best
// move of the table, for the other side every move. Then a pass over the graph solves the root, with ranks or a closed
// set of its own. So nothing rests on the table.
type retrace struct {
	ctx    context.Context
	graph  *graph
	deep   *depthFirst
	answer state
	limit  uint64 // of positions that the search visits and the graph examines
}

// solve reports whether the root of the graph has the answer after the replay.
func (r *retrace) solve() bool {
	g := r.graph
	seen := make([]bool, 1, len(g.nodes))
	for waiting := []uint32{0}; len(waiting) > 0; {
		number := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if seen[number] {
			continue
		}
		seen[number] = true
		if g.full || r.ctx.Err() != nil || r.deep.visited+g.examined >= r.limit {
			return false
		}
		if g.expand(number); g.nodes[number].state() == open {
			waiting = append(waiting, r.next(number)...)
		}
		seen = append(seen, make([]bool, len(g.nodes)-len(seen))...)
	}
	g.pass()
	return !g.stopped && g.nodes[0].state() == r.answer
}

// next returns the children of an open, expanded node that the answer rests on.
func (r *retrace) next(number uint32) []uint32 {
	g, n := r.graph, &r.graph.nodes[number]
	p := g.keys[number].position()
	if decisive(p.Turn) != r.answer {
		return g.childrenOf(n)
	}
	m, found := r.move(p)
	if !found {
		return nil
	}
	if child, found := g.find(p.Play(m)); found {
		return []uint32{child}
	}
	return nil
}

// move returns the move that decides p by the table. If the table has lost it, p is searched again.
func (r *retrace) move(p board.Position) (m board.Move, found bool) {
	known, _ := r.deep.table.get(exactKeyOf(p))
	if known.numbers != deepNumbersOf(r.answer) {
		if r.deep.search(r.ctx, p, r.limit-r.graph.examined) != r.answer {
			return m, false
		}
		known, _ = r.deep.table.get(exactKeyOf(p))
	}
	var list board.MoveList
	p.Moves(&list)
	return list.Slice()[known.move], true
}
