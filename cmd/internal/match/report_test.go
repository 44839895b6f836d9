package match

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/match/stats"
)

// recorded returns a game of the plan with a result.
func recorded(p *Plan, number int, result string, plies ...Ply) Record {
	f := p.Scheduled(number)
	return Record{
		Game: number, Opening: p.Opening(f).ID, Black: f.Black, White: f.White,
		Result: result, Ending: "no move", Plies: plies,
	}
}

func TestReport(t *testing.T) {
	p := planOf(t, 6, engineOf("A"), engineOf("B"))
	s := NewStandings(p)
	s.Add(recorded(p, 1, "1-0", // A is Black and wins; White moves first
		Ply{Move: "22-18", Elapsed: 4 * time.Millisecond, Depth: 10, Nodes: 4000},
		Ply{Move: "10-15", Elapsed: 2 * time.Millisecond, Depth: 8, Nodes: 3000},
		Ply{Move: "18-14", Elapsed: 6 * time.Millisecond}))
	s.Add(recorded(p, 3, "0-1"))     // A is Black and loses
	s.Add(recorded(p, 4, "0-1"))     // A is White and wins
	s.Add(recorded(p, 2, "1/2-1/2")) // A is White
	late := recorded(p, 5, "1-0")
	late.Ending, late.Loser, late.Detail, late.FaultElapsed = "timeout", "B", "too late", 900*time.Millisecond
	s.Add(late)
	r := s.Report("ID", &stats.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05})
	require.Equal(t, []int{5, 3, 1, 1}, []int{r.Games, r.Wins, r.Draws, r.Losses})
	require.Equal(t, stats.Pairs{0, 0, 1, 1, 0}, r.Pairs, "the fifth game has no partner")
	require.InDelta(t, 0.7, r.Score, 1e-9)
	require.InDelta(t, 147.19, r.Elo, 0.01)
	require.Less(t, r.Low, r.Elo)
	require.Greater(t, r.High, r.Elo)
	require.Equal(t, []int{5, 6}, []int{r.Played, r.Planned})
	require.Equal(t, map[string]int{"no move": 4, "timeout": 1}, r.Endings)
	require.Equal(t, []Failure{{5, "B", "timeout", "too late"}}, r.Faults)
	a, b := r.Engines[0], r.Engines[1]
	require.Equal(t, one(2, 0, 1), a.AsBlack)
	require.Equal(t, one(1, 1, 0), a.AsWhite)
	require.Equal(t, one(0, 1, 1), b.AsBlack)
	require.Equal(t, one(1, 0, 2), b.AsWhite)
	require.Equal(t, []int{0, 1}, []int{a.Faults, b.Faults})
	require.Equal(t, []int{1, 2}, []int{a.Moves, b.Moves})
	require.Equal(t, []float64{8, 3000, 2, 2, 1.5e6}, []float64{a.Depth, a.Nodes, a.TimeMS, a.Slowest, a.NPS})
	require.Equal(t, []float64{10, 4000, 5, 900, 1e6}, []float64{b.Depth, b.Nodes, b.TimeMS, b.Slowest, b.NPS})
	require.InDelta(t, -r.Elo, b.Elo, 1e-9)
	require.InDelta(t, -r.High, b.Low, 1e-9)
	require.Equal(t, stats.Pairs{0, 1, 1, 0, 0}, b.Pairs)
	require.Equal(t, []string{"A", "B"}, []string{r.Pairings[0].First, r.Pairings[0].Second})
	require.Equal(t, []float64{3, 1. / 3}, []float64{r.Pairings[0].WonLost, b.WonLost})
	require.Equal(t, []BallotReport{
		{"001", "9-13 21-17 5-9", "Edinburgh", one(1, 0, 0), one(0, 1, 0), one(1, 1, 0)},
		{"002", "9-13 21-17 6-9", "Edinburgh", one(0, 0, 1), one(1, 0, 0), one(0, 0, 2)},
		{"003", "9-13 21-17 10-14", "Edinburgh", one(1, 0, 0), one(0, 0, 0), one(1, 0, 0)},
	}, r.Ballots)
	require.Equal(t, "undecided", r.SPRT.Verdict)
	require.InDelta(t, 2.944, r.SPRT.High, 0.001)
}

func TestReportOfNothing(t *testing.T) {
	p := planOf(t, 6, engineOf("A"), engineOf("B"))
	r := NewStandings(p).Report("ID", nil)
	require.Zero(t, r.Games)
	require.InDelta(t, 0.5, r.Score, 0)
	require.NotNil(t, r.Ballots, "JSON has lists, not null")
	require.NotNil(t, r.Faults)
	require.Nil(t, r.SPRT)
}

// An opening suite that begins anew is played as new openings: each time is a pair of its own.
func TestPairsOfADeckPlayedTwice(t *testing.T) {
	p := planOf(t, 12, engineOf("A"), engineOf("B"))
	s := NewStandings(p)
	for n := 1; n <= 12; n++ {
		s.Add(recorded(p, n, "1-0"))
	}
	_, pairs := s.First()
	require.Equal(t, stats.Pairs{2: 6}, pairs)
	require.Equal(t, "001", p.Opening(p.Scheduled(7)).ID, "the deck begins anew")
	require.Equal(t, []BallotReport{
		{"001", "9-13 21-17 5-9", "Edinburgh", one(2, 0, 0), one(0, 0, 2), one(4, 0, 0)},
		{"002", "9-13 21-17 6-9", "Edinburgh", one(2, 0, 0), one(0, 0, 2), one(4, 0, 0)},
		{"003", "9-13 21-17 10-14", "Edinburgh", one(2, 0, 0), one(0, 0, 2), one(4, 0, 0)},
	}, s.ballots(), "a line an opening")
}

func TestPictures(t *testing.T) {
	p := planOf(t, 6, engineOf("A"), engineOf("B"))
	s := NewStandings(p)
	s.Add(recorded(p, 1, "1-0"))
	s.Add(recorded(p, 2, "1-0"))
	c := s.Chart()
	require.Equal(t, []float64{1, 2}, c.Series[1].X)
	require.Equal(t, []float64{100, 50}, c.Series[1].Y)
	require.Contains(t, c.Title, "+1 =0 -1")
	game := p.Chart(recorded(p, 1, "1-0",
		Ply{Move: "22-18", Score: "+0.50"}, Ply{Move: "10-15", Score: "-0.25"},
		Ply{Move: "18-14", Score: "loss 20"}, Ply{Move: "9x18"}, Ply{Move: "23x14", Score: "draw"}))
	require.Equal(t, []float64{5}, game.Series[0].X)
	require.Equal(t, []float64{-0.25}, game.Series[0].Y)
	require.Equal(t, []float64{4, 6, 8}, game.Series[1].X)
	require.Equal(t, []float64{-0.5, evaluationLimit, 0}, game.Series[1].Y)
}

// one returns games by their result.
func one(wins, draws, losses int) stats.Games {
	return stats.Games{Wins: wins, Draws: draws, Losses: losses}
}
