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

// arrows lists, for every package, which others of the module its code may import. The arrows form no circle. A new
// arrow is a decision: add it here and say why in the commit. Commands may import anything, nothing imports a command, and only
// commands and packages under cmd import a package under cmd/internal.
var arrows = map[string][]string{
	"board":           {},
	"board/reference": {}, // the rules a second time: nothing may be shared

	"eval":         {"internal/yield", "internal/builtin", "board", "internal/file", "internal/memory"}, // file for the checksum of weights, memory for the tables of the patterns
	"eval/network": {"internal/builtin", "board", "internal/file", "eval"},                              // file for the checksum of networks
	"egdb":         {"board", "internal/endgame", "internal/memory"},                                    // huge pages for files in memory
	"board/pdn":    {"board", "internal/file", "internal/pattern"},                                      // file for the reader of text, as in all readers of text

	"eval/internal/evaltest":         {"board"}, // positions for tests
	"eval/network/internal/assembly": {},        // writes the assembly of eval/network
	"eval/network/internal/wasm":     {},        // writes the kernel of eval/network

	// The files of databases and those who make and check them: programs need only egdb, whose Distance they tell.
	"internal/endgame":          {"board", "internal/endgame/ribbon", "internal/endgame/geometry", "internal/pattern"},
	"internal/endgame/pack":     {"board", "egdb", "internal/endgame", "internal/endgame/ribbon"},
	"internal/endgame/generate": {"board", "egdb", "internal/endgame", "internal/endgame/geometry", "internal/endgame/pack", "internal/file", "internal/memory"}, // memory for what is read in no order
	"internal/endgame/verify":   {"board", "egdb", "internal/endgame"},
	"internal/endgame/geometry": {"board"},
	"internal/endgame/ribbon":   {},

	"internal/builtin": {},                                    // what is read from files in the program: evaluations, book, problems
	"internal/logfile": {"internal/file", "internal/pattern"}, // the only place that makes loggers: sessions and commands
	"internal/memory":  {},
	"internal/number":  {"internal/file", "internal/pattern"},
	"internal/pattern": {}, // what is compiled late, so that programs start at once
	"internal/yield":   {}, // where long work gives way in a page: any package with a long loop

	"search":                   {"board", "eval", "eval/network", "internal/yield", "internal/memory", "search/internal/convert"}, // the network is the evaluation of a search that is given none; memory for the transposition table
	"search/internal/convert":  {"internal/yield", "board", "internal/memory"},                                                    // memory for the codes of placements
	"search/proof":             {"internal/yield", "board", "internal/memory", "eval", "search", "search/proof/certificate"},      // memory for the graph
	"search/proof/certificate": {"board", "internal/file"},                                                                        // files that are written whole

	"search/proof/tree":  {"board", "internal/file", "search/proof", "search/proof/certificate", "search/proof/check"}, // a result of the solver is one of the tree; results of workers are checked on entry
	"search/proof/check": {"board", "board/reference", "search/proof/certificate"},                                     // no search, no evaluation, no other rules: it must not trust them

	"book":     {"internal/yield", "internal/builtin", "board", "eval"},
	"antibook": {"board", "internal/file", "eval"}, // file for the reader of text

	"engine/internal/level": {"board", "eval", "search"},                                                                                                                       // a search of its own, with few positions
	"engine":                {"board", "internal/file", "engine/internal/level", "eval", "eval/network", "search", "search/proof", "search/proof/certificate", "book", "egdb"}, // file to read networks of limited size; proof for Config.Solver

	"engine/theme":         {"board"},                                                            // below the problems and the explanations, which both name themes
	"engine/explain":       {"internal/yield", "board", "engine/internal/level", "engine/theme"}, // moves that a level plays look natural
	"engine/explain/prose": {"engine/explain", "engine/lesson"},
	"engine/lesson":        {"internal/yield", "board"}, // what a move loses in men and kings

	"cmd/internal/learn/bookgrowth":    {"book/repertoire", "engine", "board", "internal/pool", "internal/file", "eval", "search", "book", "board/pdn"}, // a pool searches the positions
	"cmd/internal/learn/antibooklearn": {"engine", "board", "internal/pool", "eval", "search", "book", "antibook", "board/pdn"},                         // the book, whose lines are scanned

	"cmd/internal/learn/evaltune/train":                          {"board", "internal/file", "eval", "eval/network", "cmd/internal/learn/evaltune", "cmd/internal/learn/evaltune/train/internal/kernel"},
	"cmd/internal/learn/evaltune/train/internal/kernel":          {},
	"cmd/internal/learn/evaltune/train/internal/kernel/assembly": {}, // writes the assembly of the kernel

	"cmd/internal/learn/evaltune":   {"board", "book/openings", "internal/pool", "internal/file", "eval", "search"}, // a pool plays the games
	"cmd/internal/learn/people":     {"board", "book/openings", "engine", "eval", "internal/pool", "search"},        // levels that play from ballots, a search of their positions
	"cmd/internal/learn/searchtune": {"board", "book/openings", "internal/file", "eval", "search"},                  // openings to play, a journal

	// session has what the protocols need beside the engine: options by name, files of books and databases.
	"protocol/session": {"internal/number", "antibook", "board", "book", "egdb", "internal/endgame", "engine", "engine/explain", "eval", "eval/network", "internal/logfile", "search"},

	"protocol/internal/line": {"internal/file"},                                                                                                                                                                            // the reader of text
	"protocol/uci":           {"internal/pattern", "internal/number", "engine", "engine/explain/prose", "protocol/session", "board", "book/openings", "eval", "protocol/internal/line", "protocol/checkerboard", "search"}, // scores in words and names of openings for a person; CheckerBoard's strings are part of the conversation

	"protocol/dxp":           {"engine", "board", "internal/file", "search", "board/pdn"},                                                             // games end as PDN; file for the byte order mark
	"cmd/internal/site/talk": {"engine", "engine/explain", "protocol/session", "board", "eval", "search", "book", "book/openings", "board/pdn"},       // openings to deal, entries of books to show, games
	"protocol/hub":           {"internal/number", "protocol/internal/line", "protocol/hub/notation", "engine", "protocol/session", "board", "search"}, // limits and infos of searches
	"protocol/hub/notation":  {"board"},
	"protocol/checkerboard":  {"protocol/internal/line", "engine", "protocol/session", "board", "internal/file", "search"}, // a file for the settings kept, a search to warm up

	"protocol/cbhost": {"protocol/internal/line", "protocol/checkerboard", "board", "internal/pattern"}, // the board and the arguments of getmove, from the other side

	"book/openings":   {"internal/yield", "board", "internal/file", "board/pdn"}, // openings may come from games; file for the reader of text
	"internal/file":   {"internal/yield"},                                        // long texts
	"internal/pool":   {},                                                        // who does the pieces of long work: below all producers, which know no network
	"book/repertoire": {"internal/yield", "board", "book", "eval"},

	"cmd/internal/problems/training": {"engine/lesson", "board", "internal/yield", "internal/file", "search/proof/certificate"},                  // positions of lessons and their proofs, the journal of a user
	"cmd/internal/site/httpguard":    {"internal/logfile", "cmd/internal/cli"},                                                                   // errors of the command line, the log of requests
	"cmd/internal/cli":               {"engine", "internal/number", "internal/pattern", "board/pdn", "book/openings", "internal/file", "search"}, // games and opening suites, of which all commands say the same; file for the name of the standard input, search for limits
	"cmd/internal/games/chart":       {"internal/svg"},                                                                                           // a picture of lines
	"internal/svg":                   {"internal/file"},                                                                                          // pictures are files
	"cmd/internal/games/film":        {"board/diagram", "engine/lesson"},
	"board/diagram":                  {"board", "internal/svg"}, // a position as a picture
	"cmd/internal/cli/cpu":           {},
	"cmd/internal/cli/licences":      {}, // a text
	"cmd/internal/cli/manual":        {}, // pages and completions of any table of commands
	"cmd/internal/cli/prng":          {}, // empty but for Windows with cgo

	"cmd/internal/cli/programtest": {"internal/file"}, // a lock, so that the tests of one package build the program

	"cmd/internal/learn/books": {"book/repertoire", "cmd/internal/cli", "cmd/internal/problems/training", "board", "internal/file", "eval", "book", "book/openings", "antibook", "cmd/internal/learn/antibooklearn", "board/pdn"}, // names of openings to show
	"cmd/internal/endings":     {"cmd/internal/cli", "board", "internal/file", "egdb", "internal/endgame", "internal/endgame/generate", "internal/endgame/pack", "internal/endgame/verify"},
	"cmd/internal/learn":       {"cmd/internal/cli", "cmd/internal/games/chart", "engine", "internal/file", "eval", "cmd/internal/learn/evaltune", "cmd/internal/learn/evaltune/train", "search", "cmd/internal/learn/searchtune"}, // engine for the evaluations by their names, file to read weights of limited size
	"cmd/internal/proofs": {"antibook", "cmd/internal/cli", "cmd/internal/endings", "cmd/internal/cli/cpu", "cmd/internal/problems/suite", "egdb", "internal/endgame/generate", "board", "internal/pool", "internal/file",
		"search/proof", "search/proof/certificate", "search/proof/check"}, // values that say what to prove; anti-book for entries whose loss is to be proven; a pool answers the questions, check for what others have proven; suites of problems are lists of positions
	"cmd/internal/proofs/prooftree": {"cmd/internal/cli", "cmd/internal/endings", "cmd/internal/proofs", "egdb", "board", "internal/file",
		"search/proof", "search/proof/certificate", "search/proof/tree"}, // games whose lines come first
	"cmd/internal/games/pdncheck": {"cmd/internal/cli", "board", "board/pdn", "book/openings"},         // names of openings for tags
	"cmd/internal/match/dxpgames": {"cmd/internal/cli", "cmd/internal/match", "board", "protocol/dxp"}, // the file of games is that of a match

	"cmd/internal/games":      {},                                                                                                                                                            // a doc.go: what is on the shelf
	"engine/judge":            {"egdb", "engine", "engine/lesson", "board", "internal/pool", "internal/file", "eval", "search", "book", "book/openings", "board/pdn"},                        // a pool answers questions; book and openings tell theory, openings names too
	"cmd/internal/games/page": {"book/openings", "engine", "engine/explain", "engine/explain/prose", "engine/lesson", "engine/judge", "board/diagram", "internal/svg", "board", "board/pdn"}, // boards are drawn as diagrams are; openings by name

	"cmd/internal/site/api": {"internal/number", "internal/logfile", "cmd/internal/cli", "cmd/internal/site/httpguard", "engine/judge", "board/diagram", "egdb", "engine", "board", "board/pdn", "book", "book/openings", "search"}, // judged games and diagrams are those of the commands
	"cmd/internal/site": {"internal/logfile", "book/openings", "cmd/internal/site/httpguard", "cmd/internal/site/talk", "protocol/session", "board/pdn", "engine", "board", "eval", "internal/file", "search", "cmd/internal/games/page", "board/diagram", "internal/svg",
		"cmd/internal/match", "protocol/client", "cmd/internal/match/stats", "cmd/internal/proofs/prooftree", "cmd/internal/site/library", "search/proof/certificate", "search/proof/check"}, // the page shows what these commands make; openings by name; file for what pages keep; moves of certificates that were checked
	"cmd/internal/site/library": {"engine/lesson", "cmd/internal/problems/gain", "cmd/internal/problems/shipped", "internal/yield", "internal/pattern", "book/openings", "cmd/internal/site/talk", "board/pdn", "board", "internal/file", "search", "engine/judge", "cmd/internal/problems/suite", "cmd/internal/problems/training", "book", "book/repertoire"}, // reports, problems and repertoires as the commands have them, and one progress for all; file for games that are written whole
	"cmd/internal/site/bundle":  {"cmd/internal/site", "cmd/internal/site/library", "cmd/internal/site/talk", "board/pdn"},                                                                                                                                                                                                                                      // writes the page's types, the signs of PDN and its bundle

	"cmd/checkerboard/testdata/random": {"cmd/internal/cli/prng"},

	"cmd/internal/problems/solve": {"internal/number", "cmd/internal/cli", "cmd/internal/games/chart", "cmd/internal/problems/suite", "engine", "board", "internal/file", "eval", "search", "board/pdn"},
	"cmd/internal/problems/suite": {"internal/number", "board", "board/pdn", "eval", "internal/file", "search"}, // a search whose result solves a problem

	"cmd/internal/match/compliance": {"board", "protocol/client", "protocol/hub/notation"}, // how an engine is started, and what engines of Hub say
	"cmd/internal/problems/shipped": {"cmd/internal/problems/suite", "internal/builtin"},   // a file of problems that is in the program
	"cmd/internal/problems/gain":    {"board", "internal/yield"},
	"cmd/internal/problems": {"board", "board/pdn", "board/reference", "book/openings", "cmd/internal/problems/gain", "cmd/internal/problems/suite", "cmd/internal/problems/training", "egdb", "engine", "engine/lesson", "engine/theme", "eval", "internal/pool", "internal/file",
		"search", "search/proof", "search/proof/certificate", "search/proof/check"}, // lessons name endings; levels play the games and rate; a second copy of the rules, the solver and the reader of its certificates check

	"protocol/client/testdata/fake": {"board"},
	"protocol/client/keyvalue":      {"board"},                                                                       // quotes of wrong words
	"protocol/client":               {"board", "protocol/client/keyvalue", "internal/file", "protocol/hub/notation"}, // the reader of text, and what engines of Hub say
	"cmd/internal/match/stats":      {"protocol/client/keyvalue"},
	"cmd/internal/match": {"internal/number", "protocol/client", "cmd/internal/match/stats", "protocol/client/keyvalue", "cmd/internal/games/chart", "cmd/internal/cli",
		"cmd/internal/endings", "egdb", "board", "internal/pool", "internal/file", "board/pdn", "book/openings"}, // a pool plays the games

	// The version of the program tells all data in it apart; only here is JetStream known.
	"cmd/internal/farm": {"cmd/internal/cli", "cmd/internal/site/httpguard", "engine", "internal/pool", "internal/file", "internal/logfile", "search", "eval", "eval/network", "egdb", "book", "antibook"},
	"cmd/internal/farm/jobs": {"cmd/internal/farm", "cmd/internal/cli", "cmd/internal/learn", "cmd/internal/problems",
		"cmd/internal/match", "protocol/client", "cmd/internal/proofs/prooftree", "cmd/internal/proofs",
		"search/proof", "search/proof/certificate", "search/proof/check", "search/proof/tree", // certificates of workers are checked
		"protocol/session", "engine", "board", "internal/pool", "internal/file", "eval", "cmd/internal/learn/evaltune", "egdb", "book", "cmd/internal/learn/bookgrowth", "book/openings"},
	"cmd/internal/farm/monitor": {"internal/logfile", "cmd/internal/farm", "cmd/internal/cli", "cmd/internal/site/httpguard"},
}

