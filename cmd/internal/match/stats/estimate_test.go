package stats

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/optimize"
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
	none := Estimate{Score: 0.5, Low: -maxElo, High: maxElo, LOS: 0.5, WonLost: 1, WonLostHigh: maxRatio, NEloLow: -maxElo, NEloHigh: maxElo, PairsRatio: 1}
	require.Equal(t, none, Measure(Games{}, Pairs{}))
	none.DrawRatio = 1
	require.Equal(t, none, Measure(Games{Draws: 1}, Pairs{}))
	e := Measure(Games{Wins: 1}, Pairs{})
	require.InDelta(t, 1/(1.96*1.96), e.WonLostLow, 1e-4)
	e.WonLostLow = 0
	require.Equal(t, Estimate{Score: 1, Elo: maxElo, Low: -maxElo, High: maxElo, LOS: 0.5, WonLost: maxRatio, WonLostHigh: maxRatio, NEloLow: -maxElo, NEloHigh: maxElo, PairsRatio: 1}, e)
}

// With as many pairs of each kind as independent games make, the interval is Wilson's: of 48 games that were not drawn
// 36 were won, a share of 0.612 to 0.851.
func TestRatioByHand(t *testing.T) {
	e := Measure(Games{36, 48, 12}, Pairs{})
	require.Equal(t, 3.0, e.WonLost)
	require.InDelta(t, 0.61222/(1-0.61222), e.WonLostLow, 1e-3)
	require.InDelta(t, 0.85083/(1-0.85083), e.WonLostHigh, 1e-2)
	require.Equal(t, "3.0 (1.6 to 5.7)", e.RatioText())

	decided := Measure(Games{36, 48, 12}, Pairs{0, 0, 24, 24, 0}) // openings of which one side won most games
	require.Greater(t, decided.WonLostLow, e.WonLostLow)
	require.Less(t, decided.WonLostHigh, e.WonLostHigh)
	asOne := Measure(Games{36, 48, 12}, Pairs{6, 0, 24, 0, 18}) // the stronger side of an opening won both games
	require.Less(t, asOne.WonLostLow, e.WonLostLow)
	require.Greater(t, asOne.WonLostHigh, e.WonLostHigh)

	require.Equal(t, "none decided", Measure(Games{0, 80, 0}, Pairs{}).RatioText())
	require.Equal(t, "none decided", Measure(Games{0, 80, 0}, Pairs{0, 0, 40, 0, 0}).RatioText())
	require.Equal(t, "∞ (5.2 to ∞)", Measure(Games{20, 80, 0}, Pairs{}).RatioText())
	require.Equal(t, "0.00 (0.00 to 0.19)", Measure(Games{0, 80, 20}, Pairs{}).RatioText())
	require.Equal(t, "25 (6.7 to 93)", Measure(Games{50, 80, 2}, Pairs{}).RatioText())
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

	// The deviation of a pair is the root of 0.40625/9.25 in points a game, that of a game is larger by the root of 2.
	require.InDelta(t, (9./17-0.5)/math.Sqrt(2*0.40625/9.25)*800/math.Ln10, odd.NElo, 1e-9)
	require.InDelta(t, 1.96*800/math.Ln10/4, odd.NEloHigh-odd.NElo, 0.01, "one in the root of 16 games")
	require.InDelta(t, odd.NEloHigh-odd.NElo, odd.NElo-odd.NEloLow, 1e-9)
	require.Equal(t, 1.0, odd.PairsRatio)
	require.Equal(t, 12./17, odd.DrawRatio)
	require.Equal(t, 2.5, Measure(Games{5, 2, 2}, Pairs{1, 1, 0, 4, 1}).PairsRatio)
	require.Equal(t, 1000.0, Measure(Games{5, 2, 2}, Pairs{0, 0, 0, 4, 1}).PairsRatio)
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
	require.EqualValues(t, maxElo, won.Elo)
	require.EqualValues(t, maxElo, won.High)
	require.Less(t, won.Low, 500.0)
	require.Greater(t, won.Low, 100.0)

	wholly := Measure(Games{Wins: 2686}, Pairs{4: 1343})
	require.EqualValues(t, maxElo, wholly.Low)
	require.EqualValues(t, maxElo, wholly.High)
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
		require.LessOrEqual(t, -float64(maxElo), e.Low)
		require.LessOrEqual(t, e.Low, e.Elo)
		require.LessOrEqual(t, e.Elo, e.High)
		require.LessOrEqual(t, e.High, float64(maxElo))
		if math.Abs(e.Low) != maxElo || math.Abs(e.High) != maxElo { // an interval beyond maxElo shrinks to it
			require.Less(t, e.Low, e.High)
		}
		require.True(t, e.LOS >= 0 && e.LOS <= 1)
		require.LessOrEqual(t, 0., e.WonLostLow)
		require.LessOrEqual(t, e.WonLostLow, e.WonLost)
		require.LessOrEqual(t, e.WonLost, e.WonLostHigh)
		require.LessOrEqual(t, e.WonLostHigh, float64(maxRatio))

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

func TestParseSPRT(t *testing.T) {
	for text, want := range map[string]SPRT{
		"0,5":           {0, 5, 0.05, 0.05, false},
		" -2.5 , 0 ":    {-2.5, 0, 0.05, 0.05, false},
		"-1200,+1.2e3":  {-1200, 1200, 0.05, 0.05, false},
		"elo0=0 elo1=5": {0, 5, 0.05, 0.05, false},
		"elo1=2 elo0=-2 alpha=0.01 beta=0.2 model=normalized": {-2, 2, 0.01, 0.2, true},
		"elo0=0 elo1=5 model=logistic":                        {0, 5, 0.05, 0.05, false},
	} {
		s, err := ParseSPRT(text)
		require.NoError(t, err, text)
		require.Equal(t, want, s)
		again, err := ParseSPRT(s.String())
		require.NoError(t, err, text)
		require.Equal(t, s, again)
	}
	require.Equal(t, "0,5", SPRT{0, 5, 0.05, 0.05, false}.String(), "as ever")
}

func TestParseSPRTRefuses(t *testing.T) {
	for text, message := range map[string]string{
		"":        `sprt "": want two numbers, elo0,elo1`,
		"5":       `sprt "5": want two numbers, elo0,elo1`,
		"0,x\ny":  `sprt: "x\ny" is not a number of Elo within ±1200`,
		",5":      `sprt: "" is not a number of Elo within ±1200`,
		"0,5,0.1": `sprt: "5,0.1" is not a number of Elo within ±1200`,
		"0,1201":  `sprt: "1201" is not a number of Elo within ±1200`,
		"-Inf,0":  `sprt: "-Inf" is not a number of Elo within ±1200`,
		"NaN,0":   `sprt: "NaN" is not a number of Elo within ±1200`,
		"5,5":     `sprt "5,5": elo0 has to be below elo1`,
		"elo0=0":  `sprt: elo0= or elo1= is missing`,

		"elo0=0 elo1=5 alpha=0.5":      `sprt: alpha "0.5" is not between 0 and 0.5`,
		"elo0=0 elo1=5 beta=x":         `sprt: beta "x" is not between 0 and 0.5`,
		"elo0=0 elo1=5 model=bayesian": `sprt: model "bayesian" is neither logistic nor normalized`,
		"elo0=0 elo2=5":                `sprt: unknown key "elo2": there are elo0, elo1, alpha, beta, model`,
		"elo0=5 elo1=5":                `sprt "elo0=5 elo1=5": elo0 has to be below elo1`,

		"5,0": `sprt "5,0": elo0 has to be below elo1`,
	} {
		s, err := ParseSPRT(text)
		require.EqualError(t, err, message)
		require.Zero(t, s)
	}
	_, err := ParseSPRT(strings.Repeat("9", 1000) + ",1")
	require.Less(t, len(err.Error()), 120)
}

func FuzzParseSPRT(f *testing.F) {
	for _, seed := range []string{"0,5", "-2.5, 0", "5,0", "1e3,1e2", "0x1p-2,1", ",", "NaN,Inf", "\xff,½", "elo0=0 elo1=5 alpha=0.01 model=normalized"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSPRT(text)
		if err != nil {
			require.Zero(t, s)
			require.NotContains(t, err.Error(), "\n")
			require.Less(t, len(err.Error()), 600)
			return
		}
		require.True(t, -maxElo <= s.Elo0 && s.Elo0 < s.Elo1 && s.Elo1 <= maxElo)
		again, err := ParseSPRT(s.String())
		require.NoError(t, err)
		require.Equal(t, s, again)
		llr := s.LLR(Pairs{1, 0, 3, 2, 0})
		require.False(t, math.IsNaN(llr) || math.IsInf(llr, 0))
	})
}

