package solve_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/solve"
)

// The suites of the tests.
const (
	testLines = "\uFEFFB: WK31: BK18, 25. bm 18-23 25-30; id \"a name that is longer than any column has room for\"; result WIN\r\n" +
		"B:WK31:BK18,25 am 18-22 18-15; id avoid\r\n# bare\r\nB:WK31:BK18,25\r\nnonsense\r\n"
	testGames = "[FEN \"B:WK31:BK18,25\"]\n[Result \"1-0\"]\n1. 18-23 1-5 *\n\n[FEN \"W::.\"]\n[Result \"1-0\"] *\n"
	testTable = "id,fen,result,key_moves\nmiddlegame,B:W21-32:B1-12,WIN,\nending,B:WK31:BK18,WIN,18-23\n"
)

// writeSuites writes the suites to a folder and returns their names.
func writeSuites(t *testing.T) (lines, games, table string) {
	t.Helper()
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	return write("testset.txt", testLines), write("gems.pdn", testGames), write("table.csv", testTable)
}

func TestSolve(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	lines, games, table := writeSuites(t)
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }

	t.Run("rows and tables", func(t *testing.T) {
		stdout, stderr, status := programtest.Output(t, zonda, "solve", lines, games, table, "--depth", "5", "--nodes", "5000",
			"--plot", in("curve.svg"), "--save", in("old.json"))
		require.Zero(t, status, stderr)
		for _, want := range []string{
			"solved avoid ", "-      testset:4 ", "solved gems#1 ", "failed middlegame ", "win (18-23)",
			"solved by nodes\n", "solved by depth\n",
			"testset.txt (epd): 2 of 2 solved, 3 searched, rows skipped: 1\n",
			"; without a known answer: 1; rows skipped: 2\n",
		} {
			require.Contains(t, stdout, want)
		}
		require.NotContains(t, stdout, "solved by time")
		programtest.RequireLines(t, stdout)
		for _, want := range []string{"testset.txt:5: FEN \"nonsense\"", "gems.pdn:5: game 2: FEN \"W::.\"", "doubtful: ", "gems.pdn:3: game 1: "} {
			require.Contains(t, stderr, want)
		}
		picture, err := os.ReadFile(in("curve.svg"))
		require.NoError(t, err)
		require.Contains(t, string(picture), "<svg")
		r, err := solve.Load(in("old.json"))
		require.NoError(t, err)
		require.Equal(t, 6, r.Total)
		require.False(t, r.Interrupted)
	})

	t.Run("json", func(t *testing.T) {
		stdout, stderr, status := programtest.Output(t, zonda, "solve", lines, "--depth", "5", "--nodes", "5000", "--json", "--save", in("new.json"))
		require.Zero(t, status, stderr)
		r, err := solve.ReadRecord("stdout", strings.NewReader(stdout))
		require.NoError(t, err)
		saved, err := solve.Load(in("new.json"))
		require.NoError(t, err)
		require.Equal(t, saved, r)
		first := r.Positions[0]
		require.Equal(t, "a name that is longer than any column has room for", first.ID)
		old, err := solve.Load(in("old.json"))
		require.NoError(t, err)
		require.Equal(t, old.Positions[0].Solution.Nodes, first.Solution.Nodes, "the same in every run")
	})

	t.Run("compare", func(t *testing.T) {
		stdout, stderr, status := programtest.Output(t, zonda, "solve", "--compare", in("old.json"), in("new.json"), "--plot", in("both.PNG"))
		require.Zero(t, status, stderr)
		for _, want := range []string{
			"solved in both        2\n", "not in the new        3\n", "    middlegame ", "McNemar's exact p 1.000\n",
			"nodes                    1  1 to 1 ",
		} {
			require.Contains(t, stdout, want)
		}
		require.NotContains(t, stdout, "warning")
		programtest.RequireLines(t, strings.ReplaceAll(stdout, folder, ""))
		require.FileExists(t, in("both.PNG"))

		stdout, stderr, status = programtest.Output(t, zonda, "solve", "--compare", "--json", in("old.json"), in("new.json"))
		require.Zero(t, status, stderr)
		var report map[string]any
		require.NoError(t, json.Unmarshal([]byte(stdout), &report))
		require.EqualValues(t, 2, report["both"])
		require.Contains(t, report, "old")
	})

	t.Run("limits differ", func(t *testing.T) {
		_, stderr, status := programtest.Output(t, zonda, "solve", lines, "--depth", "3", "--save", in("shallow.json"))
		require.Zero(t, status, stderr)
		stdout, _, status := programtest.Output(t, zonda, "solve", "--compare", in("old.json"), in("shallow.json"))
		require.Zero(t, status)
		require.Contains(t, stdout, "warning: the runs differ in depth: 5 and 3\n")
	})

	t.Run("bad arguments", func(t *testing.T) {
		for want, arguments := range map[string][]string{
			"nodes 0":               {lines, "--nodes", "0"},
			"does not end in .json": {lines, "--save", lines},
			"plot: ":                {lines, "--plot", "curve.gif"},
			"two saved runs":        {"--compare", in("old.json")},
			"searches nothing":      {"--compare", in("old.json"), in("new.json"), "--depth", "3"},
			"goes with --json":      {"--compare", in("old.json"), in("new.json"), "--without", "history"},
			"not a run":             {"--compare", in("old.json"), lines},
			"no such file":          {"--compare", in("old.json"), in("none.json")},
			"none":                  {lines, "--save", in("none/run.json")},
		} {
			stdout, stderr, status := programtest.Output(t, zonda, append([]string{"solve"}, arguments...)...)
			require.NotZero(t, status, arguments)
			require.Empty(t, stdout)
			if runtime.GOOS != "windows" || want != "no such file" { // systems have words of their own
				require.Contains(t, stderr, want)
			}
		}
		text, err := os.ReadFile(lines)
		require.NoError(t, err)
		require.Equal(t, testLines, string(text))
	})

	t.Run("help", func(t *testing.T) {
		stdout, _, status := programtest.Output(t, zonda, "solve", "--help")
		require.Zero(t, status)
		require.Contains(t, stdout, "zonda solve --compare old.json new.json")
	})
}

