package agreement

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// Settings say how positions are searched.
type Settings struct {
	Shallow     search.Depth // 1 at least
	Deep        search.Depth // more than Shallow
	HashMiB     int          // for each position searched at once
	Concurrency int          // positions searched at once, each on one thread
}

// Run searches every position to the deep depth, with an empty table and on one thread, so that
// whatever is searched beside it the moves are the same in every run. One search tells the moves
// of all depths: an iteration finds what a search to its depth alone would find. Run calls report
// after each position, one call at a time, and returns the first error, which is ctx.Err() if
// ctx ends before all are done.
func Run(ctx context.Context, positions []board.Position, settings Settings, report func(Trial)) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	todo, done := make(chan board.Position), make(chan outcome)
	go deal(ctx, positions, todo)
	var workers sync.WaitGroup
	for range settings.Concurrency {
		workers.Go(func() { settings.work(ctx, todo, done) })
	}
	go func() {
		workers.Wait()
		close(done)
	}()
	var failed error
	for o := range done {
		switch {
		case failed != nil: // only let the workers end
		case o.err != nil:
			failed = o.err
			stop()
		default:
			report(o.trial)
		}
	}
	if failed == nil {
		return ctx.Err()
	}
	return failed
}

// outcome is a trial, or why there is none.
type outcome struct {
	trial Trial
	err   error
}

// deal hands out the positions in their order.
func deal(ctx context.Context, positions []board.Position, out chan<- board.Position) {
	defer close(out)
	for _, p := range positions {
		select {
		case out <- p:
		case <-ctx.Done():
			return
		}
	}
}

// work searches positions with an engine of its own until there are no more or ctx ends.
func (s Settings) work(ctx context.Context, in <-chan board.Position, out chan<- outcome) {
	e := engine.NewForAnalysis()
	defer func() { _ = e.Close() }() // no log file: nothing can be lost
	if err := errors.Join(e.SetOption("Hash", strconv.Itoa(s.HashMiB)), e.SetOption("Threads", "1"),
		e.SetOption("UseDTW", "false")); err != nil { // it is the search that is measured
		out <- outcome{err: err}
		return
	}
	for p := range in {
		t, err := s.try(ctx, e, p)
		if ctx.Err() != nil {
			return // the last iteration may not be whole
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", p.FEN(), err)
		}
		out <- outcome{t, err}
	}
}

// try searches a position.
func (s Settings) try(ctx context.Context, e *engine.Engine, p board.Position) (Trial, error) {
	if err := errors.Join(e.NewGame(), e.SetGame(board.NewGame(p))); err != nil {
		return Trial{}, err
	}
	t := Trial{Position: p}
	if err := e.Start(search.Limits{Depth: s.Deep, EveryDepth: true, MultiPV: 1}, t.hear, nil); err != nil {
		return Trial{}, err
	}
	unlink := context.AfterFunc(ctx, e.Stop)
	e.Wait()
	unlink()
	if len(t.Moves) != int(s.Deep) {
		return Trial{}, fmt.Errorf("%d iterations of %d", len(t.Moves), s.Deep)
	}
	return t, nil
}
