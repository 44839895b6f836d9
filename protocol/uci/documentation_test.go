package uci

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The conversation in docs/books.md is what the book in the program answers. Three dots stand for what is left out.
func TestTheDocumentedBook(t *testing.T) {
	document, err := os.ReadFile(filepath.Join("..", "..", "docs", "books.md"))
	require.NoError(t, err)
	c := newTalk(t)
	c.where = "docs/books.md"
	steps := 0
	for _, line := range regexp.MustCompile(`(?m)^    [<>] .+$`).FindAllString(string(document), -1) {
		line = strings.TrimSpace(line)
		if answer, ok := strings.CutPrefix(line, "< "); ok {
			line = "<~ " + strings.ReplaceAll(regexp.QuoteMeta(answer), `\.\.\.`, ".*")
		}
		c.step(line)
		steps++
	}
	require.NotZero(t, steps)
	c.finish()
}
