package agreement

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"golang.org/x/sync/errgroup"

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

// Run searches every position to the deep depth, with an empty table and on one thread, so that the
// moves are the same in every run, whatever other positions are searched at the same time. One search
// gives the moves of all depths: an iteration finds the move that a search to its depth alone would
// find. Run calls report after each position, one call at a time, and returns the first error, which is
// ctx.Err() if ctx ends before all are done.
func Run(ctx context.Context, positions []board.Position, settings Settings, report func(Trial)) error {
	group, ctx := errgroup.WithContext(ctx)
	todo := make(chan board.Position)
	group.Go(func() error { return deal(ctx, positions, todo) })
	var reporting sync.Mutex
	for range settings.Concurrency {
		group.Go(func() error {
			return settings.work(ctx, todo, func(t Trial) {
				reporting.Lock()
				defer reporting.Unlock()
				if ctx.Err() == nil {
					report(t)
				}
			})
		})
	}
	return group.Wait()
}

// deal hands out the positions in their order.
func deal(ctx context.Context, positions []board.Position, out chan<- board.Position) error {
	defer close(out)
	for _, p := range positions {
		select {
		case out <- p:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// work searches positions with an engine of its own until there are no more or ctx ends.
func (s Settings) work(ctx context.Context, in <-chan board.Position, report func(Trial)) error {
	e := engine.NewForAnalysis()
	defer func() { _ = e.Close() }() // no log file: nothing can be lost
	if err := errors.Join(e.SetOption("Hash", strconv.Itoa(s.HashMiB)), e.SetOption("Threads", "1"),
		e.SetOption("UseDTW", "false")); err != nil { // the moves must come from the search, not from distances
		return err
	}
	for p := range in {
		t, err := s.try(ctx, e, p)
		if ctx.Err() != nil {
			return ctx.Err() // the last iteration may not be whole
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.FEN(), err)
		}
		report(t)
	}
	return nil
}

// try searches a position.
func (s Settings) try(ctx context.Context, e *engine.Engine, p board.Position) (Trial, error) {
	if err := e.NewGame(); err != nil {
		return Trial{}, err
	}
	t := Trial{Position: p}
	limits := search.Limits{Depth: s.Deep, EveryDepth: true, MultiPV: 1}
	if _, err := e.Search(ctx, board.NewGame(p), limits, t.add); err != nil {
		return Trial{}, err
	}
	if len(t.Moves) != int(s.Deep) {
		return Trial{}, fmt.Errorf("%d iterations of %d", len(t.Moves), s.Deep)
	}
	return t, nil
}
