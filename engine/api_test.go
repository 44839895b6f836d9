package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTheDocumentedPrograms: docs/api.md shows the bodies of examples that are run here, and none is longer than 25 lines.
func TestTheDocumentedPrograms(t *testing.T) {
	source, err := os.ReadFile("example_test.go")
	require.NoError(t, err)
	document, err := os.ReadFile(filepath.Join("..", "docs", "api.md"))
	require.NoError(t, err)
	shown := 0
	for part := range strings.SplitSeq(string(source), "\nfunc Example_") {
		name, rest, ok := strings.Cut(part, "() {\n")
		if !ok || strings.HasPrefix(part, "package") {
			continue
		}
		body, _, _ := strings.Cut(rest, "\t// Output:")
		require.LessOrEqual(t, strings.Count(body, "\n"), 25, name)
		require.Contains(t, string(document), "Example_"+name)
		if strings.Contains(string(document), "```go\n"+body+"```\n") {
			shown++
		}
	}
	require.Equal(t, 2, shown, "the bot and the analysis are shown")
}
