package shipped

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
)

// TestShipped: all problems are sound and differ, and all sorts, both sides and all parts of the scale are there.
func TestShipped(t *testing.T) {
	read, err := Read()
	require.NoError(t, err)
	const maxBytes, minimum = 90_000, 2_000
	require.Less(t, len(data), maxBytes)
	require.GreaterOrEqual(t, len(read.Problems), minimum)
	ids, positions := map[string]bool{}, map[board.Position]bool{}
	turns, claims, bands := map[board.Color]int{}, map[suite.Claim]int{}, map[int]int{}
	themes, proven := map[string]int{}, 0
	for _, p := range read.Problems {
		at := p.Position
		turns[at.Turn]++
		claims[p.Claim]++
		const known = 6 // pieces, of the databases
		if p.Claim == suite.Value && at.Pieces() > known {
			proven++
		}
		if at.Turn == board.White {
			at = at.Mirror()
		}
		require.False(t, ids[p.ID] || positions[at], p.ID)
		ids[p.ID], positions[at] = true, true
		require.Equal(t, p.Line[0], p.KeyMoves[0], p.ID)
		require.True(t, len(p.KeyMoves) == 1 || p.Claim == suite.Ground, p.ID)
		require.Equal(t, p.Claim == suite.Value, p.Result != board.Unknown, p.ID)
		least, wide := 250.0, 160.0
		if p.Claim == suite.Ground {
			least, wide = 0, 220
		}
		require.True(t, p.Rating > least && p.Rating < 2500 && p.Deviation >= 60 && p.Deviation <= wide, p.ID)
		const bandWidth = 200
		bands[int(p.Rating)/bandWidth]++
		for _, theme := range p.Themes {
			themes[theme]++
		}
	}
	const ofSort, ofBand, saves, proofs = 700, 80, 100, 15
	require.GreaterOrEqual(t, claims[suite.Save], saves)
	require.GreaterOrEqual(t, proven, proofs)
	require.Greater(t, min(claims[suite.Value], claims[suite.Man], turns[board.Black], turns[board.White]), ofSort)
	for band := range 12 { // 0 to 2399
		require.GreaterOrEqual(t, bands[band], ofBand, "%d", band)
	}
	for _, theme := range []string{"shot", "in-and-out", "rebound", "hold", "breeches", "bridge", "trapped-king", "exchange", "save", "more-taken", "safe-move", "man-by-force", "make-a-king"} {
		require.Positive(t, themes[theme], theme)
	}
}
