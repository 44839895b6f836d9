package engine

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// Limits says when a search ends and what it searches.
type Limits = search.Limits

// Lines is what a search has found: its best line and, with Limits.MultiPV, the others.
type Lines struct {
	search.Info               // the best line
	Others      []search.Info // the second best line and those after it
	Final       bool          // the search is over: this is its result
}

// All returns all lines, the best first; none if there is no move to make.
func (l Lines) All() []search.Info {
	if len(l.PV) == 0 {
		return nil
	}
	return append([]search.Info{l.Info}, l.Others...)
}

// Play searches the last position of game until limits or ctx end the search, and returns what it has found. The game must not
// change meanwhile. If there is no move to make, the result has no line, and its score says who has won. Each function of watch
// is called with the lines of every iteration, on the search's goroutine: the search waits for it.
//
// A search with MoveTime or Clock answers from Config.Book where that has the position. Limits of 0 are none, and the move rule is
// that of the game. The search uses what earlier searches have found: see NewGame.
//
// The error is ErrSearching while another search runs, and ErrClosed after Close. It names what is wrong with a position that
// board.Position.Check refuses, and a limit below 0, and is a *board.MoveError for an illegal move among limits.SearchMoves.
// If ctx or Close ends the search, the error is ctx.Err() or
// ErrClosed, and the result is what was found until then. If a panic ends it, or an evaluation beyond eval.MaxUnproven, the error is
// an ErrFailed, and the result is some legal move.
func (e *Engine) Play(ctx context.Context, game *board.Game, limits Limits, watch ...func(Lines)) (Lines, error) {
	p := game.Position()
	if err := cmp.Or(p.Check(), checkLimits(p, limits)); err != nil {
		return Lines{}, err
	}
	until, stop := context.WithCancel(ctx)
	defer stop()
	if err := e.change(func() error {
		if e.used && game.MoveRule != e.moveRule {
			e.forget() // the table may hold draws by the other rule
		}
		e.stop, e.used, e.moveRule = stop, true, game.MoveRule
		return nil
	}); err != nil {
		return Lines{}, err
	}
	report := func(l Lines) {
		for _, receive := range watch {
			receive(l)
		}
	}
	if limits.Began.IsZero() {
		limits.Began = time.Now() // the time of the book counts
	}
	best, failed := guarded(func() Lines {
		if found, ok := e.fromBook(until, game.Position(), limits); ok {
			report(found)
			return found
		}
		run, find := e.prepare(game, limits, len(watch) > 0, report)
		defer context.AfterFunc(until, run.Stop)()
		defer onClose(limits.PonderHit, run.PonderHit)()
		return find()
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	e.stop = nil
	if failed != nil {
		e.renew()
		best = anyMove(game.Position())
	}
	if e.closed {
		failed = cmp.Or(failed, ErrClosed)
	}
	best.Final = true
	return best, cmp.Or(failed, ctx.Err())
}

// Analyze searches the last position of game as Play does, and returns the lines of each iteration as they are found, the
// result of the search last: it alone is Final, and an error comes with it alone. Who leaves the loop ends the search. The
// search does not wait for a slow reader, who gets the newest lines and misses those between.
func (e *Engine) Analyze(ctx context.Context, game *board.Game, limits Limits) iter.Seq2[Lines, error] {
	return func(yield func(Lines, error) bool) {
		game.Position() // without a game this panics here, where the caller can recover, and not in the goroutine
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		var best Lines
		var err error
		news := make(chan Lines, 1) // the lines that nobody has read yet
		go func() {
			defer close(news)
			best, err = e.Play(ctx, game, limits, func(l Lines) {
				select {
				case <-news:
				default:
				}
				news <- l // never blocks: the only sender has drained the buffer
			})
		}()
		defer func() {
			stop()
			for range news { // until the search is over, so that the next one may begin
			}
		}()
		for l := range news {
			if !yield(l, nil) {
				return
			}
		}
		yield(best, err)
	}
}

// onClose calls f when a channel is closed, until stop is called. The channel may be nil.
func onClose(c <-chan struct{}, f func()) (stop func()) {
	if c == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		select {
		case <-c:
			f()
		case <-ctx.Done():
		}
	}()
	return cancel
}

// prepare begins a search that the function find carries out.
func (e *Engine) prepare(game *board.Game, limits Limits, watched bool, report func(Lines)) (run *search.Run, find func() Lines) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.limitsStrength(limits) {
		run, choose := e.player.Begin(game, limits, evaluation(e.config.Evaluator))
		return run, func() Lines {
			chosen := Lines{Info: choose(run.Search())}
			report(chosen)
			return chosen
		}
	}
	sources, p := e.sources(), game.Position()
	lines := &lines{position: p, limits: limits, ends: map[board.Position]lineEnd{}}
	if watched {
		lines.receive = report
	}
	hear, finish := lines.report, lines.conclude
	if e.asksSolver(limits, p, sources.Databases) {
		beside := e.beginSolver(p, hear)
		hear, finish = beside.hear, func(best search.Info) Lines { return lines.conclude(beside.conclude(best)) }
	}
	run = e.searcher.NewRun(game, limits, sources, func(all []search.Info) { hear(Lines{Info: all[0], Others: all[1:]}) })
	lines.run = run
	e.fillTable(p, limits)
	return run, func() (found Lines) {
		var best search.Info
		defer func() { found = finish(best) }() // also if the run panics
		best = run.Search()
		return found
	}
}

