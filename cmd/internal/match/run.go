package match

import (
	"cmp"
	"context"
	"errors"

	"golang.org/x/sync/errgroup"
)

// Run plays the games of a plan that the standings do not hold yet and adds each to the standings as it
// ends. It returns when all games are played, when the recorder has enough, or with the first error: of
// the recorder, of the context, or of an engine that cannot be started any more. Games in play are then
// given up. Until Run returns only the recorder may read the standings.
func Run(ctx context.Context, standings *Standings, options RunOptions, recorder Recorder) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	group, ctx := errgroup.WithContext(ctx)
	games := make(chan ScheduledGame)
	records := make(chan Record)
	group.Go(func() error { return deal(ctx, standings.remaining(), games) })
	for range max(1, options.Concurrency) {
		group.Go(func() error { return work(ctx, standings.plan, options, games, records) })
	}
	go func() {
		_ = group.Wait() // the error is looked at below
		close(records)
	}()
	var over error
	for r := range records {
		if over != nil {
			continue // wait until the workers have ended
		}
		if over = recorder.Keep(r); over == nil {
			standings.Add(r)
			if recorder.Enough(r) {
				over = errEnough
			}
		}
		if over != nil {
			stop(over)
		}
	}
	if err := cmp.Or(group.Wait(), over); !errors.Is(err, errEnough) {
		return err
	}
	return nil
}

// errEnough is why the workers stop when more games are not wanted.
var errEnough = errors.New("enough games are played")

// deal hands out the games in their order.
func deal(ctx context.Context, games []ScheduledGame, out chan<- ScheduledGame) error {
	defer close(out)
	for _, f := range games {
		select {
		case out <- f:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// work plays games until there are no more.
func work(ctx context.Context, plan *Plan, options RunOptions, in <-chan ScheduledGame, out chan<- Record) error {
	pool := newEnginePool(plan, options.Setup)
	defer pool.close()
	for f := range in {
		r, err := pool.play(ctx, options.Databases, f)
		if err != nil && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		out <- r
	}
	return nil
}
