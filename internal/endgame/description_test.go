package endgame

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKingLimits(t *testing.T) {
	d := BoundsDescription{Pieces: 9, MaxKings: KingLimits{1, 0}}
	require.NoError(t, d.Check())
	require.Equal(t, 7, d.CompletePieces())
	for pieces, want := range map[int]int{7: -1, 8: 1, 9: 0, 10: -1} {
		kings, bounded := d.Limit(pieces)
		require.Equal(t, want >= 0, bounded)
		if bounded {
			require.Equal(t, want, kings)
		}
	}
	require.Equal(t, "8 pieces with at most 1 kings, 9 pieces with at most 0 kings", d.String())
}

func TestImpossibleBounds(t *testing.T) {
	for what, d := range map[string]BoundsDescription{
		"set of 2 pieces":     {Pieces: 2, MaxKings: KingLimits{0}},
		"set of 10 pieces":    {Pieces: MaxPieces + 1, MaxKings: KingLimits{0}},
		"at most -1 of":       {Pieces: 4, SidePieces: -1, MaxKings: KingLimits{0}},
		"0 limits":            {Pieces: 4},
		"3 limits":            {Pieces: 4, MaxKings: KingLimits{0, 0, 0}},
		"at most -1 kings":    {Pieces: 4, MaxKings: KingLimits{0, -1}},
		"4 kings with 3 piec": {Pieces: 4, MaxKings: KingLimits{4, 0}},
	} {
		require.ErrorContains(t, d.Check(), what)
	}
}

// FuzzReadBoundsDescription: every description that is accepted is possible, and the error of every other names the file.
func FuzzReadBoundsDescription(f *testing.F) {
	f.Add([]byte(`{"version": 2, "pieces": 9, "side_pieces": 5, "max_kings": [1, 0], "complete": 1, "slices": [{"slice": "4Cv4C", "wins": 1}]}`))
	f.Add([]byte(`{"version": 1, "pieces": 8, "max_kings": 1}`))
	f.Add([]byte(`{"version": 2, "pieces": 8, "max_kings": 1}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, text []byte) {
		name := filepath.Join(t.TempDir(), BoundsName)
		require.NoError(t, os.WriteFile(name, text, 0o600))
		d, err := ReadBoundsDescription(filepath.Dir(name))
		if err != nil {
			require.ErrorContains(t, err, name)
			return
		}
		require.NoError(t, d.Check())
		require.Equal(t, BoundsVersion, d.Version)
		for pieces := -1; pieces <= MaxPieces+1; pieces++ {
			_, bounded := d.Limit(pieces)
			require.Equal(t, pieces > d.CompletePieces() && pieces <= d.Pieces, bounded)
		}
	})
}
