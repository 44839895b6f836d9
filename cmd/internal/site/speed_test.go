package site

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// timed makes the page note how long the first line of the engine takes to be there after each press on the board.
const timed = `
	let pressed = 0, waiting = false;
	window.delays = [];
	document.addEventListener("pointerdown", event => { pressed = event.timeStamp; waiting = false; }, true);
	new MutationObserver(() => {
		const lines = document.querySelector(".lines");
		if (!lines || !pressed) return;
		if (lines.classList.contains("stale")) waiting = true;
		else if (waiting && lines.querySelector(".score")) {
			const from = pressed;
			requestAnimationFrame(() => window.delays.push(performance.now() - from));
			pressed = 0;
		}
	}).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});`

// TestSpeed prints what the browser measures: the first paint of a page that is opened, and the time from a press on a
// square to the first line of the engine for the new position.
func TestSpeed(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	var paints []float64
	for range 5 {
		act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), holds(`performance.getEntriesByName("first-contentful-paint").length > 0`))
		paints = append(paints, evaluated[float64](t, ctx, `performance.getEntriesByName("first-contentful-paint")[0].startTime`))
	}
	act(t, ctx, "engine", press("#engine-on"), chromedp.WaitVisible(".line .score"), run(timed))
	conn := dial(t, s)
	const moves = 20
	for n := range moves {
		m := positionAfter(t, conn, movesOf(t, ctx)).Moves[0]
		for _, to := range m.Paths[0] {
			act(t, ctx, m.Text, square(to))
		}
		act(t, ctx, "line", has(n+1), holds(fmt.Sprintf("window.delays.length === %d", n+1)))
	}
	delays := evaluated[[]float64](t, ctx, "window.delays")
	for what, times := range map[string][]float64{"first paint": paints, "first line after a press": delays} {
		slices.Sort(times)
		t.Logf("%s: median %.0f ms, slowest %.0f ms of %d", what, times[len(times)/2], times[len(times)-1], len(times))
	}
}

// TestFrames prints how long the browser is busy between two pictures while the engine's lines come ten times a second, and while the
// user steps through a game. At 60 pictures a second a gap is 16.7 ms.
func TestFrames(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	game := "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 *"
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(game), has(10), press("#engine-on"), chromedp.WaitVisible(".line .score"))
	const measured = `new Promise(done => {
		const gaps = [], begin = performance.now();
		let last = begin, steps = 0;
		const frame = now => {
			gaps.push(now - last);
			last = now;
			if (%s && now - begin > 300 * (steps + 1)) document.querySelectorAll(".walk .wide")[++steps %% 8 < 4 ? 1 : 0].click();
			if (now - begin < 5000) requestAnimationFrame(frame);
			else done(gaps.slice(1));
		};
		requestAnimationFrame(frame);
	})`
	for what, stepping := range map[string]string{"lines": "false", "lines and steps": "true"} {
		gaps := evaluated[[]float64](t, ctx, fmt.Sprintf(measured, stepping))
		slices.Sort(gaps)
		t.Logf("%s: %d pictures in 5 s; gaps: median %.1f ms, 95 %% below %.1f ms, longest %.1f ms", what, len(gaps), gaps[len(gaps)/2], gaps[len(gaps)*95/100], gaps[len(gaps)-1])
	}
}

// TestLargeCollection prints how long a page waits for the first list of a collection of 10,000 games.
func TestLargeCollection(t *testing.T) {
	long(t)
	const games = 10_000
	line := "1. 11-15 {[%clk 0:00:59.904] [%emt 0:00:00.096] +0.12/17} 22-18 {[%emt 0:00:00.100] -0.02/18} 2. 15x22 25x18 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 *\n\n"
	var text strings.Builder
	for n := range games {
		fmt.Fprintf(&text, "[Event \"Test\"]\n[Round \"%d\"]\n[Black \"A%d\"]\n[White \"B\"]\n[Result \"1-0\"]\n%s", n, n, line)
	}
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "large.pdn"), []byte(text.String()), 0o600))
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), button("Games"), button("Open…"), holds(`!!document.querySelector("[data-file]")`))
	begin := time.Now()
	act(t, ctx, "list", press("[data-file]"), lists("10,000 games"))
	t.Logf("a collection of %d games, %d MB: %s", games, text.Len()>>20, time.Since(begin).Round(time.Millisecond))
	begin = time.Now()
	act(t, ctx, "search", chromedp.SendKeys("#search", "A9999"), lists("1 of 10,000 games"))
	t.Logf("a search in it: %s", time.Since(begin).Round(time.Millisecond))
}

// TestSoak lets a page analyse and step through a game for as long as ZONDA_SOAK says (30m), and prints what the server's
// process and the page hold at the beginning and at the end.
func TestSoak(t *testing.T) {
	length, err := time.ParseDuration(os.Getenv("ZONDA_SOAK"))
	if err != nil {
		t.Skip("set ZONDA_SOAK=30m")
	}
	ctx, s := browser(t, 1400), started(t, Options{})
	game := "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 *"
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(game), has(10), press("#engine-on"), chromedp.WaitVisible(".line .score"))
	_, err = chromedp.Call(ctx, performance.Enable, performance.EnableParams{})
	require.NoError(t, err)
	const stepTime, reports = time.Second, 6
	begin := time.Now()
	next := begin.Add(time.Minute) // the tables are full by then
	for n := 0; time.Since(begin) < length; n++ {
		act(t, ctx, "step", press([]string{`[aria-label="Forward"]`, `[aria-label="Back"]`}[n/10%2]), chromedp.Sleep(stepTime))
		act(t, ctx, "look", run(`document.querySelectorAll(".line .move")[2]?.focus()`), chromedp.Sleep(stepTime), run("document.activeElement.blur()"))
		if time.Now().After(next) {
			next = next.Add(length / reports)
			t.Log(held(t, ctx, time.Since(begin)))
		}
	}
	t.Log(held(t, ctx, time.Since(begin)))
}

// held says what the process and the page hold.
func held(t *testing.T, ctx context.Context, after time.Duration) string {
	t.Helper()
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	resident := ""
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmRSS:") {
			resident = strings.Join(strings.Fields(line)[1:], " ")
		}
	}
	_, err = chromedp.Call(ctx, heapprofiler.CollectGarbage, cdp.Empty{})
	require.NoError(t, err)
	measured, err := chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
	require.NoError(t, err)
	text := fmt.Sprintf("after %s: process %s, heap %d kB, %d goroutines; page", after.Round(time.Second), resident, memory.HeapAlloc>>10, runtime.NumGoroutine())
	for _, m := range measured.Metrics {
		switch m.Name {
		case "Nodes", "JSEventListeners":
			text += fmt.Sprintf(" %s %.0f,", m.Name, m.Value)
		case "JSHeapUsedSize":
			text += fmt.Sprintf(" heap %.0f kB,", m.Value/1024)
		}
	}
	return strings.TrimSuffix(text, ",")
}
