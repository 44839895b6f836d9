package session

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

func TestOptionsAreDescribed(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("Hash", "64"))
	seen := map[string]bool{}
	for _, o := range Options() {
		require.NotEmpty(t, o.Help, o.Name)
		require.NotContains(t, o.Help, "\n")
		require.False(t, seen[strings.ToLower(o.Name)], o.Name)
		seen[strings.ToLower(o.Name)] = true
		require.Contains(t, []Kind{Spin, Check, String, Combo, Button}, o.Kind)
		require.NoError(t, e.SetOption(o.Name, o.Default), "the default of %s", o.Name)
		if o.Kind != String {
			require.Equal(t, o.Default, e.Option(o.Name))
		}
	}
	require.Len(t, seen, 24)
}

func TestSpinOptionsKeepTheirRange(t *testing.T) {
	e := small(t)
	for _, o := range Options() {
		if o.Kind != Spin {
			continue
		}
		require.NoError(t, e.SetOption(o.Name, strconv.Itoa(o.Min)))
		for _, bad := range []string{
			strconv.Itoa(o.Min - 1), strconv.Itoa(o.Max + 1), "", "x", "1.5", "1e99", "1 2", "0x10", "99999999999999999999",
		} {
			require.ErrorContains(t, e.SetOption(o.Name, bad), "option "+o.Name, "%q", bad)
			require.Equal(t, strconv.Itoa(o.Min), e.Option(o.Name), "%q", bad)
		}
	}
}

// A number may be written as other programs write it.
func TestSpellingsOfNumbers(t *testing.T) {
	e := small(t)
	for value, want := range map[string]string{"+5": "5", "1e1": "10", "7.0": "7", " 4 ": "4", "03": "3"} {
		require.NoError(t, e.SetOption("MoveRule", value), value)
		require.Equal(t, want, e.Option("MoveRule"), value)
	}
}

// Words that switch something on or off are taken in all their forms.
func TestSwitches(t *testing.T) {
	e := small(t)
	for value, want := range map[string]string{"1": "true", "0": "false", "On": "true", "OFF": "false", "yes": "true", "no": "false", " TRUE ": "true", "False": "false"} {
		require.NoError(t, e.SetOption("UseDTW", value), value)
		require.Equal(t, want, e.Option("UseDTW"), value)
		own := map[string]string{"true": "best", "false": "off"}[want]
		require.NoError(t, e.SetOption("OwnBook", value), value)
		require.Equal(t, own, e.Option("OwnBook"), value)
	}
}

func TestNamesAreTakenInAnyCase(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("mUlTiPv", "3"))
	require.Equal(t, "3", e.Option("MULTIPV"))
}

func TestUnknownOption(t *testing.T) {
	e := small(t)
	for _, name := range []string{"", "Hash ", "NoSuch", strings.Repeat("x", 1<<16)} {
		err := e.SetOption(name, "1")
		require.ErrorContains(t, err, "no option")
		require.Less(t, len(err.Error()), 100)
		require.Empty(t, e.Option(name))
	}
}

func TestCheckOption(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("Ponder", "true"))
	require.Equal(t, "true", e.Option("Ponder"))
	for _, bad := range []string{"", "2", "truely", "01", "<empty>"} {
		require.ErrorContains(t, e.SetOption("Ponder", bad), "not true or false")
		require.Equal(t, "true", e.Option("Ponder"))
	}
	require.NoError(t, e.SetOption("Ponder", "false"))
	require.Equal(t, "false", e.Option("Ponder"))
}

