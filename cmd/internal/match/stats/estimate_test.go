package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// games returns games that could have made pairs, half of the level pairs drawn twice.
func games(p Pairs) Games {
	decided := p[2] / 2
	return Games{
		Wins:   2*p[4] + p[3] + decided,
		Draws:  p[1] + p[3] + 2*(p[2]-decided),
		Losses: 2*p[0] + p[1] + decided,
	}
}

func TestMeasureNothing(t *testing.T) {
	require.Equal(t, Estimate{Score: 0.5, Low: -MaxElo, High: MaxElo, LOS: 0.5}, Measure(Games{}, Pairs{}))
	e := Measure(Games{Wins: 1}, Pairs{})
	require.Equal(t, Estimate{Score: 1, Elo: MaxElo, Low: -MaxElo, High: MaxElo, LOS: 0.5}, e)
}

// By hand: 8 pairs and a quarter of each outcome are 9.25; about their mean, 0.5, the
// squares are 2*0.25*0.25 + 2*2.25*0.0625 = 0.40625.
func TestMeasureByHand(t *testing.T) {
	sigma := math.Sqrt(0.40625 / 9.25 / 8)
	e := Measure(Games{2, 12, 2}, Pairs{0, 2, 4, 2, 0})
	require.Equal(t, 0.5, e.Score)
	require.Zero(t, e.Elo)
	require.InDelta(t, Elo(0.5+1.96*sigma), e.High, 0.01)
	require.InDelta(t, Elo(0.5-1.96*sigma), e.Low, 0.01)
	require.Equal(t, 0.5, e.LOS)

	odd := Measure(Games{3, 12, 2}, Pairs{0, 2, 4, 2, 0}) // a game whose pair is not complete
	require.InDelta(t, 9./17, odd.Score, 1e-15)
	require.InDelta(t, 0.5*(1+math.Erf((9./17-0.5)/sigma/math.Sqrt2)), odd.LOS, 1e-12)
}

func TestFewOrLevelPairsAreNotCertain(t *testing.T) {
	for pairs, within := range map[int][2]float64{1: {300, 1201}, 2: {200, 300}, 156: {2, 5}, 5000: {0.05, 0.2}} {
		p := Pairs{0, 0, pairs, 0, 0}
		e := Measure(games(p), p)
		require.Greater(t, e.High, within[0], "%d level pairs", pairs)
		require.Less(t, e.High, within[1], "%d level pairs", pairs)
		require.InDelta(t, -e.High, e.Low, 1e-9)
	}
	won := Measure(Games{Wins: 20}, Pairs{4: 10})
	require.EqualValues(t, MaxElo, won.Elo)
	require.EqualValues(t, MaxElo, won.High)
	require.Less(t, won.Low, 500.0)
	require.Greater(t, won.Low, 100.0)

	wholly := Measure(Games{Wins: 2686}, Pairs{4: 1343})
	require.EqualValues(t, MaxElo, wholly.Low)
	require.EqualValues(t, MaxElo, wholly.High)
}

func TestPriorIsNotFeltInAThousandPairs(t *testing.T) {
	p := Pairs{20, 180, 550, 220, 30}
	sigma := math.Sqrt(p.weights(0).variance() / float64(p.Total()))
	e := Measure(games(p), p)
	require.InEpsilon(t, Elo(p.Score()+deviations*sigma)-Elo(p.Score()-deviations*sigma), e.High-e.Low, 0.005)
}

// The error of a match is that of its pairs: openings that decide both games make
// the pairs level and the error small, though half of the games are won.
func TestErrorIsOfPairsNotOfGames(t *testing.T) {
	e := Measure(Games{100, 0, 100}, Pairs{0, 0, 100, 0, 0})
	independent := Measure(Games{100, 0, 100}, Pairs{25, 0, 50, 0, 25})
	require.Less(t, e.High, 10.0)
	require.InDelta(t, Elo(0.5+1.96*0.5/math.Sqrt(200)), independent.High, 1, "a spread of half a point a game")
}

// anyPairs draws up to some thousand pairs, few of them often.
func anyPairs() *rapid.Generator[Pairs] {
	count := rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(0, 2000))
	return rapid.Custom(func(t *rapid.T) Pairs {
		var p Pairs
		for i := range p {
			p[i] = count.Draw(t, "count")
		}
		return p
	})
}

func TestEstimateIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPairs().Draw(t, "pairs")
		left := Games{rapid.IntRange(0, 9).Draw(t, "w"), rapid.IntRange(0, 9).Draw(t, "d"), rapid.IntRange(0, 9).Draw(t, "l")}
		g := games(p).Plus(left)
		e := Measure(g, p)
		require.Equal(t, g.Score(), e.Score)
		require.LessOrEqual(t, -float64(MaxElo), e.Low)
		require.LessOrEqual(t, e.Low, e.Elo)
		require.LessOrEqual(t, e.Elo, e.High)
		require.LessOrEqual(t, e.High, float64(MaxElo))
		if math.Abs(e.Low) != MaxElo || math.Abs(e.High) != MaxElo { // an interval beyond MaxElo shrinks to it
			require.Less(t, e.Low, e.High)
		}
		require.True(t, e.LOS >= 0 && e.LOS <= 1)

		m := Measure(g.Mirror(), p.Mirror())
		require.InDelta(t, -e.Elo, m.Elo, 1e-6)
		require.InDelta(t, -e.Low, m.High, 1e-6)
		require.InDelta(t, -e.High, m.Low, 1e-6)
		require.InDelta(t, 1-e.LOS, m.LOS, 1e-9)
	})
}

func TestMorePairsOfTheSameSayMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPairs().Draw(t, "pairs")
		if p.Total() == 0 {
			return
		}
		once, twice := Measure(games(p), p), Measure(games(p).Plus(games(p)), p.Plus(p))
		require.InDelta(t, once.Elo, twice.Elo, 1e-6)
		require.LessOrEqual(t, once.Low, twice.Low)
		require.GreaterOrEqual(t, once.High, twice.High)
	})
}

func TestBetterPairIsBetter(t *testing.T) {
	test := SPRT{Elo0: -10, Elo1: 20, Alpha: 0.05, Beta: 0.05}
	rapid.Check(t, func(t *rapid.T) {
		p := anyPairs().Draw(t, "pairs")
		outcome := rapid.IntRange(0, outcomes-2).Draw(t, "outcome")
		worse, better := p, p
		worse.Add(outcome)
		better.Add(outcome + 1)
		require.Greater(t, better.Score(), worse.Score())
		require.GreaterOrEqual(t, Measure(games(better), better).Elo, Measure(games(worse), worse).Elo)
		require.Greater(t, test.LLR(better), test.LLR(worse))
	})
}
