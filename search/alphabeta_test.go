package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// exact holds the techniques that change the number of nodes but not the score.
var exact = map[string]Techniques{
	"none":    {},
	"history": with("history"),
	"killers": with("killers"),
	"both":    with("history", "killers"),
}

func TestSameValueAsPlainSearch(t *testing.T) {
	for name, use := range exact {
		t.Run(name, func(t *testing.T) {
			s := searcher(use)
			rapid.Check(t, func(t *rapid.T) {
				g := wandered(t, ending(2, 5).Draw(t, "ending"), 12)
				rule := rapid.SampledFrom([]int{0, 1, 2, 5, 8, 13, 80}).Draw(t, "rule")
				depth := Depth(rapid.IntRange(1, 5).Draw(t, "depth"))
				s.Clear()
				best := s.NewRun(ruled(g, rule), Limits{Depth: depth}, nil).Search()
				require.Equal(t, reference{moveRule: rule}.root(g, depth), best.Score, g.Position())
			})
		})
	}
}

// With a table that cuts off, an entry from a deeper search may stand for a shallower
// one. From a fresh table at depth 2 nothing deeper can be there.
func TestTableSameValueAsPlainSearch(t *testing.T) {
	s := searcher(with("table", "history", "killers"))
	rapid.Check(t, func(t *rapid.T) {
		g := board.NewGame(ending(2, 6).Draw(t, "ending"))
		s.Clear()
		best := s.NewRun(g, Limits{Depth: 2}, nil).Search()
		require.Equal(t, reference{}.root(g, 2), best.Score, g.Position())
	})
}

func TestMiddlegameSameValueAsPlainSearch(t *testing.T) {
	s := searcher(with("history", "killers"))
	rapid.Check(t, func(t *rapid.T) {
		g := middlegame(t)
		s.Clear()
		best := s.NewRun(g, Limits{Depth: 3}, nil).Search()
		require.Equal(t, reference{moveRule: 80}.root(g, 3), best.Score, g.Position())
	})
}

func TestEveryLineIsLegal(t *testing.T) {
	s := searcher(AllTechniques())
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.OneOf(
			rapid.Custom(middlegame),
			rapid.Custom(func(t *rapid.T) *board.Game { return wandered(t, ending(2, 8).Draw(t, "ending"), 12) }),
		).Draw(t, "game")
		limits := Limits{
			Depth:   Depth(rapid.IntRange(1, 7).Draw(t, "depth")),
			MultiPV: rapid.IntRange(0, 4).Draw(t, "lines"),
		}
		g.MoveRule = rapid.SampledFrom([]int{0, 4, 80}).Draw(t, "rule")
		best := s.NewRun(g, limits, func(i Info) {
			require.NotEmpty(t, i.PV)
			requireLine(t, g.Position(), i.PV)
		}).Search()
		require.NotEmpty(t, best.PV)
		require.Equal(t, best.PV[0], best.Move())
		requireLine(t, g.Position(), best.PV)
	})
}

// A proven score's line leads to the end of the game, unless the table cut it short.
func TestProvenLineReachesTheEnd(t *testing.T) {
	s := searcher(Techniques{})
	rapid.Check(t, func(t *rapid.T) {
		g := board.NewGame(ending(2, 4).Draw(t, "ending"))
		s.Clear()
		best := s.NewRun(g, Limits{Depth: 5}, nil).Search()
		if !best.Score.IsProven() {
			return
		}
		require.Len(t, best.PV, best.Score.Plies(), g.Position())
		p := g.Position()
		for _, m := range best.PV {
			p = p.Play(m)
		}
		require.False(t, p.HasMove())
	})
}

func TestFromRoot(t *testing.T) {
	require.Equal(t, eval.WinIn(7), fromRoot(eval.WinIn(4), 3))
	require.Equal(t, eval.LossIn(7), fromRoot(eval.LossIn(4), 3))
	require.Equal(t, eval.Score(55), fromRoot(55, 3))
	rapid.Check(t, func(t *rapid.T) {
		plies, ply := rapid.IntRange(0, 500).Draw(t, "plies"), rapid.IntRange(0, MaxPly).Draw(t, "ply")
		for _, s := range []eval.Score{eval.WinIn(plies), eval.LossIn(plies), eval.Score(plies)} {
			require.Equal(t, s, fromRoot(fromRoot(s, ply), -ply))
		}
	})
}

func TestProves(t *testing.T) {
	for _, c := range []struct {
		score eval.Score
		bound bound
		want  bool
	}{
		{eval.WinIn(3), exactScore, true},
		{eval.WinIn(3), lowerBound, true},
		{eval.WinIn(3), upperBound, false},
		{eval.LossIn(4), exactScore, true},
		{eval.LossIn(4), lowerBound, false},
		{eval.LossIn(4), upperBound, true},
		{500, exactScore, false},
	} {
		require.Equal(t, c.want, entry{score: c.score, bound: c.bound}.proves(), "%v %v", c.score, c.bound)
	}
}
