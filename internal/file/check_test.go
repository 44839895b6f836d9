package file

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Check leaves nothing behind, and refuses what cannot be written.
func TestCheck(t *testing.T) {
	folder := t.TempDir()
	old := filepath.Join(folder, "old")
	require.NoError(t, os.WriteFile(old, []byte("old"), 0o600))
	require.NoError(t, Check(old))
	require.NoError(t, Check(filepath.Join(folder, "new")))
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1)

	require.ErrorContains(t, Check(""), "missing")
	require.ErrorContains(t, Check(folder), "is a folder")
	require.ErrorContains(t, Check(filepath.Join(folder, "none", "new")), "cannot write into the folder "+filepath.Join(folder, "none"))
	require.Error(t, Check(filepath.Join(old, "new")))
	require.ErrorIs(t, Check(filepath.Join(folder, "none", "new")), os.ErrNotExist)
}
