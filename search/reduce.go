package search

import (
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// reductions holds the plies by which the first search of a move is reduced, for each remaining depth and each place
// of the move in the move ordering.
type reductions [MaxDepth + 1][board.MaxMoves]uint8

// newReductions returns the reductions of p: base + growth * ln(depth) * ln(place), rounded down.
func newReductions(p Parameters) *reductions {
	base, growth := float64(p.ReductionBase)/hundred, float64(p.ReductionGrowth)/hundred
	table := &reductions{}
	for depth := Depth(p.ReductionMin); depth <= MaxDepth; depth++ {
		for place := p.ReductionFirst; place < board.MaxMoves; place++ {
			logs := math.Log(float64(depth)) * math.Log(float64(place))
			table[depth][place] = uint8(base + growth*logs)
		}
	}
	return table
}

// reduction returns the plies by which the first search of the move m is reduced (late-move reductions). Late
// moves in the move ordering are seldom the best. Captures are not reduced, since they are forced. No move is reduced
// by a search that solves a problem, or whose root the databases know.
func (w *worker) reduction(m board.Move, place int, depth Depth) Depth {
	if !w.use.Reductions || w.run.limits.Solve || w.goal.known() || m.IsCapture() {
		return 0
	}
	return Depth(w.reductions[depth][place])
}

// reduced searches a move first with the depth reduced by less plies. It searches the move to its full depth only if
// the reduced search returns a score above alpha.
func (w *worker) reduced(child board.Position, alpha, beta eval.Score, depth, less Depth, ply int, first bool) eval.Score {
	if less > 0 {
		score := -w.search(child, -alpha-1, -alpha, max(depth-less, 1), ply)
		if score <= alpha || w.stopped {
			return score
		}
	}
	return w.principal(child, alpha, beta, depth, ply, first)
}
