package search

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Search runs until a limit is reached or Stop is called and returns the best line;
// its PV is empty if there is no move to make. A panic of any worker ends the search and
// is the caller's: no goroutine is left behind.
func (r *Run) Search() Info {
	s := r.searcher
	s.searched = true
	s.table.age()
	roots, goal := r.rootMoves()
	if len(roots) == 0 {
		return Info{Time: r.elapsed()}
	}
	if known, ok := r.perfect(roots); ok {
		return r.answerPerfectly(known)
	}
	if known, ok := r.analyzed(goal); ok {
		return r.answerPerfectly([]rootMove{known})
	}
	for _, w := range s.workers {
		w.reset(r, s.table, s.use, r.game)
		w.goal = goal
	}
	main := s.workers[0]
	if r.instant(roots) {
		return main.answerAtOnce(r, roots)
	}
	done := make(chan struct{})
	defer close(done)
	go s.table.gather(done)
	defer r.help(roots)()
	best := main.lead(r, roots)
	s.note(goal, best.Score)
	if r.endless() {
		<-r.released
	}
	return best
}

// help sets the other workers on the roots and returns what ends and joins them, and
// panics in the place of one that did.
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

// instant reports whether the only move can be played without a search.
func (r *Run) instant(roots []rootMove) bool {
	return len(roots) == 1 && r.limits.InstantOnly && r.limits.timed() && !r.endless()
}

func (w *worker) answerAtOnce(r *Run, roots []rootMove) Info {
	child := r.game.Position().Play(roots[0].move)
	roots[0].score = -w.quiesce(child, -eval.Bound, eval.Bound, 1)
	info := w.info(r, roots, 0)
	r.report(info)
	return info
}

// lead deepens the search ply by ply, reports, and decides when to stop.
func (w *worker) lead(r *Run, roots []rootMove) Info {
	ranks := min(max(r.limits.MultiPV, 1), len(roots))
	reported := uint64(0)
	var end rootMove
	var ahead future
	for depth := Depth(1); depth <= r.lastDepth(); depth = w.deeper(depth) {
		ahead = w.seekFuture(r.game.Position(), roots, ahead)
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
		for rank := range ranks {
			r.report(w.info(r, roots, rank))
		}
		if r.decided(roots[0]) {
			break
		}
	}
	if slices.ContainsFunc(roots[:ranks], func(m rootMove) bool { return m.depth == 0 }) {
		w.guess(r.game.Position(), roots)
	}
	if reported != w.nodes || reported == 0 {
		for rank := range ranks {
			r.report(w.info(r, roots, rank))
		}
	}
	return w.info(r, roots, 0)
}

// seekEnd looks for the end of a game whose root is won, half as deep as the search
// for its conversion goes next, and returns the move that wins in the fewest plies
// found so far; its depth is 0 if there is none yet.
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

// guess gives the moves that no iteration reached their static value, best first.
func (w *worker) guess(p board.Position, roots []rootMove) {
	for i := range roots {
		switch m := &roots[i]; {
		case m.depth > 0:
		case m.fails:
			m.score = -valueScore(p.Play(m.move), m.value.Opposite(), 1)
		default:
			m.score = -w.goal.static(p.Play(m.move), 1)
		}
	}
	slices.SortStableFunc(roots, better)
}

// help searches the same tree to fill the shared table; that no two workers do all the same comes of what they
// find there (lazy SMP).
func (w *worker) help(r *Run, roots []rootMove) {
	for depth := Depth(1); depth <= r.lastDepth() && !w.stopped; depth = w.deeper(depth) {
		w.iterate(r.game.Position(), roots, 1, depth)
	}
}

func (r *Run) lastDepth() Depth {
	if r.limits.Depth > 0 {
		return min(r.limits.Depth, MaxDepth)
	}
	return MaxDepth
}

