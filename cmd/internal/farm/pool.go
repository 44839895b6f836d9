package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"
)

// Pool is a pool.Pool of the workers of a server. A task that failed permanently does not end the work: Do returns the
// errors of all such tasks when the others are done.
type Pool[P, R any] struct {
	Link *Link
	Job  Job
	// Input returns the input of a task for its message, and its budget in nodes.
	Input func(ctx context.Context, task P) (input any, budget uint64, err error)
	// Check returns an error if a result cannot be that of the task, which is then asked for again; nil for no check.
	Check func(task P, result R) error
	// Parse reads a result from a message, in place of json.Unmarshal and Check; nil for these.
	Parse    func(task P, output json.RawMessage) (R, error)
	Progress func(Progress) // called about once a second; nil for nobody
	// Verify is the share of the tasks that a second worker does too, from 0 to 1. If a worker has given wrong results, Do returns a
	// *pool.Forged.
	Verify float64
	Same   func(a, b R) bool // reports whether two results of a task are the same; nil if two right ones may differ, which are not verified
	Recall bool              // if Do is called for a task again, it uses the result from before

	trust *trust
}

// Progress is what a producer sees of its tasks.
type Progress struct {
	Workers, Threads int
	Waiting          uint64 // tasks that no worker has
	InProgress       int
	Redelivered      int // tasks in progress that a worker before did not finish
}

// String returns the progress in words.
func (p Progress) String() string {
	text := fmt.Sprintf("%d workers, %d threads; %d waiting, %d in progress", p.Workers, p.Threads, p.Waiting, p.InProgress)
	if p.Redelivered > 0 {
		text += fmt.Sprintf(", %d again", p.Redelivered)
	}
	return text
}

// Do does what pool.Pool.Do says.
func (c *Pool[P, R]) Do(ctx context.Context, tasks iter.Seq2[P, error], done func(P, R) error) error {
	if c.trust == nil {
		c.trust = newTrust(c.Verify)
	}
	p := newProducer(c.Link, c.Job, c.Progress)
	p.trust, p.recalls = c.trust, c.Recall
	err := p.run(ctx, func(yield func(*order, error) bool) {
		for task, err := range tasks {
			if err != nil {
				yield(nil, err)
				return
			}
			o, err := c.order(ctx, task, func(_ Result, result R) error { return done(task, result) })
			if !yield(o, err) || err != nil {
				return
			}
		}
	})
	if f := (forged{}); errors.As(err, &f) {
		return takeBack[P](c.trust, f.worker)
	}
	return err
}

// order returns a task whose result goes to done, with the message in which it stood.
func (c *Pool[P, R]) order(ctx context.Context, task P, done func(Result, R) error) (*order, error) {
	input, budget, err := c.Input(ctx, task)
	if err != nil {
		return nil, err
	}
	p, err := newTask(c.Job.Needs, input, budget)
	o := &order{task: p, item: task, take: func(r Result) error {
		result, err := c.parse(task, r.Output)
		if err != nil {
			return badOutput{error: err}
		}
		return done(r, result)
	}}
	if c.Same != nil && c.Verify > 0 {
		o.check = func(r Result) error {
			_, err := c.parse(task, r.Output)
			return err
		}
		o.same = func(a, b Result) bool {
			first, err1 := c.parse(task, a.Output)
			second, err2 := c.parse(task, b.Output)
			return err1 == nil && err2 == nil && c.Same(first, second)
		}
	}
	return o, err
}

// parse returns the result of a task in a message.
func (c *Pool[P, R]) parse(task P, output json.RawMessage) (result R, err error) {
	if c.Parse != nil {
		return c.Parse(task, output)
	}
	if err = json.Unmarshal(output, &result); err == nil && c.Check != nil {
		err = c.Check(task, result)
	}
	return result, err
}

// order is a task that a producer has asked for.
type order struct {
	task Task
	take func(Result) error // takes the result of a task that was done
	fail func(Result)       // takes the reason of a task that failed permanently; nil if the producer keeps it
	bad  int                // results that were left out
	// Who says that nobody can do it, with the reason.
	refusals []Result
	// The server has no room for it: it is in the list of the producer.
	roomless bool
	// The output of its result is read beside the loop.
	reading bool
	unread  int // times that this failed
	// It is verified: see verify.
	item      any // as who asked for it calls it
	check     func(Result) error
	same      func(a, b Result) bool // nil if it is not verified
	votes     []vote
	refused   []string  // parties that could not do it
	addressee string    // the worker that is asked, "" for all
	since     time.Time // when it was asked
}

// badOutput is the error of an output that is not what the producer asked for.
type badOutput struct {
	error
	lost bool // or damaged on the server, so that it is no fault of the worker
}

// Exchange gives tasks to the workers of a server one by one, for a producer that chooses its next task by the results
// so far. It is for one goroutine.
type Exchange[P, R any] struct {
	pool     *Pool[P, R]
	producer *producer
	ready    []Outcome[P, R]
	returned int // results that the producer holds and that Receive has returned
}

// Outcome is what came of a task.
type Outcome[P, R any] struct {
	Task   P
	Result R
	Worker string
	Failed string // why the task failed permanently; then there is no result
}

// NewExchange begins to work on the job of a pool, whose Do must not be called. The caller must call Close.
func NewExchange[P, R any](ctx context.Context, c *Pool[P, R]) (*Exchange[P, R], error) {
	p := newProducer(c.Link, c.Job, c.Progress)
	if err := p.begin(ctx); err != nil {
		return nil, err
	}
	return &Exchange[P, R]{pool: c, producer: p}, nil
}

// Publish asks for a task. It waits until the server has the task, however long that takes; a full server gets the task when it has room.
// It may be called again for a task whose outcome came. What Receive returned last must be stored by then: the server forgets it.
func (e *Exchange[P, R]) Publish(ctx context.Context, task P) error {
	e.release()
	o, err := e.pool.order(ctx, task, func(r Result, result R) error {
		e.ready = append(e.ready, Outcome[P, R]{Task: task, Result: result, Worker: r.Worker})
		return nil
	})
	if err != nil {
		return err
	}
	o.fail = func(r Result) {
		e.ready = append(e.ready, Outcome[P, R]{Task: task, Worker: r.Worker, Failed: r.Failed})
	}
	taken, err := e.producer.note(ctx, o)
	if err != nil || taken {
		return err
	}
	return e.producer.ask(ctx, []*order{o})
}

// Receive waits for outcomes and returns them: none if about a second has passed without any. What it returned before
// must be stored by then: the server forgets it.
func (e *Exchange[P, R]) Receive(ctx context.Context) ([]Outcome[P, R], error) {
	e.release()
	for began := time.Now(); len(e.ready) == 0 && time.Since(began) < progressPause; {
		if err := e.producer.await(ctx); err != nil {
			return nil, err
		}
	}
	for len(e.producer.results) > 0 {
		if err := e.producer.await(ctx); err != nil {
			return nil, err
		}
	}
	ready := e.ready
	e.ready, e.returned = nil, len(e.producer.held)
	return ready, nil
}

// release removes what Receive returned last from the server. What it has not returned yet stays there.
func (e *Exchange[P, R]) release() {
	e.producer.release(e.returned)
	e.returned = 0
}

// Threads returns how many tasks the workers of the server can do at once, 0 if that is not known yet.
func (e *Exchange[P, R]) Threads() int { return e.producer.seen.Threads }

// Close takes the tasks back that have no outcome. If finished is true, all outcomes are stored, and no more are wanted.
func (e *Exchange[P, R]) Close(finished bool) { e.producer.end(context.Background(), finished) }
