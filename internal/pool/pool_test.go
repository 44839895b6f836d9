package pool

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// doubler doubles numbers; the number wrong is an error.
type doubler struct{ open *atomic.Int64 }

const wrong = 13

var errWrong = errors.New("wrong")

func (d doubler) Do(_ context.Context, n int) (int, error) {
	if n == wrong {
		return 0, errWrong
	}
	return 2 * n, nil
}

func (d doubler) Close() error {
	d.open.Add(-1)
	return nil
}

// doublersOf returns a pool of doublers and the number of workers that were not closed.
func doublersOf(number int) (Goroutines[int, int], *atomic.Int64) {
	open := &atomic.Int64{}
	return Goroutines[int, int]{Number: number, New: func() (Worker[int, int], error) {
		open.Add(1)
		return doubler{open}, nil
	}}, open
}

// Every task is done once, whatever the number of goroutines.
func TestGoroutines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tasks := rapid.SliceOfDistinct(rapid.IntRange(wrong+1, 1000), rapid.ID[int]).Draw(t, "tasks")
		c, open := doublersOf(rapid.IntRange(0, 5).Draw(t, "goroutines"))
		results := map[int]int{}
		require.NoError(t, c.Do(context.Background(), Tasks(tasks...), func(n, double int) error {
			require.NotContains(t, results, n)
			results[n] = double
			return nil
		}))
		require.Len(t, results, len(tasks))
		for _, n := range tasks {
			require.Equal(t, 2*n, results[n])
		}
		require.Zero(t, open.Load())
	})
}

// endless is a sequence that ends only when it is stopped, or with an error after this number of numbers.
func endless(last int, err error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for n := wrong + 1; yield(n, nil); n++ {
			if err != nil && n == last {
				yield(0, err)
				return
			}
		}
	}
}

// Errors of a task, of the sequence, of done, of a new worker and of the context end the work, and are returned.
func TestErrorsOfGoroutines(t *testing.T) {
	c, open := doublersOf(3)
	ctx := context.Background()
	nothing := func(int, int) error { return nil }
	require.ErrorIs(t, c.Do(ctx, Tasks(1, wrong, 2), nothing), errWrong)
	require.ErrorIs(t, c.Do(ctx, endless(wrong+5, errWrong), nothing), errWrong)
	calls := 0
	require.ErrorIs(t, c.Do(ctx, endless(0, nil), func(int, int) error {
		if calls++; calls == 4 {
			return errWrong
		}
		return nil
	}), errWrong)
	require.Equal(t, 4, calls, "done is not called after its error")
	ctx, cancel := context.WithCancelCause(ctx)
	cancel(errWrong)
	require.ErrorIs(t, c.Do(ctx, endless(0, nil), nothing), errWrong)
	require.Zero(t, open.Load())
	c.New = func() (Worker[int, int], error) { return nil, errWrong }
	require.ErrorIs(t, c.Do(context.Background(), endless(0, nil), nothing), errWrong)
}

// slow finishes its task although the work ends in the middle of it.
type slow struct{ cancel context.CancelFunc }

func (s slow) Do(_ context.Context, n int) (int, error) {
	s.cancel()
	return n, nil
}

func (slow) Close() error { return nil }

// A task that is finished when the work is interrupted is not lost.
func TestFinishedPieceIsKept(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	kept := 0
	c := Goroutines[int, int]{Number: 1, New: func() (Worker[int, int], error) { return slow{cancel}, nil }}
	err := c.Do(ctx, Tasks(1), func(int, int) error {
		kept++
		return nil
	})
	require.NoError(t, err, "all tasks are done")
	require.Equal(t, 1, kept)
	require.ErrorIs(t, c.Do(ctx, endless(0, nil), func(int, int) error { return nil }), context.Canceled)
}
