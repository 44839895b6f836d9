package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/egdb"
)

// TestDrawsAreKept plays drawn endings against an opponent that searches three plies without databases, with all
// techniques and without the one that plays the hardest draws. No draw may be lost. The long test plays so many
// games that the technique must win more of them.
func TestDrawsAreKept(t *testing.T) {
	t.Parallel()
	library, problems := egdb.Open(egdb.Options{BuiltIn: true})
	require.Empty(t, problems)
	games := 2
	if os.Getenv(longTests) != "" {
		games = 500
	}
	c := egdbConvertCommand{Draws: games, Pieces: []int{6}, OpponentDepth: 3, Nodes: 3000, Hash: 4, Seed: 1, Concurrency: 1}
	with, err := c.playDraws(t.Context(), library, func(int) {})
	require.NoError(t, err)
	c.Without = []string{"future"}
	without, err := c.playDraws(t.Context(), library, func(int) {})
	require.NoError(t, err)
	t.Logf("with: %+v, without: %+v", with, without)
	for _, sum := range []drawnSum{with, without} {
		require.Equal(t, games, sum.Games)
		require.Zero(t, sum.Lost)
	}
	if games > 2 {
		require.Greater(t, with.Won, without.Won)
	}
}
