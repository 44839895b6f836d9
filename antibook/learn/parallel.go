package learn

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Options say how many searches run at the same time, and how much memory they take.
type Options struct {
	Threads int // number of searches at the same time
	HashMiB int // size of the transposition table of each search
}

// inParallel calls work for every item, on several goroutines, each of which has its own analyzer. It calls report with
// each result when the result is ready, one call at a time. It returns the first error, or ctx.Err().
func inParallel[T, R any](ctx context.Context, o Options, items []T, work func(context.Context, *analyzer, T) (R, error), report func(T, R)) error {
	group, ctx := errgroup.WithContext(ctx)
	todo := make(chan T)
	group.Go(func() error {
		defer close(todo)
		for _, item := range items {
			select {
			case todo <- item:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	var reporting sync.Mutex
	for range max(1, o.Threads) {
		group.Go(func() error {
			a, err := newAnalyzer(max(1, o.HashMiB))
			if err != nil {
				return err
			}
			defer a.close()
			for item := range todo {
				result, err := work(ctx, a, item)
				if err != nil {
					return err
				}
				reporting.Lock()
				if ctx.Err() == nil {
					report(item, result)
				}
				reporting.Unlock()
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}
