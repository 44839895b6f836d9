package site

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// withoutCookies returns the context of a window of a Chromium whose user lets no page keep anything.
func withoutCookies(t *testing.T) context.Context {
	t.Helper()
	folder := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "Default"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "Default", "Preferences"), []byte(`{"profile": {"default_content_setting_values": {"cookies": 2}}}`), 0o600))
	ctx, _ := keptBrowser(t, folder)
	return ctx
}

// nothingKept is an expression: even to ask for the tab's storage is an error.
const nothingKept = `(() => { try { sessionStorage; return false; } catch { return true; } })()`

// TestNothingKept: where the user lets no page keep anything, the board of a server says so once, plays, and takes up its game from the server.
func TestNothingKept(t *testing.T) {
	long(t)
	ctx, s := withoutCookies(t), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), holds(nothingKept), shows("This browser keeps nothing for this page"), button("Analyse"), square(11), square(15), has(1), shows("White to move"))
	act(t, ctx, "once", holds(`!document.querySelector(".notice")`), typed("22-18"), has(2), holds(`!document.querySelector(".notice")`))
	for _, view := range []string{"Problems", "Games", "Play", "Analyse"} {
		act(t, ctx, view, button(view))
	}
	act(t, ctx, "a line", analysed)
}

// TestWebNothingKeptByUser: the same page without a server.
func TestWebNothingKeptByUser(t *testing.T) {
	long(t)
	ctx, h := withoutCookies(t), hosted(t, "", "")
	act(t, ctx, "open", chromedp.Navigate(h.Address()), holds(nothingKept), shows("This browser keeps nothing for this page"), shows("New to checkers?"), button("Analyse"), square(11), square(15), has(1))
	act(t, ctx, "all data", judges(), analysed)
	act(t, ctx, "a file", button("Games"), button("Open…"), uploaded("#pdn-file", "x.pdn", variations), lists("1 game"))
	act(t, ctx, "problems", button("Problems"), holds(`!!document.querySelector("#task")`))
}

// TestWebLacks takes one thing after the other away from the browser: the page goes on without it.
func TestWebLacks(t *testing.T) {
	long(t)
	allocator, _ := launched(t)
	first, h := window(t, allocator, 1400), hosted(t, "", "")
	for what, script := range map[string]string{
		"BroadcastChannel":      `delete globalThis.BroadcastChannel`,
		"locks":                 `delete Navigator.prototype.locks`,
		"locks that are denied": `if (globalThis.LockManager) for (const name of ["query", "request"]) LockManager.prototype[name] = () => Promise.reject(new DOMException("denied", "SecurityError"))`,
		"IndexedDB":             `delete globalThis.indexedDB; delete globalThis.IDBKeyRange`,
		"storage":               `for (const name of ["sessionStorage", "localStorage"]) Object.defineProperty(globalThis, name, {get() { throw new DOMException("denied", "SecurityError"); }})`,
		"caches":                `Object.defineProperty(globalThis, "caches", {get() { throw new DOMException("denied", "SecurityError"); }})`,
		"service workers":       `Object.defineProperty(navigator, "serviceWorker", {get() { throw new DOMException("denied", "SecurityError"); }})`,
		"sums":                  `Object.defineProperty(crypto, "subtle", {value: undefined})`,
		"sound, clipboard":      `delete globalThis.AudioContext; Object.defineProperty(navigator, "clipboard", {value: undefined}); delete globalThis.ClipboardItem; delete globalThis.CompressionStream`,
	} {
		ctx := window(t, first, 1400)
		notNew(t, ctx)
		atFirst(t, ctx, script)
		// A page takes up the game of the page before.
		act(t, ctx, what, chromedp.Navigate(h.Address()), holds(`document.querySelectorAll(".piece").length > 20`), button("Analyse"), newGame, has(0), typed("11-15"), has(1))
		act(t, ctx, what+": a line", run(`if (!document.querySelector("#engine-on").checked) document.querySelector("#engine-on").click()`), chromedp.WaitVisible(".line .score"))
		act(t, ctx, what+": a picture", fromMenu("#share-menu", "#copy-picture"), holds(`/saved as|Copied/.test(document.body.innerText)`),
			chromedp.Navigate("about:blank"))
	}
}

// TestWebCannotRun: a browser without what the engine needs shows the board and says once what is missing; no worker is made again and again.
func TestWebCannotRun(t *testing.T) {
	long(t)
	allocator, _ := launched(t)
	first, h := window(t, allocator, 1400), hosted(t, "", "")
	h.change(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		w.Header().Set("Access-Control-Allow-Origin", "*") // for a page without an origin
		if r.URL.RawQuery == "sandboxed" {
			w.Header().Set("Content-Security-Policy", "sandbox allow-scripts")
		}
		return false
	})
	const counted = `window.made = 0; if (globalThis.Worker) globalThis.Worker = class extends Worker { constructor(...all) { super(...all); window.made++; } };`
	for _, c := range []struct{ what, script, query, says string }{
		{"WebAssembly", "delete globalThis.WebAssembly", "", "this browser has no WebAssembly"},
		{"workers", "delete globalThis.Worker", "", "this browser has no Worker"},
		{"unpacking", "delete globalThis.DecompressionStream", "", "this browser has no DecompressionStream"},
		{"compiling", `WebAssembly.compileStreaming = () => Promise.reject(new WebAssembly.CompileError("not allowed here"))`, "", "not allowed here"},
		{"running", `globalThis.Worker = class extends EventTarget { constructor() { super(); window.made++; } terminate() {} postMessage() { setTimeout(() => this.onmessage({data: {ended: "no room"}})); } }`, "", "no room"},
		{"an origin", "", "?sandboxed", "The engine cannot run here"},
	} {
		ctx := window(t, first, 1400, "sandboxed", "origin 'null'")
		notNew(t, ctx)
		atFirst(t, ctx, counted+c.script)
		act(t, ctx, c.what, chromedp.Navigate(h.Address()+c.query), shows(c.says), shows("Another browser can"), holds(`document.querySelectorAll(".piece").length === 24`))
		require.LessOrEqual(t, evaluated[int](t, ctx, "window.made"), 3, c.what)
		require.Equal(t, 1, evaluated[int](t, ctx, `document.querySelectorAll("[role=alert]").length`), c.what)
		act(t, ctx, "closed", chromedp.Navigate("about:blank"))
	}
}
