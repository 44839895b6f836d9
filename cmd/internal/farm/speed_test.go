package farm

import (
	"context"
	"iter"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/internal/pool"
)

// BenchmarkTasks measures tasks without work through one server: a producer and an admitted worker of 16 threads, each with a
// connection of its own on the loopback, all in this process.
func BenchmarkTasks(b *testing.B) {
	s := startServer(b, b.TempDir())
	worker, _ := admitted(b, s, "anna")
	worker.pace = defaultPace()
	startWorker(b, newWorker(worker, "a", 16))
	l, _ := linkTo(b, s)
	l.pace = defaultPace()
	c := newPool(l, "producer")
	done := func(sum, square) error { return nil }
	require.NoError(b, c.Do(context.Background(), numbers(100), done)) // all threads are ready
	b.ResetTimer()
	require.NoError(b, c.Do(context.Background(), numbers(b.N), done))
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tasks/s")
}

// sleepers returns tasks of a second.
func sleepers(n int) iter.Seq2[sum, error] {
	return func(yield func(sum, error) bool) {
		for i := range n {
			if !yield(sum{Number: i, Sleep: time.Second}, nil) {
				return
			}
		}
	}
}

// BenchmarkSeconds measures tasks of a second, 16 at the same time, by goroutines and through a server.
func BenchmarkSeconds(b *testing.B) {
	const threads = 16
	done := func(sum, square) error { return nil }
	b.Run("goroutines", func(b *testing.B) {
		c := pool.Goroutines[sum, square]{Number: threads, New: func() (pool.Worker[sum, square], error) { return sleeper{}, nil }}
		require.NoError(b, c.Do(context.Background(), sleepers(threads*b.N), done))
	})
	b.Run("server", func(b *testing.B) {
		s := startServer(b, b.TempDir())
		worker, _ := admitted(b, s, "anna")
		worker.pace = defaultPace()
		startWorker(b, newWorker(worker, "a", threads))
		l, _ := linkTo(b, s)
		l.pace = defaultPace()
		c := newPool(l, "producer")
		require.NoError(b, c.Do(context.Background(), numbers(threads), done)) // all threads are ready
		b.ResetTimer()
		require.NoError(b, c.Do(context.Background(), sleepers(threads*b.N), done))
	})
}

// sleeper sleeps as a task says.
type sleeper struct{}

func (sleeper) Do(_ context.Context, s sum) (square, error) {
	time.Sleep(s.Sleep)
	return square{Number: s.Number}, nil
}

func (sleeper) Close() error { return nil }
