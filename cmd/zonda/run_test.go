package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// TestMemory: a command prints no result if its table is larger than the machine can spare.
func TestMemory(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	for _, line := range []string{"book build --out " + filepath.Join(t.TempDir(), "a.zbk"), "antibook check"} {
		stdout, stderr, status := programtest.Output(t, zonda, append(strings.Fields(line), "--hash=1048576")...)
		require.Equal(t, cli.Failed, cli.Status(status), line)
		require.Contains(t, stderr, "more than this machine can spare")
		require.Empty(t, stdout)
	}
}

// TestHomeless does work for a user who has no folder in which something can be kept.
func TestHomeless(t *testing.T) {
	zonda := programtest.Program(t)
	for _, name := range []string{"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LocalAppData", "AppData", "HOME"} {
		t.Setenv(name, "")
	}
	for line, says := range map[string]string{
		"analyze " + programtest.WriteGames(t, "1. 11-15 *\n") + " --nodes 100": "zonda: warning: the analysis keeps no journal and cannot be resumed: ",
		"book train 174 --list": "174 The Skunk: ",
		"book train --progress": "",
	} {
		_, stderr, status := programtest.Output(t, zonda, strings.Fields(line)...)
		require.Zero(t, status, line)
		require.Contains(t, stderr, says)
	}
	_, stderr, status := programtest.Output(t, zonda, "book", "train", "174")
	require.Equal(t, cli.Failed, cli.Status(status))
	require.Contains(t, stderr, "zonda: error: answers cannot be kept: ")
}