func TestBounds(t *testing.T) {
	low, high := SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	require.InDelta(t, -math.Log(19), low, 1e-12)
	require.InDelta(t, math.Log(19), high, 1e-12)
	low, high = SPRT{Alpha: 0.01, Beta: 0.2}.Bounds()
	require.InDelta(t, math.Log(0.2/0.99), low, 1e-12)
	require.InDelta(t, math.Log(80), high, 1e-12)
}

func TestVerdict(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	require.Equal(t, Undecided, s.Decision(Pairs{}))
	require.Equal(t, Undecided, s.Decision(Pairs{2, 20, 80, 22, 3}))
	require.Equal(t, Accepted, s.Decision(Pairs{10, 150, 600, 250, 30}))
	require.Equal(t, Rejected, s.Decision(Pairs{30, 250, 600, 150, 10}))
	require.Equal(t, Rejected, s.Decision(Pairs{0, 0, 1000, 0, 0}), "1000 pairs without a difference")
	require.Equal(t, "undecided accepted rejected", strings.Join([]string{Undecided.String(), Accepted.String(), Rejected.String()}, " "))
}

// By hand: with pairs won and lost alone the distribution with a given mean is that
// mean, and the likelihoods are those of a coin.
func TestLLROfACoin(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 100}
	p0, p1 := Expected(0), Expected(100)
	want := 60*math.Log(p1/p0) + 40*math.Log((1-p1)/(1-p0))
	require.InDelta(t, want, s.LLR(Pairs{40, 0, 0, 0, 60}), 0.01)
	require.Zero(t, s.LLR(Pairs{}))

	far := SPRT{Elo0: -400, Elo1: 400} // scores of 1/11 and 10/11
	require.InDelta(t, math.Log(10), far.LLR(Pairs{4: 1}), 0.01, "a pair weighs more than what was never seen")
}

