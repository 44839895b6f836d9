package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// TestProveServe proves a goal by a tree, asks about it, exports it, and imports it into another store.
func TestProveServe(t *testing.T) {
	t.Parallel()
	zonda, folder := buildProgram(t), t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	run := func(status int, want string, arguments ...string) string {
		t.Helper()
		stdout, stderr, have := output(t, zonda, append([]string{"prove"}, arguments...)...)
		require.Equal(t, status, have, "%v: %s%s", arguments, stdout, stderr)
		require.Contains(t, stdout+stderr, want)
		return stdout
	}
	goal := "--goal=" + drawnFEN + " >= draw"
	small := []string{"--workers=2", "--budget=20000", "--table=32"}
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
	run(1, "exists", "backup", "--store", in("b"), in("c"))
}

// unfinished begins a proof whose items are too short to decide much, interrupts it, and returns the name of its store.
func unfinished(t *testing.T, zonda, goal, store string) string {
	t.Helper()
	c := exec.Command(zonda, "prove", "serve", goal, "--store", store, "--budget=10", "--workers=1", "--table=32")
	require.NoError(t, c.Start())
	require.Eventually(t, func() bool {
		_, _, status := output(t, zonda, "prove", "status", "--store", store)
		return status != int(cli.Failed)
	}, time.Minute, 100*time.Millisecond, "serve writes its status")
	require.NoError(t, c.Process.Signal(syscall.SIGINT))
	_ = c.Wait() // its status says that it was interrupted
	require.EqualValues(t, cli.Failed, c.ProcessState.ExitCode())
	return store
}
