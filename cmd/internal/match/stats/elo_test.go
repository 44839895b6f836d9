package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestElo(t *testing.T) {
	require.Zero(t, Elo(0.5))
	require.InDelta(t, 190.848501887865, Elo(0.75), 1e-9)
	require.InDelta(t, 400, Elo(10./11), 1e-9)
	require.InDelta(t, 0.640065, Expected(100), 1e-6)
	for score, elo := range map[float64]float64{0: -maxElo, 1: maxElo, -3: -maxElo, 7: maxElo, 1e-9: -maxElo, 1 - 1e-9: maxElo} {
		require.EqualValues(t, elo, Elo(score), "%v", score)
	}
	require.Equal(t, Expected(maxElo), Expected(math.Inf(1)))
}

func TestEloAndExpectedAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elo := rapid.Float64Range(-maxElo, maxElo).Draw(t, "elo")
		require.InDelta(t, elo, Elo(Expected(elo)), 1e-6)
		require.InDelta(t, -elo, Elo(1-Expected(elo)), 1e-6)
	})
}

func TestEloRises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, other := rapid.Float64().Draw(t, "one"), rapid.Float64().Draw(t, "other")
		require.LessOrEqual(t, Elo(min(one, other)), Elo(max(one, other)))
		require.LessOrEqual(t, Expected(min(one, other)), Expected(max(one, other)))
	})
}
