package farm

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"
)

// Doer does tasks of one kind, one after the other. Only one goroutine may use it at a time.
type Doer interface {
	// Do does a task with an input from a message, which it must check, and returns what it has found, which becomes
	// JSON. A Refusal says that no worker can do the task. If ctx ends, the task is given back.
	Do(ctx context.Context, input json.RawMessage) (any, error)
	Close() error
}

// Refusal is the error of a task that cannot be done by any worker, as one with a wrong input.
type Refusal struct{ Err error }

func (r Refusal) Error() string { return r.Err.Error() }

// Unwrap returns the reason.
func (r Refusal) Unwrap() error { return r.Err }

// Trouble is the error of a worker that cannot do a task which another one may do: its disk is full, or an engine does not start.
// The task is given back, and was not tried.
type Trouble struct{ Err error }

func (t Trouble) Error() string { return t.Err.Error() }

// Unwrap returns the reason.
func (t Trouble) Unwrap() error { return t.Err }

// Kinds are the kinds of work that a worker knows, by their names. A function returns a new Doer; each thread has its
// own.
type Kinds map[string]func(files *Files) (Doer, error)

// Worker does tasks that the server has.
type Worker struct {
	Link      *Link
	Name      string // of this process; no other worker of the server with the same user may have it
	Threads   int    // tasks at the same time
	Abilities Abilities
	Kinds     Kinds
	Cache     string // a folder for large inputs
	Build     string // the version of the program with its commit

	began        time.Time
	done, failed atomic.Uint64
	again        atomic.Uint64 // tasks that somebody before had not finished
	abandoned    atomic.Uint64 // tasks in progress that were left
	busy         atomic.Int64
	unseen       atomic.Bool // the server has no room for its presence
	host         string
	health       *health
	drained      atomic.Bool
}

// Run does tasks until ctx ends; tasks in progress are then given back. The error is about the worker, never about
// a task.
func (w *Worker) Run(ctx context.Context) error {
	w.began = time.Now()
	if w.host == "" {
		w.host, _ = os.Hostname() // a host without a name has none
	}
	w.health = newHealth(w.Link.say, w.Link.pace, w.Cache, slices.Sorted(maps.Keys(w.Kinds)))
	defer w.health.end()
	ctx, end := context.WithCancel(ctx)
	defer end()
	group, ctx := errgroup.WithContext(ctx)
	taking, drain := context.WithCancel(ctx)
	defer drain()
	queues := newQueues(w)
	group.Go(func() error { return queues.follow(ctx) })
	group.Go(func() error { return w.present(ctx, queues.returned) })
	group.Go(func() error {
		select {
		case <-w.Link.Closed():
			return errClosed
		case <-ctx.Done():
			return nil
		}
	})
	threads := make([]*thread, max(1, w.Threads))
	for i := range threads {
		threads[i] = &thread{worker: w, doers: map[string]Doer{}}
	}
	group.Go(func() error {
		defer end() // the worker was drained, or ctx has ended
		err := newPuller(w, queues, threads).run(ctx, taking)
		for _, t := range threads {
			err = errors.Join(err, t.close())
		}
		return err
	})
	group.Go(func() error {
		return w.listen(ctx, threads, func() {
			drain()
			w.drained.Store(true)
			queues.tell()
		})
	})
	if err := group.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// listen ends the tasks that their producers abandon, and drains the worker when it is told to, until ctx ends.
func (w *Worker) listen(ctx context.Context, threads []*thread, drain func()) error {
	notices, err := w.Link.conn.Subscribe(abandonSubject, func(m *nats.Msg) {
		for _, t := range threads {
			t.leaveTask(string(m.Data))
		}
	})
	if err != nil {
		return err
	}
	drains, err := w.Link.conn.Subscribe(drainSubject, func(m *nats.Msg) {
		if string(m.Data) == w.FullName() && !w.drained.Load() {
			w.Link.say("this worker is drained: it finishes its tasks in progress, and ends")
			drain()
		}
	})
	if err != nil {
		return err
	}
	<-ctx.Done()
	_, _ = notices.Unsubscribe(), drains.Unsubscribe() // the connection may be closed
	return nil
}

// quietTimes is how often a worker without anything new stays silent before it says again that it is there.
const quietTimes = 4

// present tells the server that the worker is there, until ctx ends. A server that has returned may have forgotten it.
func (w *Worker) present(ctx context.Context, returned <-chan struct{}) error {
	tick := time.NewTicker(w.Link.pace.present)
	defer tick.Stop()
	said, quiet := Presence{}, 0
	for {
		now := w.presence()
		now.Up = 0
		if quiet == quietTimes || !reflect.DeepEqual(now, said) {
			said, quiet = now, 0
			w.announce(ctx)
		} else {
			quiet++
		}
		select {
		case <-tick.C:
		case <-returned:
			quiet = quietTimes
		case <-ctx.Done():
			leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTimeout)
			defer cancel()
			_ = w.Link.streams.workers.Delete(leaving, w.FullName()) // if not, the server forgets the worker a little later
			return nil
		}
	}
}

