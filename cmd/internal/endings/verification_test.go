package endings

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/verify"
)

// TestSampled: a sample with about the shares of the file is accepted, one with other shares is not.
func TestSampled(t *testing.T) {
	db, err := egdb.Open(egdb.Options{ValuesOnly: true, Pieces: 3})
	require.NoError(t, err)
	defer db.Close()
	m, err := endgame.ParseMaterial("2Kv1K")
	require.NoError(t, err)
	n := db.Counts(m)
	for off, sound := range map[uint64]bool{0: true, 10: true, 500: false} {
		v := NewVerification(io.Discard)
		failed := v.Run(verify.Options{}, func(verify.Options) error {
			v.Sampled(db, verify.Summary{Slice: m, Wins: n.Wins/2 - off, Draws: n.Draws/2 + off, Losses: n.Losses / 2})
			return nil
		})
		require.Equal(t, sound, failed == nil, "%d positions off of %+v", off, n)
	}
}
