package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// TestSearchIsStartAndWait: the result, its lines and the board are those of the calls one by one.
func TestSearchIsStartAndWait(t *testing.T) {
	g, limits := game(t, "11-15", "22-18"), search.Limits{Depth: 6}
	stepwise, whole := small(t), small(t)
	var wanted, lines []search.Info
	require.NoError(t, stepwise.SetGame(g))
	hear := func(i search.Info) { wanted = append(wanted, timeless(i)) }
	require.NoError(t, stepwise.Start(limits, hear, hear))
	stepwise.Wait()

	best, err := whole.Search(context.Background(), g, limits, func(i search.Info) { lines = append(lines, timeless(i)) })
	require.NoError(t, err)
	require.Equal(t, wanted, append(lines, timeless(best)))
	require.Equal(t, g, whole.Game())
	g.Play(mustMove(t, g, "15x22"))
	require.NotEqual(t, g, whole.Game(), "it is a copy")
	require.Equal(t, whole.Game().Position(), whole.Position())
	require.False(t, whole.Searching())
}

// timeless returns i without what differs from one run to the next.
func timeless(i search.Info) search.Info {
	i.Time = 0
	return i
}

// TestTheContextEndsASearch, whether it ends before or meanwhile; the best line so far comes with its error.
func TestTheContextEndsASearch(t *testing.T) {
	e := small(t)
	ctx, cancel := context.WithCancel(context.Background())
	for _, report := range []func(search.Info){func(search.Info) { cancel() }, nil} {
		within(t, func() {
			best, err := e.Search(ctx, game(t), search.Limits{Infinite: true}, report)
			require.ErrorIs(t, err, context.Canceled)
			require.False(t, best.Move().IsNone())
		})
	}
	best, err := e.Search(context.Background(), game(t), search.Limits{Depth: 5}, nil)
	require.NoError(t, err)
	require.Equal(t, search.Depth(5), best.Depth, "the next search knows nothing of that")
}

// TestSearchRefuses what cannot be searched now or at all, and leaves the board as it is.
func TestSearchRefuses(t *testing.T) {
	e := searching(t)
	other := game(t, "9-13")
	_, err := e.Search(context.Background(), other, search.Limits{Depth: 1}, nil)
	require.ErrorIs(t, err, ErrSearching)
	require.True(t, e.Searching())
	require.Equal(t, board.Start(), e.Position())
	e.Stop()
	e.Wait()
	illegal := search.Limits{Depth: 1, SearchMoves: []board.Move{{From: 0, To: 31}}}
	_, err = e.Search(context.Background(), other, illegal, nil)
	require.EqualError(t, err, "move 1-32 is illegal")
	require.Equal(t, board.Start(), e.Position())
}

// TestSearchAsksTheBook as Start does: the move and its line are there at once.
func TestSearchAsksTheBook(t *testing.T) {
	e := small(t)
	lines := 0
	best, err := e.Search(context.Background(), game(t), search.Limits{MoveTime: hang}, func(search.Info) { lines++ })
	require.NoError(t, err)
	require.Contains(t, best.Note, "book")
	require.Equal(t, 1, lines)
}
