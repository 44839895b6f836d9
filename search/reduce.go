package search

import (
	"math"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// reductions is by how many plies less a move is searched at first, by the remaining depth
// and its place in the order.
var reductions = func() (table [MaxDepth + 1][board.MaxMoves]Depth) {
	for depth := reducedMinDepth; depth <= MaxDepth; depth++ {
		for place := reducedFirst; place < board.MaxMoves; place++ {
			growth := math.Log(float64(depth)) * math.Log(float64(place))
			table[depth][place] = Depth(reducedLeast + reducedGrowth*growth)
		}
	}
	return table
}()

// reduction returns by how many plies less the quiet move m, at some place in the order, is
// searched at first: late moves seldom turn out best (late-move reductions). Captures
// are forced, and proofs leave nothing out.
func (w *worker) reduction(m board.Move, place int, depth Depth) Depth {
	if !w.use.Reductions || w.run.limits.Solve || w.goal.known() || m.IsCapture() {
		return 0
	}
	return reductions[depth][place]
}

// reduced searches a move less deep at first, and to its full depth only if it seems to be
// better than alpha all the same.
func (w *worker) reduced(child board.Position, alpha, beta eval.Score, depth, less Depth, ply int, first bool) eval.Score {
	if less > 0 {
		score := -w.search(child, -alpha-1, -alpha, max(depth-less, 1), ply)
		if score <= alpha || w.stopped {
			return score
		}
	}
	return w.principal(child, alpha, beta, depth, ply, first)
}
