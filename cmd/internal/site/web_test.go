package site

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// webFolder returns a folder with the page that needs no server. It is made once, or is that of ZONDA_WEB.
var webFolder = sync.OnceValues(func() (folder string, err error) {
	if made := os.Getenv("ZONDA_WEB"); made != "" {
		return made, nil
	}
	if madeFolder, err = os.MkdirTemp("", "zonda-web-"); err != nil {
		return "", err
	}
	return madeFolder, makeWeb(madeFolder)
})

// madeFolder is the folder that webFolder has made, which is removed when all tests are done.
var madeFolder string

// makeWeb does what make web does.
func makeWeb(folder string) error {
	c := exec.Command("go", "run", "./cmd/release", "web", folder)
	c.Dir, c.Stderr = "../../..", os.Stderr
	if err := c.Run(); err != nil {
		return err
	}
	return bundleWeb(folder)
}

// bundleWeb adds the page to a folder with the engine.
func bundleWeb(folder string) error {
	c := exec.Command("go", "run", "./bundle", "-web", folder)
	c.Stderr = os.Stderr
	return c.Run()
}

// host is a plain server of files below a prefix, which notes what is asked for, and may answer otherwise.
type host struct {
	*httptest.Server
	folder, prefix string

	mu     sync.Mutex
	asked  map[string]int // files
	bytes  int
	answer func(w http.ResponseWriter, r *http.Request, name string) bool // reports whether it has answered; nil for never
}

// hosted returns a server of a folder, or of the page if the folder is empty.
func hosted(t *testing.T, folder, prefix string) *host {
	t.Helper()
	if folder == "" {
		var err error
		folder, err = webFolder()
		require.NoError(t, err)
	}
	h := &host{folder: folder, prefix: prefix, asked: map[string]int{}}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

// Address is where the page lies.
func (h *host) Address() string { return h.URL + h.prefix + "/" }

// ServeHTTP makes a host a http.Handler.
func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), h.prefix)
	h.mu.Lock()
	h.asked[name]++
	answer, folder := h.answer, h.folder
	h.mu.Unlock()
	counted := &counter{ResponseWriter: w, count: func(n int) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.bytes += n
	}}
	if answer == nil || !answer(counted, r, strings.TrimPrefix(name, "/")) {
		http.StripPrefix(h.prefix, http.FileServer(http.Dir(folder))).ServeHTTP(counted, r)
	}
}

// change changes what the host answers.
func (h *host) change(answer func(w http.ResponseWriter, r *http.Request, name string) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.answer = answer
}

// times returns how often files were asked for whose names match a pattern.
func (h *host) times(pattern string) (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for asked, count := range h.asked {
		if ok, _ := path.Match("/"+pattern, asked); ok {
			n += count
		}
	}
	return n
}

// counter counts the bytes of an answer.
type counter struct {
	http.ResponseWriter
	count func(n int)
}

// Write makes a counter an io.Writer.
func (c *counter) Write(data []byte) (int, error) {
	n, err := c.ResponseWriter.Write(data)
	c.count(n)
	return n, err
}

// Flush makes a counter a http.Flusher.
func (c *counter) Flush() { c.ResponseWriter.(http.Flusher).Flush() }

// come waits until parts of the engine's data have come.
func come(names ...string) action {
	return holds(`!!document.querySelector(".part") && ` + partsAre("there", names...))
}

// partsAre is an expression: parts have a state.
func partsAre(state string, names ...string) string {
	conditions := []string{"true"}
	for _, name := range names {
		conditions = append(conditions, `document.querySelector('[data-part="`+name+`"]')?.dataset.state === "`+state+`"`)
	}
	return strings.Join(conditions, " && ")
}

var allParts = []string{"weights", "book", "problems", "values", "distances"}

// allCome waits in the settings until all data has come, and goes back.
var allCome = chromedp.Steps(toSettings, come(allParts...), button("Analyse"))

// judges waits until the engine of a page that needs no server has all data, without which it judges fewer moves.
func judges() action {
	if inPage == "" {
		return chromedp.Steps()
	}
	return allCome
}

// kept waits until the browser keeps the page.
var keptByBrowser = holds(`navigator.serviceWorker.getRegistration().then(r => !!r?.active)`)

