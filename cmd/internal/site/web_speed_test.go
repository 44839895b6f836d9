package site

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// link is a network of a speed: what is sent over it waits for what is sent already.
type link struct {
	perSecond int // bytes
	delay     time.Duration

	mu   sync.Mutex
	free time.Time
}

// wait waits until some bytes are sent.
func (l *link) wait(bytes int) {
	l.mu.Lock()
	now := time.Now()
	if l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(bytes) * time.Second / time.Duration(l.perSecond))
	until := l.free
	l.mu.Unlock()
	time.Sleep(time.Until(until))
}

// answer sends the files of a folder over the link.
func (l *link) answer(folder string) func(http.ResponseWriter, *http.Request, string) bool {
	files := http.FileServer(http.Dir(folder))
	return func(w http.ResponseWriter, r *http.Request, _ string) bool {
		time.Sleep(l.delay)
		files.ServeHTTP(linked{w, l}, r)
		return true
	}
}

// linked is what is sent over a link.
type linked struct {
	http.ResponseWriter
	link *link
}

// Write makes linked an io.Writer.
func (l linked) Write(data []byte) (n int, err error) {
	const piece = 16 << 10
	for part := range slices.Chunk(data, piece) {
		l.link.wait(len(part))
		sent, err := l.ResponseWriter.Write(part)
		if n += sent; err != nil {
			return n, err
		}
	}
	return n, nil
}

// stopwatch switches the engine on as soon as it can be, and notes when the board and a line of the engine are seen.
const stopwatch = `
	window.times = {};
	new MutationObserver(() => {
		const note = name => { times[name] ??= Math.round(performance.now()); };
		if (document.querySelector(".piece")) note("board");
		const on = document.querySelector("#engine-on");
		if (on && !on.disabled && !window.switched && on.getAttribute("aria-checked") !== "true" && !on.checked) { window.switched = true; on.click(); }
		if (document.querySelector(".line .score")) note("line");
	}).observe(document, {childList: true, subtree: true, attributes: true});`

// TestWebSpeed prints how long a page takes from its address to the board, to the first line of the engine, and to all data: with an empty
// browser, with what the browser keeps, without the host, and over 20 Mbit/s.
func TestWebSpeed(t *testing.T) {
	long(t)
	times := func(ctx context.Context, what string) {
		act(t, ctx, what, chromedp.WaitVisible(".line .score"), toSettings, come(allParts...))
		found := evaluated[map[string]int](t, ctx, `({...times,
			paint: Math.round(performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0),
			data: Math.round(Math.max(0, ...performance.getEntriesByType("resource").filter(e => /-[0-9a-f]+\.bin$/.test(e.name)).map(e => e.responseEnd)))})`)
		t.Logf("%-22s paint %4d ms, board %4d, first line %4d, all data %5d", what, found["paint"], found["board"], found["line"], found["data"])
	}
	for _, network := range []struct {
		name string
		link *link
	}{{"own machine", nil}, {"20 Mbit/s, 30 ms", &link{perSecond: 20_000_000 / 8, delay: 30 * time.Millisecond}}} {
		ctx, h := browser(t, 1400, "ERR_CONNECTION_REFUSED"), hosted(t, "", "")
		notNew(t, ctx)
		atFirst(t, ctx, stopwatch)
		if network.link != nil {
			h.change(network.link.answer(h.folder))
		}
		act(t, ctx, "open", chromedp.Navigate(h.Address()))
		times(ctx, network.name+", cold")
		h.mu.Lock()
		t.Logf("%d bytes in all", h.bytes)
		h.mu.Unlock()
		act(t, ctx, "kept", keptByBrowser, button("Analyse"), press("#engine-on"))
		for range 3 {
			act(t, ctx, "again", chromedp.Reload())
			times(ctx, network.name+", warm")
			act(t, ctx, "off", button("Analyse"), press("#engine-on"))
		}
		h.Close()
		act(t, ctx, "again", chromedp.Reload())
		times(ctx, "without the host")
	}
}