// TestStatuses holds the exit statuses of docs/commands.md, and what the program says of wrong words.
func TestStatuses(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	const open = "W:WK5,K9,13,28:B3,12,K18,K22" // 1000 nodes decide nothing
	for _, c := range []struct {
		line   string // NONE stands for a file that does not exist
		status cli.Status
		says   string // a part of stdout or stderr
	}{
		{"version", 0, "Zonda"},
		{"--version", 0, ""},
		{"version --licences", 0, "github.com/alecthomas/kong"},
		{"help", 0, "Play:\n  board "},
		{"help match", 0, "Usage: zonda match"},
		{"help egdb probe", 0, "Usage: zonda egdb probe"},
		{"match --help", 0, "Usage: zonda match"},
		{"perft --depth 1", 0, "total 7"},
		{"prove B:WK4,23,26:B1,K20,24", 0, "proven"},
		{"egdb probe B:WK29:BK1,K2", 0, "win"},
		{"diagram B:WK29:BK1,K2", 0, "</svg>"},

		{"analyze NONE", cli.Failed, "NONE"},
		{"solve NONE", cli.Failed, "NONE"},
		{"pdn check NONE", cli.Failed, "NONE"},
		{"pdn page NONE", cli.Failed, "NONE"},
		{"prove check NONE", cli.Failed, "NONE"},
		{"prove status --store NONE", cli.Failed, "NONE"},
		{"egdb probe nonsense", cli.Failed, "1 position without an answer"},
		{"match --report --resume NONE", cli.Failed, "NONE"},
		{"match --engine cmd=NONE --engine cmd=NONE --movetime 10", cli.Failed, "no program"},
		{"ratings NONE", cli.Failed, "NONE"},
		{"board NONE", cli.Misused, "NONE"},
		{"board run_test.go --folder .", cli.Misused, "the folder is that of the file"},
		{"ratings NONE --anchor 2000", cli.Misused, `anchor: "2000" is not NAME=ELO`},
		{"check-engine NONE --proto checkerboard", cli.Failed, "no library"},

		{"nonsense", cli.Misused, "unexpected argument nonsense\ntry zonda --help\n"},
		{"help nonsense", cli.Misused, "try zonda --help\n"},
		{"--nonsense", cli.Misused, "unknown flag --nonsense\ntry zonda --help\n"},
		{"diagram B:W1:B5", cli.Misused, "White has a man on 1, where it would be a king"},
		{"diagram B:W5:B5", cli.Misused, "square 5 has two pieces"},
		{"diagram B:W27:B2 --arrow 15-33", cli.Misused, `arrow "15-33": "33" is not a square, 1 to 32`},
		{"pdn check x.pdn --openings", cli.Misused, "--openings names the openings in the games of --out"},
		{"diagram B:W27:B2 --theme pink", cli.Misused, `"tournament","walnut","slate","print" but got "pink"`},
		{"analyze", cli.Misused, "for example: zonda analyze games.pdn\ntry zonda analyze --help\n"},
		{"analyze --depth -1 games.pdn", cli.Misused, "depth -1 is not between 1 and"},
		{"analyze --nodes -1 games.pdn", cli.Misused, "-1 is less than 0"},
		{"solve --depth -.5 suite.csv", cli.Misused, `"-.5"`},
		{"analyze games.pdn --hash 1048577", cli.Misused, "hash 1048577 is not between 1 and 1048576"},
		{"analyze games.pdn --threads 257", cli.Misused, "threads 257 is not between 1 and 256"},
		{"solve suite.csv --hash 1048577", cli.Misused, "hash 1048577 is not between 1 and 1048576"},
		{"solve suite.csv --threads 0", cli.Misused, "threads 0 is not between 1 and 256"},
		{"bench --hash 1048577", cli.Misused, "hash 1048577 is not between 1 and 1048576"},
		{"api --hash 1048577", cli.Misused, "hash 1048577 is not between 1 and 1048576"},
		{"api --engines 0", cli.Misused, "engines 0 is not between 1 and 256"},
		{"dxp --listen --games 0", cli.Misused, "games 0 is less than 1"},
		{"dxp --listen --hash 1048577", cli.Misused, "hash 1048577 is not between 1 and 1048576"},
		{"dxp --listen --threads 257", cli.Misused, "threads 257 is not between 1 and 256"},
		{"book build --out NONE --verify 101", cli.Misused, "verify 101 is not between 0 and 100"},
		{"book build --out NONE --verify nan", cli.Misused, "verify NaN is not between 0 and 100"},
		{"serve --store NONE --admit a --revoke b", cli.Misused, "--admit and --revoke do not go together"},
		{"serve --store NONE --admit a", cli.Failed, "the store NONE has no server yet: start it once"},
		{"book build --out NONE --hash 1048577", cli.Misused, "hash 1048577 is not between 1 and 1048576"},
		{"antibook check --hash 1048577", cli.Misused, "hash 1048577 is not between 1 and 1048576"},
		{"board --pages 0", cli.Misused, "pages 0 is not between 1 and 256"},
		{"perft --depth -3", cli.Misused, "depth -3 is not between 0 and"},
		{"perft --depth 1 nonsense", cli.Misused, "try zonda perft --help"},
		{"bench --without nonsense", cli.Misused, "try zonda bench --help"},
		{"bench --hash 100", cli.Misused, "--hash needs --time"},
		{"openings --edge --within 10", cli.Misused, "--within does not go with --edge"},
		{"openings --edge --seed 2", cli.Misused, "--seed does not go with --edge"},
		{"protocol --parameter nonsense=1", cli.Misused, "for example: zonda\ntry zonda protocol --help"},
		{"book", cli.Misused, "try zonda book --help"},
		{"book show nonsense", cli.Misused, "try zonda book show --help"},
		{"egdb build", cli.Misused, "give --pieces N, 2 to 8, or --slice NAME, such as 2Kv1K, and --out DIR"},
		{"egdb build --pieces 3", cli.Misused, "and --out DIR"},
		{"egdb build --pieces -3 --out NONE", cli.Misused, "pieces -3 is not between 2 and 8"},
		{"egdb build --pieces 3 --max-kings 0 --out NONE", cli.Misused, "--max-kings needs --bounds"},
		{"egdb stats NONE", cli.Misused, "NONE: there is no such folder"},
		{"egdb stats --bounds", cli.Misused, "--bounds needs DIR, the directory of the bounds"},
		{"egdb verify NONE", cli.Misused, "NONE: there is no such folder"},
		{"egdb bench NONE", cli.Misused, "NONE: there is no such folder"},
		{"egdb line", cli.Misused, `expected "<fen>"`},
		{"egdb line nonsense", cli.Misused, "try zonda egdb line --help"},
		{"egdb longest --slice nonsense", cli.Misused, "try zonda egdb longest --help"},
		{"match", cli.Misused, "--engine is missing"},
		{"match --sprt -5,0", cli.Misused, "--engine is missing"}, // -5,0 is taken
		{"match --sprt -5", cli.Misused, "sprt"},
		{"match --engine name=A --engine cmd=B --movetime 10", cli.Misused, "engine 1: cmd is missing"},
		{"match --engine cmd=A --engine cmd=B --tc abc", cli.Misused, "want [MOVES/]TIME[+INC], such as 60, 60+0.5"},
		{"match --engine cmd=A --engine cmd=B --tc -3", cli.Misused, "such as 60, 60+0.5"},
		{"match --engine cmd=A --engine cmd=B --start 999", cli.Misused, "start 999: there are 156 openings"},
		{"openings --openings NONE", cli.Misused, "nor a file that ends in .pdn"},
		{"openings --openings NONE.pdn", cli.Failed, "NONE.pdn"},
		{"tune selfplay --out NONE --openings foo", cli.Misused, `openings "foo": not 2move, 3move`},
		{"book train foo", cli.Misused, `no opening has the number or the name "foo"`},
		{"match --engine cmd=A --engine cmd=B --margin -3", cli.Misused, "margin -3 is less than 0"},
		{"problems make --out a.csv --on nats://t@127.0.0.1:1 --concurrency 2", cli.Misused, "the workers decide how many games"},
		{"problems make --out a.csv --shots -1", cli.Misused, "shots -1 is less than 0"},
		{"problems measure NONE", cli.Failed, "NONE"},
		{"prove nonsense", cli.Misused, "try zonda prove position --help"},
		{"prove B:WK29:BK1 --nodes 0", cli.Misused, "nodes 0 is less than 1"},
		{"prove B:WK29:BK1 --movetime 0", cli.Misused, "movetime 0s is not above 0s"},
		{"prove B:WK29:BK1 --threads 300", cli.Misused, "threads 300 is not between 1 and 2"},
		{"prove B:WK29:BK1 --bounds NONE", cli.Misused, "--bounds NONE: there is no such folder"},
		{"prove list NONE --nodes 0", cli.Misused, "nodes 0 is less than 1"},
		{"prove serve --store NONE --goal nonsense", cli.Misused, "try zonda prove serve --help"},
		{"dxp", cli.Misused, "for example: zonda dxp --listen\ntry zonda dxp --help\n"},
		{"dxp --listen 127.0.0.1:99999", cli.Misused, "no address to listen at"},
		{"board --no-open --listen nonsense", cli.Misused, "no address to listen at"},
		{"board --no-open --listen 0.0.0.0:0", cli.Misused, "give --token"},
		{"board --static . --until-closed", cli.Misused, "--static and --until-closed can't be used together"},
		{"completion csh", cli.Misused, `"bash","zsh","fish" but got "csh"`},
		{"manual", cli.Misused, "missing flags: --out=DIR"},
		{"manual --out /dev/null/pages", cli.Failed, "/dev/null"},
		{"serve", cli.Misused, "--store is missing"},
		{"serve --store NONE --listen nonsense", cli.Misused, "does not look like HOST:PORT"},
		{"serve --store NONE --drain NAME", cli.Misused, "--drain, --drop and --retry go with --status"},
		{"serve --status nats://a@b:1 --drop NAME --retry NAME", cli.Misused, "one at a time"},
		{"serve --status nats://a@b:1 --drain NAME --drop NAME", cli.Misused, "one at a time"},
		{"work", cli.Misused, "try zonda work --help"},
		{"tune", cli.Misused, "try zonda tune --help"},
		{"tune fit", cli.Misused, "try zonda tune fit --help"},

		{"prove --nodes 1000 " + open, cli.NotProven, "open"},
		{"prove --win B:WK1,K2:BK29", cli.NotProven, "disproven"},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			none := filepath.Join(t.TempDir(), "none")
			words := strings.Fields(strings.ReplaceAll(c.line, "NONE", none))
			stdout, stderr, status := programtest.Output(t, zonda, words...)
			require.Equal(t, c.status, cli.Status(status), stderr)
			require.Contains(t, stdout+stderr, strings.ReplaceAll(c.says, "NONE", none))
			if c.status == cli.Misused {
				require.Regexp(t, `(?m)^try zonda .*--help\n\z`, stderr)
			}
		})
	}
}

