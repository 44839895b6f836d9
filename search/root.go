package search

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Search runs until a limit is reached or Stop is called, and returns the best line. The line's PV is empty if there is no move
// to make; its score is then that of a game that is over. If a worker panics, the search ends, all goroutines end, and Search
// panics with the same value.
func (r *Run) Search() Info {
	s := r.searcher
	s.searched = true
	s.table.age()
	roots, goal := r.rootMoves()
	if len(roots) == 0 {
		return r.noMove()
	}
	if known, ok := r.perfectMoves(roots); ok {
		return r.answerKnown(known)
	}
	if known, ok := r.analyzed(goal); ok {
		return r.answerKnown([]rootMove{known})
	}
	for _, w := range s.workers {
		w.reset(r, s.table, s.use, r.game)
		w.goal = goal
	}
	if goal.value == board.Win {
		r.minNodes.Store(minWinNodes)
	}
	main := s.workers[0]
	done := make(chan struct{})
	defer close(done)
	go s.table.promote(done)
	defer r.help(roots)()
	best := main.lead(r, roots)
	if !r.onlyMove { // a search of an only move is too short to show whether the conversion is hard to find
		s.conversion.note(goal, best.Score)
	}
	if r.endless() {
		<-r.released.Done()
	}
	return best
}

// noMove returns the answer where no move can be searched: the result of the game, in a position that is over.
func (r *Run) noMove() Info {
	i := Info{Time: r.elapsed()}
	if !r.game.Position().Over() {
		return i // none of the moves may be searched
	}
	i.Score = eval.LossIn(0)
	if o, _ := r.game.Outcome(); o.Winner == board.Won(r.game.Position().Turn) {
		i.Score = eval.WinIn(0)
	}
	return i
}

// help starts all workers except the first, each with its own copy of roots. The returned function stops these workers
// and waits for their end. It panics if one of the workers panicked.
func (r *Run) help(roots []rootMove) (join func()) {
	var helpers sync.WaitGroup
	var panicked atomic.Pointer[any]
	for _, w := range r.searcher.workers[1:] {
		own := slices.Clone(roots)
		helpers.Go(func() {
			defer func() {
				if reason := recover(); reason != nil {
					panicked.Store(&reason)
					r.Stop()
				}
			}()
			w.help(r, own)
		})
	}
	return func() {
		r.stop.Store(true)
		helpers.Wait()
		if reason := panicked.Load(); reason != nil {
			panic(*reason)
		}
	}
}

// lead is the work of the main worker: it runs the iterations of the search (iterative deepening), reports their lines
// and decides when the search ends.
func (w *worker) lead(r *Run, roots []rootMove) Info {
	ranks := min(max(r.limits.MultiPV, 1), len(roots))
	reported := uint64(0)
	var end rootMove
	var draws trickyDraws
	var pace pace
	for depth := Depth(1); depth <= r.lastDepth(); depth = w.nextDepth(depth) {
		draws = w.seekTrickyDraws(r.game.Position(), roots, draws)
		end = w.seekEnd(r.game.Position(), roots, end, depth)
		w.iterate(r.game.Position(), roots, ranks, depth)
		if end.depth > 0 && !(roots[0].score.HasPlies() && roots[0].score >= end.score) {
			restore(roots, end, depth)
			reported = 0
		}
		if w.stopped {
			break
		}
		reported = w.nodes
		r.report(w.infos(r, roots, ranks))
		if isSettled(roots[0].score) {
			r.minNodes.Store(minSearchNodes)
		}
		pace.note(roots[0])
		if w.endsEarly(roots[0], pace.part()) {
			break
		}
	}
	if slices.ContainsFunc(roots[:ranks], func(m rootMove) bool { return m.depth == 0 }) {
		w.scoreUnsearched(r.game.Position(), roots)
	}
	if reported != w.nodes || reported == 0 {
		r.report(w.infos(r, roots, ranks))
	}
	return w.info(r, roots, 0)
}