// An interrupted run keeps what it has.
func TestInterruptedSolve(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be interrupted there")
	}
	path := filepath.Join(t.TempDir(), "suite.epd")
	suite := "B:WK31:BK18,25 id quick; result WIN\nB:W21-32:B1-12 id endless; result DRAW\n"
	require.NoError(t, os.WriteFile(path, []byte(suite), 0o600))
	saved := filepath.Join(t.TempDir(), "run.json")
	command := exec.Command(programtest.Program(t), "solve", path, "--movetime", "3600000", "--save", saved)
	pipe, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	t.Cleanup(func() { _ = command.Process.Kill() })
	out := bufio.NewReader(pipe)
	for {
		line, err := out.ReadString('\n')
		require.NoError(t, err)
		if strings.Contains(line, "quick") {
			break
		}
	}
	require.NoError(t, command.Process.Signal(os.Interrupt))
	rest, err := io.ReadAll(out)
	require.NoError(t, err)
	require.Error(t, command.Wait())
	require.Contains(t, string(rest), "1 of 1 solved")
	r, err := solve.Load(saved)
	require.NoError(t, err)
	require.True(t, r.Interrupted)
	require.Len(t, r.Positions, 1)

	for _, c := range []struct {
		environment []string
		says        string
	}{
		{nil, "resumed: 1 positions are done\nzonda: error: interrupted after 1 of 2 positions: the same command goes on from there\n"},
		{[]string{}, "zonda: error: interrupted after 1 of 2 positions\n"}, // without a cache nothing is kept
	} {
		again := exec.Command(programtest.Program(t), "solve", path, "--movetime", "3600000")
		again.Env = c.environment
		var stderr bytes.Buffer
		again.Stderr = &stderr
		pipe, err = again.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, again.Start())
		t.Cleanup(func() { _ = again.Process.Kill() })
		programtest.ReadUntil(t, pipe, "solved quick")
		require.NoError(t, again.Process.Signal(os.Interrupt))
		rest, err = io.ReadAll(pipe)
		require.NoError(t, err)
		require.Error(t, again.Wait())
		require.Contains(t, string(rest), "1 of 1 solved")
		require.Equal(t, c.says, stderr.String())
	}
}

// A run that is over is not kept: the same command searches all again.
func TestSolveIsOver(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "suite.epd")
	require.NoError(t, os.WriteFile(path, []byte("B:WK31:BK18,25 id quick; result WIN\n"), 0o600))
	for range 2 {
		_, stderr, status := programtest.Output(t, programtest.Program(t), "solve", path, "--nodes=900")
		require.Zero(t, status, stderr)
		require.NotContains(t, stderr, "resumed")
	}
}

// A list of which no row can be read is no success.
func TestSolveNothing(t *testing.T) {
	t.Parallel()
	list := filepath.Join(t.TempDir(), "list.csv")
	require.NoError(t, os.WriteFile(list, []byte("id,fen,result\na,nonsense,win\n"), 0o600))
	stdout, stderr, status := programtest.Output(t, programtest.Program(t), "solve", list)
	require.Equal(t, 1, status)
	require.Empty(t, stdout)
	require.Contains(t, stderr, "skipped: ")
	require.Contains(t, stderr, "zonda: error: there is no position to solve")
}
