package site

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// keptGame has a fault that gives a man away, and more moves behind it.
const keptGame = "1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 7x16 30-25 5. 16-19 24x15 6. 8-11 15x8 7. 4x11 27-24 8. 12-16 25-22 *"

// keptEnding has a fault too, of which the databases know all: its report takes no search.
const keptEnding = "[FEN \"B:WK32:BK1,K2\"]\n\n1. 1-6 32-28 2. 6-10 28-32 3. 10-15 32-28 4. 15-19 28-32 5. 2-7 32-28 6. 19-24 28x19 7. 7-11 19-24 8. 11-15 24-28 *"

// keptReports makes a report, which is there after the page was loaded again, for a game that was changed, and for the same game from
// elsewhere, until it is forgotten.
func keptReports(t *testing.T, ctx context.Context) {
	t.Helper()
	act(t, ctx, "judge", pasted(keptEnding), has(16), button("Report"), judged)
	words := evaluated[string](t, ctx, reported)
	require.Contains(t, words, "19-24")
	act(t, ctx, "a reload", chromedp.Reload(), has(16), button("Report"), judged, holds(`!document.querySelector(".working")`))
	require.Equal(t, words, evaluated[string](t, ctx, reported))
	act(t, ctx, "a change", press(`[aria-label="To the end"]`), fromMenu("#move-menu", "#delete"), has(15), shows("15 of 16 judged moves are still there"),
		chromedp.Reload(), has(15), button("Report"), judged, shows("15 of 16 judged moves are still there"))
	const signs = `document.querySelectorAll(".sheet .glyph").length`
	act(t, ctx, "the marks are taken away", press(".tabs .menu-box button"), press("#unmark"), holds(signs+" === 0"), chromedp.Reload(), has(15), button("Report"), judged, holds(signs+" === 0"))
	act(t, ctx, "another game", newGame, pasted("1. 9-14 *"), has(1), chromedp.Reload(), has(1), holds(`!document.querySelector(".report, .game-chart")`))
	act(t, ctx, "the same from elsewhere has its signs", pasted("[Black \"A\"]\n"+keptEnding), has(16), holds(signs+" > 0"), button("Report"), judged)
	act(t, ctx, "they are no step of undo", withCtrl("z", false), has(1), withCtrl("y", false), has(16), holds(signs+" > 0"))
	act(t, ctx, "in Games", named("kept.pdn"), shows("Saved kept.pdn"), button("Games"), opens("kept.pdn"), lists("1 game"), holds(`!!document.querySelector(".g [aria-label='with a report']")`), button("Analyse"))
	act(t, ctx, "forget", press(".tabs .menu-box button"), press("#forget-report"), shows("The report is forgotten"), holds(`!document.querySelector(".report")`), chromedp.Reload(), has(16))
	act(t, ctx, "it is gone", button("Games"), lists("1 game"), holds(`!document.querySelector(".g [aria-label='with a report']")`), holds(`!document.querySelector(".game-chart")`))
}

// TestReportIsKept: reports are kept with their games, by a server and by a browser.
func TestReportIsKept(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{Folder: t.TempDir()})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"))
	keptReports(t, ctx)
}

// TestWebReportIsKept: the browser keeps them too.
func TestWebReportIsKept(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), allCome)
	keptReports(t, ctx)
}
