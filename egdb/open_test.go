package egdb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// mappedOptions name a directory with the program's files of up to 3 pieces, all of which are mapped.
func mappedOptions(t *testing.T) Options {
	t.Helper()
	directory := t.TempDir()
	for name, data := range files {
		m, err := endgame.ParseMaterial(strings.TrimSuffix(name, filepath.Ext(name)))
		if err == nil && m.Pieces() <= 3 {
			require.NoError(t, os.WriteFile(filepath.Join(directory, name), data, 0o600))
		}
	}
	return Options{FilesOnly: true, Directory: directory}
}

// TestProbeAfterClose: what is mapped answers unknown after Close, also if it is asked by its slice, and nothing reads the memory
// that is gone.
func TestProbeAfterClose(t *testing.T) {
	o := mappedOptions(t)
	library, err := Open(o)
	require.NoError(t, err)
	distances := library.Distances()
	won, err := board.ParseFEN("B:WK29:BK1,K2")
	require.NoError(t, err)
	lost, err := board.ParseFEN("B:WK29,K22:BK4")
	require.NoError(t, err)
	values, plies := library.Slices(), distances.Slices()
	require.Equal(t, board.Win, library.Probe(won))
	require.Equal(t, board.Win, library.ProbeStored(won))
	require.Equal(t, Distance{board.Win, 11}, distances.Distance(won))
	require.Equal(t, board.Loss, distances.Distance(lost).Value)

	programs, err := Open(Options{Pieces: 3})
	require.NoError(t, err)
	require.Equal(t, board.Win, programs.Probe(won))
	require.NoError(t, programs.Close())
	require.NoError(t, library.Close())
	require.NoError(t, library.Close(), "a second time")
	require.ErrorIs(t, library.DropPages(), ErrClosed)
	for _, p := range []board.Position{won, lost} {
		require.Equal(t, board.Unknown, library.Probe(p))
		require.Equal(t, board.Unknown, library.ProbeStored(p))
		require.Equal(t, board.Unknown, distances.Distance(p).Value)
		require.Equal(t, board.Unknown, programs.Probe(p), "those in the program too")
		require.Equal(t, board.Unknown, programs.ProbeStored(p))
		require.Equal(t, board.Unknown, programs.Distances().Distance(p).Value)
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
	for what, o := range map[string]Options{"-3 pieces": {Pieces: -3}, "no distances": {Metric: DTC + 1}} {
		_, err := Open(o)
		require.ErrorContains(t, err, what)
	}
}

// TestMoves: the moves of a position come best first, with the values and distances after them.
func TestMoves(t *testing.T) {
	db, err := Open(Options{})
	require.NoError(t, err)
	defer db.Close()
	valuesOnly, err := Open(Options{ValuesOnly: true})
	require.NoError(t, err)
	defer valuesOnly.Close()
	for _, fen := range []string{"B:WK29:BK1,K2", "W:WK29:BK1,K2", "B:WK32,28:BK1,2", "W:WK32,28,K14:BK1"} {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		value, plies := db.Distance(p)
		n, last := 0, 1<<30
		for m, v := range db.Moves(p) {
			require.Equal(t, db.Probe(p.Play(m)).Opposite(), v.Value)
			if n == 0 {
				require.Equal(t, Distance{value, plies}, v)
			}
			require.LessOrEqual(t, v.merit(), last)
			n, last = n+1, v.merit()
		}
		var moves board.MoveList
		p.Moves(&moves)
		require.Equal(t, moves.Len(), n)
		for m, v := range valuesOnly.Moves(p) {
			require.Equal(t, value, v.Value)
			require.Equal(t, v.Value.String(), v.String(), "without distances")
			require.Equal(t, value, db.Probe(p.Play(m)).Opposite())
			break
		}
	}
	for _, fen := range []string{"B:W:B1", "B:WK1:B"} {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		for m := range db.Moves(p) {
			require.Fail(t, "the game is over", "%s: %s", fen, m)
		}
	}
	n := 0
	for _, v := range db.Moves(board.Start()) {
		require.Equal(t, Distance{board.Unknown, 0}, v)
		n++
	}
	require.Equal(t, 7, n)
}
