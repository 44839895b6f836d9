package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	module = "github.com/zonda-checkers/zonda"
	root   = "../.." // of the module, from here
)

// arrows lists, for every package, which others of the module it may import: only
// packages on floors below its own. A new arrow is a decision: add it here and say
// why in the commit. Commands may import anything, and nothing imports a command.
var arrows = map[string][]string{
	"engine/board": {},

	"eval":         {"engine/board", "engine/memory"}, // for the tables of the patterns
	"egdb":         {"engine/board", "egdb/ribbon"},
	"egdb/ribbon":  {},
	"protocol/pdn": {"engine/board"},

	"egdb/pack":   {"engine/board", "egdb", "egdb/ribbon"},
	"egdb/build":  {"engine/board", "egdb", "egdb/pack", "engine/file", "engine/memory"}, // memory for what is read in no order
	"egdb/verify": {"engine/board", "egdb"},

	"engine/memory": {},

	"search":   {"engine/board", "eval", "engine/memory"}, // for the transposition table
	"book":     {"engine/board", "eval"},
	"antibook": {"engine/board", "eval"},

	"engine": {"engine/board", "eval", "search", "book", "antibook", "egdb"},

	"book/grow":      {"engine", "engine/board", "engine/file", "eval", "search", "book", "protocol/pdn", "engine/deck"}, // deck in tests only
	"antibook/learn": {"engine", "engine/board", "eval", "search", "book", "antibook", "protocol/pdn"},                   // the book, whose lines are scanned

	"eval/tune": {"engine/board", "engine/deck", "engine/file", "eval", "search", "egdb"}, // egdb in tests only

	"protocol": {"engine", "engine/board", "search"},

	"protocol/dxp":          {"engine", "engine/board", "search", "protocol/pdn"},            // games end as PDN
	"protocol/hub":          {"protocol", "engine", "engine/board", "search"},                // limits and infos of searches
	"protocol/checkerboard": {"protocol", "engine", "engine/board", "engine/file", "search"}, // a file for the settings kept, a search to warm up

	"engine/deck":         {"engine/board", "protocol/pdn"}, // openings may come from games
	"engine/file":         {},
	"engine/chart":        {"engine/file"},
	"engine/match/player": {"engine/board", "engine/match/fake"}, // the fake in tests only
	"engine/match/fake":   {"engine/board"},
	"engine/match/tally":  {},
	"engine/match": {"engine/board", "protocol/pdn", "engine/deck", "engine/chart",
		"engine/match/player", "engine/match/tally", "engine/match/fake"},

	"engine/agreement": {"engine", "engine/board", "eval", "search", "protocol/pdn"}, // eval for the names of phases

	"engine/analyze":      {"engine", "engine/board", "eval", "search", "protocol/pdn"},
	"engine/analyze/page": {"engine", "engine/analyze", "engine/board", "protocol/pdn"},

	"engine/solve": {"engine", "engine/board", "engine/file", "eval", "search", "book", "antibook", "egdb", "protocol/pdn"},
}

// TestImports holds the floors of the house: data flows one way along them.
func TestImports(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".go" {
			return err
		}
		relative, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		from := filepath.ToSlash(relative)
		seen[from] = true
		for _, to := range ownImports(t, file) {
			require.True(t, allowed(from, to), "%s imports %s: no such arrow", file, to)
		}
		return nil
	})
	require.NoError(t, err)
	for from := range arrows {
		require.True(t, seen[from], "the table names %s, which does not exist", from)
	}
	for from := range seen {
		_, known := arrows[from]
		require.True(t, known || isCommand(from), "package %s is not in the table", from)
	}
}

// ownImports returns the packages of the module that a file imports, relative to it.
func ownImports(t *testing.T, file string) (own []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	require.NoError(t, err)
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		if rest, ok := strings.CutPrefix(imported, module+"/"); ok {
			own = append(own, rest)
		}
	}
	return own
}

// allowed reports whether from may import to. The tests of a package stand in its own
// folder and may import it.
func allowed(from, to string) bool {
	if isCommand(to) {
		return false
	}
	return from == to || isCommand(from) || slices.Contains(arrows[from], to)
}

func isCommand(pkg string) bool { return path.Dir(pkg) == "cmd" }

// TestNoArrowUp checks the table itself: it must not hold a circle.
func TestNoArrowUp(t *testing.T) {
	var below func(from string, trail []string)
	below = func(from string, trail []string) {
		require.NotContains(t, trail, from, "the arrows form a circle")
		for _, to := range arrows[from] {
			below(to, append(slices.Clone(trail), from))
		}
	}
	for from := range arrows {
		below(from, nil)
	}
}
