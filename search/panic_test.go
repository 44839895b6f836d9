package search

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// broken databases panic after some questions.
type broken struct{ left atomic.Int64 }

func (*broken) Pieces() int { return 2 * board.MaxPieces }

func (*broken) Probe(board.Position) board.Result { return board.Unknown }

func (b *broken) ProbeStored(board.Position) board.Result {
	if b.left.Add(-1) < 0 {
		panic("broken")
	}
	return board.Unknown
}

// If any worker panics, Search ends all workers and panics on the goroutine that called it.
func TestAPanicIsTheCallers(t *testing.T) {
	for n := range int64(20) {
		s, b := newWith(4), &broken{}
		b.left.Store(n * 50)
		s.SetDatabases(b)
		game := board.NewGame(position(t, "W:WK27,K28,31:BK1,K2,K9"))
		require.PanicsWithValue(t, "broken", func() {
			s.NewRun(game, Limits{Infinite: true}, nil).Search()
		})
		s = s.Renewed()
		s.SetDatabases(nil)
		require.Equal(t, Depth(5), s.NewRun(game, Limits{Depth: 5}, nil).Search().Depth)
	}
}

// unmeasured are distances that know nothing.
type unmeasured struct{}

func (*unmeasured) Distance(board.Position) (board.Result, int) { return board.Unknown, 0 }

// A renewed Searcher asks the same sources, and has learned nothing.
func TestRenewedKeepsTheSources(t *testing.T) {
	s := withDatabases(3, 2)
	s.SetEvaluator(eval.BuiltIn())
	s.SetBounds(partial{small})
	s.SetDistances(&unmeasured{})
	s.SetAntiBook(newFew(position(t, startFEN)))
	s.NewRun(board.NewGame(board.Start()), Limits{Depth: 9}, nil).Search()
	fresh := s.Renewed()
	require.Equal(t, s.evaluator, fresh.evaluator)
	require.Equal(t, s.databases, fresh.databases)
	require.Equal(t, s.bounds, fresh.bounds)
	require.Equal(t, s.distances, fresh.distances)
	require.Equal(t, s.antiBook, fresh.antiBook)
	require.Len(t, fresh.workers, 2)
	require.Zero(t, fresh.table.perMilleUsed())
	for _, w := range fresh.workers {
		require.Equal(t, history{}, w.history)
	}
}