// testArrows lists which packages the tests of a package may import beside those that its code may.
var testArrows = map[string][]string{
	"book/repertoire":                {"book/openings"},              // ballots
	"search":                         {"egdb"},                       // endings to play out
	"cmd/internal/problems/training": {"egdb", "search/proof/check"}, // lessons to verify
	"cmd/internal/learn/bookgrowth":  {"book/openings"},
	"cmd/internal/games/film":        {"board"},
	"board":                          {"board/reference"}, // to compare with
	"cmd/internal/learn/evaltune":    {"egdb"},
	"engine":                         {"antibook"},      // what a player avoids
	"engine/theme":                   {"egdb"},          // values of lines
	"engine/explain":                 {"egdb"},          // positions to explain
	"engine/explain/prose":           {"board", "egdb"}, // the same
	"eval":                           {"eval/internal/evaltest"},
	"eval/network":                   {"eval/internal/evaltest"},
	"protocol/uci":                   {"eval/network"},
	"search/proof":                   {"egdb", "search/proof/check"},                                                       // answers to compare with, a checker of certificates
	"search/internal/convert":        {"egdb"},                                                                             // values and distances to compare with
	"search/proof/tree":              {"egdb", "eval"},                                                                     // answers to compare with, the scores of a plain solver
	"search/proof/check":             {"egdb", "internal/file"},                                                            // values of leaves; checksums made right
	"cmd/internal/match":             {"protocol/client/testdata/fake", "cmd/internal/cli/programtest"},                    // the program plays the matches
	"cmd/internal/problems/solve":    {"cmd/internal/cli/programtest", "egdb", "search/proof", "search/proof/certificate"}, // values of the key moves in testdata
	"protocol/cbhost":                {"protocol/session", "protocol/uci"},                                                 // the engine itself
	"protocol/client":                {"protocol/client/testdata/fake"},
	"cmd/internal/site":              {"cmd/internal/cli/programtest", "protocol/client/keyvalue", "protocol/client/testdata/fake", "protocol/client", "search/proof", "search/proof/tree", "engine/judge", "egdb", "engine/explain", "engine/explain/prose"}, // a match and a proof to watch, a solver for a certificate, a report and sentences to compare with
	"cmd/internal/farm":              {"internal/pool"},
	"cmd/internal/farm/jobs":         {"protocol/uci", "board/pdn"},                                                             // an engine as the program is one; games to compare
	"cmd/internal/games/page":        {"cmd/internal/cli/programtest", "cmd/internal/games/pdncheck", "cmd/internal/site/talk"}, // what all commands keep of a game
	"cmd/internal/site/library":      {"protocol/session"},
	"cmd/internal/problems/shipped":  {"board"}, // sides and positions
	// The program runs the commands of these packages.
	"cmd/internal/endings":          {"cmd/internal/cli/programtest"},
	"cmd/internal/learn/books":      {"cmd/internal/cli/programtest"},
	"cmd/internal/proofs":           {"cmd/internal/cli/programtest"},
	"cmd/internal/problems":         {"cmd/internal/cli/programtest"},
	"cmd/internal/games":            {},                       // a doc.go: what is on the shelf
	"engine/judge":                  {"engine/explain/prose"}, // sentences to compare with
	"cmd/internal/match/dxpgames":   {"board/pdn", "cmd/internal/cli/programtest"},
	"cmd/internal/match/compliance": {"protocol/hub", "protocol/session", "protocol/uci"}, // an engine that keeps to the rules, and breaks one
}

