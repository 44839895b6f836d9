package engine

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// Search puts a copy of game on the board, searches its last position until limits or ctx end the search, and
// returns the result. Search calls report with every new line, on another goroutine but before Search returns;
// report may be nil. MoveRule is the value of the option, and so is MultiPV if limits.MultiPV is 0. The search
// uses the entries that earlier searches have left in the transposition table: see NewGame.
//
// The error is ErrSearching while another search runs. It names an illegal move among limits.SearchMoves. If
// ctx ends, it is ctx.Err(), and the result is the best line found until then.
func (e *Engine) Search(ctx context.Context, game *board.Game, limits search.Limits, report func(search.Info)) (best search.Info, err error) {
	var begun task
	err = e.change(func() (err error) {
		begun, err = e.begin(game.Clone(), limits, false, report, func(i search.Info) { best = i })
		return err
	})
	if err != nil {
		return search.Info{}, err
	}
	unlink := context.AfterFunc(ctx, begun.stop)
	defer unlink()
	<-begun.handedOver
	return best, ctx.Err()
}

// Start begins to search the position on the board and returns at once. The search calls report with every new
// line and done with the result. Both are called on the search's goroutine, and both may be nil. MoveRule is the
// value of the option, and so is MultiPV if limits.MultiPV is 0. The error is ErrSearching while another search
// runs, or names an illegal move among limits.SearchMoves.
func (e *Engine) Start(limits search.Limits, report, done func(search.Info)) error {
	return e.change(func() error {
		_, err := e.begin(e.game, limits, false, report, done)
		return err
	})
}

// StartHurried is Start, but does not wait for databases that are not open yet: the search does without them
// and without the anti-book.
func (e *Engine) StartHurried(limits search.Limits, report, done func(search.Info)) error {
	return e.change(func() error {
		_, err := e.begin(e.game, limits, true, report, done)
		return err
	})
}

// task is a search that runs, or a move of a book that is being reported.
type task struct {
	run        *search.Run     // nil for a move from a book
	handedOver <-chan struct{} // closed after the last call of report and done
}

func (t task) stop() {
	if t.run != nil {
		t.run.Stop()
	}
}

// begin puts a game on the board and starts to search its last position. The caller must not change the game
// afterwards. begin is called with the engine locked and no search running.
func (e *Engine) begin(game *board.Game, limits search.Limits, hurried bool, report, done func(search.Info)) (task, error) {
	if err := checkSearchMoves(game.Position(), limits.SearchMoves); err != nil {
		return task{}, err
	}
	e.game = game
	limits.MoveRule, limits.SearchKnown = e.settings.MoveRule, !e.settings.UseDTW
	if limits.MultiPV == 0 {
		limits.MultiPV = e.settings.MultiPV
	}
	handedOver := make(chan struct{})
	e.last = handedOver
	if best, ok := e.fromBook(limits); ok {
		go e.answerFromBook(best, report, done, handedOver)
		return task{nil, handedOver}, nil
	}
	if e.limitsStrength(limits) {
		e.beginLevel(limits, report, done, handedOver)
		return task{e.active, handedOver}, nil
	}
	lines := newLines(e.searcher, game.Position(), limits, report)
	report, finish := lines.report, lines.conclude
	if hurried && !e.databases.areOpen() {
		e.doWithout()
	} else {
		e.readyDatabases()
		e.readyBooks(limits)
		if e.asksSolver(limits, game.Position()) {
			beside := e.beginSolver(game.Position(), report)
			report, finish = beside.hear, func(best search.Info) search.Info { return lines.conclude(beside.conclude(best)) }
		}
	}
	e.active = e.searcher.NewRun(game, limits, report)
	go e.run(e.active, finish, done, handedOver)
	return task{e.active, handedOver}, nil
}

// run searches and calls done with what finish makes of the result.
func (e *Engine) run(r *search.Run, finish func(search.Info) search.Info, done func(search.Info), handedOver chan<- struct{}) {
	defer close(handedOver)
	best, failure := guarded(r.Search)
	best = finish(best)
	e.mu.Lock()
	e.active = nil
	if failure != nil {
		best = e.recover(failure)
	}
	e.mu.Unlock()
	if done != nil {
		done(best)
	}
}

// answerFromBook passes a move of a book to report and to done, as a search passes its line and its result.
func (e *Engine) answerFromBook(known search.Info, report, done func(search.Info), handedOver chan<- struct{}) {
	defer close(handedOver)
	best, failure := guarded(func() search.Info {
		if report != nil {
			report(known)
		}
		return known
	})
	if failure != nil {
		e.mu.Lock()
		best = e.recover(failure)
		e.mu.Unlock()
	}
	if done != nil {
		done(best)
	}
}

func checkSearchMoves(p board.Position, moves []board.Move) error {
	var legal board.MoveList
	p.Moves(&legal)
	for _, m := range moves {
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

// Wait returns when the last search is over and its done has returned. It must not be called from report or done.
func (e *Engine) Wait() {
	e.mu.Lock()
	last := e.last
	e.mu.Unlock()
	if last != nil {
		<-last
	}
}

// Searching reports whether a search is running.
func (e *Engine) Searching() bool { return e.current() != nil }

func (e *Engine) current() *search.Run {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.active
}
