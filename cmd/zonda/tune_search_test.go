package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/learn"
)

// searchedNodes returns how many nodes a search to a fixed depth takes in the protocol.
func searchedNodes(t *testing.T, arguments ...string) string {
	t.Helper()
	e := startProgram(t, arguments...)
	e.send("setoption name OwnBook value off\nsetoption name Threads value 1\nposition startpos\ngo depth 14")
	line := e.await(t, "info depth 14")
	e.quit(t)
	return regexp.MustCompile(`nodes (\d+)`).FindStringSubmatch(line)[1]
}

// Parameters of the command line reach the search of the protocol and that of the benchmark.
func TestParameterFlag(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	plain := searchedNodes(t)
	require.Equal(t, plain, searchedNodes(t, "protocol", "--parameter=deficit=60"))
	require.NotEqual(t, plain, searchedNodes(t, "protocol", "--parameter=deficit=90,shot-limit=150"))
	require.NotEqual(t, plain, searchedNodes(t, "protocol", "--parameter=deficit=60", "--parameter=reduction-growth=50"))

	signature := func(arguments ...string) string {
		stdout, stderr, status := programtest.Output(t, program, append([]string{"bench"}, arguments...)...)
		require.Zero(t, status, stderr)
		return regexp.MustCompile(`bench: (\d+) nodes`).FindStringSubmatch(stdout)[1]
	}
	plain = signature()
	require.Equal(t, plain, signature("--parameter=deficit=60,internal-min=5"))
	require.NotEqual(t, plain, signature("--parameter=deficit=70"))
	for _, command := range []string{"bench", "protocol"} {
		for flag, want := range map[string]string{
			"deficit=1000": "parameter deficit 1000 is not between 5 and 300",
			"defect=10":    `no parameter "defect"; there are half-depth-min, `,
			"deficit":      `"deficit" is not NAME=VALUE`,
		} {
			_, stderr, status := programtest.Output(t, program, command, "--parameter", flag)
			require.NotZero(t, status)
			require.Contains(t, stderr, want)
		}
	}
}

// A tuning runs, is done, prints what it found in both forms, and refuses other settings.
func TestTuneSearch(t *testing.T) {
	t.Parallel()
	program, folder := programtest.Program(t), t.TempDir()
	journal, plot := filepath.Join(folder, "spsa.journal"), filepath.Join(folder, "spsa.svg")
	tune := func(flags ...string) (stdout, stderr string, status int) {
		return programtest.Output(t, program, append([]string{"tune", "search", "--out", journal, "--iterations=2", "--pairs=2", "--rate=2", "--nodes=50"}, flags...)...)
	}
	stdout, stderr, status := tune("--plot", plot)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "iteration 2 of 2, 8 games, 0s left: half-depth-min ")
	require.Contains(t, stdout, "2 of 2 iterations, 8 games: ")
	require.Contains(t, stdout, "\t\t{\"half-depth-min\", ")
	require.Contains(t, stdout, program+` match --engine 'name=tuned cmd="`+program+` protocol --parameter `)
	require.Contains(t, stdout, `--engine 'name=start cmd="`+program+` protocol"' --movetime 100 --openings 11man`)
	require.FileExists(t, plot)

	stdout, stderr, status = tune("--json")
	require.Zero(t, status, stderr)
	var climb learn.Climb
	require.NoError(t, json.Unmarshal([]byte(stdout), &climb))
	require.Equal(t, 2, climb.Done)
	require.Equal(t, 8, climb.Games())
	before, err := os.ReadFile(journal)
	require.NoError(t, err)
	for flag, want := range map[string]string{
		"--seed=2":                 "line 1: the journal has other settings: seed 1 instead of 2",
		"--from=deficit=70":        "the journal has other settings: start deficit 60 instead of 70",
		"--openings=wide":          "openings 11man,wide,3move instead of wide",
		"--parameters=shot-limit":  " instead of [shot-limit]",
		"--evaluation=linear":      "the journal has other settings: evaluation ",
		"--movetime=20ms":          "a move needs either movetime or nodes",
		"--rate=0":                 "rate 0 is not above 0",
		"--pairs=-1":               "pairs -1 is not between 1 and",
		"--concurrency=-1":         "concurrency -1 is less than 0",
		"--plot=a.txt":             "does not end in .svg or .png",
		"--plot=" + journal:        "does not end in .svg or .png",
		"--parameters=deep":        `no parameter "deep"`,
		"--from=deficit=0":         "from: parameter deficit 0 is not between 5 and 300",
		"--openings=none":          "none",
		"--openings=edge-heldout":  "openings edge-heldout: all openings are held out",
		"--network=none.net":       "none.net",
		"--out=" + folder:          "is a folder, not a file",
		"--out=" + folder + "/n/j": "there is no such folder",
		"--out=" + plot:            "this is no journal of zonda tune search",
	} {
		_, stderr, status := tune(flag)
		require.NotZero(t, status, flag)
		require.Contains(t, stderr, want, flag)
	}
	after, err := os.ReadFile(journal)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

// Without flags a tuning has a limit of time and as many games as there are CPUs, at the least.
func TestTuneSearchDefaults(t *testing.T) {
	c := parsed(t, "tune", "search", "--out=j").Tune.Search
	require.Equal(t, defaultTuneMovetime, c.MoveTime)
	require.Zero(t, c.Nodes)
	require.GreaterOrEqual(t, 2*c.Pairs, c.Concurrency)
	require.Empty(t, c.engineOptions())
	c = parsed(t, "tune", "search", "--out=j", "--nodes=9", "--network=/a b/c.net").Tune.Search
	require.Zero(t, c.MoveTime)
	require.Equal(t, `option.NetworkFile="/a b/c.net"`, c.engineOptions())
}