// presence returns what the worker says of itself.
func (w *Worker) presence() Presence {
	p := Presence{
		Name: w.FullName(), Host: w.host, Threads: w.Threads, Busy: int(w.busy.Load()), Done: w.done.Load(), Failed: w.failed.Load(),
		Again: w.again.Load(), Abandoned: w.abandoned.Load(),
		Began: w.began, Up: time.Since(w.began), Build: w.Build, Abilities: w.Abilities, Drained: w.drained.Load(),
	}
	w.health.describe(&p)
	return p
}

// announce tells the server that the worker is there. A server that is gone hears it the next time.
func (w *Worker) announce(ctx context.Context) {
	p := w.presence()
	err := w.Link.announce(ctx, p.Name, p)
	if full := isFull(err); w.unseen.Swap(full) != full && full {
		w.Link.say("the server has no room to note that this worker is there: too much is stored in its memory")
	}
}

// FullName returns the name of the worker on the server: its user, which the server has checked, and its process.
func (w *Worker) FullName() string { return w.Link.user + "." + w.Name }

// leaveTimeout bounds what a worker or a producer that ends still tells the server.
const leaveTimeout = 2 * time.Second

// thread does the tasks of a worker one after the other.
type thread struct {
	worker *Worker
	doers  map[string]Doer // by the kind; made when they are needed
	worked time.Time       // when it has ended its last task

	storing sync.Mutex // a result; the thread may be at its next task

	mu       sync.Mutex
	producer string             // of the task in progress, "" if there is none
	abandon  context.CancelFunc // ends the task
}

// enter returns the context of a task of a producer, which ends when the producer abandons it. The caller must call
// leave.
func (t *thread) enter(ctx context.Context, producer string) (task context.Context, leave func()) {
	task, cancel := context.WithCancel(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.producer, t.abandon = producer, cancel
	return task, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.producer = ""
		cancel()
	}
}

// leaveTask ends the task in progress if it is one of a producer.
func (t *thread) leaveTask(producer string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.producer == producer && producer != "" {
		t.abandon()
	}
}

// pause waits for this time, or until ctx ends.
func pause(ctx context.Context, long time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(long):
	}
}

// doer returns who does tasks of a kind.
func (t *thread) doer(kind string) (Doer, error) {
	if d := t.doers[kind]; d != nil {
		return d, nil
	}
	d, err := t.worker.Kinds[kind](&Files{link: t.worker.Link, folder: t.worker.Cache})
	if err == nil {
		t.doers[kind] = d
	}
	return d, err
}

// drop ends the doer of a kind. After a panic nobody knows its state.
func (t *thread) drop(kind string) {
	if d := t.doers[kind]; d != nil {
		delete(t.doers, kind)
		_ = d.Close() // a new one is made
	}
}

// close ends all doers.
func (t *thread) close() (err error) {
	for _, d := range t.doers {
		err = errors.Join(err, d.Close())
	}
	return err
}
