package search

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Some draws are easier for the opponent to lose than others (WC92 section 3.1). Where the databases know that the
// root is drawn, all moves that keep the draw have the same value. The search therefore simulates an opponent who has no
// databases, first one who searches one ply deep, then one who searches two plies deep, and so on. The move after which
// the most of these opponents choose a losing reply is the trickiest one and is played.

const (
	trickyDepth Depth  = 8 // depth in plies of the deepest opponent that is simulated
	trickyShare uint64 = 8 // the next opponent is simulated after the search has visited this multiple of the nodes of the last
)

// trickyDraws says which opponent was simulated last.
type trickyDraws struct {
	depth Depth  // of the last opponent that was simulated, in plies
	cost  uint64 // nodes that this opponent took
}

// seekTrickyDraws simulates an opponent who searches one ply deeper than the last one, if the search has spent enough
// nodes for that, and puts the less tricky moves behind the others.
func (w *worker) seekTrickyDraws(p board.Position, roots []rootMove, last trickyDraws) trickyDraws {
	if !w.use.TrickyDraws || w.goal.value != board.Draw || last.depth >= trickyDepth || w.nodes < last.cost*trickyShare {
		return last
	}
	kept := contenders(roots, false)
	if len(kept) < 2 {
		return last
	}
	begin := w.nodes
	for i := range kept {
		if w.replyLoses(p, kept[i].move, last.depth+1) {
			kept[i].errors++
		}
	}
	if w.stopped {
		return last
	}
	maximum := slices.MaxFunc(kept, func(a, b rootMove) int { return a.errors - b.errors }).errors
	for i := range kept {
		kept[i].lessTricky = kept[i].errors < maximum
	}
	slices.SortStableFunc(kept, better)
	return trickyDraws{last.depth + 1, w.nodes - begin}
}

// replyLoses reports whether a search without databases, of the given depth, answers the root move m by a
// move that loses.
func (w *worker) replyLoses(p board.Position, m board.Move, depth Depth) bool {
	goal, databasePieces, iteration := w.goal, w.databasePieces, w.iteration
	w.goal, w.databasePieces, w.iteration = opponentGoal, 0, depth
	child := p.Play(m)
	w.enter(child, p.Irreversible(m), 1)
	w.search(child, -eval.Bound, eval.Bound, depth, 1)
	w.goal, w.databasePieces, w.iteration = goal, databasePieces, iteration
	line := &w.frames[1].pv
	return !w.stopped && line.n > 0 && probe(w.databases, child.Play(line.moves[0])) == board.Win
}

// opponentGoal is the goal of a simulated opponent, who has no databases.
var opponentGoal = goal{salt: board.Position{Kings: opponentMark}.Hash()}

// opponentMark differs from the marks of all other goals.
const opponentMark board.Bitboard = 1 << 17
