package endings_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/generate"
	"github.com/zonda-checkers/zonda/internal/endgame/pack"
)

// flipped is a source with one wrong value.
type flipped struct {
	pack.Source
	position board.Position
}

func (f flipped) EachWord(m endgame.Material, part, parts int, visit func(*pack.Word)) {
	f.Source.EachWord(m, part, parts, func(w *pack.Word) {
		for at := w.At; at != 0; at &= at - 1 {
			if w.Position(at.First()) == f.position {
				w.NotWins |= at.First().Bit()
			}
		}
		visit(w)
	})
}

// TestVerifyFindsWrongValues: a file whose checksums are right and one of whose values
// is wrong, or its counts, does not pass.
func TestVerifyFindsWrongValues(t *testing.T) {
	t.Parallel()
	values := generate.NewValues()
	for pieces := 2; pieces <= 3; pieces++ {
		for _, class := range generate.Classes(pieces) {
			require.NoError(t, values.Solve(context.Background(), class, 1, nil))
		}
	}
	m, err := endgame.ParseMaterial("2Kv1K")
	require.NoError(t, err)
	won, err := board.ParseFEN("B:WK32:BK1,K2")
	require.NoError(t, err)
	miscount := func(m endgame.Material) (endgame.Counts, bool) {
		n, known := values.Counts(m)
		n.Wins++
		return n, known
	}
	zonda, directory := programtest.Program(t), t.TempDir()
	for _, c := range []struct {
		source pack.Source
		census pack.Census
		want   string
	}{
		{values, values.Counts, ""},
		{flipped{values, won}, values.Counts, "slice 2Kv1K: "},
		{values, miscount, "claims"},
	} {
		data, err := pack.Encode(context.Background(), c.source, m, pack.Options{Workers: 1, Census: c.census})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(directory, "2Kv1K.zdb"), data, 0o600))
		stdout, stderr, status := programtest.Output(t, zonda, "egdb", "verify", "--ranks", "0", directory)
		if c.want == "" {
			require.Zero(t, status, stderr)
			require.Contains(t, stdout, "one ply")
			require.Contains(t, stdout, "not there, and not checked: 1Kv1K")
			stdout, _, _ = programtest.Output(t, zonda, "egdb", "verify", directory)
			require.Contains(t, stdout, "ranks to 33")
		} else {
			require.Equal(t, 1, status, stdout)
			require.Contains(t, stderr, c.want)
			require.NotContains(t, stdout, "sound:")
		}
	}
}

// TestValuesOnly: working files alone, and a later build goes on from them.
func TestValuesOnly(t *testing.T) {
	t.Parallel()
	zonda, directory := programtest.Program(t), filepath.Join(t.TempDir(), "run[1]")
	_, stderr, status := programtest.Output(t, zonda, "egdb", "build", "--slice", "2Kv1K", "--values", "--out", directory)
	require.Zero(t, status, stderr)
	require.Empty(t, slicesOf(t, directory))
	require.Positive(t, endings.ValuesIn(directory))
	stdout, stderr, status := programtest.Output(t, zonda, "egdb", "build", "--slice", "2Kv1K", "--keep-values", "--json", "--out", directory)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, `"slice":"2Kv1K","phase":"values","positions":29760,"seconds":0,"found":true`)
	require.Contains(t, stdout, `"values_bytes"`)
	require.Len(t, slicesOf(t, directory), 2)
	require.Positive(t, endings.ValuesIn(directory))
	_, stderr, status = programtest.Output(t, zonda, "egdb", "stats", directory)
	require.Zero(t, status, stderr)
	require.Empty(t, stderr)
}