// Values that are words have no case, as UCI has it.
func TestWordsAreTakenInAnyCase(t *testing.T) {
	e := small(t)
	for _, c := range []struct{ name, value, want string }{
		{"Ponder", "True", "true"}, {"ponder", "FALSE", "false"}, {"PONDER", "tRuE", "true"},
		{"OwnBook", "Good", "good"}, {"OwnBook", "BEST", "best"}, {"ownbook", "False", "off"}, {"OwnBook", "TRUE", "best"},
		{"Evaluation", "Linear", "linear"}, {"evaluation", "NETWORK", "network"},
		{"LogFile", "<Empty>", ""}, {"LogFile", "STDERR", "STDERR"}, {"LogFile", "<EMPTY>", ""},
		{"EGDBPath", "<EMPTY>", ""}, {"BoundsPath", "<Empty>", ""}, {"NetworkFile", "<EMPTY>", ""},
		{"BookFile", "<Empty>", ""}, {"AntiBookFile", "<EMPTY>", ""},
	} {
		require.NoError(t, e.SetOption(c.name, c.value))
		require.Equal(t, c.want, e.Option(c.name), c)
	}
	require.NoFileExists(t, "STDERR")
	path := filepath.Join(t.TempDir(), "True")
	require.NoError(t, e.SetOption("LogFile", path))
	require.Equal(t, path, e.Option("LogFile"))
}

// No machine has a table of a TiB to spare; the old one is kept and works.
func TestHashBeyondMemoryIsRefused(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("Hash", "2"))
	require.ErrorContains(t, e.SetOption("Hash", strconv.Itoa(engine.MaxHash)), "more than this machine can spare")
	hash := Options()[slices.IndexFunc(Options(), func(o Option) bool { return o.Name == "Hash" })]
	require.Less(t, hash.Max, engine.MaxHash, "front ends see what this machine can spare")
	require.ErrorContains(t, e.SetOption("Hash", strconv.Itoa(hash.Max+1)), "more than this machine can spare")
	require.Equal(t, "2", e.Option("Hash"))
	require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 4}, nil, nil))
	e.Wait()
}

func TestThreads(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("Threads", strconv.Itoa(engine.MaxThreads)))
	require.Contains(t, strings.Join(e.Ready(), "\n"), "option Threads 256: at most "+strconv.Itoa(min(runtime.NumCPU(), runtime.GOMAXPROCS(0)))+" threads run")
	require.NoError(t, e.SetOption("Threads", "1"))
	require.Empty(t, e.Ready())
	nodes := map[string]uint64{}
	for _, n := range []string{"4", "2", "1"} {
		require.NoError(t, e.SetOption("Threads", n))
		require.NoError(t, e.NewGame())
		var best search.Info
		require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 5}, nil, func(l engine.Lines, _ error) { best = l.Info }))
		within(t, e.Wait)
		require.Equal(t, search.Depth(5), best.Depth)
		nodes[n] = best.Nodes
	}
	if runtime.NumCPU() > 1 {
		require.NotEqual(t, nodes["1"], nodes["4"], "more threads visit more")
	}
}

func TestMultiPVIsTheDefaultOfASearch(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("MultiPV", "3"))
	for limit, want := range map[int]int{0: 3, 2: 2} {
		ranks := 0
		limits := search.Limits{Depth: 2, MultiPV: limit}
		require.NoError(t, e.Start(t.Context(), limits, func(l engine.Lines) { ranks = max(ranks, len(l.All())) }, nil))
		e.Wait()
		require.Equal(t, want, ranks)
	}
}

func TestMoveRuleIsThatOfTheOptions(t *testing.T) {
	p, err := board.ParseFEN("B:WK17:BK6,K12") // a win in nine plies
	require.NoError(t, err)
	e := small(t)
	game := board.NewGame(p)
	game.MoveRule = 3
	require.NoError(t, e.SetGame(game))
	for rule, won := range map[string]bool{"0": true, "80": true, "9": true, "8": false} {
		require.NoError(t, e.SetOption("MoveRule", rule))
		var best search.Info
		require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 12}, nil, func(l engine.Lines, _ error) { best = l.Info }))
		e.Wait()
		require.Equal(t, won, best.Score.IsWin(), "rule %s: %s", rule, best.Score)
	}
}

