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
