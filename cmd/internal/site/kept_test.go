package site

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keep sends a request about a kept value and returns the status and the text of the answer.
func keep(t *testing.T, s *Server, method, name, body string, change func(*http.Request)) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.Address()+"kept/"+name, strings.NewReader(body))
	require.NoError(t, err)
	if change != nil {
		change(r)
	}
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, strings.TrimSpace(string(text))
}

// What one server keeps another one finds, if they have a folder. Nobody else may keep anything, and nothing that is too large.
func TestKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "zonda", "board")
	s := started(t, Options{Kept: folder})
	code, _ := keep(t, s, http.MethodGet, "settings", "", nil)
	require.Equal(t, http.StatusNoContent, code)
	code, _ = keep(t, s, http.MethodPut, "settings", `{"theme":"dark"}`, nil)
	require.Equal(t, http.StatusNoContent, code)
	code, text := keep(t, started(t, Options{Kept: folder}), http.MethodGet, "settings", "", nil)
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, `{"theme":"dark"}`, text)
	code, text = keep(t, started(t, Options{}), http.MethodGet, "settings", "", nil)
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, "{}", text, "a server without a folder keeps its own")

	for name, body := range map[string]string{"settings": "no json", "solved": "", "games": "{}{}"} {
		code, text = keep(t, s, http.MethodPut, name, body, nil)
		require.Equal(t, http.StatusUnprocessableEntity, code, name)
		require.Contains(t, text, "no JSON")
	}
	for _, name := range []string{"other", "..%2fsettings", "settings.json"} {
		code, _ = keep(t, s, http.MethodPut, name, "{}", nil)
		require.Equal(t, http.StatusNotFound, code, name)
	}
	code, _ = keep(t, s, http.MethodPut, "settings", `"`+strings.Repeat("x", maxKeptBytes)+`"`, nil)
	require.Equal(t, http.StatusRequestEntityTooLarge, code)
	code, _ = keep(t, s, http.MethodPut, "settings", "{}", func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") })
	require.Equal(t, http.StatusForbidden, code)
	code, _ = keep(t, started(t, Options{Token: "x"}), http.MethodGet, "settings", "", nil)
	require.Equal(t, http.StatusUnauthorized, code)
	data, err := os.ReadFile(filepath.Join(folder, "settings.json"))
	require.NoError(t, err)
	require.Equal(t, `{"theme":"dark"}`, string(data), "what was refused has changed nothing")
}

// A file that cannot be read is named and set aside, and an earlier one that was set aside stays.
func TestBrokenKept(t *testing.T) {
	folder := t.TempDir()
	s := started(t, Options{Kept: folder})
	name := filepath.Join(folder, "games.json")
	for i, broken := range []string{"{", "", "\x00\x00", strings.Repeat("[", maxKeptBytes+1)} {
		require.NoError(t, os.WriteFile(name, []byte(broken), 0o600))
		code, text := keep(t, s, http.MethodGet, "games", "", nil)
		require.Equal(t, http.StatusUnprocessableEntity, code, i)
		aside := []string{"games.json.broken", "games.json.broken2", "games.json.broken3", "games.json.broken4"}[i]
		require.Equal(t, "games.json cannot be read: it is set aside as "+aside, text)
		data, err := os.ReadFile(filepath.Join(folder, aside))
		require.NoError(t, err)
		require.Equal(t, broken, string(data))
		code, _ = keep(t, s, http.MethodGet, "games", "", nil)
		require.Equal(t, http.StatusNoContent, code)
	}
	require.NoError(t, os.WriteFile(name, []byte("[]"), 0o600))
	_, text := keep(t, s, http.MethodDelete, "games", "", nil) // a page does not understand it
	require.Contains(t, text, "set aside as games.json.broken5")
	require.NoError(t, os.Mkdir(name, 0o700))
	code, text := keep(t, s, http.MethodGet, "games", "", nil)
	require.Equal(t, http.StatusUnprocessableEntity, code)
	require.Contains(t, text, "games.json is no file")
	code, _ = keep(t, s, http.MethodPut, "games", "{}", nil)
	require.Equal(t, http.StatusUnprocessableEntity, code)
}

