package farm

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// statusOf returns the status of a server.
func statusOf(t *testing.T, l *Link) Status {
	t.Helper()
	s, err := l.Status(t.Context())
	require.NoError(t, err)
	return s
}

// The status has the producers with what is left, the workers with what they do and their last error, and the workers that are gone.
func TestStatus(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	worker, _ := linkTo(t, s)
	killed, _ := linkTo(t, s)
	producer, _ := linkTo(t, s)
	for _, each := range []*Link{l, worker, killed, producer} {
		each.pace = deadlyPace()
	}
	w := newWorker(worker, "a", 2)
	w.host, w.Build = "first", "Zonda 1 (abc)"
	startWorker(t, w)
	k := newWorker(killed, "b", 1)
	k.host = "second"
	died := make(chan error, 1)
	go func() { died <- k.Run(t.Context()) }()
	soon(t, func() bool { return len(statusOf(t, l).Workers) == 2 }, "both are there")
	killed.Close() // as if it were killed
	require.ErrorIs(t, <-died, errClosed)
	soon(t, func() bool { return len(statusOf(t, l).Gone) == 1 }, "one is gone")

	c := newPool(producer, "producer")
	c.Job.Output = "samples"
	c.Job.Left = func() (uint64, time.Duration) { return 7, time.Hour }
	c.Input = func(_ context.Context, s sum) (any, uint64, error) {
		s.Sleep, s.Fail = 50*time.Millisecond, s.Number == 3
		return s, 0, nil
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	ended, enough := make(chan error, 1), errors.New("enough")
	go func() { ended <- c.Do(ctx, numbers(10_000), func(sum, square) error { return nil }) }()
	var seen Status
	soon(t, func() bool {
		seen = statusOf(t, l)
		return len(seen.Producers) == 1 && seen.Producers[0].Failed == 1 && seen.Producers[0].Asked > 0 && len(seen.Gone) == 1 && len(seen.Workers) == 1 && seen.Workers[0].LastError != ""
	}, "all is seen")
	p := seen.Producers[0]
	require.Equal(t, "producer", p.Producer)
	require.Equal(t, squares, p.Kind)
	require.Equal(t, "samples", p.Output)
	require.EqualValues(t, 7, p.Left)
	require.Equal(t, time.Hour, p.TimeLeft)
	require.False(t, p.Gone)
	require.Equal(t, "first", seen.Workers[0].Host)
	require.Equal(t, squares, seen.Workers[0].Kind)
	require.Equal(t, "Zonda 1 (abc)", seen.Workers[0].Build)
	require.Contains(t, seen.Workers[0].LastError, "nobody can square")
	require.Equal(t, "second", seen.Gone[0].Host)

	_, _, err := l.Drop(t.Context(), "producer")
	require.ErrorContains(t, err, "the producer producer is there")
	cancel(enough)
	require.ErrorIs(t, <-ended, enough)
	soon(t, func() bool {
		all := statusOf(t, l).Producers
		return len(all) == 0 || all[0].Gone
	}, "the producer has taken leave")
}

// A producer of whom the server has forgotten what it has said is not gone, and one that was killed is gone at once.
func TestForgottenProducer(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	producer, _ := linkTo(t, s)
	producer.pace.present = time.Minute
	done := make(chan error, 1)
	go func() { done <- newPool(producer, "producer").Do(t.Context(), numbers(5), nil) }()
	soon(t, func() bool {
		all := statusOf(t, l).Producers
		return len(all) == 1 && all[0].Host != "" && all[0].Waiting == 5
	}, "it is there")
	require.NoError(t, l.streams.workers.Delete(t.Context(), producerKey+"producer"))
	require.False(t, statusOf(t, l).Producers[0].Gone)
	_, _, err := l.Drop(t.Context(), "producer")
	require.ErrorContains(t, err, "the producer producer is there")
	_, err = l.Retry(t.Context(), "producer")
	require.NoError(t, err)
	producer.Close() // as if it were killed
	require.ErrorIs(t, <-done, errClosed)
	soon(t, func() bool { return statusOf(t, l).Producers[0].Gone }, "it is gone")
	_, err = l.Retry(t.Context(), "producer")
	require.ErrorContains(t, err, "no producer producer is there")
	tasks, _, err := l.Drop(t.Context(), "producer")
	require.NoError(t, err)
	require.Equal(t, 5, tasks)
}

// gated does squares when its gate is open.
type gated struct {
	squarer
	gate chan struct{}
}

func (g gated) Do(ctx context.Context, input json.RawMessage) (any, error) {
	select {
	case <-g.gate:
		return g.squarer.Do(ctx, input)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A worker that is drained finishes what it is at, takes nothing more and ends.
func TestDrain(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	worker, said := linkTo(t, s)
	w := newWorker(worker, "a", 2)
	w.host = "first"
	finish := make(chan struct{})
	w.Kinds = Kinds{squares: func(*Files) (Doer, error) { return gated{gate: finish}, nil }}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(t.Context()) }()
	ctx := limited(t)
	done, produced := make(chan int, 1000), make(chan error, 1)
	c := newPool(l, "producer")
	go func() {
		produced <- c.Do(ctx, numbers(4), func(s sum, _ square) error {
			done <- s.Number
			return nil
		})
	}()
	soon(t, func() bool { return w.busy.Load() == 2 }, "it is at two tasks")
	other, _ := linkTo(t, s)
	_, err := other.Drain(t.Context(), "nobody")
	require.EqualError(t, err, "no worker nobody is there, and none on a host of that name")
	soon(t, func() bool { return len(statusOf(t, l).Workers) == 1 }, "it is there")
	drained, err := other.Drain(t.Context(), "first")
	require.NoError(t, err)
	require.Equal(t, []string{w.FullName()}, drained)
	soon(t, w.drained.Load, "it knows")
	close(finish)
	require.NoError(t, <-ended)
	require.EqualValues(t, 2, w.done.Load(), "it has finished both, and taken no other")
	require.Contains(t, said.String(), "this worker is drained")
	next, _ := linkTo(t, s)
	startWorker(t, newWorker(next, "b", 2))
	require.NoError(t, <-produced)
	require.Len(t, done, 4)
}

// What a producer that will not come again has left on the server can be removed.
func TestDrop(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	producer, _ := linkTo(t, s)
	l.pace, producer.pace = deadlyPace(), deadlyPace()
	ended := make(chan error, 1)
	go func() { ended <- newPool(producer, "producer").Do(t.Context(), numbers(50), nil) }()
	soon(t, func() bool { return messages(t, l.streams.work) == 50 }, "the tasks are asked for")
	producer.Close() // as if it were killed
	require.ErrorIs(t, <-ended, errClosed)
	publish(t, l, resultSubject("producer", "1", "user", "process"), "{}")
	publish(t, l, resultSubject("stranger", "1", "user", "process"), "{}")
	soon(t, func() bool {
		all := statusOf(t, l).Producers
		return len(all) == 2 && all[0].Gone && all[0].Waiting == 50 && all[0].Results == 1
	}, "it is gone")
	tasks, results, err := l.Drop(t.Context(), "producer")
	require.NoError(t, err)
	require.Equal(t, 50, tasks)
	require.Equal(t, 1, results)
	require.Zero(t, messages(t, l.streams.work))
	require.EqualValues(t, 1, messages(t, l.streams.results), "that of the stranger")
	_, _, err = l.Drop(t.Context(), "producer")
	require.EqualError(t, err, "the server has nothing of a producer producer")
}