// analysed switches the engine on, and waits for a line.
var analysed = chromedp.Steps(press("#engine-on"), chromedp.WaitVisible(".line .score"), shows("positions/s"))

// notNew lets a page find settings: its user is not new.
func notNew(t *testing.T, ctx context.Context) {
	t.Helper()
	atFirst(t, ctx, `try {
		const request = indexedDB.open("zonda", 1);
		request.onupgradeneeded = () => { for (const store of ["kept", "names", "nodes", "data"]) request.result.createObjectStore(store, {autoIncrement: store === "nodes"}); };
		request.onsuccess = () => {
			const add = request.result.transaction("kept", "readwrite").objectStore("kept").add({value: {}, changed: 0}, "settings");
			add.onerror = event => event.preventDefault();
			request.result.close();
		};
	} catch {}`)
}

// atFirst lets a page run a script before all others.
func atFirst(t *testing.T, ctx context.Context, script string) {
	t.Helper()
	_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	require.NoError(t, err)
}

// inPage is the folder of the page that needs no server, while tests of the board are to open this page; else it is empty.
var inPage string

// reloads does something that makes the page load itself again, and waits until it has.
func reloads(t *testing.T, ctx context.Context, what string, actions ...action) {
	t.Helper()
	act(t, ctx, what, append([]action{run("window.before = true")}, actions...)...)
	require.Eventually(t, func() bool {
		again, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`!window.before && document.readyState === "complete"`))
		return err == nil && again
	}, actTime, 100*time.Millisecond, what)
}

// TestWeb: the page needs nothing but a plain server of files, below any path, and afterwards not even this.
func TestWeb(t *testing.T) {
	ctx, h := browser(t, 1400, "ERR_CONNECTION_REFUSED"), hosted(t, "", "/a/b")
	notNew(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"))
	require.Equal(t, 32, evaluated[int](t, ctx, `new Set([...document.querySelectorAll(".board [data-square]")].map(s => s.dataset.square)).size`))
	act(t, ctx, "a move", square(11), square(15), shows("White to move"))
	require.Equal(t, []string{"link"}, evaluated[[]string](t, ctx,
		`performance.getEntriesByType("resource").filter(e => e.name.includes("zonda.bin")).map(e => e.initiatorType)`), "index.html begins to fetch the engine")
	act(t, ctx, "all data", allCome, keptByBrowser)
	require.Equal(t, "application/wasm", evaluated[string](t, ctx, `caches.match("zonda.bin").then(r => r.headers.get("Content-Type"))`), "it is kept unpacked")
	act(t, ctx, "a line", analysed)
	for _, name := range allParts {
		require.Equal(t, 1, h.times(name+"-*.bin"), name)
	}
	require.Empty(t, evaluated[string](t, ctx, `performance.getEntriesByType("resource").map(e => e.name).filter(name => !name.startsWith(location.href.split("#")[0]) && !name.startsWith("blob:")).join("\n")`))
	h.Close()
	act(t, ctx, "without the host", chromedp.Reload(), shows("11-15"), shows("White to move"), chromedp.WaitVisible(".line .score"))
}

// TestWebPicture: a picture that the page draws has the frame, where numbers stand on it.
func TestWebPicture(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, ctx)
	act(t, ctx, "numbers outside", chromedp.Navigate(h.Address()), shows("Black to move"), press(`.rail [aria-label="Settings"]`), chosen("numbers", "outside"), button("Analyse"))
	act(t, ctx, "a picture", run(`URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return "blob:x"; }; HTMLAnchorElement.prototype.click = () => {};`),
		fromMenu("#share-menu", "#save-svg"), holds("!!window.saved"))
	require.Equal(t, "-44 -44 888 888, 14 numbers, on a frame", evaluated[string](t, ctx, `(svg => svg.getAttribute("viewBox") + ", " + svg.querySelectorAll("text").length + " numbers, " +
		([...svg.querySelectorAll("rect")].some(r => r.getAttribute("width") === "888" && r.getAttribute("fill")) ? "on a frame" : "no frame"))(new DOMParser().parseFromString(window.saved, "image/svg+xml").documentElement)`))
}
