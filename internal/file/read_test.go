package file

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A file of the limit is read whole, and a longer one is refused.
func TestReadAtMost(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte("four"), 0o600))
	for _, limit := range []int{4, 5} {
		data, err := ReadAtMost(name, limit)
		require.NoError(t, err)
		require.Equal(t, "four", string(data))
	}
	for _, limit := range []int{0, 3} {
		_, err := ReadAtMost(name, limit)
		require.ErrorContains(t, err, name+": the file is too long: it has more than ")
	}
}

// A file that is not there and a folder are errors that name them.
func TestReadAtMostOfNoFile(t *testing.T) {
	folder := t.TempDir()
	_, err := ReadAtMost(filepath.Join(folder, "none"), 1)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, filepath.Join(folder, "none"))
	_, err = ReadAtMost(folder, 1)
	require.ErrorContains(t, err, folder)
}
