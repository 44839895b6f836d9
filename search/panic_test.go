package search

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
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
		s.Databases = b
		game := board.NewGame(position(t, "W:WK27,K28,31:BK1,K2,K9"))
		require.PanicsWithValue(t, "broken", func() {
			s.NewRun(game, Limits{Infinite: true}, nil).Search()
		})
		s.Searcher = s.Renewed()
		s.Databases = nil
		require.Equal(t, Depth(5), s.NewRun(game, Limits{Depth: 5}, nil).Search().Depth)
	}
}

// A renewed Searcher has learned nothing.
func TestRenewed(t *testing.T) {
	s := withDatabases(3, 2)
	s.NewRun(board.NewGame(board.Start()), Limits{Depth: 9}, nil).Search()
	fresh := s.Renewed()
	require.Len(t, fresh.workers, 2)
	require.Zero(t, fresh.table.perMilleUsed())
	for _, w := range fresh.workers {
		require.Equal(t, history{}, w.history)
	}
}
