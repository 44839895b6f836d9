package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestUpToDate makes everything that is generated once more.
func TestUpToDate(t *testing.T) {
	const folder, command = "..", "run go generate ./cmd/internal/site"
	types, err := os.ReadFile(filepath.Join(folder, typesFile))
	require.NoError(t, err)
	require.Equal(t, typeScript(), string(types), command)
	problems, err := os.ReadFile(filepath.Join(folder, suite))
	require.NoError(t, err)
	copied, err := os.ReadFile(filepath.Join(folder, suiteCopy))
	require.NoError(t, err)
	require.Equal(t, string(problems), string(copied), command)
	files, err := bundled(folder, nil)
	require.NoError(t, err)
	size := 0
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(folder, "dist", name))
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, got), "%s: %s", name, command)
		if name != "de.js" { // German comes when it is wanted
			size += compressed(t, got)
		}
	}
	for _, name := range []string{"page/src/index.html", "page/src/fonts/figtree.woff2"} { // what else the page needs
		data, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		size += compressed(t, data)
	}
	const maximum = 120_000
	t.Logf("%d bytes of the page, compressed", size)
	require.Less(t, size, maximum, "bytes of the page, compressed")
}

func compressed(t *testing.T, data []byte) int {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(data)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Len()
}
