package search

import (
	"cmp"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// rootMove is a move in the root position, with the results of its search so far.
type rootMove struct {
	move       board.Move
	score      eval.Score
	depth      Depth // of the iteration that gave score and line, 0 for none
	line       []board.Move
	value      board.Result // for the side to move, Unknown if the databases do not know it
	losesValue bool         // another move keeps a better value

	errors     int  // simulated opponents whose reply to the move loses (trickydraws.go)
	lessTricky bool // another move that keeps the draw has more errors
}

// rootMoves returns the moves to search and the goal of the search. The moves are in the order in which they are
// generated, with those that lose value last. It returns no moves if a side has no pieces left.
func (r *Run) rootMoves() (roots []rootMove, g goal) {
	p := r.game.Position()
	for m := range p.Legal() {
		if r.limits.allows(m) {
			roots = append(roots, rootMove{move: m, line: []board.Move{m}})
		}
	}
	return roots, newGoal(p, r.sortByValue(roots))
}

// sortByValue asks the databases for the values of all root moves, puts the moves that lose value behind the others,
// and returns the value of the best moves. It returns Unknown if the databases do not know the value of every move.
func (r *Run) sortByValue(roots []rootMove) (best board.Result) {
	for i := range roots {
		child := r.game.Position().Play(roots[i].move)
		roots[i].value = probe(r.sources.Databases, child).Opposite()
		if roots[i].value == board.Unknown {
			return board.Unknown
		}
		best = max(best, roots[i].value)
	}
	for i := range roots {
		roots[i].losesValue = roots[i].value != best
	}
	slices.SortStableFunc(roots, better)
	return best
}

// contenders returns the moves at the front of roots that keep the best value. If tricky is true, it leaves out the
// less tricky moves.
func contenders(roots []rootMove, tricky bool) []rootMove {
	if i := slices.IndexFunc(roots, func(m rootMove) bool { return m.losesValue || tricky && m.lessTricky }); i > 0 {
		return roots[:i]
	}
	return roots
}

// better compares two root moves for sorting, best first: by their faults, then by the depth of the iteration that scored
// the move, and then by the score.
func better(a, b rootMove) int {
	return cmp.Or(a.faults()-b.faults(), int(b.depth-a.depth), int(b.score-a.score))
}

// faults returns the sum of 4 for a move that gives its value away, 2 for one that is less tricky than another, and 1 for the score
// of a loss. The move with the smaller sum is better.
func (m rootMove) faults() (n int) {
	if m.losesValue {
		n += 4
	}
	if m.lessTricky {
		n += 2
	}
	if m.score.IsLoss() {
		n++
	}
	return n
}