// TestImports checks the code: no file imports a package without an arrow.
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
			require.True(t, allowed(from, to, strings.HasSuffix(file, "_test.go")), "%s imports %s: no such arrow", file, to)
		}
		return nil
	})
	require.NoError(t, err)
	for _, table := range []map[string][]string{arrows, testArrows} {
		for from := range table {
			require.True(t, seen[from], "the table names %s, which does not exist", from)
		}
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

// allowed reports whether a file of package from, a test or not, may import package to. A test may
// import the package in whose folder it stands.
func allowed(from, to string, test bool) bool {
	if isCommand(to) || isOfCommands(to) && !strings.HasPrefix(from, "cmd/") {
		return false
	}
	if isCommand(from) || slices.Contains(arrows[from], to) {
		return true
	}
	return test && (from == to || slices.Contains(testArrows[from], to))
}

// isCommand reports whether a package is a program.
func isCommand(pkg string) bool { return path.Dir(pkg) == "cmd" }

// isOfCommands reports whether a package is for programs alone.
func isOfCommands(pkg string) bool { return strings.HasPrefix(pkg, "cmd/internal/") }

// TestAllowed tells code from tests, and commands from other packages.
func TestAllowed(t *testing.T) {
	require.True(t, allowed("egdb", "board", false))
	require.False(t, allowed("board", "egdb", false))
	require.True(t, allowed("cmd/internal/learn/evaltune", "egdb", true))
	require.False(t, allowed("cmd/internal/learn/evaltune", "egdb", false), "in tests only")
	require.True(t, allowed("egdb", "egdb", true))
	require.True(t, allowed("cmd/zonda", "cmd/internal/match", false))
	require.False(t, allowed("cmd/internal/match", "cmd/zonda", true))
	require.False(t, allowed("engine", "cmd/internal/match", true))
}

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

// TestTopFolders checks the table: no two folders of the top level import each other, and the arrows between them form no circle.
func TestTopFolders(t *testing.T) {
	top := map[string][]string{}
	for _, table := range []map[string][]string{arrows, testArrows} {
		for from, imported := range table {
			for _, to := range imported {
				if folder(from) != folder(to) && !slices.Contains(top[folder(from)], folder(to)) {
					top[folder(from)] = append(top[folder(from)], folder(to))
				}
			}
		}
	}
	var below func(from string, trail []string)
	below = func(from string, trail []string) {
		require.NotContains(t, trail, from, "top folders import each other")
		for _, to := range top[from] {
			below(to, append(slices.Clone(trail), from))
		}
	}
	for from := range top {
		below(from, nil)
	}
}

// folder returns the folder of the top level to which a package belongs. The files of endgame databases and their makers belong to egdb:
// they lie in internal because the commands need them and no other module may.
func folder(pkg string) string {
	if strings.HasPrefix(pkg, "internal/endgame") {
		return "egdb"
	}
	top, _, _ := strings.Cut(pkg, "/")
	return top
}
