package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The files in package kernel are those that the program writes, but for the first line, which names the command.
func TestFilesAreFresh(t *testing.T) {
	folder := t.TempDir()
	names := map[string]string{"out": "avx_amd64.s", "stubs": "avx_amd64.go"}
	for option, name := range names {
		require.NoError(t, flag.Set(option, filepath.Join(folder, name)))
	}
	require.NoError(t, flag.Set("pkg", "kernel"))
	main()
	for _, name := range names {
		require.Equal(t, withoutCommand(t, filepath.Join(folder, name)), withoutCommand(t, filepath.Join("..", name)),
			"go generate ./cmd/internal/learn/evaltune/train/internal/kernel writes %s anew", name)
	}
}

// withoutCommand returns the lines of a file after the first.
func withoutCommand(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	_, rest, found := bytes.Cut(data, []byte("\n"))
	require.True(t, found)
	return string(rest)
}
