package shipped

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/solve/suite"
)

// TestShipped: all problems are sound and differ, and both sides and all parts of the scale are there.
func TestShipped(t *testing.T) {
	read, err := Read()
	require.NoError(t, err)
	const most = 80_000 // bytes of the file
	require.Less(t, len(data), most)
	ids, positions := map[string]bool{}, map[board.Position]bool{}
	turns, claims, hard := map[board.Color]int{}, map[suite.Claim]int{}, 0
	for _, p := range read.Problems {
		at := p.Position
		turns[at.Turn]++
		claims[p.Claim]++
		if at.Turn == board.White {
			at = at.Mirror()
		}
		require.False(t, ids[p.ID] || positions[at], p.ID)
		ids[p.ID], positions[at] = true, true
		require.Equal(t, p.Line[:1], p.KeyMoves, p.ID)
		require.Equal(t, p.Claim == suite.Value, p.Result != board.Unknown, p.ID)
		require.True(t, p.Rating > 250 && p.Rating < 2500 && p.Deviation >= 60 && p.Deviation <= 160, p.ID)
		const hardFrom = 1800
		if p.Rating >= hardFrom {
			hard++
		}
	}
	const least = 20
	for _, count := range []int{turns[board.Black], turns[board.White], claims[suite.Value], claims[suite.Man], hard} {
		require.Greater(t, count, least)
	}
}
