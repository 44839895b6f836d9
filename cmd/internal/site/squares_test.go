package site

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestSquares: squares are asked by their numbers for half a minute; a wrong press ends the row and marks what was asked, and the best row is
// kept.
func TestSquares(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), chromedp.Evaluate[chromedp.Void](axe(t)), button("Problems"), press("#squares"), shows("Half a minute"), shows("Black is at the top, with 1 to 4 from left to right."),
		holds(`document.querySelectorAll(".squares .num text").length === 32`))
	found := run(`document.querySelector('[data-asked="' + document.querySelector(".ask").innerText.slice(6) + '"]').dispatchEvent(new MouseEvent("click", {bubbles: true}))`)
	act(t, ctx, "begin", press("#begin-squares"), holds(`/^Press \d+$/.test(document.querySelector(".ask").innerText) && !document.querySelector(".squares .num")`))
	for row := 1; row <= 3; row++ {
		act(t, ctx, "found", found, shows(fmt.Sprintf("%d in a row, the best row is %d.", row, row)))
	}
	act(t, ctx, "missed", run(`window.asked = document.querySelector(".ask").innerText.slice(6); document.querySelector('[data-asked="' + (window.asked % 32 + 1) + '"]').dispatchEvent(new MouseEvent("click", {bubbles: true}))`),
		shows("0 in a row, the best row is 3."), holds("document.body.innerText.includes(`That was ${window.asked % 32 + 1}; ${window.asked} is marked.`) && !!document.querySelector('.squares .hl-sel')"), found)
	for _, size := range [][2]int64{{320, 568}, {390, 844}, {844, 390}, {1400, 900}} {
		view := fmt.Sprintf("squares-%dx%d", size[0], size[1])
		act(t, ctx, view, chromedp.EmulateViewport(size[0], size[1]))
		fits(t, ctx, view)
		accessible(t, ctx, view)
		picture(t, ctx, view)
	}
	act(t, ctx, "half a minute later", run(`const now = performance.now.bind(performance); performance.now = () => now() + 31000`), shows("4 squares found, 3 of them in a row."))
	act(t, ctx, "kept", chromedp.Reload(), press("#squares"), shows("0 in a row, the best row is 3."))
}
