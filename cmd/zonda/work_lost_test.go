package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
)

// loser removes the store of a server while a command runs.
type loser struct {
	t       *testing.T
	store   string
	address string
	server  *exec.Cmd
	random  *rand.Rand
	times   int           // for each command
	pause   time.Duration // between two, at most
}

func newLoser(t *testing.T, times int, pause time.Duration) *loser {
	l := &loser{
		t: t, store: filepath.Join(t.TempDir(), "store"), times: times, pause: pause,
		random: rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)),
	}
	l.server, l.address = background(t, "stdout", "serve", "--store", l.store)
	for range 2 {
		background(t, "stderr", "work", l.address, "--concurrency=1")
	}
	return l
}

// succeed runs a command, which must succeed, and removes the store meanwhile: below the running server, or between two.
func (l *loser) succeed(arguments ...string) {
	l.t.Helper()
	ended := make(chan string, 1)
	go func() {
		_, stderr, status := programtest.Output(l.t, programtest.Program(l.t), append(arguments, "--on", l.address)...)
		if status == 0 {
			stderr = ""
		}
		ended <- stderr
	}()
	lost, began := 0, time.Now()
	defer func() { l.t.Logf("%s: the store was lost %d times in %v", arguments[0], lost, time.Since(began).Round(time.Second)) }()
	for {
		long := time.Duration(l.random.Int64N(int64(l.pause)))
		if lost == l.times {
			long = time.Hour
		}
		select {
		case stderr := <-ended:
			require.Empty(l.t, stderr)
			return
		case <-time.After(long):
			l.lose()
			lost++
		}
	}
}

func (l *loser) lose() {
	messages := filepath.Join(l.store, "jetstream")
	if l.random.IntN(2) == 0 {
		_ = os.RemoveAll(messages) // the server may write there at the same time
		return
	}
	require.NoError(l.t, l.server.Process.Kill())
	_ = l.server.Wait() // its error is that it was killed
	require.NoError(l.t, os.RemoveAll(messages))
	var address string
	l.server, address = background(l.t, "stdout", "serve", "--store", l.store)
	require.Equal(l.t, l.address, address)
}

// The store of the server is disposable: it is lost at random moments of a match, of self-play, of a book and of a proof, and the
// results are those of one host.
func TestStoreIsDisposable(t *testing.T) {
	t.Parallel()
	times, pause, factor := 2, time.Second, 1
	if os.Getenv(programtest.Long) != "" {
		times, pause, factor = 10, 2*time.Second, 12
	} else if testing.Short() {
		t.Skip("starts many processes")
	}
	number := func(flag string, n int) string { return flag + "=" + strconv.Itoa(n*factor) }
	l, folder := newLoser(t, times, pause), t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	deck := path("deck.csv")
	require.NoError(t, os.WriteFile(deck, []byte("moves\n11-15 23-19\n9-13 22-18\n"), 0o600))

	program := programtest.Program(t)
	engine := func(name string) string {
		return "--engine=" + player.Spec{Name: name, Command: []string{program}}.String() + " option.Hash=4 option.EGDBPieces=0"
	}
	games := []string{"match", engine("A"), engine("B"), "--nodes=2000", "--openings", "3move", number("--games", 20)}
	programtest.Succeed(t, append(games, "--resume", path("here.match"))...)
	l.succeed(append(games, "--resume", path("there.match"))...)
	require.Equal(t, gamesOf(t, path("here.match")), gamesOf(t, path("there.match")))

	selfplay := []string{"tune", "selfplay", number("--games", 120), "--games-per-file=10", "--nodes=200", "--leaves=3", "--openings", "3move," + deck}
	programtest.Succeed(t, append(selfplay, "--out", path("here"))...)
	l.succeed(append(selfplay, "--out", path("there"))...)
	entries, err := os.ReadDir(path("here"))
	require.NoError(t, err)
	require.Len(t, entries, 12*factor)
	for _, e := range entries {
		requireSameFiles(t, filepath.Join(path("here"), e.Name()), filepath.Join(path("there"), e.Name()))
	}

	build := []string{"book", "build", "--openings", deck, number("--positions", 300), "--nodes=5000", "--settle=9000", "--hash=1"}
	programtest.Succeed(t, append(build, "--out", path("here.zbk"))...)
	l.succeed(append(build, "--out", path("there.zbk"))...)
	requireSameFiles(t, path("here.zbk"), path("there.zbk"))

	tree := []string{"prove", "serve", "--goal", drawnFEN + " >= draw", "--workers=2", "--hash=24", "--nodes=10000", "--ordered"}
	programtest.Succeed(t, append(tree, "--store", path("here.tree"))...)
	l.succeed(append(tree, "--store", path("there.tree"))...)
	for _, name := range []string{"here", "there"} {
		programtest.Succeed(t, "prove", "export", "--store", path(name+".tree"), "--out", path(name+".proof"))
	}
	entries, err = os.ReadDir(path("here.proof"))
	require.NoError(t, err)
	for _, e := range entries {
		requireSameFiles(t, filepath.Join(path("here.proof"), e.Name()), filepath.Join(path("there.proof"), e.Name()))
	}
}