// Near the middle the ratio is that of a normal distribution whose variance is that of
// the pairs. To take the variance of games instead would be wrong by a factor.
func TestLLROfManyPairsIsThatOfTheirNormalDistribution(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 4}
	p := Pairs{100, 2000, 5000, 2200, 120}
	score0, score1 := Expected(s.Elo0), Expected(s.Elo1)
	variance := p.weights(0).variance() / float64(p.Total())
	want := (score1 - score0) * (2*p.Score() - score0 - score1) / (2 * variance)
	require.InEpsilon(t, want, s.LLR(p), 0.01)
}

func TestLLRIsTheMaximum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPairs().Draw(t, "pairs")
		if p.Total() == 0 {
			return
		}
		s := SPRT{Elo0: rapid.Float64Range(-150, 0).Draw(t, "elo0"), Elo1: rapid.Float64Range(1, 150).Draw(t, "elo1")}
		w := p.weights(priorOutcome)
		want := maximum(t, w, Expected(s.Elo1)) - maximum(t, w, Expected(s.Elo0))
		require.InDelta(t, want, s.LLR(p), 1e-3+1e-6*math.Abs(want))
	})
}

// maximum returns the logarithm of the greatest likelihood of weights under all
// distributions with a mean, by a search over three of the five chances, from which
// the others follow.
func maximum(t *rapid.T, w weights, mean float64) float64 {
	likelihood := func(x []float64) float64 {
		first, sum, moment := 1.0, 0.0, 0.0
		for i, p := range x {
			sum += p
			moment += p * score(i+1)
		}
		last := mean - moment
		first -= sum + last
		all := [...]float64{first, x[0], x[1], x[2], last}
		total := 0.0
		for i, p := range all {
			if p <= 0 {
				return math.Inf(-1)
			}
			total += w[i] * math.Log(p)
		}
		return total
	}
	// Four throws of a coin have the mean, and all outcomes.
	start := []float64{
		4 * mean * math.Pow(1-mean, 3), 6 * mean * mean * (1 - mean) * (1 - mean), 4 * math.Pow(mean, 3) * (1 - mean),
	}
	best := math.Inf(-1)
	for range 12 { // the search stalls in corners; started anew from its end it goes on
		result, err := optimize.Minimize(optimize.Problem{Func: func(x []float64) float64 { return -likelihood(x) }},
			start, &optimize.Settings{MajorIterations: 3000}, &optimize.NelderMead{SimplexSize: 0.01 * min(mean, 1-mean)})
		require.NotNil(t, result, "%v", err)
		start = result.X
		if -result.F < best+1e-9 {
			break
		}
		best = -result.F
	}
	return best
}

func TestLLRMirrored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPairs().Draw(t, "pairs")
		elos := rapid.Float64Range(-maxElo, maxElo)
		s := SPRT{Elo0: elos.Draw(t, "elo0"), Elo1: elos.Draw(t, "elo1")}
		llr := s.LLR(p)
		scale := 1e-6 * (1 + math.Abs(llr))
		require.InDelta(t, -llr, SPRT{Elo0: s.Elo1, Elo1: s.Elo0}.LLR(p), scale)
		require.InDelta(t, llr, SPRT{Elo0: -s.Elo0, Elo1: -s.Elo1}.LLR(p.Mirror()), scale)
	})
}

func TestNoHypothesisHangs(t *testing.T) {
	for _, elo := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		s := SPRT{Elo0: elo, Elo1: 5}
		s.Decision(Pairs{1, 2, 3, 4, 5})
	}
}
