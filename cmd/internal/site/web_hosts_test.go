package site

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// TestWebHosts: hosts may send their own policy, send packed files so that the browser unpacks them, isolate the page, or have a name
// without a certificate.
func TestWebHosts(t *testing.T) {
	long(t)
	header := func(name, value string) func(http.ResponseWriter, *http.Request, string) bool {
		return func(w http.ResponseWriter, _ *http.Request, _ string) bool {
			w.Header().Set(name, value)
			return false
		}
	}
	unpacking := func(folder string) func(http.ResponseWriter, *http.Request, string) bool {
		return func(w http.ResponseWriter, _ *http.Request, name string) bool {
			data, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil || name != "zonda.bin" {
				return false
			}
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(data)
			return true
		}
	}
	packing := func(folder string) func(http.ResponseWriter, *http.Request, string) bool {
		return func(w http.ResponseWriter, _ *http.Request, name string) bool {
			data, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil || !strings.HasSuffix(name, ".bin") {
				return false
			}
			w.Header().Set("Content-Encoding", "gzip")
			out := gzip.NewWriter(w)
			_, _ = out.Write(data)
			return out.Close() == nil
		}
	}
	isolated := func(w http.ResponseWriter, _ *http.Request, _ string) bool {
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		return false
	}
	h := hosted(t, "", "")
	for name, answer := range map[string]func(http.ResponseWriter, *http.Request, string) bool{
		"a policy": header("Content-Security-Policy", PagePolicy), "unpacked": unpacking(h.folder), "packed twice": packing(h.folder), "isolated": isolated,
	} {
		t.Run(name, func(t *testing.T) {
			ctx, h := browser(t, 1400), hosted(t, "", "/"+strings.ReplaceAll(name, " ", "-"))
			notNew(t, ctx)
			atFirst(t, ctx, `const post = Worker.prototype.postMessage;
				Worker.prototype.postMessage = function (message, ...more) { window.asked ??= message.begin?.asked; post.call(this, message, ...more); };`)
			h.change(answer)
			act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), allCome, keptByBrowser)
			act(t, ctx, "a line", analysed, square(11), square(15))
			require.Equal(t, name == "isolated", evaluated[bool](t, ctx, "crossOriginIsolated"))
			require.Equal(t, name == "isolated", evaluated[bool](t, ctx, "!!window.asked"))
			if name == "isolated" {
				act(t, ctx, "all messages are taken", holds("Atomics.load(asked, 0) === 0"))
			}
		})
	}
	t.Run("http by a name", func(t *testing.T) {
		allocator, _ := launched(t, chromedp.Flag("host-resolver-rules", "MAP board.test 127.0.0.1"))
		ctx, h := window(t, allocator, 1400), hosted(t, "", "")
		notNew(t, ctx)
		act(t, ctx, "open", chromedp.Navigate(strings.Replace(h.Address(), "127.0.0.1", "board.test", 1)), shows("Black to move"), allCome)
		require.False(t, evaluated[bool](t, ctx, "isSecureContext"))
		act(t, ctx, "a line", analysed, square(11), square(15), chromedp.Reload(), shows("11-15"))
	})
}

// TestWebParts: data that is late, missing or broken does not keep anybody from playing and analysing. What is wrong is fetched once more,
// then it is named, and never opened.
func TestWebParts(t *testing.T) {
	long(t)
	answered := func(kind string, held <-chan struct{}) func(http.ResponseWriter, *http.Request, string) bool {
		return func(w http.ResponseWriter, r *http.Request, name string) bool {
			if !strings.HasPrefix(name, "values-") {
				return false
			}
			switch kind {
			case "missing":
				http.Error(w, "no such file", http.StatusNotFound)
			case "broken":
				_, _ = io.Copy(w, &zeros{bytes: 10_000})
			case "late":
				select {
				case <-held:
					return false
				case <-r.Context().Done():
				}
			}
			return true
		}
	}
	for _, kind := range []string{"missing", "broken", "late"} {
		t.Run(kind, func(t *testing.T) {
			ctx, h, held := browser(t, 1400, "404 (Not Found)"), hosted(t, "", ""), make(chan struct{})
			notNew(t, ctx)
			h.change(answered(kind, held))
			act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"))
			if kind == "late" {
				act(t, ctx, "it is loading", pasted("B:WK29:BK1,K2"), button("Endings"), shows("Endgame tables: 0 % loaded"))
			} else {
				act(t, ctx, "it is named", shows("Endgame tables: could not be loaded. The page works without."), toSettings,
					come("weights", "book"), holds(partsAre("failed", "values")), button("Analyse"))
				require.Equal(t, map[string]int{"missing": 1, "broken": 2}[kind], h.times("values-*"))
			}
			act(t, ctx, "a line", newGame, analysed, square(11), square(15), shows("White to move"))
			act(t, ctx, "an answer", button("Play"), press("#start-game"), typed("11-15"), has(2))
			if kind == "late" {
				close(held)
				act(t, ctx, "it comes", button("Analyse"), pasted("B:WK29:BK1,K2"), button("Endings"), shows("wins"))
			}
		})
	}
}

