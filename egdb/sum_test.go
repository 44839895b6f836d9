package egdb_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/egdb"
)

// The sum is that of the slices, wherever they lie, and every slice counts.
func TestSum(t *testing.T) {
	builtIn, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	defer builtIn.Close()
	files, err := egdb.Open(egdb.Options{FilesOnly: true, ValuesOnly: true, Directory: "data"})
	require.NoError(t, err)
	defer files.Close()
	require.Zero(t, builtIn.Sum(0))
	seen := map[uint32]bool{}
	for pieces := range builtIn.Complete() + 1 {
		require.Equal(t, builtIn.Sum(pieces), files.Sum(pieces))
		seen[builtIn.Sum(pieces)] = true
	}
	require.Len(t, seen, builtIn.Complete(), "no slice has one piece; any other number adds slices")
	require.Equal(t, builtIn.Sum(builtIn.Complete()), builtIn.Sum(builtIn.Complete()+1))

	small, err := egdb.Open(egdb.Options{ValuesOnly: true, Pieces: 3})
	require.NoError(t, err)
	defer small.Close()
	require.Equal(t, builtIn.Sum(3), small.Sum(6))
}
