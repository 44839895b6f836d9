package search

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Three kings against one: Black is far ahead, and both sides can move kings back and forth.
const (
	threeKings = "B:WK32:BK1,K2,K3"
	toAndFro   = " 1-5 32-28 5-1 28-32"
)

// farAhead is a score that is clearly larger than a draw.
const farAhead = eval.Man

// ruled returns the game, now with a move rule of its own.
func ruled(g *board.Game, rule int) *board.Game {
	g.MoveRule = rule
	return g
}

func bestOf(g *board.Game, limits Limits) Info {
	return searcher(AllTechniques()).NewRun(g, limits, nil).Search()
}

func TestFirstRepetitionSavesTheWeaker(t *testing.T) {
	g := game(t, threeKings, "1-5 32-28 5-1")
	best := bestOf(g, Limits{Depth: 6})
	require.Equal(t, "28-32", g.Position().MoveText(best.Move()))
	require.Equal(t, eval.Draw, best.Score)
	forgotten := bestOf(board.NewGame(g.Position()), Limits{Depth: 6})
	require.Less(t, forgotten.Score, -farAhead, "without its past the position is bad")
}

func TestStrongerSideAvoidsRepetition(t *testing.T) {
	g := game(t, threeKings, toAndFro)
	again := move(t, g.Position(), "1-5")
	best := bestOf(g, Limits{Depth: 6})
	require.NotEqual(t, again, best.Move())
	require.Greater(t, best.Score, farAhead)
	require.Equal(t, eval.Draw, bestOf(g, Limits{Depth: 6, SearchMoves: []board.Move{again}}).Score)
}

// The line of a search repeats positions of its own, and those of the game before it.
func TestDrawnWithinTheLine(t *testing.T) {
	for past, want := range map[string][]int{"": {4, 5, 6}, "1-5 32-28 5-1": {1, 2, 3, 4}} {
		g := game(t, threeKings, past)
		w := newWorker(g.Position(), AllTechniques())
		w.reset(w.run, w.table, w.use, g)
		var drawn []int
		for ply := 1; ply <= want[len(want)-1]; ply++ {
			p := g.Position()
			text := strings.Fields(toAndFro)[len(g.Moves())%4]
			g.Play(move(t, p, text))
			w.enter(g.Position(), false, ply)
			if w.drawn(g.Position(), ply) {
				drawn = append(drawn, ply)
			}
		}
		require.Equal(t, want, drawn)
	}
}

func TestIrreversibleMoveForgetsThePast(t *testing.T) {
	g := game(t, "B:WK32:BK1,K2,9", toAndFro+" 9-13")
	require.Equal(t, 0, g.QuietPlies())
	require.Less(t, bestOf(g, Limits{Depth: 6}).Score, -farAhead)
}

func TestMoveRuleIsSeenComing(t *testing.T) {
	const rule = 8
	kings := game(t, threeKings, toAndFro+" 2-6 32-28")
	require.Equal(t, rule-2, kings.QuietPlies())
	require.Equal(t, eval.Draw, bestOf(ruled(kings, rule), Limits{Depth: 5}).Score)
	require.Greater(t, bestOf(ruled(kings, 0), Limits{Depth: 5}).Score, farAhead)
}

func TestMoveRuleIsPutOffByAMan(t *testing.T) {
	const rule = 8
	g := game(t, "B:WK32:BK1,K2,9", toAndFro+" 2-6 32-28")
	require.Equal(t, rule-2, g.QuietPlies())
	best := bestOf(ruled(g, rule), Limits{Depth: 5})
	require.Equal(t, 9, best.Move().From.Number())
	require.Greater(t, best.Score, farAhead)
}

func TestLastPlyOfTheMoveRule(t *testing.T) {
	g := game(t, threeKings, "1-5 32-28 2-6")
	for depth := Depth(1); depth <= 6; depth++ {
		require.Equal(t, eval.Draw, bestOf(ruled(g, 4), Limits{Depth: depth}).Score, depth)
	}
}

// A side without a move has lost, even if the move rule runs out with it.
func TestNoMoveComesBeforeTheMoveRule(t *testing.T) {
	g := game(t, "B:WK17:BK6,K12", "")
	s := searcher(AllTechniques())
	line := s.NewRun(g, Limits{Depth: 12}, nil).Search().PV
	for _, m := range line[:len(line)-1] {
		g.Play(m)
	}
	rule := g.QuietPlies() + 1
	require.Equal(t, eval.WinIn(1), s.NewRun(ruled(g, rule), Limits{Depth: 2}, nil).Search().Score)
}
