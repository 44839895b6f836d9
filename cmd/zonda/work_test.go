package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// ownCache returns an environment with a cache for a process alone: one that is killed leaves a note for the next on its host.
func ownCache(t *testing.T) []string {
	t.Helper()
	return append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
}

// background starts the program and returns what it prints first. The test ends it.
func background(t *testing.T, stream string, arguments ...string) (*exec.Cmd, string) {
	t.Helper()
	c := exec.Command(programtest.Program(t), arguments...)
	c.Env = ownCache(t)
	var said bytes.Buffer
	pipe := c.StdoutPipe
	c.Stderr = &said
	if stream == "stderr" {
		pipe, c.Stderr = c.StderrPipe, nil
	}
	out, err := pipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill() // it may have ended
		_ = c.Wait()
		if t.Failed() {
			t.Logf("%v said: %s", c, &said)
		}
	})
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		require.Fail(t, "the program printed nothing", "%v: %s", c.Wait(), &said)
	}
	first := lines.Text()
	go func() {
		for lines.Scan() { // what comes later is for nobody
		}
	}()
	return c, first
}

// threeWorkers starts a server and three workers with tokens of workers, and returns the address for producers.
func threeWorkers(t *testing.T) string {
	t.Helper()
	store := filepath.Join(t.TempDir(), "store")
	_, address := background(t, "stdout", "serve", "--store", store)
	for _, name := range []string{"worker", "worker", "anna"} {
		background(t, "stderr", "work", admit(t, store, name), "--concurrency=1")
	}
	return address
}

// admit returns the address of a worker of a server.
func admit(t *testing.T, store, name string) string {
	t.Helper()
	stdout, stderr, status := programtest.Output(t, programtest.Program(t), "serve", "--store", store, "--admit", name)
	require.Zero(t, status, stderr)
	return strings.TrimSpace(stdout)
}

// Samples, a book, problems and a match of three workers are those of one host.
func TestManyHosts(t *testing.T) {
	t.Parallel()
	address, folder := threeWorkers(t), t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	suite := path("deck.csv")
	require.NoError(t, os.WriteFile(suite, []byte("moves\n11-15 23-19\n9-13 22-18\n"), 0o600))

	selfplay := []string{"tune", "selfplay", "--games=6", "--games-per-file=2", "--nodes=20", "--leaves=3", "--openings", "3move," + suite}
	programtest.Succeed(t, append(selfplay, "--out", path("here"))...)
	programtest.Succeed(t, append(selfplay, "--out", path("there"), "--on", address)...)
	entries, err := os.ReadDir(path("here"))
	require.NoError(t, err)
	require.Len(t, entries, 3)
	for _, e := range entries {
		requireSameFiles(t, filepath.Join(path("here"), e.Name()), filepath.Join(path("there"), e.Name()))
	}

	lock, err := file.Acquire(filepath.Join(path("there"), "producer"), file.NoWait) // as a second producer
	require.NoError(t, err)
	_, stderr, status := programtest.Output(t, programtest.Program(t), append(selfplay, "--out", path("there"), "--on", address)...)
	require.NotZero(t, status)
	require.Contains(t, stderr, "another process gives the games in "+path("there")+" to workers")
	require.NoError(t, lock.Release())

	build := []string{"book", "build", "--openings", suite, "--positions=40", "--nodes=300", "--settle=600", "--hash=1"}
	programtest.Succeed(t, append(build, "--out", path("here.zbk"))...)
	programtest.Succeed(t, append(build, "--out", path("there.zbk"), "--on", address)...)
	requireSameFiles(t, path("here.zbk"), path("there.zbk"))

	look := []string{"problems", "make", "--seed=7"}
	programtest.Succeed(t, append(look, "--games=2", "--out", path("here.csv"))...)
	programtest.Succeed(t, append(look, "--games=1", "--out", path("there.csv"), "--on", address)...)
	programtest.Succeed(t, append(look, "--games=2", "--out", path("there.csv"), "--on", address)...)
	requireSameFiles(t, path("here.csv"), path("there.csv"))
	require.NoError(t, os.WriteFile(path("own.pdn"), []byte("[FEN \"B:WK16,K18,21:B13,K27,K31\"]\n1. 27-23 18x27 31x24 *\n"), 0o600))
	programtest.Succeed(t, "problems", "make", path("own.pdn"), "--out", path("own.csv"), "--on", address)
	own, err := os.ReadFile(path("own.csv"))
	require.NoError(t, err)
	require.Contains(t, string(own), "27-23 18x27 31x24")

	program := programtest.Program(t)
	engine := func(name, more string) string {
		return "--engine=" + client.Spec{Name: name, Command: []string{program}}.String() + " option.Hash=4 option.EGDBPieces=0 " + more
	}
	games := []string{"match", engine("A", ""), engine("B", "nodes=60"), "--nodes=40", "--openings", suite, "--adjudicate=5", "--games=4"}
	programtest.Succeed(t, append(games, "--resume", path("here.match"))...)
	programtest.Succeed(t, append(games, "--resume", path("there.match"), "--on", address)...)
	require.Equal(t, gamesOf(t, path("here.match")), gamesOf(t, path("there.match")))
}