// limitsStrength reports whether the search for a move is left to the player of Config.Level. An analysis without end and
// a problem are searched with full strength.
func (e *Engine) limitsStrength(limits Limits) bool {
	return e.config.Level > 0 && !limits.Infinite && !limits.Solve
}

// checkLimits returns an error that names a limit below 0, or an illegal move among those to search.
func checkLimits(p board.Position, l Limits) error {
	switch {
	case l.Depth < 0:
		return fmt.Errorf("depth %d is below 0", l.Depth)
	case l.MoveTime < 0:
		return fmt.Errorf("move time %v is below 0", l.MoveTime)
	case l.MultiPV < 0:
		return fmt.Errorf("%d lines are below 0", l.MultiPV)
	case l.Clock != nil && l.Clock.Increment < 0:
		return fmt.Errorf("increment %v is below 0", l.Clock.Increment)
	case l.Clock != nil && l.Clock.MovesToGo < 0:
		return fmt.Errorf("%d moves to go are below 0", l.Clock.MovesToGo)
	}
	for _, m := range l.SearchMoves {
		if err := p.CheckMove(m); err != nil {
			return err
		}
	}
	return nil
}

// How many positions may be visited to go on with lines whose value is proven. They do not count as nodes of the search.
const (
	lineShare = 32      // the lines of an iteration, and those of the result, may have this part of the nodes of the search,
	maxOfLine = 1 << 15 // ... and at most this number, which the result has whole after a search to a depth or a number of nodes;
	timedLine = 1 << 11 // the result of a search with a limit of time may have this number
)

// lines goes on with the lines of a search where their value is proven, to where a person sees why.
type lines struct {
	run      *search.Run
	position board.Position
	limits   Limits
	receive  func(Lines) // nil if nobody reads the lines
	ends     map[board.Position]lineEnd
	told     Lines // those of the last iteration
}

// lineEnd is how a line goes on from a position.
type lineEnd struct {
	moves []board.Move
	nodes uint64 // that were allowed
}

// report takes the lines of an iteration and passes them on.
func (l *lines) report(found Lines) {
	l.told = found
	if l.receive != nil {
		l.extend(min(found.Nodes/lineShare, maxOfLine))
		l.receive(l.told.clone())
	}
}

// clone returns a copy that its receiver may change.
func (l Lines) clone() Lines {
	l.PV, l.Others = slices.Clone(l.PV), slices.Clone(l.Others)
	for i := range l.Others {
		l.Others[i].PV = slices.Clone(l.Others[i].PV)
	}
	return l
}

// extend makes the lines whole.
func (l *lines) extend(nodes uint64) {
	l.told.PV = l.whole(l.told.Info, nodes)
	for i := range l.told.Others {
		l.told.Others[i].PV = l.whole(l.told.Others[i], nodes)
	}
}

// conclude returns the result of the search with its whole lines. If that fails, the lines stay as they are.
func (l *lines) conclude(best search.Info) Lines {
	whole, failure := guarded(func() Lines { return l.last(best) })
	if failure != nil {
		return Lines{Info: best, Others: l.told.Others}
	}
	return whole
}

// last returns the result with its whole lines. If a line has become longer, all lines are passed on again.
func (l *lines) last(best search.Info) Lines {
	nodes := min(best.Nodes/lineShare, maxOfLine)
	switch {
	case l.limits.MoveTime > 0 || l.limits.Clock != nil:
		nodes = min(nodes, timedLine)
	case l.limits.Depth > 0 || l.limits.Nodes > 0:
		nodes = maxOfLine
	}
	before := l.told.clone()
	l.told.Info = best
	l.extend(nodes)
	result := l.told.clone()
	longer := len(result.PV) > len(before.PV)
	for i := range before.Others {
		longer = longer || len(result.Others[i].PV) > len(before.Others[i].PV)
	}
	if longer && len(before.PV) > 0 && l.receive != nil {
		l.told.Note = "" // it was told
		l.receive(l.told)
	}
	return result
}

// whole returns the line of a report and what follows it. If the value of the line is not proven, no positions are visited.
func (l *lines) whole(i search.Info, nodes uint64) []board.Move {
	if len(i.PV) == 0 {
		return i.PV
	}
	nodes /= uint64(max(l.limits.MultiPV, 1))
	if !i.Score.IsProven() {
		nodes = 0
	}
	end := l.position
	for _, m := range i.PV {
		end = end.Play(m)
	}
	known, ok := l.ends[end]
	if !ok || nodes > 2*known.nodes {
		known = lineEnd{l.run.Continue(end, nil, nodes), nodes}
		l.ends[end] = known
	}
	maximum := max(search.MaxPly-len(i.PV), 0)
	return append(i.PV, known.moves[:min(maximum, len(known.moves))]...)
}
