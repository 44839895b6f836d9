package site

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// windows are sizes from the smallest that the page promises to fit to a large screen; the first ones are tried always.
var windows = [][2]int64{
	{320, 320}, {320, 568}, {844, 390}, {911, 427}, {600, 600}, {800, 600}, {1023, 768},
	{360, 640}, {390, 844}, {412, 915}, {480, 320}, {533, 320}, {568, 320}, {640, 360}, {667, 375}, {683, 341}, {700, 450}, {932, 430},
	{559, 700}, {599, 700}, {768, 1024}, {820, 1180}, {1024, 600}, {1024, 768}, {1024, 1024}, {1280, 480}, {1366, 768}, {1400, 900},
	{1920, 1080}, {2560, 1440},
}

const alwaysTried = 7

// boardFaults is an expression: what is wrong with the board in the window. A board has 260 pixels, or those of the smaller side of the window less 16;
// its top row is in sight before anything is scrolled; every corner of it can be pressed; and a wide window has the panel beside it.
const boardFaults = `(() => {
	const faults = [], say = (bad, text) => { if (bad) faults.push(text); };
	say(document.documentElement.scrollWidth > innerWidth, "the page is " + document.documentElement.scrollWidth + " wide");
	const board = document.querySelector(".board"), side = document.querySelector(".side").getBoundingClientRect();
	if (!board.checkVisibility()) return innerWidth < 600 && document.querySelector(".app").dataset.view === "games" ? "" : "no board";
	scrollTo(0, 0);
	let b = board.getBoundingClientRect();
	const least = Math.min(260, Math.min(innerWidth, innerHeight) - 16);
	say(b.width < least || Math.abs(b.width - b.height) > 1, "the board has " + b.width + " x " + b.height);
	say(b.left < 0 || b.right > innerWidth, "the board is from " + b.left + " to " + b.right);
	say(b.top < 0 || b.top + b.height / 8 > innerHeight, "the top row is not in sight: " + b.top);
	say(innerWidth >= 560 && innerWidth >= 1.25 * innerHeight && (side.left < b.right || side.width < 200), "no panel beside the board: it is " + side.width + " wide, from " + side.left);
	for (const square of [4, 5, 28, 29]) {
		const e = document.querySelector('.board [data-square="' + square + '"]');
		e.scrollIntoView({block: "center", behavior: "instant"});
		const r = e.getBoundingClientRect(), top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
		say(!top?.closest(".board"), "square " + square + " cannot be pressed: " + top?.outerHTML.slice(0, 60));
	}
	scrollTo(0, 0);
	return faults.join("; ");
})()`

// viewsWithBoard are the views in which a board is played upon or looked at, and how to open them.
var viewsWithBoard = []struct {
	name string
	open action
}{
	{"analyse", chromedp.Steps(button("Analyse"), shows("Black to move"))},
	{"setup", chromedp.Steps(settingUp, shows("Empty board"))},
	{"games", chromedp.Steps(button("Games"), shows("named.pdn"))},
	{"problems", chromedp.Steps(button("Problems"), holds(`!!document.querySelector("#task")`))},
	{"play", chromedp.Steps(button("Play"), press("#start-game"), shows("Your move"))},
}

// inWindow gives the page another window.
func inWindow(width, height int64, zoom float64) action {
	w, h := int64(float64(width)/zoom), int64(float64(height)/zoom)
	return chromedp.Steps(chromedp.EmulateViewport(w, h, chromedp.EmulateScale(zoom)), holds(fmt.Sprintf("innerWidth === %d && innerHeight === %d", w, h)))
}

// TestBoardInEveryWindow measures the board in thirty windows, five views and two zooms, in one browser.
func TestBoardInEveryWindow(t *testing.T) {
	ctx, s := browser(t, 1400), started(t, Options{})
	tried := windows
	if os.Getenv("ZONDA_LONG") == "" {
		tried = windows[:alwaysTried]
	}
	act(t, ctx, "a file", chromedp.Navigate(s.Address()), shows("Black to move"), button("Games"), button("Open…"), uploaded("#pdn-file", "named.pdn", "1. 11-16 21-17 *\n"), shows("1 game"))
	for _, view := range viewsWithBoard {
		act(t, ctx, view.name, inWindow(1400, 900, 1), view.open)
		for _, size := range tried {
			for _, zoom := range []float64{1, 2} {
				act(t, ctx, fmt.Sprintf("%s in %v at %v", view.name, size, zoom), inWindow(size[0], size[1], zoom))
				assert.Empty(t, evaluated[string](t, ctx, boardFaults), "%s in a window of %v at a zoom of %v", view.name, size, zoom)
				if zoom == 1 {
					windowPicture(t, ctx, fmt.Sprintf("%s-%dx%d", view.name, size[0], size[1]))
				}
			}
		}
	}
}

// windowPicture keeps a picture of what the window shows where ZONDA_PICTURES names a folder.
func windowPicture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	folder := os.Getenv("ZONDA_PICTURES")
	if folder == "" {
		return
	}
	data, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(strings.TrimSuffix(folder, "/")+"/"+name+".png", data, 0o600))
}

// fromTabBar opens a view from the bar at the foot of a phone, without scrolling.
func fromTabBar(view string) action {
	return chromedp.Steps(run(fmt.Sprintf(`[...document.querySelectorAll(".tabbar button")].find(b => b.innerText.trim() === %q).click()`, view)), holds(fmt.Sprintf(`document.querySelector(".app").dataset.view === %q`, strings.ToLower(view))))
}

// TestBeginsAtTheTop: in a low window a game, a view and a problem begin with the top row in sight, wherever the page was scrolled before.
func TestBeginsAtTheTop(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), holds(`document.querySelectorAll(".piece").length === 24`), inWindow(320, 568, 1), button("Play"))
	down := run(`document.querySelector(".app").style.minHeight = "2000px"; scrollTo(0, 500)`)
	top := holds(`scrollY === 0 && document.querySelector(".board").getBoundingClientRect().top >= 0`)
	act(t, ctx, "a game", down, holds("scrollY > 100"), run(`document.querySelector("#start-game").click()`), shows("Zonda, level"), top)
	for _, view := range []string{"Analyse", "Problems", "Play"} {
		act(t, ctx, view, down, holds("scrollY > 100"), fromTabBar(view), top)
	}
	act(t, ctx, "a problem", toStudies, down, holds("scrollY > 100"), run(`document.querySelector('[data-problem="3"]').click()`), top)
}

// TestLateProblem: a problem that comes late scrolls no page and takes the place of no list that was chosen meanwhile.
func TestLateProblem(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "asked", chromedp.Navigate(s.Address()), holds(`document.querySelectorAll(".piece").length === 24`), inWindow(320, 568, 1), heldBack("nextProblem"), fromTabBar("Problems"),
		holds("!!window.release"), run("window.first = window.release; delete window.release"))
	act(t, ctx, "another view", fromTabBar("Play"), fromTabBar("Problems"), fromTabBar("Play"), run(`document.querySelector(".app").style.minHeight = "2000px"; scrollTo(0, 500)`), holds("scrollY > 100"), run("first()"), holds("window.replied"))
	require.Greater(t, evaluated[float64](t, ctx, "scrollY"), 100., "the page stays where it is")
	act(t, ctx, "a list", toStudies, holds(`document.querySelector("#panel [aria-checked=true]").dataset.value === "list"`))
	require.False(t, evaluated[bool](t, ctx, "!!window.release"), "the problem was asked for once")
}