func requireSameFiles(t *testing.T, a, b string) {
	t.Helper()
	first, err := os.ReadFile(a)
	require.NoError(t, err)
	second, err := os.ReadFile(b)
	require.NoError(t, err)
	require.True(t, string(first) == string(second), "%s and %s differ", a, b)
}

// gamesOf returns the moves and the results in a journal by the numbers of the games.
func gamesOf(t *testing.T, journal string) map[int]string {
	t.Helper()
	games := map[int]string{}
	require.NoError(t, match.ReadGames(journal, func(r match.Record) error {
		moves := []string{r.Opening, r.Result, r.Ending}
		for _, p := range r.Plies {
			moves = append(moves, p.Move)
		}
		require.NotContains(t, games, r.Game)
		games[r.Game] = strings.Join(moves, " ")
		return nil
	}))
	return games
}

// The page, the metrics and the status show the server; Ctrl-C ends it, and its store has the same address again.
func TestServe(t *testing.T) {
	t.Parallel()
	store := filepath.Join(t.TempDir(), "store")
	_, page := background(t, "stderr", "serve", "--store", store, "--http=127.0.0.1:0")
	site := page[strings.Index(page, "http"):]
	for path, want := range map[string]string{"/": "no worker yet", "/metrics": "zonda_workers 0"} {
		response, err := http.Get(site + path)
		require.NoError(t, err)
		text := new(strings.Builder)
		_, err = bufio.NewReader(response.Body).WriteTo(text)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Contains(t, text.String(), want)
	}
	foreign, err := http.NewRequest(http.MethodGet, site, nil)
	require.NoError(t, err)
	foreign.Host = "evil.example"
	response, err := http.DefaultClient.Do(foreign)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.Equal(t, http.StatusMisdirectedRequest, response.StatusCode)

	other := filepath.Join(t.TempDir(), "store")
	server, address := background(t, "stdout", "serve", "--store", other)
	stdout, stderr, status := programtest.Output(t, programtest.Program(t), "serve", "--status", address, "--json")
	require.Zero(t, status, stderr)
	require.True(t, json.Valid([]byte(stdout)), stdout)
	_, stderr, status = programtest.Output(t, programtest.Program(t), "serve", "--status", strings.Replace(address, "://", "://x", 1))
	require.NotZero(t, status)
	require.Contains(t, stderr, "refuses the token")
	worker := admit(t, other, "anna")
	_, stderr, status = programtest.Output(t, programtest.Program(t), "serve", "--status", worker)
	require.NotZero(t, status)
	require.Contains(t, stderr, "the address may be one for workers")
	programtest.Succeed(t, "serve", "--store", other, "--revoke", "anna")
	_, stderr, status = programtest.Output(t, programtest.Program(t), "work", worker)
	require.NotZero(t, status)
	require.Contains(t, stderr, "refuses the token")
	_, stderr, status = programtest.Output(t, programtest.Program(t), "serve", "--store", other)
	require.NotZero(t, status)
	require.Contains(t, stderr, "another server has the store")
	if runtime.GOOS == "windows" {
		return // processes cannot be interrupted there
	}
	require.NoError(t, server.Process.Signal(os.Interrupt))
	require.NoError(t, server.Wait())
	_, again := background(t, "stdout", "serve", "--store", other)
	require.Equal(t, address, again)
}
