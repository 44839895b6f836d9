package uci

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/protocol/checkerboard"
	"github.com/zonda-checkers/zonda/protocol/session"
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

// rows returns the rows of the table in docs/protocol.md that has the heading, each as its cells.
func rows(t *testing.T, heading string) (cells [][]string) {
	document, err := os.ReadFile(filepath.Join("..", "..", "docs", "protocol.md"))
	require.NoError(t, err)
	_, table, found := strings.Cut(string(document), heading+"\n")
	require.True(t, found, heading)
	table, _, _ = strings.Cut(table, "\n\n")
	for i, row := range strings.Split(table, "\n") {
		if i > 0 { // the first row is the line below the heading
			cells = append(cells, strings.Split(strings.Trim(row, "| "), " | "))
		}
	}
	return cells
}

// documentedRange returns the range and the default of an option as docs/protocol.md writes them.
func documentedRange(o session.Option) string {
	switch o.Kind {
	case session.Spin:
		return fmt.Sprintf("%d to %d, default %s", o.Min, o.Max, o.Default)
	case session.Check:
		return "true, false; default " + o.Default
	case session.Button:
		return "a button"
	case session.Combo:
		return strings.Join(o.Values, ", ") + "; default " + o.Default
	}
	return "; default `" + o.Default + "`"
}

// The table of options in docs/protocol.md has every option with its range and its default, and no other option.
func TestDocumentedOptions(t *testing.T) {
	documented := rows(t, "| option | range | meaning |")
	var names []string
	ranges := map[string]string{}
	for _, row := range documented {
		names = append(names, row[0])
		ranges[row[0]] = row[1]
	}
	var options []string
	for _, o := range session.Options() {
		options = append(options, o.Name)
		if o.Name == "Hash" { // its largest value is that of the machine
			require.Equal(t, "1 to what the machine can spare, default "+o.Default, ranges[o.Name])
			continue
		}
		if o.Kind == session.String {
			require.True(t, strings.HasSuffix(ranges[o.Name], documentedRange(o)), o.Name)
		} else {
			require.Equal(t, documentedRange(o), ranges[o.Name], o.Name)
		}
	}
	require.ElementsMatch(t, options, names)
}

// first returns the texts in the first cells of the rows that match the expression, or their first group if it has one.
func first(expression string, documented [][]string) (words []string) {
	for _, row := range documented {
		for _, found := range regexp.MustCompile(expression).FindAllStringSubmatch(row[0], -1) {
			words = append(words, found[len(found)-1])
		}
	}
	slices.Sort(words)
	return slices.Compact(words) // a command stands in a row once for each form of its arguments
}

// The tables of docs/protocol.md have all commands, strings, settings and words of go, and no others.
func TestDocumentedCommands(t *testing.T) {
	const name = "`([a-z0-9_]+)[^`]*`" // the first word of a text in backquotes
	var commands, hostStrings []string
	for _, c := range commandTable() {
		if c.checkerBoard {
			hostStrings = append(hostStrings, c.name)
		} else {
			commands = append(commands, c.name)
		}
	}
	require.ElementsMatch(t, commands, first(name, rows(t, "| command | answer |")))
	var personal []string
	for _, c := range personCommands() {
		personal = append(personal, c.name)
	}
	require.ElementsMatch(t, personal, first("`([a-z]+)[^`]*`", rows(t, "| typed | answer |")))
	require.ElementsMatch(t, hostStrings, first(name, rows(t, "| string | answer |")))
	require.ElementsMatch(t, goWords, first("[a-z]+", rows(t, "| word | meaning |")))
	settings := append(checkerboard.Settings(), "check_wld_dir", "check_mtc_dir")
	require.ElementsMatch(t, settings, first(name, rows(t, "| setting | meaning |")))
}
