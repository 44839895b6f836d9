package farm

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// refuser refuses small numbers until it is healed, and keeps the last number until it is released.
type refuser struct {
	squarer
	healed   *atomic.Bool
	released chan struct{}
	last     int
}

func (r refuser) Do(ctx context.Context, input json.RawMessage) (any, error) {
	var s sum
	if err := json.Unmarshal(input, &s); err != nil {
		return nil, err
	}
	if s.Number == r.last {
		select {
		case <-r.released:
		case <-ctx.Done(): // the test has failed
			return nil, ctx.Err()
		}
	}
	if s.Number < 5 && !r.healed.Load() {
		return nil, Refusal{errors.New("a number that nobody can square")}
	}
	return r.squarer.Do(ctx, input)
}

// A producer that is there tries the tasks again that have failed permanently, when somebody asks it to.
func TestRetry(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	worker, _ := linkTo(t, s)
	const tasks = 20
	var healed atomic.Bool
	released := make(chan struct{})
	w := newWorker(worker, "a", 2)
	w.Kinds = Kinds{squares: func(*Files) (Doer, error) { return refuser{healed: &healed, released: released, last: tasks - 1}, nil }}
	startWorker(t, w)
	producer, _ := linkTo(t, s)
	take, found := collect(t)
	done := make(chan error, 1)
	go func() { done <- newPool(producer, "producer").Do(t.Context(), numbers(tasks), take) }()
	soon(t, func() bool {
		all := statusOf(t, l).Producers
		return len(all) == 1 && all[0].Failed == 5 && all[0].Done == tasks-1
	}, "five have failed, and one is in progress")
	_, err := l.Retry(t.Context(), "nobody")
	require.EqualError(t, err, "no producer nobody is there; when it starts again, it tries its failed tasks by itself")
	_, err = l.Retry(t.Context(), "a.>")
	require.EqualError(t, err, `"a.>" is no name of a producer`)
	healed.Store(true)
	retried, err := l.Retry(t.Context(), "producer")
	require.NoError(t, err)
	require.Equal(t, 5, retried)
	soon(t, func() bool {
		p := statusOf(t, l).Producers[0]
		return p.Failed == 0 && p.Done == tasks-1
	}, "they are done")
	close(released)
	require.NoError(t, <-done)
	requireSquares(t, found, tasks)
}

// A worker counts the tasks that it has left, and those that it got after another one had not finished them.
func TestCounts(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	l.pace = deadlyPace()
	l.pace.reconcile = time.Hour // the queue is not made again, which would count anew
	first, _ := linkTo(t, s)
	a := newWorker(first, "a", 1)
	a.host = "first"
	died := make(chan error, 1)
	go func() { died <- a.Run(t.Context()) }()
	ctx, cancel := context.WithCancel(t.Context())
	c := newPool(l, "producer")
	c.Job.Abandon = true
	c.Input = func(_ context.Context, s sum) (any, uint64, error) {
		s.Sleep = time.Hour
		return s, 0, nil
	}
	done := make(chan error, 1)
	go func() { done <- c.Do(ctx, numbers(1), nil) }()
	soon(t, func() bool { return a.busy.Load() == 1 }, "the first worker is at it")
	second, _ := linkTo(t, s)
	b := newWorker(second, "b", 1)
	b.host = "second"
	startWorker(t, b)
	first.Close() // as if it were killed
	<-died
	soon(t, func() bool { return b.again.Load() == 1 }, "the second worker has got it again")
	require.Zero(t, b.abandoned.Load())
	cancel()
	<-done
	soon(t, func() bool { return b.abandoned.Load() == 1 }, "the second worker has left it")
}
