package search

import (
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
