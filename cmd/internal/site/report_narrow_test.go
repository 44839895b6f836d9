package site

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// TestNarrowPlaces: a report marks below its chart where few moves kept the result, and says how many where the board is; a game without such
// places has no strip.
func TestNarrowPlaces(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "a draw by one move of three", chromedp.Navigate(s.Address()), chromedp.Evaluate[chromedp.Void](axe(t)), shows("Black to move"), pasted("[FEN \"B:WK7,K11:BK4,22\"]\n1. 22-26 7-10 *"), has(2), button("Report"), judged,
		shows("narrow: bars below the chart"))
	require.NotZero(t, evaluated[int](t, ctx, `document.querySelectorAll(".report .corridor rect.exact").length`))
	act(t, ctx, "how many", press(`[aria-label="To the start"]`), press(`[aria-label="Forward"]`), holds(`document.querySelector(".report .values").innerText.startsWith("1. 22-26, 1 of 3 held: Black wins")`))
	for _, size := range [][2]int64{{1400, 900}, {390, 844}, {844, 390}, {320, 568}} {
		act(t, ctx, "size", chromedp.EmulateViewport(size[0], size[1]))
		fits(t, ctx, "narrow places")
		require.Empty(t, evaluated[string](t, ctx, serious))
		picture(t, ctx, fmt.Sprintf("narrow-%d", size[0]))
	}
	act(t, ctx, "a quiet game", chromedp.EmulateViewport(1400, 900), pasted("[FEN \"B:WK32:BK1\"]\n1. 1-5 32-28 *"), has(2), button("Report"), judged, holds(`!document.querySelector(".report .corridor, #narrow")`))
}

// TestNamesOfFaults: the choice of a side shows the number of its faults, however long the names are.
func TestNamesOfFaults(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	const names = "[Black \"You\"]\n[White \"Somebody (Strong club, level 7)\"]\n"
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(names+judgedGame), has(5), button("Report"), judged)
	for _, width := range []int64{1280, 390, 320} {
		act(t, ctx, "size", chromedp.EmulateViewport(width, 844), holds(`[...document.querySelectorAll("#faults-of button")].every(b => b.querySelector("small").getBoundingClientRect().right <= b.getBoundingClientRect().right && b.scrollWidth <= b.clientWidth)`))
	}
}

// tooWide is an expression: what is wider than its room, and how much longer than what it shows the page is.
const tooWide = `[...document.querySelectorAll(".side, .side-in, .panel, .body, .report, .set-row, .sets")].filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth)
	.map(e => e.className + " " + e.scrollWidth + " > " + e.clientWidth).concat(document.documentElement.scrollHeight > Math.max(innerHeight, document.querySelector(".app").offsetHeight) ? ["longer than the page"] : []).join("; ")`

// TestReportFits: a report with all its cards, and the settings, need no scrolling to the side in a narrow window, in both languages.
func TestReportFits(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), chromedp.Evaluate[chromedp.Void](axe(t)), shows("Black to move"), pasted(keptGame), has(16), button("Report"), judged)
	const report = `[...document.querySelectorAll("[role=tab]")].find(b => /Report|Bericht/.test(b.innerText) && b.checkVisibility())`
	for _, language := range []string{"en", "de"} {
		act(t, ctx, "language", inWindow(1400, 900, 1), press(".rail .tool:last-child"), chosen("language", language), holds(fmt.Sprintf("document.documentElement.lang === %q", language)), press(".rail button:nth-of-type(2)"))
		for _, size := range [][2]int64{{780, 493}, {390, 844}, {320, 568}} {
			view := fmt.Sprintf("report-%s-%d", language, size[0])
			act(t, ctx, view, inWindow(size[0], size[1], 1), run(report+".click(); scrollTo({top: 0, behavior: \"instant\"})"), judged)
			require.Empty(t, evaluated[string](t, ctx, tooWide), view)
			require.Empty(t, evaluated[string](t, ctx, serious), view)
			windowPicture(t, ctx, view)
			act(t, ctx, "its end", run(`document.querySelector(".report .foot").scrollIntoView()`))
			windowPicture(t, ctx, view+"-end")
		}
		act(t, ctx, "settings", run(`[...document.querySelectorAll(".tabbar button")].at(-1).click()`), holds(`!!document.querySelector("#language")`), run(`document.querySelector("#language").scrollIntoView({block: "center"})`))
		const covered = `(() => { const t = document.querySelector("#language").previousSibling, r = document.createRange(); r.selectNodeContents(t); const a = r.getBoundingClientRect(), b = document.querySelector("#language").getBoundingClientRect(); return a.right > b.left && a.bottom > b.top })()`
		require.False(t, evaluated[bool](t, ctx, covered), "the name of the row is under its choice")
		require.Empty(t, evaluated[string](t, ctx, tooWide), "settings")
		windowPicture(t, ctx, "settings-"+language)
	}
}