// Two servers that write one value at once leave one of the values, whole.
func TestKeptByTwoServers(t *testing.T) {
	folder := t.TempDir()
	servers := []*kept{newKept(folder), newKept(folder)}
	values := []string{`"` + strings.Repeat("a", 100_000) + `"`, `"` + strings.Repeat("b", 50_000) + `"`}
	var writing sync.WaitGroup
	for i, k := range servers {
		writing.Go(func() {
			for range 20 {
				assert.NoError(t, k.put(keptGames, []byte(values[i])))
				data, err := k.get(keptGames)
				assert.NoError(t, err)
				assert.Contains(t, values, string(data))
			}
		})
	}
	writing.Wait()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing else is left")
}

// Each page has games of its own. A new page takes up those that were changed last, of pages that are closed, and they are its
// own from then on.
func TestKeptGames(t *testing.T) {
	for _, folder := range []string{t.TempDir(), ""} {
		s := started(t, Options{Kept: folder})
		put := func(name string) {
			code, _ := keep(t, s, http.MethodPut, name, `"`+name+`"`, nil)
			require.Equal(t, http.StatusNoContent, code)
			require.NoError(t, os.Chtimes(s.kept.path(name), time.Time{}, time.Now()))
		}
		taken := func(name string) string {
			_, text := keep(t, s, http.MethodGet, name, "", nil)
			return strings.Trim(text, `"`)
		}
		for _, name := range []string{"games", "games-b", "games-a", "games-c"} {
			put(name)
		}
		left := s.kept.opened("games-c") // by a socket
		require.Equal(t, "games-a", taken("games-d"))
		put("games-a") // its page is open at another server
		put("games-d")
		defer s.kept.opened("games-d")()
		require.Equal(t, "games-a", taken("games-e"))
		put("games-g") // changed later
		require.Equal(t, "games-a", taken("games-e"), "its own")
		require.NoError(t, os.Remove(s.kept.path("games-g")))
		defer s.kept.opened("games-e")()
		left()
		var rest []string
		for text := taken("games-f"); text != ""; text = taken("games-f") {
			rest = append(rest, text)
			require.NoError(t, os.Remove(s.kept.path("games-f")))
		}
		require.Equal(t, []string{"games-c", "games-b", "games"}, rest)
		for n := range 2 * maxKeptGames {
			put(fmt.Sprintf("games-%d", n))
		}
		require.Equal(t, fmt.Sprintf("games-%d", 2*maxKeptGames-1), taken("games-f"))
		entries, err := filepath.Glob(s.kept.path(keptGames + "*"))
		require.NoError(t, err)
		require.Len(t, entries, maxKeptGames+2, "and those of the two pages that are open")
	}
}

// What is kept without a folder goes with the program.
func TestKeptWithoutFolder(t *testing.T) {
	var folder string
	t.Run("a board", func(t *testing.T) {
		s := started(t, Options{})
		code, _ := keep(t, s, http.MethodPut, "settings", `{}`, nil)
		require.Equal(t, http.StatusNoContent, code)
		folder = s.kept.folder
		require.DirExists(t, folder)
	})
	require.NoDirExists(t, folder)
}

// Without --listen servers take the usual port and those that follow it.
func TestUsualPort(t *testing.T) {
	first, err := Listen(t.Context(), Options{Folder: t.TempDir()})
	require.NoError(t, err)
	defer first.listener.Close()
	second, err := Listen(t.Context(), Options{Folder: t.TempDir()})
	require.NoError(t, err)
	defer second.listener.Close()
	require.Regexp(t, `^http://127\.0\.0\.1:88[3-6]\d/$`, first.Address())
	require.NotEqual(t, first.Address(), second.Address())
}

