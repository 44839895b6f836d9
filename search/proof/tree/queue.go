package tree

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/search/proof"
)

// itemsPerWorker is how many items may be published for each worker at once. A leaf that was chosen long before a worker
// takes it may no longer be the one that matters most.
const itemsPerWorker = 4

// receiveWait is how long Receive waits for the first result.
const receiveWait = time.Second

// maxBatch is the most results that Receive returns at once.
const maxBatch = 500

// SolveFunc works on an item. worker is from 0. An error is a failure of the item: the same item is given out again. If
// ctx ends early, the result is not used.
type SolveFunc func(ctx context.Context, worker int, item Item) (proof.Result, error)

// Local is a Queue to goroutines of this program.
type Local struct {
	workers int
	solve   SolveFunc
	items   chan Item
	results chan Result
	last    uint64 // sequence of the last result received
	ended   context.CancelFunc
	running sync.WaitGroup
}

// NewLocal returns a queue to a number of workers, at least 1.
func NewLocal(workers int, solve SolveFunc) *Local {
	room := workers * itemsPerWorker
	return &Local{workers: workers, solve: solve, items: make(chan Item, room), results: make(chan Result, room)}
}

// Workers returns the number of goroutines.
func (l *Local) Workers() int { return l.workers }

// Begin starts the workers. They end with ctx or with Close.
func (l *Local) Begin(ctx context.Context, applied uint64) error {
	l.last = applied
	ctx, l.ended = context.WithCancel(ctx)
	for worker := range l.workers {
		l.running.Go(func() { l.work(ctx, worker) })
	}
	return nil
}

// Close ends the workers and waits for them. Items without a result are dropped.
func (l *Local) Close(bool) {
	if l.ended != nil {
		l.ended()
	}
	l.running.Wait()
}

// Publish hands over an item. It is an error if more items are out than the manager may publish.
func (l *Local) Publish(_ context.Context, item Item) error {
	select {
	case l.items <- item:
		return nil
	default:
		return errors.New("more items are published than the queue has room for")
	}
}

// Receive returns the results that have come.
func (l *Local) Receive(ctx context.Context) ([]Result, error) {
	timer := time.NewTimer(receiveWait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, nil
	case r := <-l.results:
		return l.gather(r), nil
	}
}

// gather returns a result with those that wait behind it, all numbered.
func (l *Local) gather(r Result) (batch []Result) {
	for {
		l.last++
		r.Sequence = l.last
		if batch = append(batch, r); len(batch) == maxBatch {
			return batch
		}
		select {
		case r = <-l.results:
		default:
			return batch
		}
	}
}

// work solves items until the context ends.
func (l *Local) work(ctx context.Context, worker int) {
	for {
		select {
		case <-ctx.Done():
			return
		case item := <-l.items:
			r := l.attempt(ctx, worker, item)
			if ctx.Err() != nil {
				return
			}
			l.results <- r // has room for all items that are out
		}
	}
}

// attempt solves one item. A panic becomes a failure with its stack.
func (l *Local) attempt(ctx context.Context, worker int, item Item) (r Result) {
	r = Result{Item: item, Worker: fmt.Sprintf("thread %d", worker+1)}
	defer func() {
		if fault := recover(); fault != nil {
			r.Failed = fmt.Sprintf("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	found, err := l.solve(ctx, worker, item)
	if err != nil {
		r.Failed = err.Error()
		return r
	}
	r.Result = found
	return r
}

// Queue carries items to workers and results back. One goroutine at a time may use it.
//
// An item that was published ends in at least one Result, however often workers end before it: a queue gives the item to
// another worker, and after some failures it makes a Result with Failed and Final itself. Results may come late, in any
// order and more than once.
//
// The queue numbers the results: Sequence ascends by 1. A queue whose results survive the end of the program begins
// again behind the number that Begin is given, and so repeats none that was applied and omits none.
type Queue interface {
	// Begin is called once, before all others, with the number of the last result that the store contains.
	Begin(ctx context.Context, applied uint64) error
	// Workers returns how many items are worked on at once, at least 1. The number may change.
	Workers() int
	// Publish hands over an item. It does not wait for a worker.
	Publish(ctx context.Context, item Item) error
	// Receive waits for results and returns at least one, unless about a second has passed without any. It returns the
	// error of ctx if ctx ends first.
	Receive(ctx context.Context) ([]Result, error)
	// Close is the last call. If finished is true, the question is answered, and results that did not come are not wanted.
	Close(finished bool)
}
