package search

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The table of files in docs/search.md names every file of this package once, and no other file.
func TestDocumentedFiles(t *testing.T) {
	document, err := os.ReadFile(filepath.Join("..", "docs", "search.md"))
	require.NoError(t, err)
	_, table, found := strings.Cut(string(document), "| file in `search` | what it does |\n")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	var named []string
	for _, name := range regexp.MustCompile("`([a-z]+\\.go)`").FindAllStringSubmatch(table, -1) {
		named = append(named, name[1])
	}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	var own []string
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") && file != "doc.go" {
			own = append(own, file)
		}
	}
	require.ElementsMatch(t, own, named)
}
