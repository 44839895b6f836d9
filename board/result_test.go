package board

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestResults(t *testing.T) {
	tests := []struct {
		result, opposite Result
		text             string
	}{
		{Unknown, Unknown, "unknown"},
		{Loss, Win, "loss"},
		{Draw, Draw, "draw"},
		{Win, Loss, "win"},
	}
	for _, test := range tests {
		require.Equal(t, test.opposite, test.result.Opposite())
		require.Equal(t, test.text, test.result.String())
	}
	require.Zero(t, Unknown)
}

func TestWinner(t *testing.T) {
	for _, c := range []Color{Black, White} {
		winner, ok := Won(c).Color()
		require.True(t, ok)
		require.Equal(t, c, winner)
		for _, r := range []Result{Unknown, Loss, Draw, Win} {
			require.Equal(t, r, r.Winner(c).For(c))
			require.Equal(t, r.Opposite(), r.Winner(c).For(c.Opponent()))
		}
	}
	_, ok := Drawn.Color()
	require.False(t, ok)
	require.Equal(t, Loss, BothLost.For(White))
	require.Equal(t, "White wins: no move", Outcome{WhiteWon, NoMove}.String())
	require.Equal(t, "draw: move rule", Outcome{Drawn, MoveRule}.String())
}