// seekEnd searches a won root for the end of the game, and not only for a conversion. It searches half as deep
// as the next iteration does. It returns the move that wins the game in the fewest plies among found and the
// moves of this search. The depth of the returned move is 0 as long as no such move is known.
func (w *worker) seekEnd(p board.Position, roots []rootMove, found rootMove, depth Depth) rootMove {
	if w.goal.value != board.Win || depth%2 != 0 {
		return found
	}
	conversion := w.goal
	w.goal = conversion.pastConversion()
	keeping := slices.Clone(contenders(roots, true))
	w.iterate(p, keeping, 1, depth/2)
	w.goal = conversion
	best := keeping[0]
	if best.depth > 0 && best.score.IsWin() && best.score.HasPlies() &&
		(found.depth == 0 || best.score > found.score) {
		return best
	}
	return found
}

// scoreUnsearched gives a static score to the root moves that no iteration searched, and sorts all root moves, best
// first.
func (w *worker) scoreUnsearched(p board.Position, roots []rootMove) {
	for i := range roots {
		switch m := &roots[i]; {
		case m.depth > 0:
		case m.losesValue:
			m.score = -valueScore(p.Play(m.move), m.value.Opposite(), 1)
		default:
			child := p.Play(m.move)
			m.score = -w.goal.static(w.evaluator.Evaluate(child), child, 1)
		}
	}
	slices.SortStableFunc(roots, better)
}

// help is the work of every other worker: it searches the same tree as the main worker and stores its results in the
// shared table. Each worker uses the results of all others, so that the workers seldom repeat work (lazy SMP).
func (w *worker) help(r *Run, roots []rootMove) {
	for depth := Depth(1); depth <= r.lastDepth() && !w.stopped; depth = w.nextDepth(depth) {
		w.iterate(r.game.Position(), roots, 1, depth)
	}
}

// lastDepth returns the depth of the last iteration that the limits allow.
func (r *Run) lastDepth() Depth {
	if r.limits.Depth > 0 {
		return min(r.limits.Depth, MaxDepth)
	}
	return MaxDepth
}

// nextDepth returns the depth of the next iteration: two plies more. Scores of odd and of even depths differ by the side
// that moves last, so an iteration helps the next iteration most if both depths are odd or both are even. After the
// first iteration all depths are odd if the last depth allowed is odd, and even if it is even. A known win is searched
// ply by ply, to find its nearest conversion.
func (w *worker) nextDepth(depth Depth) Depth {
	if w.run.limits.EveryDepth || w.goal.value == board.Win || (w.run.lastDepth()-depth)%2 != 0 {
		return depth + 1
	}
	return depth + 2
}

// beyondWin is the number of plies, for each own move of Limits.WinIn, at which a search that has found no such win ends: twice the plies of
// the win, since the search looks at quiet moves less deeply.
const beyondWin = 4

// endsEarly reports whether a search ends after this iteration although its hard time limit is not reached. It does so
// after the part of its soft limit that the move deserves, since the next iteration would not be complete in time. A timed
// search does so too if the plies in which the best move wins or loses are proven.
func (w *worker) endsEarly(best rootMove, part float64) bool {
	r := w.run
	if r.endless() {
		return false
	}
	if w.reached(r.softEnd(part)) {
		return true
	}
	if n := r.limits.WinIn; n > 0 && (best.score.IsWin() && best.score.HasPlies() && best.score.Plies() < 2*n || int(best.depth) >= beyondWin*n) {
		return true
	}
	proven := best.score.HasPlies() && best.score.Plies() <= int(best.depth)
	return proven && r.limits.timed() && r.limits.MultiPV <= 1
}

