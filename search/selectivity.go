package search

import (
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// futile returns a bound and true if the side to move in p, close to the horizon, is too far behind to reach alpha
// (futility pruning). Without captures the evaluation changes little in two plies. Positions with few enough pieces that
// the databases may know them are not pruned.
func (w *worker) futile(p board.Position, alpha eval.Score, depth Depth) (eval.Score, bool) {
	if !w.use.Futility || depth > w.futilityDepth || w.run.limits.Solve || w.goal.known() || alpha.IsProven() ||
		p.Pieces() <= w.databasePieces || p.Jumpers() != 0 {
		return 0, false
	}
	static := w.evaluator.Evaluate(p)
	return static, static+w.futilityMargin*eval.Score(depth) <= alpha
}

// halfDepth searches p with a share of the remaining depth, half of it by default, as a trial, if the static
// evaluation is far below alpha or far above beta. The full depth is searched only if the trial brings the score near
// the window again, by material or by compensation for it (WC92 section 3.1, footnote; there for one side, here for
// both). A trial may contain trials at a quarter of the depth, and so on. halfDepth returns a bound and true if the
// line can be abandoned.
func (w *worker) halfDepth(p board.Position, alpha, beta eval.Score, depth Depth, ply int) (eval.Score, bool) {
	if !w.use.HalfDepth || w.run.limits.Solve || depth < w.halfDepthMin || p.Jumpers() != 0 {
		return 0, false
	}
	static := w.evaluator.Evaluate(p)
	trial := depth * w.trialShare / hundred
	switch {
	case static <= alpha-w.deficit && !alpha.IsProven():
		target := alpha - w.compensation
		score := w.search(p, target, target+1, trial, ply)
		return score, score <= target
	case static >= beta+w.deficit && !beta.IsProven():
		target := beta + w.compensation
		score := w.search(p, target-1, target, trial, ply)
		return score, score >= target
	}
	return 0, false
}

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

// reduced first searches a move to depth - reduction plies. It searches the move to its full depth only if that returns a
// score above alpha.
func (w *worker) reduced(child board.Position, alpha, beta eval.Score, depth, reduction Depth, ply int, first bool) eval.Score {
	if reduction > 0 {
		score := -w.search(child, -alpha-1, -alpha, max(depth-reduction, 1), ply)
		if score <= alpha || w.stopped {
			return score
		}
	}
	return w.principal(child, alpha, beta, depth, ply, first)
}

// extends reports whether p, at the horizon, is searched one ply deeper because every move offers the opponent a capture.
// The evaluation of such a position is poor, and often its move begins a shot: a man is given up to take more men. No
// line grows longer than shotLimit percent of the iteration's depth. (The extensions of WC92 section 3.1 have other
// conditions; docs/experiments/search.md has their measurements.)
func (w *worker) extends(p board.Position, ply int) bool {
	return w.use.Shots && ply < min(MaxPly, w.shotLimit*int(w.iteration)/hundred) && p.Pieces() > w.databasePieces && p.Jumpers() == 0 && !p.HasSafeMove()
}
