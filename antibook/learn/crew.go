package learn

import (
	"context"
	"sync"
)

// Options say how much of the machine the work takes.
type Options struct {
	Threads int // searches at once
	HashMiB int // table of each
}

// crew calls work for every item, several at once, each with a judge of its own, and report with each result in the
// order in which they come, one call at a time. It returns the first error, or ctx.Err().
func crew[T, R any](ctx context.Context, o Options, items []T, work func(context.Context, *judge, T) (R, error), report func(T, R)) error {
	type outcome struct {
		item   T
		result R
		err    error
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	todo, done := make(chan T), make(chan outcome)
	go func() {
		defer close(todo)
		for _, item := range items {
			select {
			case todo <- item:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range max(1, o.Threads) {
		workers.Go(func() {
			j, err := newJudge(max(1, o.HashMiB))
			if err != nil {
				done <- outcome{err: err}
				return
			}
			defer j.close()
			for item := range todo {
				result, err := work(ctx, j, item)
				done <- outcome{item, result, err}
			}
		})
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
			report(o.item, o.result)
		}
	}
	if failed == nil {
		return ctx.Err()
	}
	return failed
}
