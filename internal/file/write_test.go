package file

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
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

// Two programs that write one file at a time: each time the file is one of theirs, whole.
func TestWritersAtOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	const writers, rounds, size = 4, 20, 1 << 14
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for range rounds {
				err := WriteWhole(name, Bytes(bytes.Repeat([]byte{byte('a' + w)}, size)))
				data, readErr := os.ReadFile(name)
				if assert.NoError(t, err) && assert.NoError(t, readErr) {
					assert.Equal(t, bytes.Repeat(data[:1], size), data)
				}
			}
		})
	}
	all.Wait()
	entries, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// The folder of a file cannot be written: the error says so, and nothing is left.
func TestWriteIntoNoFolder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "none", "file")
	require.ErrorIs(t, WriteWhole(name, Bytes(nil)), os.ErrNotExist)
}

// What killed writers left is removed, and nothing else.
func TestRemoveUnfinished(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "a.zbk")
	kept := []string{".a.zbk", ".a.zbk.lock", ".a.zbk12x", ".b.zbk12", "a.zbk", "a.zbk12"}
	for _, n := range append(kept, ".a.zbk12", ".a.zbk9223372036854775807") {
		require.NoError(t, os.WriteFile(filepath.Join(folder, n), []byte("x"), 0o600))
	}
	require.NoError(t, RemoveUnfinished(name))
	var left []string
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	require.Equal(t, kept, left)
}

// The temporary file of a living writer stays, whatever other names it fits.
func TestRemoveUnfinishedOfALivingWriter(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "run12")
	require.NoError(t, WriteWhole(name, func(w io.Writer) error {
		l, err := Acquire(filepath.Join(folder, "run1"), NoWait)
		require.NoError(t, err)
		return errors.Join(l.Release(), RemoveUnfinished(name), Bytes([]byte("x"))(w))
	}))
	require.FileExists(t, name)
}

// An error while a file is written names the file, not the temporary one.
func TestErrorNamesTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	err := WriteWhole(name, func(w io.Writer) error {
		require.NoError(t, w.(io.Closer).Close())
		return Bytes([]byte("x"))(w)
	})
	require.EqualError(t, err, "write "+name+": file already closed")
}
