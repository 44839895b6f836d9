package eval_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/eval"
)

// TestPeopleChances: chances of people of any rating are shares of one game, the opponent's are their mirror image, and a better score is
// never worse. The chances change little with a little of the rating.
func TestPeopleChances(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rating := rapid.Float64Range(-500, 3000).Draw(r, "rating")
		p, pieces := eval.PeopleAt(rating), rapid.IntRange(2, 24).Draw(r, "pieces")
		s := eval.Score(rapid.IntRange(-int(eval.Win), int(eval.Win)-1).Draw(r, "score"))
		c := p.Chances(s, pieces)
		for _, share := range []float64{c.Win, c.Draw, c.Loss} {
			require.True(r, share >= 0 && share <= 1, "%v", c)
		}
		require.InDelta(r, 1, c.Win+c.Draw+c.Loss, 1e-9)
		other := p.Chances(-s, pieces)
		require.InDelta(r, c.Win, other.Loss, 1e-12)
		require.GreaterOrEqual(r, p.Chances(s+1, pieces).Expected(), c.Expected())
		require.InDelta(r, c.Expected(), eval.PeopleAt(rating+1).Chances(s, pieces).Expected(), 0.005)
	})
}

// TestPeopleAtBands: a man more is worth more to better players, and outside of the measured strengths the rule is that of the nearest.
func TestPeopleAtBands(t *testing.T) {
	const man, pieces = 100, 23
	last := 0.5
	for _, rating := range []float64{415, 684, 1175, 1675} {
		expected := eval.PeopleAt(rating).Chances(man, pieces).Expected()
		require.Greater(t, expected, last)
		last = expected
	}
	require.Equal(t, eval.PeopleAt(415), eval.PeopleAt(0))
	require.Equal(t, eval.PeopleAt(1675), eval.PeopleAt(2500))
	require.Greater(t, eval.Score(man).Chance(), last, "the engine's own games are surer")
}
