package stats

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/optimize"
	"pgregory.net/rapid"
)

func TestParseSPRT(t *testing.T) {
	for text, want := range map[string]SPRT{
		"0,5":          {0, 5, 0.05, 0.05},
		" -2.5 , 0 ":   {-2.5, 0, 0.05, 0.05},
		"-1200,+1.2e3": {-1200, 1200, 0.05, 0.05},
	} {
		s, err := ParseSPRT(text)
		require.NoError(t, err, text)
		require.Equal(t, want, s)
	}
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
		"5,0":     `sprt "5,0": elo0 has to be below elo1`,
	} {
		s, err := ParseSPRT(text)
		require.EqualError(t, err, message)
		require.Zero(t, s)
	}
	_, err := ParseSPRT(strings.Repeat("9", 1000) + ",1")
	require.Less(t, len(err.Error()), 120)
}

func FuzzParseSPRT(f *testing.F) {
	for _, seed := range []string{"0,5", "-2.5, 0", "5,0", "1e3,1e2", "0x1p-2,1", ",", "NaN,Inf", "\xff,½"} {
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
		require.True(t, -MaxElo <= s.Elo0 && s.Elo0 < s.Elo1 && s.Elo1 <= MaxElo)
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
		elos := rapid.Float64Range(-MaxElo, MaxElo)
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
