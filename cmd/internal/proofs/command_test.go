package proofs_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// drawnFEN is a draw with eight pieces that is proven in a moment.
const drawnFEN = "W:WK5,K9,13,28:B3,12,K18,K22"

// TestProve proves positions and reads the exit statuses, the lines and the certificates.
func TestProve(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	for _, c := range []struct {
		arguments []string
		status    int
		want      string
	}{
		{[]string{"B:WK4,23,26:B1,K20,24"}, 0, "proven, value win"},
		{[]string{"B:WK4,23,26:B1,K20,24", "--at-least=win"}, 0, "proven, value win"},
		{[]string{"B:WK28:BK1", "--win"}, 3, "disproven"},
		{[]string{"B:W5:B", "--value"}, 0, "value loss"}, // the game is over
		{[]string{drawnFEN, "--win", "--nodes=5000"}, 3, "open, value unknown"},
		{[]string{drawnFEN, "--at-least=draw", "--nodes=500000", "--hash=16"}, 0, "proven, value at least draw"},
		{[]string{"W:WK10,K14:BK1,K2,5", "--pieces=4", "--retrograde"}, 0, "proven, value draw"},
		{[]string{"B:WK7,8,K11:BK4,22", "--win", "--pieces=4", "--retrograde", "--nodes=1"}, 3, "disproven"},
	} {
		stdout, stderr, status := programtest.Output(t, zonda, append([]string{"prove"}, c.arguments...)...)
		require.Equal(t, c.status, status, "%v: %s", c.arguments, stderr)
		require.Contains(t, stdout, c.want)
	}
}

// TestRetrogradeRefuses names what a retrograde proof cannot do here.
func TestRetrogradeRefuses(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	_, stderr, status := programtest.Output(t, zonda, "prove", "W:W11,K15,K22:BK4,5,23,28", "--retrograde", "--hash=100")
	require.Equal(t, 1, status)
	require.Contains(t, stderr, "--retrograde: 1532043204 positions take about")
	require.Contains(t, stderr, "--hash allows 100")
	_, stderr, status = programtest.Output(t, zonda, "prove", drawnFEN, "--retrograde", "--bounds="+t.TempDir())
	require.NotZero(t, status)
	require.Contains(t, stderr, "--retrograde does not go with --bounds or --on")
}

// An interrupted proof goes on by the same command; one that is over leaves nothing.
func TestInterruptedProof(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be interrupted there")
	}
	zonda := programtest.Program(t)
	for run, resumed := range []string{"", "resumed: whether White wins\n"} {
		command := exec.Command(zonda, "prove", "W:W18,19,22,26,29:B3,5,8,10,12", "--win", "--pieces=4", "--movetime=1h")
		stderr, err := command.StderrPipe()
		require.NoError(t, err)
		pipe, err := command.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, command.Start())
		t.Cleanup(func() { _ = command.Process.Kill() })
		out, said := bufio.NewReader(pipe), bufio.NewReader(stderr)
		told := ""
		if resumed == "" {
			_, err = out.ReadString('\n') // it reports its progress
		} else {
			told, err = said.ReadString('\n') // sooner than its progress
		}
		require.NoError(t, err)
		require.NoError(t, command.Process.Signal(os.Interrupt))
		left, err := io.ReadAll(said)
		require.NoError(t, err)
		rest, err := io.ReadAll(out)
		require.NoError(t, err)
		require.Error(t, command.Wait())
		require.Contains(t, string(rest), "interrupted: the same command goes on\n", run)
		require.Equal(t, resumed, told+string(left))
	}
	for range 2 {
		stdout, stderr, _ := programtest.Output(t, zonda, "prove", drawnFEN, "--win", "--nodes=5000")
		require.Contains(t, stdout, "open, value unknown")
		require.Empty(t, stderr)
	}
}

// TestProveJSON reads the object on the last line and the certificates of both bounds.
func TestProveJSON(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "c.proof")
	stdout, stderr, status := programtest.Output(t, programtest.Program(t), "prove", drawnFEN, "--nodes=1000000", "--threads=2", "--hash=32", "--json", "--certificate", file)
	require.Zero(t, status, stderr)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	var o struct {
		Value, Low, High string
		Nodes            uint64
	}
	require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &o))
	require.Equal(t, []string{"draw", "draw", "draw"}, []string{o.Value, o.Low, o.High})
	require.Positive(t, o.Nodes)
	library, err := endings.OpenSound("")
	require.NoError(t, err)
	defer func() { require.NoError(t, library.Close()) }()
	for _, name := range []string{"c-low.proof", "c-high.proof"} {
		c, err := certificate.Read(filepath.Join(folder, name))
		require.NoError(t, err)
		require.False(t, c.Claim.Win)
		require.NoError(t, check.Check(c, library))
		require.Equal(t, drawnFEN, c.Claim.Position.FEN())
	}
}

