package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestProvenScoresKeepTheirPlies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plies := rapid.IntRange(0, int(maxWin)).Draw(t, "plies")
		win, loss := WinIn(plies), LossIn(plies)
		require.Equal(t, plies, win.Plies())
		require.Equal(t, plies, loss.Plies())
		require.Equal(t, loss, -win)
		require.True(t, win.IsWin() && win.IsProven() && !win.IsLoss())
		require.True(t, loss.IsLoss() && loss.IsProven() && !loss.IsWin())
		require.True(t, win.HasPlies() && loss.HasPlies())
		require.Less(t, win, Bound)
	})
}

func TestWinsWithoutPlies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		win := Score(rapid.IntRange(int(minWin), int(DatabaseWin)).Draw(t, "win"))
		require.True(t, win.IsWin() && (-win).IsLoss() && win.IsProven() && (-win).IsProven())
		require.False(t, win.HasPlies() || (-win).HasPlies())
		require.Zero(t, win.Plies())
		require.Less(t, win, WinIn(int(maxWin)))
		require.Equal(t, "win", win.String())
		require.Equal(t, "loss", (-win).String())
	})
}

func TestOtherScoresAreNotProven(t *testing.T) {
	for _, s := range []Score{Draw, Man, -Man, minWin - 1, 1 - minWin} {
		require.False(t, s.IsProven(), s)
		require.Zero(t, s.Plies(), s)
	}
}

func TestScoreAsText(t *testing.T) {
	require.Equal(t, "win 7", WinIn(7).String())
	require.Equal(t, "loss 8", LossIn(8).String())
	require.Equal(t, "cp -100", (-Man).String())
	require.Equal(t, "cp 0", Draw.String())
}

// Chances are three shares of one, the better the score the better, the opponent's are their mirror image, and their parts
// have the sum that is asked for.
func TestChances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		score := rapid.OneOf(rapid.IntRange(-500, 500), rapid.IntRange(int(-Win), int(Win))).Draw(t, "score")
		pieces := rapid.IntRange(1, 24).Draw(t, "pieces")
		s := Score(score)
		c, higher := s.Chances(pieces), (s + 1).Chances(pieces)
		for _, share := range []float64{c.Win, c.Draw, c.Loss} {
			require.GreaterOrEqual(t, share, 0.)
		}
		require.InDelta(t, 1, c.Win+c.Draw+c.Loss, 1e-12)
		require.Equal(t, c.Mirror(), (-s).Chances(pieces))
		require.GreaterOrEqual(t, higher.Win, c.Win)
		require.LessOrEqual(t, higher.Loss, c.Loss)
		for _, total := range []int{100, 1000} {
			win, draw, loss := c.Of(total)
			require.Equal(t, total, win+draw+loss)
			require.True(t, win >= 0 && draw >= 0 && loss >= 0, "%d %d %d", win, draw, loss)
			better, _, worse := higher.Of(total)
			require.True(t, better >= win && worse <= loss)
			require.True(t, s.IsProven() || max(win, loss) < total, "a result that is not proven is certain")
		}
	})
}

// A proven result is certain.
func TestChancesOfProvenScores(t *testing.T) {
	for _, win := range []Score{minWin, KnownWin, DatabaseWin, WinIn(7)} {
		require.Equal(t, Chances{Win: 1}, win.Chances(12))
		require.Equal(t, Chances{Loss: 1}, (-win).Chances(12))
	}
	require.Equal(t, 0.5, Chances{Draw: 1}.Expected())
	require.Empty(t, Chances{Draw: 1}.String())
	require.Equal(t, "wins 30 %, draws 50 %, loses 20 %", Chances{0.3, 0.5, 0.2}.String())
}

// Fewer pieces make more draws of an even score, down to 12. The points to expect are on the side of Chance, and further from a
// half: strong players win with a lead that weaker ones do not win with.
func TestChancesByPieces(t *testing.T) {
	for pieces := 13; pieces <= 24; pieces++ {
		require.Less(t, Draw.Chances(pieces).Draw, Draw.Chances(pieces-1).Draw)
	}
	for pieces := 7; pieces <= 24; pieces++ {
		for s := Score(60); s <= 300; s++ {
			require.GreaterOrEqual(t, s.Chances(pieces).Expected(), s.Chance(), "%d pieces, %s", pieces, s)
		}
	}
}