// zeros is a reader of a few bytes.
type zeros struct{ bytes int }

// Read makes zeros an io.Reader.
func (z *zeros) Read(into []byte) (int, error) {
	if z.bytes == 0 {
		return 0, io.EOF
	}
	n := min(len(into), z.bytes)
	clear(into[:n])
	z.bytes -= n
	return n, nil
}

// another returns a copy of the page that differs in nothing but its version.
func another(t *testing.T, version int) string {
	t.Helper()
	from, err := webFolder()
	require.NoError(t, err)
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS(from)))
	script := filepath.Join(folder, "wasm_exec.js")
	data, err := os.ReadFile(script)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(script, fmt.Appendf(data, "// version %d\n", version), 0o600))
	require.NoError(t, bundleWeb(folder))
	return folder
}

// TestWebUpdate: a new version waits until the user wants it. A page that is open keeps to its version, no game is lost, no data is fetched
// again, and what no page needs goes one version later.
func TestWebUpdate(t *testing.T) {
	long(t)
	first, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, first)
	const version = `document.querySelector("meta[name=version]").content`
	const look = `navigator.serviceWorker.getRegistration().then(r => r.update()).then(() => true)`
	act(t, first, "open", chromedp.Navigate(h.Address()), shows("Black to move"), allCome, keptByBrowser, chromedp.Reload(), shows("Black to move"), typed("11-15"))
	second := window(t, first, 1400)
	act(t, second, "a second page", chromedp.Navigate(h.Address()), shows("Black to move"), typed("9-14"))
	one := evaluated[string](t, first, version)
	fetched := h.times("values-*")
	publish := func(n int) {
		folder := another(t, n)
		h.mu.Lock()
		h.folder = folder
		h.mu.Unlock()
	}
	publish(2)
	require.True(t, evaluated[bool](t, first, look))
	act(t, first, "it is told", shows("A new version of the page is here."))
	reloads(t, second, "it is told to both", shows("A new version of the page is here."), button("Reload"))
	act(t, second, "the new version", holds(version+" !== "+fmt.Sprintf("%q", one)), shows("9-14"))
	two := evaluated[string](t, second, version)
	require.Equal(t, one, evaluated[string](t, first, version))
	for script, has := range map[string]bool{`fetch("wasm_exec.js?v=` + one + `")`: false, `fetch("wasm_exec.js?v=` + two + `")`: true} {
		require.Equal(t, has, evaluated[bool](t, first, script+`.then(r => r.text()).then(text => text.includes("// version 2"))`), script)
	}
	reloads(t, first, "and on", shows("A new version of the page is here."), typed("23-19"), has(2), button("Reload"))
	act(t, first, "the new version too", holds(version+" === "+fmt.Sprintf("%q", two)), has(2), shows("23-19"))
	require.ElementsMatch(t, []string{"shell-" + one, "shell-" + two, "parts"}, evaluated[[]string](t, first, `caches.keys()`))
	require.Equal(t, "old", evaluated[string](t, first, `caches.open("shell-`+one+`").then(c => c.put("view-00000000.js", new Response("old"))).then(() => fetch("view-00000000.js")).then(r => r.text())`),
		"a page finds the parts of its own version")
	publish(3)
	require.True(t, evaluated[bool](t, first, look))
	reloads(t, first, "the third", button("Reload"))
	act(t, first, "it is there", holds(version+" !== "+fmt.Sprintf("%q", two)), has(2), allCome)
	three := evaluated[string](t, first, version)
	require.ElementsMatch(t, []string{"shell-" + two, "shell-" + three, "parts"}, evaluated[[]string](t, first, `caches.keys()`))
	require.Equal(t, fetched, h.times("values-*"), "no data is fetched again")
}

// TestWebOffline: without the host all views, the databases and a game are as before, and nothing is asked.
func TestWebOffline(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400, "ERR_CONNECTION_REFUSED", "ERR_FAILED"), hosted(t, "", "")
	notNew(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), allCome, keptByBrowser)
	h.Close()
	act(t, ctx, "again", chromedp.Reload(), shows("Black to move"), allCome)
	act(t, ctx, "the tables", pasted("B:WK29:BK1,K2"), button("Endings"), shows("Black wins in 6 moves"))
	act(t, ctx, "the book", newGame, button("Book"), shows("well tested"))
	for view, text := range map[string]string{"Problems": "Another problem", "Games": "Open…", "Lab": "need the program"} {
		act(t, ctx, view, button(view), shows(text))
	}
	act(t, ctx, "a game", button("Play"), press("#start-game"), typed("11-15"), has(2), chromedp.Sleep(time.Second))
	require.Zero(t, evaluated[int](t, ctx, `performance.getEntriesByType("resource").filter(e => e.responseStatus >= 400).length`))
}