// deeper returns the depth of the iteration after one: two plies on, for scores of odd and of even depths differ by
// who had the last word, and what an iteration learns is worth most to the next one of its kind. The first one
// is followed by one of the last one's kind. Only conversions of known wins are looked for ply by ply: the
// nearest one counts.
func (w *worker) deeper(depth Depth) Depth {
	if w.run.limits.EveryDepth || w.goal.value == board.Win || (w.run.lastDepth()-depth)%2 != 0 {
		return depth + 1
	}
	return depth + 2
}

// decided reports whether a timed search may end before its time: no iteration
// should begin any more, or the result is proven as fast as it can be.
func (r *Run) decided(best rootMove) bool {
	if r.endless() {
		return false
	}
	if int64(r.elapsed()) >= r.soft.Load() {
		return true
	}
	proven := best.score.HasPlies() && best.score.Plies() <= int(best.depth)
	return proven && r.limits.timed() && r.limits.MultiPV <= 1
}

// iterate searches all root moves at depth and leaves the best ranks of them in
// front, best first. If the search is stopped, what was found so far counts.
func (w *worker) iterate(p board.Position, roots []rootMove, ranks int, depth Depth) {
	w.iteration = depth
	for rank := range ranks {
		before := roots[rank]
		w.searchRoots(p, contenders(roots[rank:], true), depth)
		if w.stopped {
			if !(before.stands(rank) && before.score.IsLoss()) {
				settle(roots[rank:])
			}
			break
		}
		if before.stands(rank) && !roots[rank].score.IsProven() {
			restore(roots[rank:], before, depth)
		}
	}
	slices.SortStableFunc(roots[:ranks], better)
}

// stands reports whether a root move that an earlier iteration put at the given rank
// holds a proof, which no iteration can take back though it may extend and prune
// otherwise and fail to see it again. A loss is one only of the best move: then all
// others lose too. Without the plies to the end it is none: the move rule may save it.
func (m rootMove) stands(rank int) bool {
	won := m.score.IsWin() && isSettled(m.score)
	lost := m.score.IsLoss() && m.score.HasPlies() && rank == 0
	return m.depth > 0 && (won || lost)
}

// settle orders the root moves of an iteration that was stopped: a loss in front says
// nothing of the moves that were not searched yet, so these come first.
func settle(roots []rootMove) {
	if roots[0].score.IsLoss() {
		slices.SortStableFunc(roots, better)
	}
}

// restore puts a root move back in front with what was known of it.
func restore(roots []rootMove, known rootMove, depth Depth) {
	i := slices.IndexFunc(roots, func(r rootMove) bool { return r.move == known.move })
	copy(roots[1:i+1], roots[:i])
	roots[0] = known
	roots[0].depth = depth
}

// searchRoots brings the best of roots to the front.
func (w *worker) searchRoots(p board.Position, roots []rootMove, depth Depth) {
	best := -eval.Bound
	for i := range roots {
		m := roots[i].move
		child := p.Play(m)
		w.enter(child, p.Irreversible(m), 1)
		score := w.principal(child, best, eval.Bound, depth-1, 1, i == 0)
		if w.stopped {
			return
		}
		if _, inGame := w.stoodBefore(1); inGame > 0 && w.goal.value == board.Win && !isSettled(score) {
			score = min(score, noProgress) // a win on paper; others may be one on the board
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

// info describes the root move at the given rank, counted from 0.
func (w *worker) info(r *Run, roots []rootMove, rank int) Info {
	i := Info{
		Depth:    roots[rank].depth,
		SelDepth: w.selDepth,
		Rank:     rank + 1,
		Score:    roots[rank].score,
		Nodes:    w.nodes,
		HashFull: w.table.full(),

		Known:        roots[rank].value,
		DatabaseHits: r.hits.Load() + w.hits,
		Time:         r.elapsed(),
		PV:           r.knownEnd(slices.Clone(roots[rank].line)),
	}
	if len(r.searcher.workers) > 1 {
		i.Nodes = r.visits()
	}
	if w.leaves > 0 {
		i.MeanDepth = float64(w.leafPlies) / float64(w.leaves)
	}
	return i
}
