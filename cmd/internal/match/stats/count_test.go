package stats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGames(t *testing.T) {
	g := Games{Wins: 3, Draws: 4, Losses: 1}
	require.Equal(t, 8, g.Total())
	require.Equal(t, 5.0, g.Points())
	require.Equal(t, 0.625, g.Score())
	require.Equal(t, 0.375, g.Mirror().Score())
	require.Equal(t, Games{4, 6, 4}, g.Plus(Games{1, 2, 3}))
	require.Equal(t, 0.5, Games{}.Score())
}

func TestPairs(t *testing.T) {
	var p Pairs
	for _, halfPoints := range []int{0, 2, 2, 3, 4, 4, 4, -1, 5} {
		p.Add(halfPoints)
	}
	require.Equal(t, Pairs{1, 0, 2, 1, 3}, p)
	require.Equal(t, 7, p.Total())
	require.InDelta(t, (4+3+12)/28., p.Score(), 1e-15)
	require.Equal(t, Pairs{3, 1, 2, 0, 1}, p.Mirror())
	require.Equal(t, Pairs{1, 0, 2, 1, 3}, p, "the mirror is another's")
	require.Equal(t, Pairs{2, 2, 5, 5, 8}, p.Plus(Pairs{1, 2, 3, 4, 5}))
	require.Equal(t, Pairs{1, 0, 2, 1, 3}, p)
	require.Equal(t, 0.5, Pairs{}.Score())
}