// TestPlainWords joins negative values with their flags alone.
func TestPlainWords(t *testing.T) {
	for line, want := range map[string]string{
		"help":                       "--help",
		"help egdb probe":            "egdb probe --help",
		"solve --depth -1 a":         "solve --depth=-1 a",
		"match --sprt -5,0 --json":   "match --sprt=-5,0 --json",
		"match --sprt=-5,0 -5":       "match --sprt=-5,0 -5",
		"match --pdn --json":         "match --pdn --json",
		"egdb line --moves -1":       "egdb line --moves=-1",
		"solve a -h --depth=3 -- -1": "solve a -h --depth=3 -- -1",
	} {
		require.Equal(t, strings.Fields(want), plain(strings.Fields(line)), line)
	}
}

// TestThePortIsInUse holds what every command that listens says then: the address and what to do.
func TestThePortIsInUse(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	address := taken.Addr().String()
	for _, words := range [][]string{
		{"board", "--no-open", "--listen", address},
		{"api", "--listen", address},
		{"dxp", "--listen", address},
		{"serve", "--store", filepath.Join(t.TempDir(), "a"), "--listen", address},
		{"serve", "--store", filepath.Join(t.TempDir(), "b"), "--http", address},
	} {
		_, stderr, status := programtest.Output(t, zonda, words...)
		require.Equal(t, cli.Failed, cli.Status(status), words)
		require.Contains(t, stderr, "another program listens at "+address+": end that program, or choose another port")
	}
}

