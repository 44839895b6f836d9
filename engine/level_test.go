package engine

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine/level"
	"github.com/zonda-checkers/zonda/search"
)

// TestALevelLimitsTheSearch of a move; an analysis and a problem are searched with full strength.
func TestALevelLimitsTheSearch(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("OwnBook", "off"))
	require.NoError(t, e.SetOption("Level", strconv.Itoa(level.Weakest)))
	for name, c := range map[string]struct {
		limits  search.Limits
		limited bool
	}{
		"depth":   {search.Limits{Depth: 12}, true},
		"clock":   {search.Limits{Clock: &search.Clock{Remaining: 1 << 40}}, true},
		"problem": {search.Limits{Depth: 12, Solve: true}, false},
	} {
		lines := 0
		best, err := e.Search(context.Background(), board.NewGame(board.Start()), c.limits, func(search.Info) { lines++ })
		require.NoError(t, err)
		require.Equal(t, c.limited, best.Nodes <= 1000, "%s: %d nodes", name, best.Nodes)
		require.Equal(t, c.limited, lines == 1, "%s: one line, of the move that is played", name)
		require.False(t, e.Searching())
	}
}

// TestALevelIsLeft by full strength, which searches as an engine does that had no level.
func TestALevelIsLeft(t *testing.T) {
	fresh, other := small(t), small(t)
	game, limits := board.NewGame(board.Start()), search.Limits{Depth: 7}
	wanted, err := fresh.Search(context.Background(), game, limits, nil)
	require.NoError(t, err)
	require.NoError(t, other.SetOption("Level", "3"))
	_, err = other.Search(context.Background(), game, limits, nil)
	require.NoError(t, err)
	require.NoError(t, other.SetOption("Level", "0"))
	got, err := other.Search(context.Background(), game, limits, nil)
	require.NoError(t, err)
	require.Equal(t, timeless(wanted), timeless(got))
}

// TestLowLevelsKnowNoBook: levels from leastBookLevel on play the moves of the book.
func TestLowLevelsKnowNoBook(t *testing.T) {
	e := small(t)
	for n := level.Weakest; n <= level.Strongest; n++ {
		require.NoError(t, e.SetOption("Level", strconv.Itoa(n)))
		best, err := e.Search(context.Background(), board.NewGame(board.Start()), search.Limits{MoveTime: 1 << 30}, nil)
		require.NoError(t, err)
		require.Equal(t, n >= leastBookLevel, best.Nodes == 0, "level %d", n)
	}
}

// TestALevelIsStopped in a search that lasts until then.
func TestALevelIsStopped(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("Level", "2"))
	var best search.Info
	require.NoError(t, e.Start(search.Limits{Ponder: true}, nil, func(i search.Info) { best = i }))
	require.True(t, e.Searching())
	e.Stop()
	e.Wait()
	require.NotEmpty(t, best.PV)
}
