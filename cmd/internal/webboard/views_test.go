package webboard

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// axe returns the checker of accessibility, a script.
func axe(t *testing.T) string {
	t.Helper()
	in, err := os.Open("testdata/axe.min.js.gz")
	require.NoError(t, err)
	defer in.Close()
	text, err := gzip.NewReader(in)
	require.NoError(t, err)
	script, err := io.ReadAll(text)
	require.NoError(t, err)
	return string(script)
}

// serious lists the serious faults that axe finds on the page.
const serious = `axe.run({resultTypes: ["violations"]}).then(r => r.violations.filter(v => v.impact === "serious" || v.impact === "critical")
	.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 120) + " " + (n.any[0]?.message ?? "")).join(" | ")).join("\n"))`

func accessible(t *testing.T, ctx context.Context, view string) {
	t.Helper()
	found, err := chromedp.Run(ctx, chromedp.Evaluate[string](serious, chromedp.EvalAwaitPromise))
	require.NoError(t, err)
	assert.Empty(t, found, view)
}

// fits fails if the page is wider than its window.
func fits(t *testing.T, ctx context.Context, view string) {
	t.Helper()
	over, err := chromedp.Run(ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth - innerWidth"))
	require.NoError(t, err)
	assert.LessOrEqual(t, over, 0, "%s is wider than the window", view)
}

// choose chooses a value of a list as a person does.
func choose(list, value string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](fmt.Sprintf(
		`(s => { s.value = %q; s.dispatchEvent(new Event("change", {bubbles: true})); return 0; })(document.querySelector(%q))`, value, list))
}

const annotated = `[Event "Test <b>bold</b>"]
[Black "<script>alert(1)</script>"]
[White "Jordan"]
[Result "1-0"]
1. 11-15 {a <i>comment</i>} 22-18 2. 15x22 25x18 (26x17 8-11) 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 *

`

// TestViews opens every view at both widths, light and dark: nothing is wider than the window, and axe finds no serious fault.
func TestViews(t *testing.T) {
	if os.Getenv("ZONDA_LONG") == "" {
		t.Skip("half a minute: set ZONDA_LONG=1")
	}
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "games.pdn"), []byte(strings.Repeat(annotated, 120)), 0o600))
	s := started(t, Options{Folder: folder})
	script := axe(t)
	for i, width := range []int64{1400, 390} {
		theme := []string{"light", "dark"}[i]
		ctx := browser(t, width, "Applying inline style") // axe tries to, in vain
		check := func(view string) {
			accessible(t, ctx, view)
			fits(t, ctx, view)
			picture(t, ctx, fmt.Sprintf("%s-%d-%s", view, width, theme))
		}
		act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"),
			chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.documentElement.dataset.theme = %q", theme)),
			chromedp.Evaluate[chromedp.Void](script))
		act(t, ctx, "engine", chromedp.Click("#engine-on"), chromedp.WaitVisible(".line .score"))
		check("analyse")
		act(t, ctx, "files", button("Games"), shows("games.pdn"))
		act(t, ctx, "open", choose(`[aria-label="Games"] .row select`, "games.pdn"))
		act(t, ctx, "list", shows("120 of 120 games"))
		act(t, ctx, "game", chromedp.Click(`[aria-label="game 3"]`), shows("<script>alert(1)</script>"),
			chromedp.Poll[chromedp.Void](`document.querySelectorAll(".sheet .move").length > 10`), chromedp.Click(`[aria-label="To the end"]`), chromedp.Poll[chromedp.Void](`document.querySelector("[aria-current=step]")?.innerText.includes("21x14")`))
		check("games")
		act(t, ctx, "report", button("Analyse"), button("Report"),
			choose(`[role=tabpanel] select`, "100"),
			button("Judge the game"), chromedp.Poll[chromedp.Void](`!!document.querySelector(".report")?.shadowRoot?.querySelector(".chart")`, chromedp.WithPollingTimeout(20*time.Second)))
		check("report")
		act(t, ctx, "click in the report", chromedp.Evaluate[chromedp.Void](`document.querySelector(".report").shadowRoot.querySelectorAll(".m")[2].click()`), shows("Black to move"))
		act(t, ctx, "set up", button("Set up"))
		check("setup")
		for _, view := range []string{"Play", "Problems", "Matches", "Proofs"} {
			act(t, ctx, view, button(view), chromedp.Sleep(100*time.Millisecond))
			check(strings.ToLower(view))
		}
		act(t, ctx, "play", button("Play"), button("Start"), chromedp.Poll[chromedp.Void](`!!document.querySelector("[data-square=\"11\"].active")`), square(11), square(15), chromedp.Poll[chromedp.Void](`document.querySelectorAll(".sheet .move").length === 2`))
		check("game")
		act(t, ctx, "resign", button("Resign"), shows("You resign"))
	}
}

// TestDragAndServerLost drags a piece, loses the server and finds it again.
func TestDragAndServerLost(t *testing.T) {
	ctx := browser(t, 1400, "WebSocket")
	serving, stop := context.WithCancel(context.Background())
	o := Options{Listen: "127.0.0.1:0", Folder: t.TempDir()}
	first, err := Listen(serving, o)
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- first.Serve(serving) }()
	act(t, ctx, "drag", chromedp.Navigate(first.Address()), shows("Black to move"),
		chromedp.DragAndDrop(`[data-square="11"]`, `[data-square="16"]`), shows("White to move"))
	stop()
	require.NoError(t, <-done)
	act(t, ctx, "lost", shows("does not answer"))
	o.Listen = strings.TrimSuffix(strings.TrimPrefix(first.Address(), "http://"), "/")
	started(t, o)
	act(t, ctx, "found", chromedp.Poll[chromedp.Void](`!document.querySelector(".banner")`), square(24), square(20), shows("Black to move"))
}