// TestKeptLongComment: a game of many bytes and fewer characters is kept.
func TestKeptLongComment(t *testing.T) {
	long(t)
	folder := t.TempDir()
	ctx, s := browser(t, 1400), started(t, Options{Kept: folder})
	act(t, ctx, "read", chromedp.Navigate(s.Address()), button("Analyse"), shows("Black to move"), pastedAtOnce(`"1. 11-15 {" + "ж".repeat(40_000) + "} *"`), has(1))
	require.Eventually(t, func() bool {
		files, err := filepath.Glob(filepath.Join(folder, "games-*.json"))
		if err != nil || len(files) == 0 {
			return false
		}
		data, err := os.ReadFile(files[0])
		return err == nil && strings.Contains(string(data), strings.Repeat("ж", 40_000))
	}, actTime, 100*time.Millisecond)
}

// TestKeptByThePage: a server that begins anew, at another port and in another browser, has the theme, the settings, the solved
// problems and the games of the one before. A second page has a game of its own.
func TestKeptByThePage(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "settings.json"), []byte("{}"), 0o600), "the user is not new")
	serve := func() (*Server, func()) {
		ctx, stop := context.WithCancel(context.Background())
		s, err := Listen(ctx, Options{Listen: "127.0.0.1:0", Folder: t.TempDir(), Kept: folder})
		require.NoError(t, err)
		done := make(chan error, 1)
		go func() { done <- s.Serve(ctx) }()
		return s, func() { stop(); require.NoError(t, <-done) }
	}
	lost := []string{"WebSocket", "ERR_CONNECTION_REFUSED", "Failed to load resource"}
	s, stop := serve()
	first := browser(t, 1400, lost...)
	act(t, first, "open", chromedp.Navigate(s.Address()), shows("Black to move"), toSettings, chosen("theme", "dark"), button("Analyse"), fromMenu("#engine-menu", `#multipv [data-value="5"]`), chromedp.KeyEvent(kb.Escape),
		typed("11-15"), typed("23-19"), press("#comment"), chromedp.SendKeys(".annotate textarea", "main"), press(`[aria-label="Back"]`), at("11-15"))
	act(t, first, "solve", toStudies, shows("0 of 30 solved"), problemRow(3), moved("9-14"), shows("You found it alone"), shows("1 of 30 solved"))
	act(t, first, "play", playing("Black", "3", "15+10", "start"), has(0), shows("15:00"), typed("11-15"), has(2), shows("15:0"), button("Analyse"), has(2))
	second := window(t, first, 1400, lost...)
	act(t, second, "a second page", chromedp.Navigate(s.Address()), shows("No moves yet"))
	require.Equal(t, "dark", evaluated[string](t, second, "document.documentElement.dataset.theme"))
	stop()
	s, stop = serve()
	again := browser(t, 1400, lost...)
	act(t, again, "another server, port and browser", chromedp.Navigate(s.Address()), has(2), at("11-15"), shows("main"),
		holds(`document.documentElement.dataset.theme === "dark"`), press("#game-menu"), holds(`document.querySelector("#undo").disabled`), chromedp.KeyEvent(kb.Escape))
	act(t, again, "five lines", press("#engine-on"), holds(`document.querySelectorAll(".lines .line").length === 5`), press("#engine-on"))
	act(t, again, "the score and the game", toStudies, shows("1 of 30 solved"), button("Play"), has(2), shows("Resign"), shows("15:0"))
	stop()
	earlier, err := filepath.Glob(filepath.Join(folder, "games-*.json"))
	require.NoError(t, err)
	require.Len(t, earlier, 1, "the page has taken up the games of the one before")
	require.NoError(t, os.Remove(earlier[0]))
	for name, broken := range map[string]string{"games": `{"games":{"analysis":7,"play":null},"view":"none"}`, "settings": "[", "solved": `{"alone":[7]}`} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name+".json"), []byte(broken), 0o600))
	}
	s, stop = serve()
	defer stop()
	broken := browser(t, 1400, lost...)
	act(t, broken, "broken files", chromedp.Navigate(s.Address()), shows("No moves yet"), shows("set aside"), typed("9-14"), has(1), toStudies, shows("0 of 30 solved"))
	for _, name := range []string{"games*", "settings", "solved"} {
		aside, err := filepath.Glob(filepath.Join(folder, name+".json.broken"))
		require.NoError(t, err)
		require.Len(t, aside, 1, name)
	}
}
