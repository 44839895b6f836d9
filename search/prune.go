package search

import (
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// futile returns a bound and true if p, close to the horizon, is so far behind that it is not worth
// searching (futility pruning): in checkers an evaluation holds unless something is captured.
// What the databases know they say themselves.
func (w *worker) futile(p board.Position, alpha eval.Score, depth Depth) (eval.Score, bool) {
	if !w.use.Futility || depth > futileDepth || w.run.limits.Solve || w.goal.known() || alpha.IsProven() ||
		p.Pieces() <= w.reach || p.Jumpers() != 0 {
		return 0, false
	}
	standing := eval.Evaluate(p)
	return standing, standing+futileMargin*eval.Score(depth) <= alpha
}

// halfDepth tries p at half the remaining depth if one side is a man behind what
// the window asks for. Only if that restores the material, or finds enough
// compensation, is the line worth the full depth (WC92 section 3.1, footnote; here
// for the side to move and for its opponent). The trial is a search like any other and
// may begin with a trial of its own. It returns a bound and true if the
// line can be abandoned.
func (w *worker) halfDepth(p board.Position, alpha, beta eval.Score, depth Depth, ply int) (eval.Score, bool) {
	if !w.use.HalfDepth || w.run.limits.Solve || depth < halfDepthMin || p.Jumpers() != 0 {
		return 0, false
	}
	standing := eval.Evaluate(p)
	switch {
	case standing <= alpha-deficit && !alpha.IsProven():
		goal := alpha - compensation
		score := w.search(p, goal, goal+1, depth/trialDivisor, ply)
		return score, score <= goal
	case standing >= beta+deficit && !beta.IsProven():
		goal := beta + compensation
		score := w.search(p, goal-1, goal, depth/trialDivisor, ply)
		return score, score >= goal
	}
	return 0, false
}
