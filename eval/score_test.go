package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestProvenScoresKeepTheirPlies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plies := rapid.IntRange(0, int(longestWin)).Draw(t, "plies")
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
		win := Score(rapid.IntRange(int(leastWin), int(DatabaseWin)).Draw(t, "win"))
		require.True(t, win.IsWin() && (-win).IsLoss() && win.IsProven() && (-win).IsProven())
		require.False(t, win.HasPlies() || (-win).HasPlies())
		require.Zero(t, win.Plies())
		require.Less(t, win, WinIn(int(longestWin)))
		require.Equal(t, "win", win.String())
		require.Equal(t, "loss", (-win).String())
	})
}

func TestOtherScoresAreNotProven(t *testing.T) {
	for _, s := range []Score{Draw, Man, -Man, leastWin - 1, 1 - leastWin} {
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
