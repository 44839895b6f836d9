package proof

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// replay plays a proof of the alpha-beta search out in the graph: for the winner the move of the alpha-beta search, for
// the other side every move. If each line ends in a known position, the graph has solved the root, with ranks or a
// closed set of its own; nothing rests on the table of the alpha-beta search then. What was expanded stays in the
// graph in any case.
type replay struct {
	ctx     context.Context
	graph   *graph
	tactics *tactics
	winner  state
	nodes   uint64 // of the search for one move of the winner, at most
	limit   uint64 // of positions that alpha-beta visits and the graph examines
}

// The nodes of the search for one move of the winner: one part of replayPart of the nodes that the alpha-beta search has
// visited, but not less than minReplayNodes. The entries of the table usually answer in far fewer.
const (
	minReplayNodes = 20_000
	replayPart     = 8
)

// solve reports whether the node n is solved for the winner after the replay of its proof. The moves are the line that
// alpha-beta expects, which may be empty.
func (r *replay) solve(number uint32, moves []board.Move) bool {
	g := r.graph
	if s := g.nodes[number].state(); s != open {
		return s == r.winner
	}
	if g.nodes[number].flags&onPath != 0 || r.ended() {
		return false
	}
	if g.nodes[number].flags&expanded == 0 {
		g.expand(number)
	}
	if g.nodes[number].state() == open {
		g.nodes[number].flags |= onPath
		r.children(number, moves)
		n := &g.nodes[number]
		n.flags &^= onPath
		g.set(n, g.combine(n))
	}
	return g.nodes[number].state() == r.winner
}

// ended reports whether the replay has to end without a result.
func (r *replay) ended() bool {
	yield.Point()
	return r.graph.full || r.ctx.Err() != nil || r.tactics.visited+r.graph.examined >= r.limit
}

// children replays the proofs of the children of an open, expanded node: of one child if the winner is to move, of all
// children otherwise.
func (r *replay) children(number uint32, moves []board.Move) {
	p := r.graph.keys[number].position()
	if decisive(p.Turn) == r.winner {
		if len(moves) == 0 && !r.ended() {
			moves = r.ask(p)
		}
		if len(moves) == 0 {
			return
		}
		if child, found := r.graph.find(p.Play(moves[0])); found {
			r.solve(child, moves[1:])
		}
		return
	}
	n := r.graph.nodes[number]
	for i := range uint32(n.edges) {
		child := r.graph.edges[n.first+i]
		var rest []board.Move
		if len(moves) > 0 && r.graph.keys[child] == keyOf(p.Play(moves[0])) {
			rest = moves[1:]
		}
		if !r.solve(child, rest) {
			return
		}
	}
}

// ask returns the line that wins for the winner, who is to move in p, by a short alpha-beta search.
func (r *replay) ask(p board.Position) []board.Move {
	nodes := min(r.nodes, r.limit-r.tactics.visited-r.graph.examined)
	if found := r.tactics.search(r.ctx, p, nodes); found.state == r.winner {
		return found.moves
	}
	return nil
}

// verification plays an answer of the depth-first search out in an empty graph: for the side that has the choice the best
// move of the table, for the other side every move. Then a pass over the graph solves the root, with ranks or a closed
// set of its own. So nothing rests on the table.
type verification struct {
	ctx    context.Context
	graph  *graph
	deep   *depthFirst
	answer state
	limit  uint64 // of positions that the search visits and the graph examines
}

// succeeds reports whether the root of the graph has the answer after the replay.
func (v *verification) succeeds() bool {
	g := v.graph
	seen := make([]bool, 1, len(g.nodes))
	for waiting := []uint32{0}; len(waiting) > 0; {
		number := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if seen[number] {
			continue
		}
		seen[number] = true
		if g.full || v.ctx.Err() != nil || v.deep.visited+g.examined >= v.limit {
			return false
		}
		if g.expand(number); g.nodes[number].state() == open {
			waiting = append(waiting, v.next(number)...)
		}
		seen = append(seen, make([]bool, len(g.nodes)-len(seen))...)
	}
	g.pass()
	return !g.stopped && g.nodes[0].state() == v.answer
}

// next returns the children of an open, expanded node that the answer rests on.
func (v *verification) next(number uint32) []uint32 {
	g, n := v.graph, &v.graph.nodes[number]
	p := g.keys[number].position()
	if decisive(p.Turn) != v.answer {
		return g.childrenOf(n)
	}
	m, found := v.move(p)
	if !found {
		return nil
	}
	if child, found := g.find(p.Play(m)); found {
		return []uint32{child}
	}
	return nil
}

// move returns the move that decides p by the table. If the table has lost it, p is searched again.
func (v *verification) move(p board.Position) (m board.Move, found bool) {
	known, _ := v.deep.table.get(exactKeyOf(p))
	if known.numbers != deepNumbersOf(v.answer) {
		if v.deep.search(v.ctx, p, v.limit-v.graph.examined) != v.answer {
			return m, false
		}
		known, _ = v.deep.table.get(exactKeyOf(p))
	}
	var list board.MoveList
	p.Moves(&list)
	return list.Slice()[known.move], true
}