func TestLogFile(t *testing.T) {
	e := small(t)
	e.Log().Info("unheard")
	first, second := filepath.Join(t.TempDir(), "first"), filepath.Join(t.TempDir(), "second")
	require.NoError(t, e.SetOption("LogFile", first))
	require.Equal(t, first, e.Option("LogFile"))
	e.Log().Info("one")
	require.NoError(t, e.SetOption("LogFile", second))
	e.Log().Info("two")
	require.Error(t, e.SetOption("LogFile", filepath.Join(first, "under a file")))
	require.Equal(t, second, e.Option("LogFile"))
	e.Log().Info("three")
	require.NoError(t, e.SetOption("LogFile", "<empty>"))
	require.Empty(t, e.Option("LogFile"))
	e.Log().Info("unheard")
	require.Equal(t, []string{"one"}, messages(t, first))
	require.Equal(t, []string{"two", "three"}, messages(t, second))
}

func TestLogFileIsAppendedTo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	for range 2 {
		e := New()
		require.NoError(t, e.SetOption("LogFile", path))
		e.Log().Info("again")
		require.NoError(t, e.Close())
		e.Log().Info("after the end")
	}
	require.Equal(t, []string{"again", "again"}, messages(t, path))
}

// messages returns what was logged, a line each.
func messages(t *testing.T, path string) (found []string) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		_, rest, ok := strings.Cut(line, `"msg":"`)
		require.True(t, ok, line)
		message, _, _ := strings.Cut(rest, `"`)
		found = append(found, message)
	}
	return found
}

// A log that cannot be written does not disturb the conversation; its end tells of the loss, once for each log.
func TestLogOnAFullDisk(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("no device that is full")
	}
	e := New()
	require.NoError(t, e.SetOption("LogFile", full))
	e.Log().Info("one")
	e.Log().Info("two")
	require.NoError(t, e.SetOption("LogFile", filepath.Join(t.TempDir(), "log")))
	e.Log().Info("three")
	require.EqualError(t, e.Close(), `the log "/dev/full" is not whole: no space left on device`)
}

// A confined session touches no file that an option names, and takes all other options.
func TestConfined(t *testing.T) {
	e := small(t)
	e.Confine()
	folder := t.TempDir()
	for _, o := range Options() {
		if o.Kind == String {
			require.ErrorContains(t, e.SetOption(o.Name, filepath.Join(folder, "x")), "names a file or a folder", o.Name)
		} else {
			require.NoError(t, e.SetOption(o.Name, o.Default), o.Name)
		}
	}
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)
}

// The level is the one nearest to UCI_Elo while UCI_LimitStrength is true.
func TestLimitedStrength(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("Level", "3"))
	require.NoError(t, e.SetOption("UCI_Elo", "1500"))
	require.Equal(t, 3, e.config().Level)
	require.NoError(t, e.SetOption("UCI_LimitStrength", "true"))
	require.Equal(t, 6, e.config().Level)
	for elo, want := range map[string]int{"600": 1, "706": 1, "707": 2, "2035": 10} {
		require.NoError(t, e.SetOption("UCI_Elo", elo))
		require.Equal(t, want, e.config().Level, elo)
	}
	require.NoError(t, e.SetOption("UCI_LimitStrength", "false"))
	require.Equal(t, 3, e.config().Level)
}

func TestMoveOverhead(t *testing.T) {
	l := search.Limits{Clock: &search.Clock{Remaining: 10 * time.Second, Increment: time.Second}}
	require.Equal(t, l, keepBack(l, search.ClockOverhead), "the default changes nothing")
	slow := keepBack(l, time.Second)
	require.Equal(t, 10*time.Second-980*time.Millisecond, slow.Clock.Remaining)
	require.Equal(t, time.Second, slow.Clock.Increment)
	require.Equal(t, 10*time.Second, l.Clock.Remaining, "the caller's clock stays")
	require.Less(t, slow.MaxTime(), l.MaxTime())
	require.Equal(t, search.Limits{Depth: 5}, keepBack(search.Limits{Depth: 5}, time.Second))
}

// A search after Clear Hash is that of a new engine.
func TestClearHash(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("OwnBook", "off"))
	nodes := func() (n uint64) {
		require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 9}, nil, func(l engine.Lines, err error) {
			require.NoError(t, err)
			n = l.Nodes
		}))
		e.Wait()
		return n
	}
	first := nodes()
	require.Less(t, nodes(), first)
	require.NoError(t, e.SetOption("clear hash", ""))
	require.Equal(t, first, nodes())
}
