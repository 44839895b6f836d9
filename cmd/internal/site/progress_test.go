package site

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// TestProgress: what was answered is there by day and theme, with the goal of the day, and can be looked at again.
func TestProgress(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "nothing yet", chromedp.Navigate(s.Address()), chromedp.Evaluate[chromedp.Void](axe(t)), button("Problems"), press("#progress"), shows("0 of 10 today"), shows("what you have learned is shown here"), press(`dialog [aria-label="Close"]`))
	giveUp := holds(`(document.querySelector("#show-move:enabled")?.click(), !!document.querySelector("#next-problem"))`)
	const asked = `document.querySelector("#task").nextSibling.innerText`
	first := evaluated[string](t, ctx, asked)
	act(t, ctx, "two problems", giveUp, press("#next-problem"), holds(fmt.Sprintf(`%s !== %q`, asked, first)), giveUp)
	act(t, ctx, "progress", press("#progress"), shows("2 of 10 today"), shows("One day in a row."), shows("2 problems come back tomorrow."),
		holds(`document.querySelectorAll(".answers li").length === 2 && document.querySelectorAll(".days circle").length === 1`))
	act(t, ctx, "the goal", press(`#goal button:last-child`), shows("2 of 15 today"))
	for _, size := range [][2]int64{{320, 568}, {390, 844}, {844, 390}, {1400, 900}} {
		view := fmt.Sprintf("progress-%dx%d", size[0], size[1])
		act(t, ctx, view, chromedp.EmulateViewport(size[0], size[1]))
		fits(t, ctx, view)
		accessible(t, ctx, view)
		picture(t, ctx, view)
	}
	act(t, ctx, "look again", press(".answers li:last-child button"), holds(`!document.querySelector("dialog[open]")`), holds(fmt.Sprintf(`%s === %q`, asked, first)))
	act(t, ctx, "a reload", chromedp.Reload(), press("#progress"), shows("2 of 15 today"))
	require.Equal(t, 2, evaluated[int](t, ctx, `document.querySelectorAll(".answers li").length`))
}
