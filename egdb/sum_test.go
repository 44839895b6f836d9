package egdb_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/egdb"
)

// The sum is that of the slices, wherever they lie, and every slice counts.
func TestSum(t *testing.T) {
	builtIn, problems := egdb.Open(egdb.Options{BuiltIn: true})
	require.Empty(t, problems)
	defer builtIn.Close()
	files, problems := egdb.Open(egdb.Options{Directory: "data"})
	require.Empty(t, problems)
	defer files.Close()
	require.Zero(t, builtIn.Sum(0))
	seen := map[uint32]bool{}
	for pieces := range builtIn.Complete() + 1 {
		require.Equal(t, builtIn.Sum(pieces), files.Sum(pieces))
		seen[builtIn.Sum(pieces)] = true
	}
	require.Len(t, seen, builtIn.Complete(), "no slice has one piece; any other number adds slices")
	require.Equal(t, builtIn.Sum(builtIn.Complete()), builtIn.Sum(builtIn.Complete()+1))

	small, problems := egdb.Open(egdb.Options{BuiltIn: true, Pieces: 3})
	require.Empty(t, problems)
	defer small.Close()
	require.Equal(t, builtIn.Sum(3), small.Sum(6))
}
