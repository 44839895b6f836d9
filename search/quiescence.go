package search

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// quiesce returns the score of p after all captures are played out. Captures are
// forced in checkers, so only positions without a capture are evaluated.
func (w *worker) quiesce(p board.Position, alpha, beta eval.Score, ply int) eval.Score {
	f := &w.frames[ply]
	f.pv.n = 0
	if !w.visit(ply) {
		return 0
	}
	jumpers := p.Jumpers()
	if jumpers == 0 {
		if p.MoversOf(p.Turn) == 0 {
			return eval.LossIn(ply)
		}
		if w.databasePieces > 0 {
			if score, ok := w.probeDatabases(p, ply); ok {
				return score
			}
		}
		if w.maxBounded > 0 {
			return w.boundedLeaf(p, ply)
		}
		return w.leaf(p, ply)
	}
	if ply == MaxPly {
		return w.leaf(p, ply)
	}
	w.generate(p, f, noIndex)
	best := -eval.Bound
	for i := range f.moves.Len() {
		m := f.pick(i)
		score := -w.quiesce(p.Play(m), -beta, -max(alpha, best), ply+1)
		if w.stopped {
			return 0
		}
		if score > best {
			best = score
			if best > alpha {
				f.pv.set(m, &w.frames[ply+1].pv)
			}
			if best >= beta {
				break
			}
		}
	}
	return best
}
