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

// The name of the folder is no pattern.
func TestMatching(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "run[1]*")
	require.NoError(t, os.Mkdir(folder, 0o700))
	for _, name := range []string{"b.a", "a.a", "a.b"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	names, err := Matching(folder, "*.a")
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(folder, "a.a"), filepath.Join(folder, "b.a")}, names)
	names, err = Matching(filepath.Join(folder, "none"), "*")
	require.NoError(t, err)
	require.Empty(t, names)
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