// TestProveErrors gives bad input: one error and no file.
func TestProveErrors(t *testing.T) {
	t.Parallel()
	zonda, folder := programtest.Program(t), t.TempDir()
	for _, c := range []struct {
		arguments []string
		want      string
	}{
		{[]string{"nonsense"}, "nonsense"},
		{[]string{"B:WK29:BK1", "--pieces=9"}, "at most 6 pieces"},
		{[]string{"B:WK29:BK1", "--egdb", filepath.Join(folder, "none")}, "no such folder"},
		{[]string{"B:WK29:BK1", "--certificate", filepath.Join(folder, "none", "c.proof")}, "no such file"},
	} {
		stdout, stderr, status := programtest.Output(t, zonda, append([]string{"prove"}, c.arguments...)...)
		require.Contains(t, []int{1, 2}, status)
		require.Empty(t, stdout)
		require.Contains(t, stderr, c.want)
		require.Equal(t, 1, strings.Count(stderr, "error: "))
	}
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left)
	_, _, status := programtest.Output(t, zonda, "prove", "B:WK29:BK1", "--win", "--value")
	require.NotZero(t, status)
}

// A list proves each position once, and says so.
func TestProveListRepeated(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "p.epd")
	require.NoError(t, os.WriteFile(name, []byte("B:WK29:BK1,K2\nB:WK29:BK2,K1\n"), 0o600))
	stdout, stderr, status := programtest.Output(t, programtest.Program(t), "prove", "list", name)
	require.Zero(t, status, stderr)
	require.Regexp(t, `(?m)^positions +1$`, stdout)
	require.Equal(t, "1 repeated position left out\n", stderr)
}

// TestProveServe proves a goal by a tree, asks about it, exports it, and imports it into another store.
func TestProveServe(t *testing.T) {
	t.Parallel()
	zonda, folder := programtest.Program(t), t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	run := func(status int, want string, arguments ...string) string {
		t.Helper()
		stdout, stderr, have := programtest.Output(t, zonda, append([]string{"prove"}, arguments...)...)
		require.Equal(t, status, have, "%v: %s%s", arguments, stdout, stderr)
		require.Contains(t, stdout+stderr, want)
		return stdout
	}
	goal := "--goal=" + drawnFEN + " >= draw"
	small := []string{"--workers=2", "--nodes=20000", "--hash=32"}
	run(0, ": proven", append([]string{"serve", goal, "--store", in("a")}, small...)...)
	run(0, ": proven", append([]string{"serve", goal, "--store", in("a")}, small...)...) // at once
	run(1, "has the goal", "serve", "--goal="+drawnFEN+" <= draw", "--store", in("a"))
	run(1, "database pieces 6, not 5", "serve", goal, "--pieces=5", "--store", in("a"))
	run(1, "nothing to search for", "serve", "--goal=B:WK28:BK1 >= win", "--store", in("none"))
	require.NoFileExists(t, in("none"))

	var status struct{ Answer, Goal string }
	require.NoError(t, json.Unmarshal([]byte(run(0, "", "status", "--store", in("a"), "--json")), &status))
	require.Equal(t, "no", status.Answer)
	run(0, "at most draw", "show", "--store", in("a"), drawnFEN)
	run(0, drawnFEN, "show", "--store", in("a"))
	run(1, "illegal", "show", "--store", in("a"), "1-2")

	run(0, "certificate", "export", "--store", in("a"), "--out", in("out"), "--minimal")
	run(0, "proven: White cannot force a win", "check", in("out"))
	run(1, "is not empty", "export", "--store", in("a"), "--out", in("out"))
	run(3, ": open", "status", "--store", unfinished(t, zonda, goal, in("b")))
	run(0, "from "+in("out"), "import", "--store", in("b"), in("out"))
	run(0, "writes the certificates", append([]string{"serve", "--store", in("b")}, small...)...)
	run(1, "needs --goal", "serve", "--store", in("none"))
	run(0, "compared", "backup", "--store", in("b"), in("c"))
	run(0, in("c")+", ", "status", "--store", in("c"))
	run(1, "exists", "backup", "--store", in("b"), in("c"))
}

// unfinished begins a proof whose items are too short to decide much, interrupts it, and returns the name of its store.
func unfinished(t *testing.T, zonda, goal, store string) string {
	t.Helper()
	c := exec.Command(zonda, "prove", "serve", goal, "--store", store, "--nodes=10", "--workers=1", "--hash=32")
	require.NoError(t, c.Start())
	require.Eventually(t, func() bool {
		_, _, status := programtest.Output(t, zonda, "prove", "status", "--store", store)
		return status != int(cli.Failed)
	}, time.Minute, 100*time.Millisecond, "serve writes its status")
	require.NoError(t, c.Process.Signal(syscall.SIGINT))
	_ = c.Wait() // its status says that it was interrupted
	require.EqualValues(t, cli.Failed, c.ProcessState.ExitCode())
	return store
}
