package antibooklearn

import (
	"context"

	"github.com/zonda-checkers/zonda/internal/crew"
)

// Options say how many searches run at the same time, and how much memory they take.
type Options struct {
	Threads int // number of searches at the same time
	HashMiB int // size of the transposition table of each search
}

// analysis is a worker that has an analyzer.
type analysis[T, R any] struct {
	*analyzer
	work func(context.Context, *analyzer, T) (R, error)
}

func (a analysis[T, R]) Do(ctx context.Context, item T) (R, error) {
	result, err := a.work(ctx, a.analyzer, item)
	if err == nil {
		err = ctx.Err()
	}
	return result, err
}

// inParallel calls work for every item, on several goroutines, each of which has its own analyzer. It calls report with
// each result when the result is ready, one call at a time. It returns the first error, or the cause of the end of ctx.
func inParallel[T, R any](ctx context.Context, o Options, items []T, work func(context.Context, *analyzer, T) (R, error), report func(T, R)) error {
	newWorker := func() (crew.Worker[T, R], error) {
		a, err := newAnalyzer(max(1, o.HashMiB))
		return analysis[T, R]{a, work}, err
	}
	return crew.Goroutines[T, R]{Number: o.Threads, New: newWorker}.Do(ctx, crew.Pieces(items...), func(item T, result R) error {
		report(item, result)
		return nil
	})
}
