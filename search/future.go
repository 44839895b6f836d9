package search

import (
	"slices"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// A draw with a future is one that the opponent can still lose (WC92 section 3.1). Where the
// databases know the root to be drawn, every line that they keep is a draw, and the moves
// differ in how easily he goes wrong. So he is watched at his work: without databases, a ply
// deeper each time. A move is the better the more often his reply would be one that loses.

// future is what is known of the draws at the root.
type future struct {
	depth Depth  // to which the opponent was watched
	cost  uint64 // nodes that the last time took
}

// seekFuture watches the opponent a ply deeper than before, once that costs little beside what
// the search has spent, and puts the moves that spare him behind the others.
func (w *worker) seekFuture(p board.Position, roots []rootMove, f future) future {
	if !w.use.Future || w.goal.value != board.Draw || f.depth >= futureDepth || w.nodes < f.cost*futureShare {
		return f
	}
	kept := contenders(roots, false)
	if len(kept) < 2 {
		return f
	}
	begin := w.nodes
	for i := range kept {
		if w.errs(p, kept[i].move, f.depth+1) {
			kept[i].errors++
		}
	}
	if w.stopped {
		return f
	}
	most := slices.MaxFunc(kept, func(a, b rootMove) int { return a.errors - b.errors }).errors
	for i := range kept {
		kept[i].spares = kept[i].errors < most
	}
	slices.SortStableFunc(kept, better)
	return future{f.depth + 1, w.nodes - begin}
}

// errs reports whether a search without databases, to the given depth, answers a move of the root by
// one that loses.
func (w *worker) errs(p board.Position, m board.Move, depth Depth) bool {
	goal, reach, iteration := w.goal, w.reach, w.iteration
	w.goal, w.reach, w.iteration = blind, 0, depth
	child := p.Play(m)
	w.enter(child, p.Irreversible(m), 1)
	w.search(child, -eval.Bound, eval.Bound, depth, 1)
	w.goal, w.reach, w.iteration = goal, reach, iteration
	line := &w.frames[1].pv
	return !w.stopped && line.n > 0 && probe(w.databases, child.Play(line.moves[0])) == board.Win
}

// blind is the goal of an opponent without databases.
var blind = goal{salt: board.Position{Kings: blindMark}.Hash()}

// blindMark is no value that the mark of another goal has.
const blindMark board.Bitboard = 1 << 17
