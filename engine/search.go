package engine

import (
	"cmp"
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// Search puts a copy of game on the board, searches its last position until limits or ctx end the search, and
// returns the result. Search calls report with every new line, on another goroutine but before Search returns;
// report may be nil. MoveRule is the value of the option, and so is MultiPV if limits.MultiPV is 0. The search
// uses the entries that earlier searches have left in the transposition table: see NewGame. If there is no move to make, the
// result has no line, and its score says who has won.
//
// The error is ErrSearching while another search runs, and ErrClosed after Close. It names a limit below 0 and an illegal move
// among limits.SearchMoves. If ctx ends, it is ctx.Err(), and the result is the best line found until then. If a panic ends the
// search, it is an ErrFailed, and the result is some legal move.
func (e *Engine) Search(ctx context.Context, game *board.Game, limits search.Limits, report func(search.Info)) (best search.Info, err error) {
	over, failed := make(chan struct{}), error(nil)
	run, err := e.start(ctx, game, limits, false, report, func(i search.Info, err error) {
		best, failed = i, err
		close(over)
	})
	if err != nil {
		return search.Info{}, err
	}
	if run != nil {
		defer context.AfterFunc(ctx, run.Stop)()
	}
	<-over
	return best, cmp.Or(failed, ctx.Err())
}

// Start begins to search the position on the board. It returns when the databases are open and the search runs. The search
// calls report with every new line and done with the result. Both are called on the search's goroutine, and both may be nil.
// MoveRule is the value of the option, and so is MultiPV if limits.MultiPV is 0. Errors are those of Search, but Ready tells
// that a search failed.
func (e *Engine) Start(limits search.Limits, report, done func(search.Info)) error {
	_, err := e.start(context.Background(), nil, limits, false, report, e.told(done))
	return err
}

// StartHurried is Start, but does not wait for databases that are not open yet: the search does without them
// and without the anti-book.
func (e *Engine) StartHurried(limits search.Limits, report, done func(search.Info)) error {
	_, err := e.start(context.Background(), nil, limits, true, report, e.told(done))
	return err
}

// told returns a receiver of a result that keeps a failure for Ready; done may be nil.
func (e *Engine) told(done func(search.Info)) func(search.Info, error) {
	return func(best search.Info, failed error) {
		if failed != nil {
			e.mu.Lock()
			e.failures = append(e.failures, failed.Error())
			e.mu.Unlock()
		}
		if done != nil {
			done(best)
		}
	}
}

// start begins a search when the databases are open, or without them if it is hurried or ctx ends. It searches the game
// on the board if game is nil. The run is nil for a move from a book.
func (e *Engine) start(ctx context.Context, game *board.Game, limits search.Limits, hurried bool, report func(search.Info), done func(search.Info, error)) (run *search.Run, err error) {
	for {
		err := e.change(func() (err error) {
			begun := e.game
			if game != nil {
				begun = game.Clone()
			}
			run, err = e.begin(begun, limits, hurried, e.noted(report), done)
			return err
		})
		if err != errOpening {
			return run, err
		}
		select {
		case <-e.Loaded():
		case <-ctx.Done():
			hurried = true
		}
	}
}

// noted returns a receiver of lines that is counted while it runs. It returns nil for nil.
func (e *Engine) noted(report func(search.Info)) func(search.Info) {
	if report == nil {
		return nil
	}
	return func(i search.Info) {
		e.calls.Add(1)
		defer e.calls.Add(-1)
		report(i)
	}
}

// begin puts a game on the board and starts to search its last position. The caller must not change the game
// afterwards. The error is errOpening if the search would have to wait for the databases. begin is called with the engine
// locked and no search running.
func (e *Engine) begin(game *board.Game, limits search.Limits, hurried bool, report func(search.Info), done func(search.Info, error)) (*search.Run, error) {
	if err := checkLimits(game.Position(), limits); err != nil {
		return nil, err
	}
	limits.MoveRule, limits.SearchKnown = e.settings.MoveRule, !e.settings.UseDTW
	if limits.MultiPV == 0 {
		limits.MultiPV = e.settings.MultiPV
	}
	before := e.game
	e.game = game
	if best, ok := e.fromBook(limits); ok {
		e.begun++
		go e.run(nil, func() search.Info { return answerFromBook(best, report) }, done)
		return nil, nil
	}
	if e.limitsStrength(limits) {
		run, choose := e.beginLevel(limits, report)
		e.active = run
		e.begun++
		go e.run(run, func() search.Info { return choose(run.Search()) }, done)
		return run, nil
	}
	open := e.databases.areOpen()
	if !open && !hurried {
		e.game = before
		return nil, errOpening
	}
	lines := newLines(game.Position(), limits, report)
	hear, finish := lines.report, lines.conclude
	sources := e.sources
	if open {
		sources = e.allSources()
		if e.asksSolver(limits, game.Position()) {
			beside := e.beginSolver(game.Position(), hear)
			hear, finish = beside.hear, func(best search.Info) search.Info { return lines.conclude(beside.conclude(best)) }
		}
	}
	run := e.searcher.NewRun(game, limits, sources, hear)
	lines.run = run
	if open && e.asksBook(limits) {
		e.fillTable(game.Position())
	}
	e.active = run
	e.begun++
	go e.run(run, func() search.Info { return concluded(run, finish) }, done)
	return run, nil
}

// concluded returns the result of a run and what finish makes of it. It calls finish also if the run panics.
func concluded(run *search.Run, finish func(search.Info) search.Info) (best search.Info) {
	defer func() { best = finish(best) }()
	return run.Search()
}

// run calls find, which searches, and done with the result. The search is that of run r, nil for a move from a book.
func (e *Engine) run(r *search.Run, find func() search.Info, done func(search.Info, error)) {
	defer e.finished()
	best, failed := guarded(find)
	var err error
	e.mu.Lock()
	if e.active == r {
		e.active = nil
	}
	if failed != nil {
		best, err = e.recover(failed), failed
	}
	e.mu.Unlock()
	e.calls.Add(1)
	defer e.calls.Add(-1)
	done(best, err)
}

// finished counts down the searches whose done has not returned.
func (e *Engine) finished() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.begun--; e.begun == 0 {
		e.idle.Broadcast()
	}
}

// answerFromBook passes a move of a book to report, as a search passes its line.
func answerFromBook(known search.Info, report func(search.Info)) search.Info {
	if report != nil {
		report(known)
	}
	return known
}

// checkLimits returns an error that names a limit below 0, or an illegal move among those to search.
func checkLimits(p board.Position, l search.Limits) error {
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
	var legal board.MoveList
	p.Moves(&legal)
	for _, m := range l.SearchMoves {
		if !legal.Contains(m) {
			return fmt.Errorf("move %s-%s is illegal", m.From, m.To)
		}
	}
	return nil
}

// Stop makes the running search end within milliseconds. If no search runs, Stop does nothing. Wait waits for the end.
func (e *Engine) Stop() {
	if run := e.current(); run != nil {
		run.Stop()
	}
}

// PonderHit tells a search with Limits.Ponder that the expected move was played: the engine's clock starts now. If no
// search runs, PonderHit does nothing.
func (e *Engine) PonderHit() {
	if run := e.current(); run != nil {
		run.PonderHit()
	}
}

// Wait returns when all searches are over and their done has returned. It must not be called from report or done.
func (e *Engine) Wait() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.begun > 0 {
		e.idle.Wait()
	}
}

// Searching reports whether a search is running.
func (e *Engine) Searching() bool { return e.current() != nil }

func (e *Engine) current() *search.Run {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.active
}