// iterate searches the root moves to the given depth and moves the best of them to the front, best first; ranks is
// their number. If the search is stopped, iterate keeps the results that it has so far.
func (w *worker) iterate(p board.Position, roots []rootMove, ranks int, depth Depth) {
	w.iteration = depth
	for rank := range ranks {
		before := roots[rank]
		w.searchRoots(p, contenders(roots[rank:], true), depth)
		if w.stopped {
			if allLose := rank == 0 && before.depth > 0 && before.score.IsLoss(); !allLose {
				sortStopped(roots[rank:])
			}
			break
		}
		if before.isProvenAt(rank) && !roots[rank].score.IsProven() {
			restore(roots[rank:], before, depth)
		}
	}
	slices.SortStableFunc(roots[:ranks], better)
}

// isProvenAt reports whether the score of a root move, which an earlier iteration put at the given rank, is proven. A
// later iteration extends and prunes other lines and may not find the proof again, but the proof stays true. A loss
// counts as proven only at rank 0, where it means that all moves lose. It counts only if the plies to the end are known,
// since otherwise the move rule may end the game first.
func (m rootMove) isProvenAt(rank int) bool {
	won := m.score.IsWin() && isSettled(m.score)
	lost := m.score.IsLoss() && m.score.HasPlies() && rank == 0
	return m.depth > 0 && (won || lost)
}

// sortStopped orders the root moves after an iteration that was stopped. If the first move loses, the iteration may
// not have searched a better move yet. Then the moves that do not lose come first.
func sortStopped(roots []rootMove) {
	if roots[0].score.IsLoss() {
		slices.SortStableFunc(roots, better)
	}
}

// restore moves a root move back to the front, with the score and the line that known holds for it.
func restore(roots []rootMove, known rootMove, depth Depth) {
	i := slices.IndexFunc(roots, func(r rootMove) bool { return r.move == known.move })
	copy(roots[1:i+1], roots[:i])
	roots[0] = known
	roots[0].depth = depth
}

// searchRoots searches the moves in roots to the given depth and moves the best one to the front.
func (w *worker) searchRoots(p board.Position, roots []rootMove, depth Depth) {
	best := -eval.Bound
	for i := range roots {
		m := roots[i].move
		if tell := w.run.limits.RootMove; tell != nil && w == w.run.searcher.workers[0] {
			tell(depth, m, i+1)
		}
		child := p.Play(m)
		w.enter(child, p.Irreversible(m), 1)
		score := w.principal(child, best, eval.Bound, depth-1, 1, i == 0)
		if w.stopped {
			return
		}
		if _, inGame := w.stoodBefore(1); inGame > 0 && w.goal.value == board.Win && !isSettled(score) {
			score = min(score, noProgress) // the move repeats a position of the game: any other win makes more progress
		}
		if score <= best {
			continue
		}
		best = score
		w.frames[0].pv.set(m, &w.frames[1].pv)
		found := roots[i]
		found.score, found.depth, found.line = score, depth, w.frames[0].pv.copy()
		copy(roots[1:i+1], roots[:i])
		roots[0] = found
	}
}

// infos describes the first root moves.
func (w *worker) infos(r *Run, roots []rootMove, ranks int) (all []Info) {
	for rank := range ranks {
		all = append(all, w.info(r, roots, rank))
	}
	return all
}

// info describes the root move at the given rank, counted from 0.
func (w *worker) info(r *Run, roots []rootMove, rank int) Info {
	i := Info{
		Depth:    roots[rank].depth,
		SelDepth: w.selDepth,
		Rank:     rank + 1,
		Score:    roots[rank].score,
		Nodes:    w.nodes,
		HashFull: w.table.perMilleUsed(),

		Known:        roots[rank].value,
		DatabaseHits: r.hits.Load() + w.hits,
		Time:         r.elapsed(),
		PV:           slices.Clone(roots[rank].line),
	}
	if len(r.searcher.workers) > 1 {
		i.Nodes = r.visits()
	}
	if w.leaves > 0 {
		i.MeanDepth = float64(w.leafPlies) / float64(w.leaves)
	}
	return i
}
