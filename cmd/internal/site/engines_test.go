package site

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/protocol/client/keyvalue"
	"github.com/zonda-checkers/zonda/protocol/client/testdata/fake"
)

// listEngines makes a list of engines that of the user, by their names and commands.
func listEngines(t *testing.T, engines map[string][]string) {
	t.Helper()
	folder := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", folder)
	list := []map[string]string{}
	for name, command := range engines {
		words := make([]string, len(command))
		for i, word := range command {
			words[i] = keyvalue.Quote(word)
		}
		list = append(list, map[string]string{"name": name, "command": strings.Join(words, " ")})
	}
	text, err := json.Marshal(list)
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "zonda"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "zonda", "engines.json"), text, 0o600))
}

// A page gets the line of an engine of the list, and of no other program; an engine that fails is told, and starts again.
func TestSecondLine(t *testing.T) {
	listEngines(t, map[string][]string{"Random": fake.Command("random=1"), "Broken": fake.Command("crash=1"), "Silent": fake.Command("unscored")})
	v := &visit{}
	defer v.second.end()
	list, err := v.engines(t.Context(), nil, talk.Nothing{})
	require.NoError(t, err)
	require.Equal(t, Engines{Listed: []string{"Broken", "Random", "Silent"}}, list)
	ask := func(engine string) (talk.Lines, error) {
		return v.secondLine(t.Context(), nil, SecondRequest{talk.History{Start: board.Start().FEN(), Moves: []string{"11-15"}}, engine, 50})
	}
	for range 2 {
		found, err := ask("Random")
		require.NoError(t, err)
		require.Len(t, found.Lines, 1)
		require.NotEmpty(t, found.Lines[0].Moves)
		require.False(t, found.Lines[0].Unscored)
	}
	unscored, err := ask("Silent")
	require.NoError(t, err)
	require.Len(t, unscored.Lines, 1)
	require.True(t, unscored.Lines[0].Unscored, "an engine that tells no score has none")
	_, err = ask("Broken")
	require.ErrorContains(t, err, "engine Broken: crash")
	require.Nil(t, v.second.player.Load())
	_, err = ask("/bin/sh")
	require.ErrorContains(t, err, `no engine "/bin/sh" in the list`)
	found, err := ask("Random")
	require.NoError(t, err)
	require.Len(t, found.Lines, 1)
	found, err = ask("")
	require.NoError(t, err)
	require.Empty(t, found.Lines)
	require.Nil(t, v.second.player.Load(), "the engine has ended")
}

// A request ends the search of the request before.
func TestSecondLineIsStopped(t *testing.T) {
	long(t)
	listEngines(t, map[string][]string{"Zonda": {programtest.Program(t), "protocol"}})
	v := &visit{}
	defer v.second.end()
	ask := func(moves []string, moveTime int) (talk.Lines, error) {
		return v.secondLine(t.Context(), nil, SecondRequest{talk.History{Start: board.Start().FEN(), Moves: moves}, "Zonda", moveTime})
	}
	_, err := ask(nil, 1)
	require.NoError(t, err)
	var before sync.WaitGroup
	before.Go(func() {
		found, err := ask(nil, maxSecondTime)
		require.NoError(t, err)
		require.NotEmpty(t, found.Lines)
	})
	time.Sleep(200 * time.Millisecond) // the search has begun, or the next request stops it before it begins
	found, err := ask([]string{"11-15"}, 1)
	require.NoError(t, err)
	require.NotEmpty(t, found.Lines)
	before.Wait()
}

