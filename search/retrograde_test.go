package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
)

func TestSets(t *testing.T) {
	for n := 1; n <= 4; n++ {
		sets := setsOf(n)
		require.Len(t, sets, choose[board.Squares][n])
		for i, set := range sets {
			require.Equal(t, n, set.Count())
			require.Equal(t, i, setRank(set))
		}
	}
}

// slowConversions returns the plies to the next conversion for all places of the kings of p, the slow
// way: in rounds over all positions, by their moves.
func slowConversions(d Databases, p board.Position, g goal) map[board.Position]int {
	var all []board.Position
	own, opp := p.Side(p.Turn)&p.Kings, p.Side(p.Turn.Opponent())&p.Kings
	for _, a := range setsOf(own.Count()) {
		for _, b := range setsOf(opp.Count()) {
			for _, turn := range []board.Color{board.Black, board.White} {
				q := board.Position{Black: a, White: b, Kings: a | b, Turn: turn}
				if p.Turn == board.White {
					q.Black, q.White = b, a
				}
				q.Black, q.White = q.Black|g.men[board.Black], q.White|g.men[board.White]
				if a&b == 0 && (a|b)&(g.men[0]|g.men[1]) == 0 {
					all = append(all, q)
				}
			}
		}
	}
	plies := map[board.Position]int{}
	for round, found := 0, true; found || round < 3; round++ {
		found = false
		for _, q := range all {
			if _, known := plies[q]; !known && endsIn(d, q, g, plies, round) {
				plies[q], found = round, true
			}
		}
	}
	return plies
}

// endsIn reports whether the win is converted in so many plies, and not in fewer.
func endsIn(d Databases, p board.Position, g goal, plies map[board.Position]int, round int) bool {
	var moves board.MoveList
	p.Moves(&moves)
	winning, all := p.Turn == g.turn, true
	for _, m := range moves.Slice() {
		child := p.Play(m)
		after, known := plies[child]
		if p.Irreversible(m) {
			after, known = 0, probe(d, child) == g.expects(child)
		}
		ends := known && after < round
		if winning && ends {
			return true
		}
		all = all && ends
	}
	return !winning && all
}

// Every place of the kings is as far from a conversion as rounds over all positions say.
func TestRetrograde(t *testing.T) {
	for _, fen := range []string{
		"B:WK32:BK1,K2", "W:WK31,K32:BK1", "B:WK32:BK1,9", "B:W28:BK1,K2", "W:WK32,K18:BK1,5", "B:WK30:BK1,K14,28",
	} {
		p := position(t, fen)
		d := fewer{small, 4}
		g := newGoal(p, board.Win)
		a := newRetrograde(d, p, g, mostKingPlaces)
		if p.Kings&p.White == 0 || p.Kings&p.Black == 0 {
			require.Nil(t, a, "no kings to move")
			continue
		}
		for calls := 0; !a.work(board.NewGame(p), func() bool { calls++; return calls%3 != 0 }); { // in many pieces
		}
		slow := slowConversions(d, p, g)
		won := 0
		for q, plies := range slow {
			index, ok := a.indexOf(q)
			require.True(t, ok)
			code := a.won[index]
			if q.Turn != g.turn {
				code = a.lost[index]
			} else {
				won++
			}
			require.Equal(t, plies, int(code)-1, q.FEN())
			if q.Turn == g.turn {
				require.Len(t, a.line(q), plies, q.FEN())
			}
		}
		known := 0
		for _, code := range a.won {
			if code != notKnown && code != never {
				known++
			}
		}
		require.Equal(t, won, known, fen)
		require.NotZero(t, won, fen)
	}
	require.Nil(t, newRetrograde(fewer{small, 4}, position(t, "B:WK32:BK1,K2"), goal{}, 1000), "too many places")
}

// A search that does not see how to convert a win has it analysed, and then the shortest way is played.
func TestAnalysisIsPlayed(t *testing.T) {
	s := New(1, 1)
	s.SetDatabases(fewer{small, 5})
	g := board.NewGame(position(t, "B:WK32,K27:BK1,K5,K9"))
	require.Equal(t, board.Win, probe(s.databases, g.Position()))
	limits := Limits{Nodes: 100_000} // enough for three kings against two in so many moves as are allowed
	s.NewRun(g, Limits{Nodes: 100}, nil).Search()
	require.NotZero(t, s.baffled, "too few nodes to see a conversion")
	require.Nil(t, s.analysis)
	s.NewRun(g, limits, nil).Search()
	require.NotNil(t, s.analysis)
	require.False(t, s.analysis.done, "it goes on with the next move")
	require.True(t, s.analysis.work(g, func() bool { return true }))
	for left := len(s.analysis.line(g.Position())); left > 0; left -= 2 {
		require.Equal(t, 5, g.Position().Pieces())
		best := s.NewRun(g, limits, nil).Search()
		require.Len(t, best.PV, left)
		require.True(t, best.Score.IsWin())
		g.Play(best.Move())
		if left > 1 {
			resistance, ok := s.analysis.step(g.Position())
			require.True(t, ok)
			g.Play(resistance)
		}
	}
	require.Less(t, g.Position().Pieces(), 5, "converted")
}

// Other endings, endless searches and searches of all moves are not answered by an analysis, and a new game
// forgets it.
func TestAnalysisIsForgotten(t *testing.T) {
	s := New(1, 1)
	s.SetDatabases(fewer{small, 5})
	g := board.NewGame(position(t, "B:WK32:BK1,K5"))
	begin := func() {
		s.NewRun(g, Limits{Nodes: 50}, nil).Search()
		s.baffled = newGoal(g.Position(), board.Win).salt
		s.NewRun(g, Limits{Nodes: 3000}, nil).Search()
		require.NotNil(t, s.analysis)
		s.analysis.work(g, func() bool { return true })
	}
	begin()
	require.NotZero(t, s.NewRun(g, Limits{Nodes: 3000, MultiPV: 2}, nil).Search().Depth)
	require.NotZero(t, s.NewRun(g, Limits{Depth: 3}, nil).Search().Depth)
	require.Zero(t, s.NewRun(g, Limits{Nodes: 3000}, nil).Search().Depth)
	other := board.NewGame(position(t, "B:WK32:B2,K5,K6"))
	s.NewRun(other, Limits{Nodes: 3000}, nil).Search()
	require.Nil(t, s.analysis)
	begin()
	s.SetDatabases(fewer{small, 5}) // as an engine does before every search
	require.NotNil(t, s.analysis)
	s.SetDatabases(fewer{small, 4})
	require.Nil(t, s.analysis)
	s.SetDatabases(fewer{small, 5})
	begin()
	s.Clear()
	require.Nil(t, s.analysis)
	without, err := AllTechniques().Without("retrograde")
	require.NoError(t, err)
	s.SetTechniques(without)
	for range 2 {
		require.NotZero(t, s.NewRun(g, Limits{Nodes: 50}, nil).Search().Nodes)
		require.Nil(t, s.analysis)
	}
}
