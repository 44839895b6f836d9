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
	there, err := os.ReadDir(filepath.Join(folder, "dist"))
	require.NoError(t, err)
	require.Len(t, there, len(files), command)
	font, err := os.ReadFile(filepath.Join(folder, "page/src/fonts/figtree.woff2"))
	require.NoError(t, err)
	size := compressed(t, font)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(folder, "dist", name))
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, got), "%s: %s", name, command)
		if name == indexFile || bytes.Contains(files[indexFile], []byte(`"`+name+`"`)) { // the others are loaded when they are shown
			size += compressed(t, got)
		} else {
			t.Logf("%6d %s", compressed(t, got), name)
		}
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

// TestSameElsewhere: the files have the same names and bytes wherever the sources lie.
func TestSameElsewhere(t *testing.T) {
	here, err := bundled("..", nil)
	require.NoError(t, err)
	elsewhere := t.TempDir()
	for _, sources := range []string{"site/page", "games/page"} { // a saved page has the script and the style of the pages of games
		require.NoError(t, os.CopyFS(filepath.Join(elsewhere, sources), os.DirFS("../../"+sources)))
	}
	there, err := bundled(filepath.Join(elsewhere, "site"), nil)
	require.NoError(t, err)
	require.Equal(t, here, there)
}