// What a page asks for a match is checked before anything starts.
func TestMatchStart(t *testing.T) {
	listEngines(t, map[string][]string{"Random": fake.Command("random=1")})
	good := MatchStart{Second: Opponent{Listed: "Random"}, Openings: "3move", Games: 2, MoveTime: 10}
	arguments, err := good.arguments("/zonda", "/a.match")
	require.NoError(t, err)
	require.Equal(t, []string{
		"match", "--resume", "/a.match", "--engine", `name=Zonda cmd="/zonda protocol" option.Level=0`, "--engine", "conf=Random",
		"--openings", "3move", "--games", "2", "--movetime", "10",
	}, arguments)
	good.MoveTime, good.Minutes, good.Seconds = 0, 5, 3
	arguments, err = good.arguments("/zonda", "/a.match")
	require.NoError(t, err)
	require.Equal(t, []string{"--tc", "5:00+3"}, arguments[len(arguments)-2:])
	for want, change := range map[string]func(*MatchStart){
		`no engine "x" in the list`: func(q *MatchStart) { q.First.Listed = "x" },
		"choose two":                func(q *MatchStart) { q.First = q.Second },
		`no openings "/etc/passwd"`: func(q *MatchStart) { q.Openings = "/etc/passwd" },
		"0 games":                   func(q *MatchStart) { q.Games = 0 },
		"time is not offered":       func(q *MatchStart) { q.Seconds = -1 },
		"has no time":               func(q *MatchStart) { q.Minutes = 0 },
	} {
		q := good
		change(&q)
		_, err := q.arguments("/zonda", "/a.match")
		require.ErrorContains(t, err, want)
	}
}

// TestNewMatch begins a match in the window, of this program and an engine of the list, and watches it to its end.
func TestNewMatch(t *testing.T) {
	long(t)
	listEngines(t, map[string][]string{"Random": fake.Command("random=1")})
	folder := t.TempDir()
	s := started(t, Options{Folder: folder, Zonda: programtest.Program(t)})
	for _, width := range []int64{390, 1400} {
		ctx := browser(t, width, "Applying inline style")
		act(t, ctx, "set up", chromedp.Navigate(s.Address()), holds(`!!document.querySelector(".sheet")`), chromedp.Evaluate[chromedp.Void](axe(t)), lab, press("#new-match"),
			holds(`[...document.querySelectorAll("#match-second option")].some(o => o.value === "listed Random")`))
		accessible(t, ctx, "new match")
		fits(t, ctx, "new match")
		picture(t, ctx, "new-match-"+map[int64]string{1400: "1400", 390: "390"}[width])
		if width == 1400 {
			act(t, ctx, "the same engine twice", choose("#match-second", "level 0"), shows("Choose two different engines"))
			act(t, ctx, "start", choose("#match-second", "listed Random"), written("#match-games", "2"), press("#start-match"), shows("Zonda against Random"),
				shows("2 of 2 games"), shows("over"))
		}
	}
	journals, err := filepath.Glob(filepath.Join(folder, "match-*.match"))
	require.NoError(t, err)
	require.Len(t, journals, 1)
}

// TestSecondEngine shows what an engine of the list thinks below the page's own.
func TestSecondEngine(t *testing.T) {
	long(t)
	listEngines(t, map[string][]string{"Random": fake.Command("random=1")})
	s := started(t, Options{Folder: t.TempDir()})
	for _, width := range []int64{390, 1400} {
		ctx := browser(t, width, "Applying inline style")
		act(t, ctx, "switch on", chromedp.Navigate(s.Address()), holds(`!!document.querySelector(".sheet")`), chromedp.Evaluate[chromedp.Void](axe(t)), press("#engine-on"))
		if width == 390 {
			act(t, ctx, "all lines", press(".engine header .compact"))
		}
		act(t, ctx, "choose", press("#engine-menu"),
			holds(`!!document.querySelector("#second")`), choose("#second", "Random"), holds(`document.querySelectorAll(".second .line").length === 1`))
		act(t, ctx, "close the menu", chromedp.KeyEvent("\x1b"), holds(`!document.querySelector("#second")`))
		accessible(t, ctx, "second engine")
		fits(t, ctx, "second engine")
		picture(t, ctx, "second-engine-"+map[int64]string{1400: "1400", 390: "390"}[width])
		act(t, ctx, "the next position", typed("11-15"), holds(`document.querySelectorAll(".second .line").length === 1`))
		act(t, ctx, "off", press("#engine-on"), holds(`!document.querySelector(".second")`))
	}
}
