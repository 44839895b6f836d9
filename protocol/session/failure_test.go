package session

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// TestAFailedSearchGivesAMove: the game goes on, what failed is told once, and the next
// search is as good as any.
func TestAFailedSearchGivesAMove(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("Threads", "2"))
	require.NoError(t, e.SetGame(game(t, "11-15", "22-18")))
	failed := func(i engine.Lines) {
		if i.Depth == 4 {
			panic("of a test")
		}
	}
	var best search.Info
	done := func(l engine.Lines, _ error) { best = l.Info }
	require.NoError(t, e.Start(t.Context(), search.Limits{Infinite: true}, failed, done))
	within(t, e.Wait)
	require.Equal(t, "15x22", e.Game().Position().MoveText(best.Move()), "the only one")
	require.Equal(t, []string{"the search failed: of a test"}, e.Ready())
	require.Empty(t, e.Ready())
	require.Equal(t, "2", e.Option("Threads"))

	require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 5}, nil, done))
	within(t, e.Wait)
	require.Equal(t, search.Depth(5), best.Depth)
	require.Empty(t, e.Ready())
}

// TestLoaded: whoever cannot wait for databases sees when they are there.
func TestLoaded(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("EGDBPath", t.TempDir()))
	<-e.Loaded()
	require.Len(t, e.Ready(), 1)
}

// TestBadValuesAreToldFromGoodOnes also while a search runs, which takes neither.
func TestBadValuesAreToldFromGoodOnes(t *testing.T) {
	e := searching(t)
	for option, values := range map[string][2]string{
		"Hash": {"32", "banana"}, "Threads": {"2", "0"}, "EGDBPath": {t.TempDir(), "/no/such/folder"},
	} {
		require.ErrorIs(t, e.SetOption(option, values[0]), engine.ErrSearching)
		require.ErrorContains(t, e.SetOption(option, values[1]), "option "+option)
	}
}
