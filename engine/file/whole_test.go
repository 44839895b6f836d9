package file

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWriteWhole: a file whose writing fails is not there, and one that was there
// stays as it was.
func TestWriteWhole(t *testing.T) {
	directory := t.TempDir()
	name := filepath.Join(directory, "file")
	require.NoError(t, WriteWhole(name, Bytes([]byte("first"))))
	full := errors.New("no space")
	err := WriteWhole(name, func(w io.Writer) error {
		_, _ = w.Write([]byte("sec"))
		return full
	})
	require.ErrorIs(t, err, full)
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "first", string(data))
	entries, err := os.ReadDir(directory)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// What stands in the way of the temporary file is not touched.
func TestTemporaryNameIsTaken(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
	require.NoError(t, os.Mkdir(name+temporary, 0o700))
	require.Error(t, WriteWhole(name, Bytes([]byte("new"))))
	require.DirExists(t, name+temporary)
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "old", string(data))
}
