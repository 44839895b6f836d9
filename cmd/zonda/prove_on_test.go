package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// drawnFEN is a draw with eight pieces that is proven in a moment.
const drawnFEN = "W:WK5,K9,13,28:B3,12,K18,K22"

// A proof of three workers is that of one host: the answers, the nodes and the certificates.
func TestProveElsewhere(t *testing.T) {
	t.Parallel()
	address, folder := threeWorkers(t), t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	prove := func(arguments ...string) string {
		stdout, stderr, status := programtest.Output(t, programtest.Program(t), append([]string{"prove"}, arguments...)...)
		require.NotEqual(t, int(cli.Failed), status, stderr)
		answer, _, _ := strings.Cut(stdout, " s\n") // without the time
		return answer[:strings.LastIndexByte(answer, ' ')]
	}
	for name, goal := range map[string][]string{
		"value": {drawnFEN, "--nodes=100000"},
		"win":   {"B:WK4,23,26:B1,K20,24", "--win", "--pieces=4", "--nodes=1000"},
	} {
		here := prove(append(goal, "--hash=32", "--certificate", in(name+".here"))...)
		there := prove(append(goal, "--hash=32", "--certificate", in(name+".there"), "--on", address)...)
		require.Equal(t, here, there)
	}
	requireSameFiles(t, in("value-low.here"), in("value-low.there"))
}

// TestTreeElsewhere lets workers on other hosts prove the leaves of a tree: its files are those of one host.
func TestTreeElsewhere(t *testing.T) {
	t.Parallel()
	if os.Getenv(programtest.Long) == "" {
		t.Skip("half a minute")
	}
	address, folder := threeWorkers(t), t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	tree := []string{"prove", "serve", "--goal", drawnFEN + " >= draw", "--workers=3", "--hash=24", "--nodes=20000", "--ordered"}
	programtest.Succeed(t, append(tree, "--store", in("here.tree"))...)
	programtest.Succeed(t, append(tree, "--store", in("there.tree"), "--on", address)...)
	for _, name := range []string{"here", "there"} {
		programtest.Succeed(t, "prove", "export", "--store", in(name+".tree"), "--out", in(name))
	}
	entries, err := os.ReadDir(in("here"))
	require.NoError(t, err)
	for _, e := range entries {
		requireSameFiles(t, filepath.Join(in("here"), e.Name()), filepath.Join(in("there"), e.Name()))
	}
}

// Workers, the server and the producer of a proof tree, ordered or not, are killed and started again. In the end the goal is proven, and
// its certificates are right.
func TestKilledProof(t *testing.T) {
	t.Parallel()
	if os.Getenv(programtest.Long) == "" {
		t.Skip("a minute")
	}
	const kills, pause, budget = 60, time.Second, "--nodes=1000"
	zonda, folder := programtest.Program(t), t.TempDir()
	queue, store := filepath.Join(folder, "queue"), filepath.Join(folder, "a.tree")
	server, address := background(t, "stdout", "serve", "--store", queue)
	worker := func() *exec.Cmd {
		c, _ := background(t, "stderr", "work", address, "--concurrency=1")
		return c
	}
	workers := []*exec.Cmd{worker(), worker()}
	goal := []string{"prove", "serve", "--goal", drawnFEN + " >= draw", "--store", store, "--hash=32", budget, "--on", address}
	random := rand.New(rand.NewPCG(1, 1))
	kill := func(c *exec.Cmd) {
		require.NoError(t, c.Process.Kill())
		_ = c.Wait() // its error is that it was killed
	}
	for n := range kills {
		command := goal
		if n%2 == 1 { // an ordered tree that goes on is another one, and as valid
			command = append(slices.Clone(goal), "--ordered")
		}
		producer := exec.Command(zonda, command...)
		require.NoError(t, producer.Start())
		time.Sleep(time.Duration(random.Int64N(int64(pause))))
		switch n % 3 {
		case 0:
			kill(workers[0])
			workers[0] = worker()
		case 1:
			kill(server)
			var again string
			server, again = background(t, "stdout", "serve", "--store", queue)
			require.Equal(t, address, again)
		}
		_ = producer.Process.Kill() // it may have ended
		_ = producer.Wait()
	}
	programtest.Succeed(t, goal...)
	programtest.Succeed(t, "prove", "export", "--store", store, "--out", filepath.Join(folder, "out"), "--minimal")
	programtest.Succeed(t, "prove", "check", filepath.Join(folder, "out"))
}
