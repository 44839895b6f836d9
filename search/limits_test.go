package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

func TestNodeLimitIsExact(t *testing.T) {
	s := newWith(1)
	for _, n := range []uint64{1, 2, 7, 8, 511, 512, 513, 1023, 1024, 1025, 5000} {
		s.Clear()
		require.Equal(t, n, s.NewRun(board.NewGame(board.Start()), Limits{Nodes: n}, nil).Search().Nodes)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(1, 4000).Draw(t, "nodes")
		g := middlegame(t)
		best := s.NewRun(g, Limits{Nodes: n}, nil).Search()
		require.LessOrEqual(t, best.Nodes, n)
		if best.Nodes < n {
			require.Equal(t, MaxDepth, best.Depth, "stopped too early")
		}
		requireLine(t, g.Position(), best.PV[:1])
	})
}

// Half an iteration counts: its best move so far is played, its score is whole.
func TestNodeLimitLeavesAWholeLine(t *testing.T) {
	s := newWith(1)
	for n := uint64(1); n < 3000; n += 97 {
		s.Clear()
		best := s.NewRun(board.NewGame(board.Start()), Limits{Nodes: n}, nil).Search()
		requireLine(t, board.Start(), best.PV)
		require.False(t, best.Score.IsProven())
		require.Less(t, max(best.Score, -best.Score), eval.Man)
	}
}

func TestDepthLimit(t *testing.T) {
	s := newWith(1)
	for depth, want := range map[Depth][]Depth{1: {1}, 2: {1, 2}, 5: {1, 3, 5}, 8: {1, 2, 4, 6, 8}} {
		var depths []Depth
		best := s.NewRun(board.NewGame(board.Start()), Limits{Depth: depth}, func(i Info) { depths = append(depths, i.Depth) }).Search()
		require.Equal(t, depth, best.Depth)
		require.Equal(t, want, depths)
	}
	var depths []Depth
	s.NewRun(board.NewGame(board.Start()), Limits{Depth: 5, EveryDepth: true}, func(i Info) { depths = append(depths, i.Depth) }).Search()
	require.Equal(t, []Depth{1, 2, 3, 4, 5}, depths)
	// A position with one line only is searched to the last depth that there is.
	g := board.NewGame(position(t, "W:W32:B28"))
	require.Equal(t, MaxDepth, s.NewRun(g, Limits{Depth: 1000}, nil).Search().Depth)
}

func TestSearchMoves(t *testing.T) {
	s := newWith(1)
	for _, m := range legalMoves(board.Start()) {
		best := s.NewRun(board.NewGame(board.Start()), Limits{Depth: 5, SearchMoves: []board.Move{m}}, nil).Search()
		require.Equal(t, m, best.Move())
	}
	none := Limits{Depth: 5, SearchMoves: []board.Move{{From: 0, To: 31}}}
	require.Empty(t, s.NewRun(board.NewGame(board.Start()), none, nil).Search().PV)
}

// Positions in which nothing can be played are answered at once, whatever the limits.
func TestNoMoveToMake(t *testing.T) {
	for _, fen := range []string{"W:W5:B1", "B:W5:B1,", "B:W18:B", "W:W:B18", "W:W18:B", "B:W:B18", "B:WK5,K6,14:BK1"} {
		p, err := board.ParseFEN(fen)
		if err != nil || p.HasMove() && !p.Finished() {
			continue
		}
		for name, limits := range map[string]Limits{
			"depth": {Depth: 3}, "infinite": {Infinite: true}, "ponder": {Ponder: true},
			"time": {MoveTime: time.Hour}, "quick": {MoveTime: time.Hour, QuickOnlyMove: true},
		} {
			best := newWith(1).NewRun(board.NewGame(p), limits, func(Info) { t.Error("a report without a move") }).Search()
			require.Empty(t, best.PV, "%s %s", fen, name)
			require.True(t, best.Move().IsNone())
			require.True(t, best.PonderMove().IsNone())
		}
	}
}

// A search returns a move even if the game is already drawn by a rule.
func TestDrawnGameIsSearched(t *testing.T) {
	g := game(t, threeKings, toAndFro+toAndFro)
	o, _ := g.Outcome()
	require.Equal(t, board.Outcome{Winner: board.Drawn, By: board.Threefold}, o)
	requireLine(t, g.Position(), bestOf(g, Limits{Depth: 4}).PV[:1])
	best := bestOf(ruled(g, 2), Limits{Depth: 4})
	require.Equal(t, eval.Draw, best.Score)
	require.Len(t, best.PV, 1)
}

