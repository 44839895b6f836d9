package search

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/memory"
)

// search returns the score of p, ply plies below the root, by a principal variation search with the
// window (alpha, beta). Scores outside the window are bounds (fail-soft). The caller has called enter for the ply.
func (w *worker) search(p board.Position, alpha, beta eval.Score, depth Depth, ply int) eval.Score {
	f := &w.frames[ply]
	f.pv.n = 0
	if w.antiBook != nil && w.inAntiBook(ply) {
		return antiBookScore - eval.Score(ply)
	}
	if depth <= 0 && w.extends(p, ply) {
		depth = 1
	}
	if depth <= 0 || ply >= MaxPly {
		if w.ruleEnds(p, ply) { // quiesce does not test the move rule, and a capture after it must not prove a win
			return eval.Draw
		}
		return w.quiesce(p, alpha, beta, ply)
	}
	if !w.visit(ply) {
		return 0
	}
	if w.drawn(p, ply) {
		return eval.Draw
	}
	pvNode := beta-alpha > 1
	if !pvNode { // before the table is probed: its bucket is still being loaded into the cache
		if score, ok := w.futile(p, alpha, depth); ok {
			return score
		}
	}
	known, found := w.table.probe(f.key ^ w.goal.salt)
	if found && !pvNode && w.use.Table {
		if score, ok := w.usable(known, alpha, beta, depth, ply); ok {
			return score
		}
	}
	if w.databasePieces > 0 {
		if score, ok := w.probeDatabases(p, ply); ok {
			return score
		}
	}
	if w.maxBounded > 0 {
		if score, ok := w.probeBounds(p, alpha, beta, ply); ok {
			return score
		}
	}
	if !pvNode {
		if score, ok := w.halfDepth(p, alpha, beta, depth, ply); ok {
			return score
		}
	}
	if w.use.Internal && depth >= w.internalMin && known.move == noIndex && !w.run.limits.Solve {
		depth-- // the search stores a best move, with which the next iteration begins
	}
	w.generate(p, f, known.move)
	if f.moves.Len() == 0 {
		return eval.LossIn(ply)
	}
	return w.tryMoves(p, alpha, beta, depth, ply, known)
}

// tryMoves searches the frame's moves and stores the result.
func (w *worker) tryMoves(p board.Position, alpha, beta eval.Score, depth Depth, ply int, known entry) eval.Score {
	f := &w.frames[ply]
	result := entry{score: -eval.Bound, depth: depth, move: known.move, bound: upperBound}
	floor := alpha
	next := w.pickAhead(p, f, 0, depth)
	for i := range f.moves.Len() {
		m := next
		child := p.Play(m)
		w.enter(child, p.Irreversible(m), ply+1)
		next = w.pickAhead(p, f, i+1, depth)
		score := w.reduced(child, floor, beta, depth-1, w.reduction(m, i, depth), ply+1, i == 0)
		if w.stopped {
			return 0
		}
		if score <= result.score {
			continue
		}
		result.score = score
		if score <= floor {
			continue
		}
		floor, result.move, result.bound = score, int(f.index[i]), exactScore
		f.pv.set(m, &w.frames[ply+1].pv)
		if score >= beta {
			result.bound = lowerBound
			w.cutOff(p, f, i, depth)
			break
		}
	}
	w.remember(f.key, result, ply)
	return result.score
}

// pickAhead returns the frame's move at place i, if there is one, and prefetches the table's bucket for the position
// after this move. tryMoves calls it one move ahead, because memory is slow.
func (w *worker) pickAhead(p board.Position, f *frame, i int, depth Depth) (m board.Move) {
	if i == f.moves.Len() {
		return m
	}
	m = f.pick(i)
	if memory.Fetches && depth > 1 { // at a depth of 1 the horizon is next, where the table is not probed
		w.table.prefetch(p.Play(m).Hash() ^ w.goal.salt)
	}
	return m
}

// principal searches the first move with the full window. It searches every other move with a null window
// first, since these moves are expected to fail low.
func (w *worker) principal(child board.Position, alpha, beta eval.Score, depth Depth, ply int, first bool) eval.Score {
	if !first && beta-alpha > 1 {
		score := -w.search(child, -alpha-1, -alpha, depth, ply)
		if score <= alpha || w.stopped {
			return score
		}
	}
	return -w.search(child, -beta, -alpha, depth, ply)
}

// usable returns the stored score, and true if the score is a cutoff for this node. A proven score is one
// at any depth, if the win or the loss comes before the move rule ends the game. This must be tested here, since
// the table's key does not contain the plies without progress. A proven score from a shallower search that does not
// hold the plies to the end is only a bound, since a deeper search may find a nearer win.
func (w *worker) usable(known entry, alpha, beta eval.Score, depth Depth, ply int) (eval.Score, bool) {
	bound := known.bound
	if known.proves() {
		if !w.withinRule(known.score, ply) {
			return 0, false
		}
		if known.depth < depth && !known.score.HasPlies() {
			bound = proofBound(known.score)
		}
	} else if known.depth < depth {
		return 0, false
	}
	score := fromRoot(known.score, ply)
	switch bound {
	case exactScore:
		return score, true
	case lowerBound:
		return score, score >= beta
	default:
		return score, score <= alpha
	}
}

// proves reports whether the entry proves a win or a loss, which no deeper search can refute.
func (e entry) proves() bool {
	return isSettled(e.score) && (e.bound == exactScore || e.bound == proofBound(e.score))
}

// proofBound returns the kind of bound that a proven score always is: a win is a lower bound, a loss an upper bound.
func proofBound(proven eval.Score) bound {
	if proven.IsWin() {
		return lowerBound
	}
	return upperBound
}

// withinRule reports whether the end of the game or the conversion, whose distance a proven score holds, comes before
// the move rule ends the game.
func (w *worker) withinRule(proven eval.Score, ply int) bool {
	rule := w.run.game.MoveRule
	return rule == 0 || w.frames[ply].quiet+pliesPromised(proven) <= rule
}

// fromRoot converts a proven score whose plies are counted from a position at ply. The plies of the returned score are
// counted from the root.
func fromRoot(s eval.Score, ply int) eval.Score {
	switch {
	case s.IsWin():
		return s - eval.Score(ply)
	case s.IsLoss():
		return s + eval.Score(ply)
	}
	return s
}

// remember stores the result of the search at ply in the table.
func (w *worker) remember(key uint64, e entry, ply int) {
	e.score = fromRoot(e.score, -ply)
	w.table.store(key^w.goal.salt, e)
}
