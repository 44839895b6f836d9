package match

import (
	"context"
	"errors"
	"sync"
)

// Run plays the games of a plan that the standings do not hold yet and adds each to the
// standings as it ends. It returns when all games are played, when the clerk has enough,
// or with the first error: of the clerk, of the context, or of an engine that cannot be
// started any more. Games in play are then given up. It owns the standings until it
// returns.
func Run(ctx context.Context, standings *Standings, terms Terms, clerk Clerk) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	fixtures := make(chan Fixture)
	records := make(chan Record)
	var workers sync.WaitGroup
	for range max(1, terms.Concurrency) {
		workers.Go(func() { work(ctx, stop, standings.plan, terms, fixtures, records) })
	}
	go deal(ctx, standings.remaining(), fixtures)
	go func() {
		workers.Wait()
		close(records)
	}()
	over := false
	for r := range records {
		if over {
			continue // only let the workers end
		}
		if err := clerk.Keep(r); err != nil {
			over = true
			stop(err)
			continue
		}
		standings.Add(r)
		if clerk.Enough(r) {
			over = true
			stop(errEnough)
		}
	}
	if cause := context.Cause(ctx); !errors.Is(cause, errEnough) {
		return cause
	}
	return nil
}

// errEnough is why the workers stop when more games are not wanted.
var errEnough = errors.New("enough games are played")

// deal hands out the fixtures in their order.
func deal(ctx context.Context, fixtures []Fixture, out chan<- Fixture) {
	defer close(out)
	for _, f := range fixtures {
		select {
		case out <- f:
		case <-ctx.Done():
			return
		}
	}
}

// work plays fixtures until there are no more.
func work(ctx context.Context, stop context.CancelCauseFunc, plan *Plan, terms Terms, in <-chan Fixture, out chan<- Record) {
	crew := newCrew(plan, terms.Setup)
	defer crew.close()
	for f := range in {
		r, err := crew.play(ctx, terms.Databases, f)
		if err != nil {
			stop(err) // the first cause stands
			return
		}
		out <- r
	}
}
