package search

import (
	"cmp"
	"slices"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// rootMove is a move of the position searched, with the best that is known of it.
type rootMove struct {
	move  board.Move
	score eval.Score
	depth Depth // of the iteration that gave score and line, 0 for none
	line  []board.Move
	value board.Result // for the side to move, Unknown if the databases do not know it
	fails bool         // there is a move that keeps a better value

	errors int  // of a short-sighted opponent who answers it (future.go)
	spares bool // there is a move after which he makes more
}

// rootMoves returns the moves to search, in generated order, and what the search is
// for; no moves if a side has no pieces left.
func (r *Run) rootMoves() (roots []rootMove, g goal) {
	p := r.game.Position()
	if p.Finished() {
		return nil, goal{}
	}
	var l board.MoveList
	p.Moves(&l)
	for _, m := range l.Slice() {
		if r.limits.allow(m) {
			roots = append(roots, rootMove{move: m, line: []board.Move{m}})
		}
	}
	return roots, newGoal(p, r.sift(roots))
}

// sift puts the moves that throw value away behind the others, as far as the databases
// know, and returns the value that the best of them keep.
func (r *Run) sift(roots []rootMove) (best board.Result) {
	for i := range roots {
		child := r.game.Position().Play(roots[i].move)
		roots[i].value = probe(r.searcher.databases, child).Opposite()
		if roots[i].value == board.Unknown {
			return board.Unknown
		}
		best = max(best, roots[i].value)
	}
	for i := range roots {
		roots[i].fails = roots[i].value != best
	}
	slices.SortStableFunc(roots, better)
	return best
}

// contenders returns the first of roots, and those behind it that keep as much and, if it matters,
// spare the opponent no more.
func contenders(roots []rootMove, sparing bool) []rootMove {
	if i := slices.IndexFunc(roots, func(m rootMove) bool { return m.fails || sparing && m.spares }); i > 0 {
		return roots[:i]
	}
	return roots
}

// better orders the best moves first: lost ones last, and what a deeper iteration says
// before what an earlier one said. What the databases say comes before all.
func better(a, b rootMove) int {
	if a.fails != b.fails {
		if b.fails {
			return -1
		}
		return 1
	}
	if a.spares != b.spares {
		if b.spares {
			return -1
		}
		return 1
	}
	if a.score.IsLoss() != b.score.IsLoss() {
		return cmp.Compare(b.score, a.score)
	}
	if a.depth != b.depth {
		return int(b.depth - a.depth)
	}
	return int(b.score - a.score)
}