// TestAnInterruptionFails: a command that is interrupted before its work is done has status 1 and says so.
func TestAnInterruptionFails(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there is no such signal")
	}
	zonda := programtest.Program(t)
	for _, line := range []string{
		"perft --depth 20",
		"openings",
		"solve ../../testdata/problems.csv --movetime 100000",
		"prove W:W18,19,22,26,29:B3,5,8,10,12 --movetime 100s",
	} {
		command := exec.Command(zonda, strings.Fields(line)...)
		var said bytes.Buffer
		command.Stderr = &said
		require.NoError(t, command.Start())
		time.Sleep(500 * time.Millisecond) // it has begun, or is interrupted at its beginning
		require.NoError(t, command.Process.Signal(os.Interrupt))
		var exit *exec.ExitError
		require.ErrorAs(t, command.Wait(), &exit, line)
		if exit.Exited() { // otherwise the signal came before the program heeded it
			require.Equal(t, cli.Failed, cli.Status(exit.ExitCode()), "%s: %s", line, said.String())
			require.NotContains(t, said.String(), "context canceled")
		}
	}
}

// TestEveryCommandHasAnExample of itself, which wrong use shows.
func TestEveryCommandHasAnExample(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	help, _, _ := programtest.Output(t, zonda, "--help")
	for _, group := range groups {
		require.Contains(t, help, group)
	}
	commands := regexp.MustCompile(`(?m)^  ([a-z]+)  +[A-Z]`).FindAllStringSubmatch(help[strings.Index(help, groups["play"]):], -1)
	require.Greater(t, len(commands), 15)
	for _, c := range commands {
		page, _, status := programtest.Output(t, zonda, "help", c[1])
		require.Zero(t, status)
		require.Contains(t, page, "zonda "+c[1])
	}
	const withoutHidden = true
	for _, command := range newParser(context.Background(), &arguments{}).Model.Leaves(withoutHidden) {
		require.Regexp(t, `(?m)^  .*\bzonda\b`, command.Detail, "examples of %s", command.Path())
	}
}

// TestOneCommand: a parser of one command knows only that, with all its subcommands and flags.
func TestOneCommand(t *testing.T) {
	names := func(command *kong.Node) (all []string) {
		require.NoError(t, kong.Visit(command, func(node kong.Visitable, next kong.Next) error {
			switch node := node.(type) {
			case *kong.Node:
				all = append(all, node.FullPath())
			case *kong.Flag:
				all = append(all, node.Name)
			}
			return next(nil)
		}))
		return all
	}
	for _, command := range newParser(context.Background(), &arguments{}).Model.Children {
		alone := newParser(context.Background(), &arguments{}, withoutOthers([]string{command.Name, "x"})...).Model
		require.Len(t, alone.Children, 1, command.Name)
		require.Equal(t, names(command), names(alone.Children[0]))
	}
	require.Empty(t, withoutOthers([]string{"--help"}))
}

// Every bound in the tags of a flag is a number or a time, and lets the default through.
func TestBoundsOfFlags(t *testing.T) {
	bounded := 0
	parser := newParser(context.Background(), &arguments{})
	require.NoError(t, kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		if f, ok := node.(*kong.Flag); ok {
			for _, tag := range []string{"min", "max", "above"} {
				if text := os.Expand(f.Tag.Get(tag), func(name string) string { return parser.Model.Vars()[name] }); f.Tag.Has(tag) {
					_, noNumber := strconv.ParseFloat(text, 64)
					_, noTime := time.ParseDuration(text)
					require.True(t, noNumber == nil || noTime == nil, "%s %s %s", f.Name, tag, text)
					bounded++
				}
			}
		}
		return next(nil)
	}))
	require.Greater(t, bounded, 90)
}
