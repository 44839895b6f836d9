package work

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// restingSquarer counts how often a doer ends.
type restingSquarer struct {
	squarer
	ended *atomic.Int64
}

func (r restingSquarer) Close() error {
	r.ended.Add(1)
	return nil
}

// A thread without work ends its doers, and makes new ones for the next piece.
func TestRest(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	var ended atomic.Int64
	w := newWorker(l, "a", 1)
	w.Kinds = Kinds{squares: func(*Files) (Doer, error) { return restingSquarer{ended: &ended}, nil }}
	startWorker(t, w)
	producer, _ := linkTo(t, s)
	for round := range int64(2) {
		take, found := collect(t)
		require.NoError(t, newCrew(producer, "producer").Do(context.Background(), numbers(3), take))
		requireSquares(t, found, 3)
		soon(t, func() bool { return ended.Load() == round+1 }, "the doer ends")
	}
}
