package egdb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// mappedOptions name a directory with the program's files of up to 3 pieces, all of which are mapped.
func mappedOptions(t *testing.T) Options {
	t.Helper()
	directory := t.TempDir()
	entries, err := files.ReadDir(filesDirectory)
	require.NoError(t, err)
	for _, e := range entries {
		m, err := ParseMaterial(strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())))
		if err != nil || m.Pieces() > 3 {
			continue
		}
		data, err := files.ReadFile(filesDirectory + "/" + e.Name())
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(directory, e.Name()), data, 0o600))
	}
	return Options{Directory: directory}
}

// TestProbeAfterClose: what is mapped answers unknown after Close, also if it is asked by its slice, and nothing reads the memory
// that is gone.
func TestProbeAfterClose(t *testing.T) {
	o := mappedOptions(t)
	library, problems := Open(o)
	require.Empty(t, problems)
	distances, problems := OpenDistanceSet(DTW, o, library)
	require.Empty(t, problems)
	won, err := board.ParseFEN("B:WK29:BK1,K2")
	require.NoError(t, err)
	lost, err := board.ParseFEN("B:WK29,K22:BK4")
	require.NoError(t, err)
	values, plies := library.Slices(), distances.Slices()
	require.Equal(t, board.Win, library.Probe(won))
	require.Equal(t, board.Win, library.ProbeStored(won))
	require.Equal(t, Distance{board.Win, 11}, distances.Distance(won))
	require.Equal(t, board.Loss, distances.Distance(lost).Value)

	require.NoError(t, distances.Close())
	require.Equal(t, board.Win, library.Probe(won))
	require.Equal(t, board.Unknown, distances.Distance(won).Value)
	require.NoError(t, library.Close())
	require.NoError(t, library.Close(), "a second time")
	for _, p := range []board.Position{won, lost} {
		require.Equal(t, board.Unknown, library.Probe(p))
		require.Equal(t, board.Unknown, library.ProbeStored(p))
		require.Equal(t, board.Unknown, distances.Distance(p).Value)
		for _, s := range values {
			require.False(t, s.Stored(p))
			require.Equal(t, board.Unknown, s.Value(p))
		}
		for _, s := range plies {
			_, stored := s.Stored(p)
			require.False(t, stored)
		}
	}
}

// TestImpossibleOptions: what cannot be opened is an error, and not an empty set.
func TestImpossibleOptions(t *testing.T) {
	library, problems := Open(Options{BuiltIn: true, Pieces: -3})
	require.Len(t, problems, 1)
	require.ErrorContains(t, problems[0], "-3 pieces")
	require.Empty(t, library.Slices())
	for _, metric := range []Metric{WLD, DTC + 1} {
		set, problems := OpenDistanceSet(metric, Options{BuiltIn: true}, library)
		require.Len(t, problems, 1)
		require.ErrorContains(t, problems[0], "no distances")
		require.NoError(t, set.Close())
	}
}
