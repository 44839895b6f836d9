package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/search"
)

func TestFit(t *testing.T) {
	require.Equal(t, "short", Fit("short", 5))
	require.Equal(t, "lon..", Fit("longer", 5))
	require.Equal(t, "Fr..", Fit("Früchte", 4))
	require.Equal(t, "\ufffd[31m", Fit("\x1b[31m", 9))
}

func TestOr(t *testing.T) {
	given := 0
	require.Equal(t, 0, Or(&given, 7))
	require.Equal(t, 7, Or[int](nil, 7))
}

// Only an error of a context that has ended is an interruption.
func TestInterrupted(t *testing.T) {
	failed := errors.New("failed")
	ctx, cancel := context.WithCancel(context.Background())
	require.Equal(t, failed, Interrupted(ctx, failed, "nothing"))
	cancel()
	require.EqualError(t, Interrupted(ctx, failed, "3 games are left"), "interrupted; 3 games are left")
	require.NoError(t, Interrupted(ctx, nil, "3 games are left"), "the work was done all the same")
}

// full is a writer that takes this number of writes and fails with each after that.
type full struct{ room, failures int }

func (f *full) Write(data []byte) (int, error) {
	if f.room--; f.room < 0 {
		f.failures++
		return 0, os.ErrClosed
	}
	return len(data), nil
}

func TestFirstFailureIsKept(t *testing.T) {
	out := &full{room: 1}
	m := NewMeter(out)
	m.Line("first")
	require.NoError(t, m.Err())
	m.Line("second")
	require.ErrorIs(t, m.Err(), os.ErrClosed)
	m.Line("third")
	require.Equal(t, 2, out.failures)
	require.ErrorIs(t, m.Err(), os.ErrClosed)
}

// What other goroutines say, such as those of a connection, does not disturb the bar.
func TestMeterOfSeveralGoroutines(t *testing.T) {
	m := NewMeter(io.Discard)
	m.bar = progressbar.NewOptions(10, progressbar.OptionSetWriter(io.Discard)) // as on a terminal
	var all sync.WaitGroup
	for _, use := range []func(){func() { m.Line("line") }, func() { m.Note("note") }, m.Clear} {
		all.Go(func() {
			for range 100 {
				use()
			}
		})
	}
	all.Wait()
	require.Nil(t, m.bar)
}

// The standard output keeps its first failure, and writes nothing after it.
func TestStdoutKeepsTheFirstFailure(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	closed, err := os.Create(name)
	require.NoError(t, err)
	require.NoError(t, closed.Close())
	out := &output{out: closed}
	_, err = out.Write([]byte("lost"))
	require.ErrorIs(t, err, os.ErrClosed)
	out.out = os.Stderr
	_, again := out.Write([]byte("not written"))
	require.Equal(t, err, again)
	require.Equal(t, err, out.Err())
}

func TestWriteJSON(t *testing.T) {
	var text strings.Builder
	require.NoError(t, WriteJSON(&text, map[string]int{"a": 1}))
	require.Equal(t, "{\n  \"a\": 1\n}\n", text.String())
	require.Equal(t, Stdout, Lines(false))
	require.Equal(t, os.Stderr, Lines(true))
}

func TestLimitFlags(t *testing.T) {
	moveTime, depth, nodes := (&LimitFlags{}).Limits()
	require.Equal(t, defaultMoveTime, moveTime)
	require.Zero(t, depth)
	require.Zero(t, nodes)

	ms, plies, some := 250*time.Millisecond, 9, uint64(1000)
	f := LimitFlags{MoveTime: &ms, Depth: &plies, Nodes: &some}
	moveTime, depth, nodes = f.Limits()
	require.Equal(t, 250*time.Millisecond, moveTime)
	require.Equal(t, search.Depth(9), depth)
	require.EqualValues(t, 1000, nodes)
	moveTime, _, _ = (&LimitFlags{Depth: &plies}).Limits()
	require.Zero(t, moveTime, "the default is for no limit at all")
}

