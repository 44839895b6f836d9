package site

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// inFront puts a tab before all others of its window, which are hidden then.
func inFront(t *testing.T, ctx context.Context) {
	t.Helper()
	_, err := chromedp.Call(ctx, page.BringToFront, cdp.Empty{})
	require.NoError(t, err)
}

// TestWebHiddenTab: behind another tab a game of the engine goes on, with its clocks, a person's clock runs, and an analysis rests after ten
// minutes. The browser makes timers slow there, as it does for people.
func TestWebHiddenTab(t *testing.T) {
	lasts := lasting(t)
	slow := func(name string) chromedp.ExecAllocatorOption { return chromedp.Flag(name, false) }
	allocator, _ := launched(t, slow("disable-background-timer-throttling"), slow("disable-backgrounding-occluded-windows"), slow("disable-renderer-backgrounding"))
	front, cancel := chromedp.NewContext(allocator, chromedp.WithNewWindow(false))
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(front, chromedp.Navigate("about:blank")))
	analysis, game, person, h := window(t, front, 1400), window(t, front, 1400), window(t, front, 1400), hosted(t, "", "")
	begin := map[context.Context]action{
		analysis: analysed, game: chromedp.Steps(button("Play"), chosen("level", "0"), chromedp.WaitVisible("#watch")),
		person: chromedp.Steps(playing("Black", "1", "30+20", "start"), typed("11-15")),
	}
	for _, ctx := range []context.Context{analysis, game, person} {
		notNew(t, ctx)
		inFront(t, ctx)
		act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), allCome)
		act(t, ctx, "begin", begin[ctx])
	}
	inFront(t, front)
	began := time.Now()
	for ctx := range begin {
		require.Equal(t, "hidden", evaluated[string](t, ctx, "document.visibilityState"))
	}
	const rests = `!!document.querySelector(".lines.stale")`
	for watched := false; time.Since(began) < lasts; time.Sleep(time.Minute / 2) {
		if !watched && time.Since(began) > min(lasts/2, 6*time.Minute) { // a browser makes timers slowest after five minutes
			watched = true
			require.NoError(t, chromedp.Do(game, run(`document.querySelector("#watch").click()`)))
		}
		t.Logf("%4.1f min: the analysis rests: %t; %d moves; clocks %s", time.Since(began).Minutes(), evaluated[bool](t, analysis, rests), len(movesOf(t, game)), evaluated[string](t, person, clocksShown))
	}
	const minMoves, minRest = 20, 10 * time.Minute
	require.Greater(t, len(movesOf(t, game)), minMoves)
	require.Len(t, movesOf(t, person), 2)
	require.Equal(t, lasts > minRest, evaluated[bool](t, analysis, rests))
	inFront(t, person)
	act(t, person, "its clock ran", holds(fmt.Sprintf(`(clock => clock && Math.abs(clock.split(":")[0] * 60 + +clock.split(":")[1] - %f) < 90)(document.querySelector(".side .p3 .clock").innerText)`, (30*time.Minute+20*time.Second-time.Since(began)).Seconds())))
	inFront(t, analysis)
	if lasts > minRest {
		act(t, analysis, "it is told", shows("The analysis rested while the page was hidden."))
	}
	act(t, analysis, "it goes on", holds("!("+rests+")"))
}