// With one legal move a timed search is short, but it is a search: a static value would not fit those before and after.
func TestOnlyMoveIsSearchedShortly(t *testing.T) {
	forced := board.NewGame(position(t, "B:W15,27,31:B11,2,3"))
	require.Len(t, legalMoves(forced.Position()), 1)
	hour := &Clock{Remaining: 100 * time.Hour}
	for _, limits := range []Limits{{MoveTime: time.Hour, QuickOnlyMove: true}, {Clock: hour, QuickOnlyMove: true}} {
		best := requireEnds(t, background(newWith(1).NewRun(forced, limits, nil)))
		require.Positive(t, best.Depth)
		require.Positive(t, best.Nodes)
		require.Equal(t, legalMoves(forced.Position())[0], best.Move())
	}
	for _, limits := range []Limits{{Depth: 3}, {Depth: 3, QuickOnlyMove: true}, {MoveTime: time.Hour, Depth: 3}} {
		require.Equal(t, Depth(3), newWith(1).NewRun(forced, limits, nil).Search().Depth)
	}
}

func TestOnlyMoveIsNotAnalyzed(t *testing.T) {
	forced := board.NewGame(position(t, "B:W15,27,31:B11,2,3"))
	s := newWith(1)
	require.True(t, s.NewRun(forced, Limits{MoveTime: time.Hour}, nil).mayAnalyze())
	require.False(t, s.NewRun(forced, Limits{MoveTime: time.Hour, QuickOnlyMove: true}, nil).mayAnalyze())
}

// The budget of an only move counts where QuickOnlyMove is set and one move is to be searched, also after pondering.
func TestOnlyMoveHasItsBudget(t *testing.T) {
	forced, free := board.NewGame(position(t, "B:W15,27,31:B11,2,3")), board.NewGame(board.Start())
	limits := Limits{MoveTime: time.Hour, QuickOnlyMove: true}
	full, short := limits.budget(), limits.budget().forOnlyMove()
	require.Less(t, short.hard, full.soft)
	one := limits
	one.SearchMoves = legalMoves(free.Position())[:1]
	plain := limits
	plain.QuickOnlyMove = false
	s := newWith(1)
	for _, test := range []struct {
		game   *board.Game
		limits Limits
		want   budget
	}{{forced, limits, short}, {free, one, short}, {free, limits, full}, {forced, plain, full}, {forced, Limits{Depth: 3, QuickOnlyMove: true}, unlimited}} {
		run := s.NewRun(test.game, test.limits, nil)
		require.Equal(t, test.want, budget{time.Duration(run.soft.Load()), time.Duration(run.hard.Load())})
	}
	limits.Ponder = true
	run := s.NewRun(forced, limits, nil)
	require.Equal(t, int64(unlimited.hard), run.hard.Load())
	run.PonderHit()
	require.LessOrEqual(t, time.Duration(run.hard.Load()), short.hard+run.elapsed())
}

// A proven result ends a timed search, and only a timed one.
func TestProvenResultEndsTimedSearch(t *testing.T) {
	g := board.NewGame(position(t, "B:WK31:BK18,25"))
	best := newWith(1).NewRun(g, Limits{MoveTime: time.Hour}, nil).Search()
	require.Equal(t, eval.WinIn(3), best.Score)
	require.Less(t, best.Depth, MaxDepth)
	require.Equal(t, Depth(20), newWith(1).NewRun(g, Limits{Depth: 20}, nil).Search().Depth)
}

// A win within the moves of the limit ends the search, and a longer one does not.
func TestWinInEndsTheSearch(t *testing.T) {
	g := board.NewGame(position(t, "B:WK31:BK18,25"))
	best := newWith(1).NewRun(g, Limits{WinIn: 2}, nil).Search() // 3 plies
	require.Equal(t, eval.WinIn(3), best.Score)
	require.Less(t, best.Depth, Depth(10))
	require.Equal(t, Depth(4), newWith(1).NewRun(g, Limits{WinIn: 1}, nil).Search().Depth, "there is none, and the search ends")
	require.Equal(t, Depth(2), newWith(1).NewRun(g, Limits{WinIn: 1, Depth: 2}, nil).Search().Depth)
}

// Each root move of each iteration is told before it is searched, on any number of threads.
func TestRootMoves(t *testing.T) {
	for _, threads := range []int{1, 2} {
		told := map[Depth]map[board.Move]bool{}
		next := 1
		s := newWith(threads)
		s.NewRun(board.NewGame(board.Start()), Limits{Depth: 5, RootMove: func(d Depth, m board.Move, number int) {
			if told[d] == nil {
				told[d], next = map[board.Move]bool{}, 1
			}
			require.Equal(t, next, number)
			next++
			told[d][m] = true
		}}, nil).Search()
		require.Len(t, told, 3)
		for d, moves := range told {
			require.Len(t, moves, 7, "depth %d", d)
		}
	}
}