func TestFiles(t *testing.T) {
	folder := t.TempDir()
	name, link, other := filepath.Join(folder, "a"), filepath.Join(folder, "link"), filepath.Join(folder, "b")
	require.NoError(t, os.WriteFile(name, []byte("text"), 0o600))
	require.NoError(t, os.Link(name, link))
	require.NoError(t, os.WriteFile(other, nil, 0o600))
	require.NoError(t, NotAnInput(filepath.Join(folder, "new"), []string{name}))
	require.NoError(t, NotAnInput(other, []string{name, "none"}))
	require.ErrorContains(t, NotAnInput(link, []string{other, name}), link+" is one of the files to read")
	require.NoError(t, NotAnInput(os.DevNull, []string{os.DevNull}))
	stdin := os.Stdin
	defer func() { os.Stdin = stdin }()
	in, err := os.Open(name)
	require.NoError(t, err)
	defer in.Close()
	os.Stdin = in
	require.ErrorContains(t, NotAnInput(link, []string{"-"}), link+" is one of the files to read")

	require.NoError(t, CheckFolders(""))
	require.NoError(t, CheckFolders("", filepath.Join(folder, "new")))
	require.ErrorContains(t, CheckFolders(name, filepath.Join(folder, "none", "new")), "none")
}

func TestCheckFiles(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "a")
	require.NoError(t, CheckFiles(FileFlag{"pdn", name}, FileFlag{"log", ""}, FileFlag{"plot", ""}, FileFlag{"resume", filepath.Join(folder, "b")}))
	require.EqualError(t, CheckFiles(FileFlag{"pdn", name}, FileFlag{"log", filepath.Join(folder, ".", "x", "..", "a")}),
		"--pdn and --log are the same file, "+filepath.Join(folder, ".", "x", "..", "a"))
	require.ErrorContains(t, CheckFiles(FileFlag{"log", filepath.Join(folder, "none", "a")}), "there is no such folder")
}

func TestCacheFolder(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("LocalAppData", cache)
	if dir, err := os.UserCacheDir(); err != nil || dir != cache {
		t.Skip("this system's cache cannot be moved")
	}
	folder, err := CacheFolder("matches")
	require.NoError(t, err)
	require.Equal(t, filepath.Join(cache, "zonda", "matches"), folder)
	require.DirExists(t, folder)
}

func TestConfigFolder(t *testing.T) {
	config := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", config)
	t.Setenv("AppData", config)
	if dir, err := os.UserConfigDir(); err != nil || dir != config {
		t.Skip("this system's configuration cannot be moved")
	}
	folder, err := ConfigFolder("board")
	require.NoError(t, err)
	require.Equal(t, filepath.Join(config, "zonda", "board"), folder)
	require.DirExists(t, folder)
}

func TestTranscript(t *testing.T) {
	none, err := OpenTranscript("")
	require.NoError(t, err)
	require.Nil(t, none)
	name := filepath.Join(t.TempDir(), "log")
	require.NoError(t, os.WriteFile(name, []byte("0.100 A > old\n"), 0o600))
	log, err := OpenTranscript(name)
	require.NoError(t, err)
	log.Line("A", ">", "go depth 1")
	log.Flush()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Regexp(t, `^0\.100 A > old\n\d+\.\d{3} A > go depth 1\n$`, string(text))
	require.NoError(t, log.Close())
	_, err = OpenTranscript(t.TempDir())
	require.ErrorContains(t, err, "log: ")
	games := filepath.Join(t.TempDir(), "games.pdn")
	require.NoError(t, os.WriteFile(games, []byte("[Event \"a\"]\n1. 11-15 *\n"), 0o600))
	_, err = OpenTranscript(games)
	require.ErrorContains(t, err, "games.pdn holds something else, which is kept")
	text, err = os.ReadFile(games)
	require.NoError(t, err)
	require.Equal(t, "[Event \"a\"]\n1. 11-15 *\n", string(text))
}

// The profile is there only if it was asked for, and the work's error comes through.
func TestProfiled(t *testing.T) {
	failed := errors.New("failed")
	require.Equal(t, failed, Profiled("", func() error { return failed }))
	name := filepath.Join(t.TempDir(), "cpu.pprof")
	require.ErrorIs(t, Profiled(name, func() error { return failed }), failed)
	require.FileExists(t, name)
	require.Error(t, Profiled(filepath.Join(name, "none"), func() error { panic("not run") }))
}
