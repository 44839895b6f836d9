package site

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// embeddedGame steps through the game of a link to an embedded page, at the sizes of frames, and finds nothing else there.
func embeddedGame(t *testing.T, ctx context.Context, link string) {
	t.Helper()
	seen := `[".rail", ".topbar", ".tabbar", ".engine", ".panel", "#share-menu", "#game-menu", "#comment", "#move-menu"].filter(s => document.querySelector(s)?.checkVisibility()).join()`
	act(t, ctx, "open", chromedp.Navigate("about:blank"), chromedp.Navigate(link), at("22-18"), has(7), holds(seen+` === ""`))
	act(t, ctx, "step", press(`[aria-label="Forward"]`), at("15x22"), holds(`document.querySelectorAll(".hit.active").length === 0`))
	for _, size := range [][2]int64{{720, 420}, {360, 640}, {320, 568}, {1000, 600}} {
		view := fmt.Sprintf("embed-%dx%d", size[0], size[1])
		act(t, ctx, view, chromedp.EmulateViewport(size[0], size[1]), chromedp.Evaluate[chromedp.Void](axe(t)))
		fits(t, ctx, view)
		require.LessOrEqual(t, evaluated[int](t, ctx, "document.documentElement.scrollHeight - innerHeight"), 0, view)
		require.GreaterOrEqual(t, evaluated[float64](t, ctx, `document.querySelector(".board").getBoundingClientRect().width`), 200., view)
		require.Empty(t, evaluated[string](t, ctx, serious), view)
		picture(t, ctx, view)
	}
	require.Contains(t, evaluated[string](t, ctx, "location.hash"), "#embed", "a frame that is loaded again shows the same")
}

// TestEmbed: the board and the moves alone are shown to other pages; the games of the user stay as they are.
func TestEmbed(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "own game", chromedp.Navigate(s.Address()), shows("Black to move"), typed("9-14"), has(1))
	embeddedGame(t, ctx, s.Address()+"#embed&moves=11-15,22-18,15x22,25x18,8-11,29-25,4-8&ply=2")
	act(t, ctx, "own game again", chromedp.EmulateViewport(1400, 900), chromedp.Navigate("about:blank"), chromedp.Navigate(s.Address()), at("9-14"), has(1))
}

// TestEmbedHasNoSigns: a game is shown to others as its link has it, also where the user keeps a report of it.
func TestEmbedHasNoSigns(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	fewNodes(t, ctx)
	const signs = `document.querySelectorAll(".sheet .glyph").length`
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 7x16 30-25 5. 16-19 24x15 *"), has(10), button("Report"), judged, holds(signs+" > 0"))
	const look = time.Second // behind which a page has found what is kept
	act(t, ctx, "others", chromedp.Navigate("about:blank"), chromedp.Navigate(s.Address()+"#embed&moves=11-15,22-18,15x22,25x18,10-15,18x11,7x16,30-25,16-19,24x15&ply=2"), at("22-18"), has(10), chromedp.Sleep(look), holds(signs+" === 0"))
}

// TestWebEmbed shows it in a frame of another page.
func TestWebEmbed(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400, "Applying inline style"), hosted(t, "", "")
	h.change(func(w http.ResponseWriter, _ *http.Request, name string) bool {
		if name == "favicon.ico" {
			return true
		}
		if name != "page.html" {
			return false
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, `<iframe src="./#embed&moves=11-15,22-18&ply=1" width="720" height="420"></iframe>`)
		return true
	})
	act(t, ctx, "a frame", chromedp.Navigate(h.Address()+"page.html"), holds(`document.querySelector("iframe")?.contentDocument?.querySelectorAll(".sheet .move").length === 2`),
		holds(`document.querySelector("iframe")?.contentDocument?.querySelector("[aria-current=step]")?.innerText === "11-15"`))
}
