// Package pool does many independent tasks at the same time. Long work (games of self-play, games of a
// match, searches of a book) hands its tasks to a [Pool] and does not know who does them: the goroutines of this
// process ([Goroutines]), or other hosts (package cmd/internal/farm).
//
//	c := pool.Goroutines[int, string]{Number: 4, New: newWorker}
//	err := c.Do(ctx, pool.Tasks(1, 2, 3), func(task int, result string) error {
//		fmt.Println(task, result)
//		return nil
//	})
package pool

import (
	"cmp"
	"context"
	"errors"
	"iter"

	"golang.org/x/sync/errgroup"
)

// Pool does tasks.
type Pool[Task, Result any] interface {
	// Do does all tasks, in any order and several at the same time. It calls done once for each task that was done, one call
	// at a time, on any goroutine. It takes a task from the sequence when somebody can soon begin with it. The first error of
	// the sequence, of done, or the cause of the end of ctx ends the work: tasks in progress are given up, but one that is
	// finished all the same may still be passed to done, unless done has failed. Whether the error of one task ends the work
	// at once or after all others is up to the pool.
	Do(ctx context.Context, tasks iter.Seq2[Task, error], done func(Task, Result) error) error
}

// Worker does tasks one after the other. Only one goroutine may use it at a time.
type Worker[Task, Result any] interface {
	// Do does a task. If ctx ends before, it returns an error.
	Do(ctx context.Context, task Task) (Result, error)
	Close() error
}

// Func is a Worker that needs nothing but a function.
type Func[Task, Result any] func(ctx context.Context, task Task) (Result, error)

// Do calls the function.
func (t Func[Task, Result]) Do(ctx context.Context, task Task) (Result, error) {
	return t(ctx, task)
}

// Close does nothing.
func (Func[Task, Result]) Close() error { return nil }

// Tasks returns the sequence of the given tasks.
func Tasks[Task any](tasks ...Task) iter.Seq2[Task, error] {
	return func(yield func(Task, error) bool) {
		for _, task := range tasks {
			if !yield(task, nil) {
				return
			}
		}
	}
}

// Goroutines is a pool in this process. The first error of a task ends the work.
type Goroutines[Task, Result any] struct {
	Number int                                  // of goroutines; less than 1 counts as 1
	New    func() (Worker[Task, Result], error) // called once by each goroutine
}

// outcome is a task that is done.
type outcome[Task, Result any] struct {
	task   Task
	result Result
}

// Do does what Pool.Do says. While done is called, the goroutines go on with other tasks.
func (g Goroutines[Task, Result]) Do(ctx context.Context, tasks iter.Seq2[Task, error], done func(Task, Result) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	group, ctx := errgroup.WithContext(ctx)
	dealt, outcomes := make(chan Task), make(chan outcome[Task, Result])
	group.Go(func() error {
		defer close(dealt)
		return deal(ctx, tasks, dealt)
	})
	for range max(1, g.Number) {
		group.Go(func() error { return g.work(ctx, dealt, outcomes) })
	}
	go func() {
		_ = group.Wait() // the error is looked at below
		close(outcomes)
	}()
	var over error
	for o := range outcomes {
		if over != nil {
			continue // until the goroutines have ended
		}
		if over = done(o.task, o.result); over != nil {
			stop(over)
		}
	}
	return cmp.Or(over, group.Wait())
}

// deal hands out the tasks in their order.
func deal[Task any](ctx context.Context, tasks iter.Seq2[Task, error], dealt chan<- Task) error {
	for task, err := range tasks {
		if err != nil {
			return err
		}
		select {
		case dealt <- task:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// work does tasks until there are no more.
func (g Goroutines[Task, Result]) work(ctx context.Context, dealt <-chan Task, outcomes chan<- outcome[Task, Result]) (err error) {
	worker, err := g.New()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, worker.Close()) }()
	for task := range dealt {
		result, err := worker.Do(ctx, task)
		if err != nil && ctx.Err() != nil {
			return context.Cause(ctx) // why the work has ended, in place of what that did to the task
		}
		if err != nil {
			return err
		}
		outcomes <- outcome[Task, Result]{task, result}
	}
	return nil
}
