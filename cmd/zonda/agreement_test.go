package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/agreement"
)

// agreementGames has seven positions with a choice, one of them in the databases.
const agreementGames = "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 *\n\n1. 11-15 22-18 2. 15x22 26x17 *\n\n[FEN \"B:WK31:BK18,25\"] *\n"

// writeGames writes a PDN file and returns its name.
func writeGames(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.pdn")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestAgreement(t *testing.T) {
	t.Parallel()
	program, games := buildProgram(t), writeGames(t, agreementGames)
	picture := filepath.Join(t.TempDir(), "a.svg")
	stdout, stderr, status := output(t, program, "agreement", games, "--shallow=2", "--deep=7", "--plot", picture)
	require.Zero(t, status, stderr)
	require.Empty(t, stderr)
	for _, want := range []string{
		"1 of 7 positions: depth 2 agrees in ",
		"how often the move of a depth is that of depth 7, in 7 positions with a choice\n",
		"\n    2 ", "\n    6 ", "\nopening        24 to 22         6 ", "\ndatabase         3 to 3         1 ", "\nall             24 to 3         7 ",
	} {
		require.Contains(t, stdout, want)
	}
	require.NotContains(t, stdout, "\n    7 ")
	requireLines(t, stdout)
	svg, err := os.ReadFile(picture)
	require.NoError(t, err)
	require.Contains(t, string(svg), "Moves that are those of depth 7, 7 positions")

	flags := []string{"agreement", games, games, "--shallow=2", "--deep=7", "--json"}
	stdout, stderr, status = output(t, program, append(flags, "--concurrency=2")...)
	require.Zero(t, status, stderr)
	require.Contains(t, stderr, "6 of 7 positions: ")
	again, _, _ := output(t, program, flags...)
	require.Equal(t, again, stdout, "the same in every run, in any company")
	var r agreement.Report
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	require.Equal(t, []int{7, 7}, []int{r.All.Positions, r.Planned})
	require.Len(t, r.All.Depths, 5)

	stdout, stderr, status = output(t, program, "agreement", games, "--deep=6", "--positions=3", "--json")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, `"planned": 3`)
}

func TestAgreementOfBadInput(t *testing.T) {
	t.Parallel()
	program, games := buildProgram(t), writeGames(t, agreementGames)
	for want, arguments := range map[string][]string{
		"games.pdn: game 2, line 3: ": {writeGames(t, "1. 11-15 *\n\n1. 1-2 *\n")},
		"games.pdn: no game in the":   {writeGames(t, "")},
		"there is no choice of moves": {writeGames(t, "[FEN \"B:W18:B14\"] *\n")},
		"none.pdn":                    {"none.pdn"},
		"deep 5 is not between 6 and": {games, "--deep=5"},
		"shallow 0 is less than 1":    {games, "--shallow=0"},
		"positions -1 is less":        {games, "--positions=-1"},
		"concurrency 0 is less":       {games, "--concurrency=0"},
		"plot: ":                      {games, "--plot=a.gif"},
		"Hash":                        {games, "--hash=0"},
	} {
		stdout, stderr, status := output(t, program, append([]string{"agreement"}, arguments...)...)
		require.NotZero(t, status, want)
		require.Empty(t, stdout)
		require.Contains(t, stderr, want)
		require.Equal(t, 1, strings.Count(stderr, "zonda: error: "), stderr)
	}
}

// An interrupted run prints what it has.
func TestInterruptedAgreement(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be interrupted there")
	}
	games := writeGames(t, "[FEN \"B:WK31:BK18,25\"] *\n\n"+agreementGames)
	command := exec.Command(buildProgram(t), "agreement", games, "--deep=60")
	pipe, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	t.Cleanup(func() { _ = command.Process.Kill() })
	out := bufio.NewReader(pipe)
	line, err := out.ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, line, "1 of 7 positions: ")
	require.NoError(t, command.Process.Signal(os.Interrupt))
	rest, err := io.ReadAll(out)
	require.NoError(t, err)
	require.Error(t, command.Wait())
	require.Contains(t, string(rest), "of depth 60, in 1 positions")
}
