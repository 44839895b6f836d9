package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// finish completes the analysis, whatever time it takes.
func (c *conversionState) finish(g *board.Game) bool {
	return c.analysis.Work(g, func() bool { return true })
}

// twoKings is a win of two kings against one whose conversion is many plies away.
const twoKings = "B:WK32:BK1,K5"

// After a search that finds no conversion, the ending is analysed. Then the shortest line to the conversion is played.
func TestAnalysisIsPlayed(t *testing.T) {
	s := newWith(1)
	s.Databases = fewer{small, 3}
	g := board.NewGame(position(t, twoKings))
	limits := Limits{Nodes: 4000} // enough for two kings against one in as many moves as are allowed
	s.NewRun(g, Limits{Nodes: 20}, nil).Search()
	require.True(t, s.conversion.unseen, "too few nodes to see a conversion")
	require.Nil(t, s.conversion.analysis)
	s.NewRun(g, limits, nil).Search()
	require.NotNil(t, s.conversion.analysis)
	require.False(t, s.conversion.analysis.Done(), "it goes on with the next move")
	require.True(t, s.conversion.finish(g))
	for left := len(s.conversion.analysis.Line(g.Position())); left > 0; left -= 2 {
		require.Equal(t, 3, g.Position().Pieces())
		best := s.NewRun(g, limits, nil).Search()
		require.Len(t, best.PV, left)
		require.True(t, best.Score.IsWin())
		g.Play(best.Move())
		if left > 1 {
			resistance := s.conversion.analysis.Line(g.Position())
			require.NotEmpty(t, resistance)
			g.Play(resistance[0])
		}
	}
	require.Less(t, g.Position().Pieces(), 3, "converted")
}

// An analysis that is too slow to be complete in time is given up. Then the search gets the whole time again.
func TestSlowAnalysisIsGivenUp(t *testing.T) {
	s := newWith(1)
	s.Databases = fewer{small, 3}
	g := board.NewGame(position(t, twoKings))
	const rule, long, short = 40, 8000, 600 // ten moves may be used
	search := func(nodes uint64) { s.NewRun(ruled(g, rule), Limits{Nodes: nodes}, nil).Search() }
	search(20)
	require.True(t, s.conversion.unseen)
	search(long / 5)
	require.True(t, s.conversion.givenUp, "16,000 placements are too many for ten moves of 800")

	s.conversion.givenUp = false
	search(long) // works at a quarter of the placements
	require.NotNil(t, s.conversion.analysis)
	moves := 1
	for ; !s.conversion.givenUp && moves < analysisMoves; moves++ {
		search(short)
	}
	require.Equal(t, 2, moves, "an eighth of the work is enough for one move, not for two")
	require.Nil(t, s.conversion.analysis)
	require.NotZero(t, s.NewRun(g, Limits{Nodes: short}, nil).Search().Depth)
	require.Nil(t, s.conversion.analysis)
}

// A move is searched even if the CPU is busy until the move's time is over.
func TestLateMovesAreSearched(t *testing.T) {
	s := newWith(1)
	s.Databases = fewer{small, 3}
	late := func(g *board.Game) Info {
		r := s.NewRun(g, Limits{MoveTime: time.Millisecond}, nil)
		r.begin = r.begin.Add(-time.Second)
		return r.Search()
	}
	// With the race detector a node can take so long that minWork ends the search.
	worked := func() bool { return time.Duration(s.workers[0].seen)*s.workers[0].evaluation >= minWork }
	best := late(board.NewGame(board.Start()))
	require.True(t, best.Nodes > minSearchNodes-maxNodesPerCheck || worked(), "%d nodes", best.Nodes)
	require.Less(t, best.Nodes, uint64(minSearchNodes+maxNodesPerCheck))
	require.Greater(t, best.Depth, Depth(2))

	won := late(board.NewGame(position(t, twoKings)))
	require.Equal(t, board.Win, won.Known)
	require.True(t, won.Nodes > minWinNodes-maxNodesPerCheck || worked(), "%d nodes, and no conversion is in sight", won.Nodes)
	short := late(board.NewGame(position(t, "B:W7:B15,K6")))
	require.Less(t, short.Nodes, uint64(minWinNodes-maxNodesPerCheck), "the conversion is found soon")

	r := s.NewRun(board.NewGame(board.Start()), Limits{MoveTime: time.Millisecond}, nil)
	r.Stop()
	require.Less(t, r.Search().Nodes, uint64(minSearchNodes-maxNodesPerCheck), "a stop is obeyed")
}

// Other endings, endless searches and searches of all moves are not answered by an analysis, and a new game
// forgets it.
func TestAnalysisIsForgotten(t *testing.T) {
	s := newWith(1)
	s.Databases = fewer{small, 3}
	g := board.NewGame(position(t, twoKings))
	begin := func() {
		s.NewRun(g, Limits{}, nil) // these databases are known
		s.conversion = conversionState{ending: newGoal(g.Position(), board.Win).ending, unseen: true}
		s.NewRun(g, Limits{Nodes: 4000}, nil).Search()
		require.NotNil(t, s.conversion.analysis)
		s.conversion.finish(g)
	}
	begin()
	require.NotZero(t, s.NewRun(g, Limits{Nodes: 4000, MultiPV: 2}, nil).Search().Depth)
	require.NotZero(t, s.NewRun(g, Limits{Depth: 3}, nil).Search().Depth)
	require.Zero(t, s.NewRun(g, Limits{Nodes: 4000}, nil).Search().Depth)
	other := board.NewGame(position(t, "B:WK32:B2,K6"))
	s.NewRun(other, Limits{Nodes: 4000}, nil).Search()
	require.Nil(t, s.conversion.analysis)
	begin()
	s.NewRun(g, Limits{}, nil)
	require.NotNil(t, s.conversion.analysis, "the same databases")
	s.Databases = fewer{small, 2}
	s.NewRun(g, Limits{}, nil)
	require.Nil(t, s.conversion.analysis)
	s.Databases = fewer{small, 3}
	begin()
	s.Clear()
	require.Nil(t, s.conversion.analysis)
	without, err := AllTechniques().Without("retrograde")
	require.NoError(t, err)
	s.SetTechniques(without)
	for range 2 {
		require.NotZero(t, s.NewRun(g, Limits{Nodes: 50}, nil).Search().Nodes)
		require.Nil(t, s.conversion.analysis)
	}
}
