package people

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/eval"
)

// drawn returns samples whose results follow a rule.
func drawn(r *rand.Rand, p eval.People, number int) []sample {
	const widest, fewest, most = 400, 2, 24
	all := make([]sample, number)
	for i := range all {
		s := sample{score: eval.Score(r.IntN(2*widest+1) - widest), pieces: fewest + r.IntN(most-fewest+1)}
		c := p.Chances(s.score, s.pieces)
		switch at := r.Float64(); {
		case at < c.Win:
			s.result = win
		case at < c.Win+c.Draw:
			s.result = draw
		}
		all[i] = s
	}
	return all
}

// TestFitFindsTheRule: from results that follow a rule, the fit finds the rule, and no rule near it is more likely.
func TestFitFindsTheRule(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		between := func(low, high float64, name string) float64 { return rapid.Float64Range(low, high).Draw(r, name) }
		want := eval.People{B: between(0.3, 2, "b"), B1: between(-0.3, 0.3, "b1"), T0: between(-0.7, 0.7, "t0"), T1: between(-0.8, 0.2, "t1")}
		all := drawn(rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 0)), want, 2000)
		got := fit(all)
		const near = 0.6
		require.InDelta(r, want.B, got.B, near)
		require.InDelta(r, want.B1, got.B1, near)
		require.InDelta(r, want.T0, got.T0, near)
		require.InDelta(r, want.T1, got.T1, near)
		sum := func(p eval.People) (sum float64) {
			for _, s := range all {
				sum += surprise(p.Chances(s.score, s.pieces), s)
			}
			return sum
		}
		const step = 0.01
		for _, other := range []eval.People{
			{B: got.B + step, B1: got.B1, T0: got.T0, T1: got.T1}, {B: got.B - step, B1: got.B1, T0: got.T0, T1: got.T1},
			{B: got.B, B1: got.B1 + step, T0: got.T0, T1: got.T1}, {B: got.B, B1: got.B1, T0: got.T0 - step, T1: got.T1},
			{B: got.B, B1: got.B1, T0: got.T0, T1: got.T1 + step},
		} {
			require.Less(r, sum(got), sum(other))
		}
	})
}

// TestFitOfNothing: samples that say nothing of a number leave it where it was, and no number is NaN.
func TestFitOfNothing(t *testing.T) {
	require.Equal(t, eval.People{B: 1}, fit(nil))
	p := fit([]sample{{score: 0, pieces: 12, result: draw}})
	require.False(t, p != p, "%v", p)
}

// TestGamesAreRepeatable: a game and its samples depend on the seed and the number alone, and the results of the two sides agree.
func TestGamesAreRepeatable(t *testing.T) {
	for _, b := range Bands()[:2] {
		a, err := newAuthor(b, 7)
		require.NoError(t, err)
		other, err := newAuthor(b, 7)
		require.NoError(t, err)
		_, err = other.Do(t.Context(), 2) // what was played before does not matter
		require.NoError(t, err)
		for number := range 3 {
			first, err := a.Do(t.Context(), number)
			require.NoError(t, err)
			second, err := other.Do(t.Context(), number)
			require.NoError(t, err)
			require.Equal(t, first, second)
			require.NotEmpty(t, first)
			require.LessOrEqual(t, len(first), samplesOfGame)
		}
	}
}

// TestPeople measures again, with other games, that the rules in the program foretell how games of weak players end.
func TestPeople(t *testing.T) {
	const (
		games  = 900
		seed   = 1000
		meanOf = 0.03
	)
	if os.Getenv("ZONDA_LONG") == "" {
		t.Skip("set ZONDA_LONG=1 to play 3,600 games")
	}
	for _, b := range Bands() {
		m := &Measured{Band: b, Games: games}
		a, err := newAuthor(b, seed)
		require.NoError(t, err)
		var all []sample
		for number := range games {
			found, err := a.Do(t.Context(), number)
			require.NoError(t, err)
			all = append(all, found...)
		}
		m.Positions = len(all)
		m.compare(eval.PeopleAt(b.Rating), all)
		m.mean()
		t.Logf("%s: %+v", b.Name, *m)
		require.Less(t, m.MeanError, meanOf)
		require.Less(t, m.PointsLoss, m.EnginePoints)
		require.Less(t, m.Loss, m.Engine)
	}
}
