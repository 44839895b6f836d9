package site

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// in waits until a view is open, and the address names it.
func in(view string) action {
	shown := view
	if view == "setup" {
		shown = "analyse" // to which the editor belongs
	}
	return holds(fmt.Sprintf(`document.querySelector(".app")?.dataset.view === %q && location.hash === %q`, shown, "#"+view))
}

// goingBack presses Back of the browser, and goingForward Forward.
var goingBack, goingForward = run("history.back()"), run("history.forward()")

// TestViewsArePlaces: each view has an address, Back goes to the view before and closes what lies over the page first, and leaves the page only
// where it began.
func TestViewsArePlaces(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	nothingOver := holds(`!document.querySelector("dialog, .menu, [role=alertdialog]")`)
	act(t, ctx, "a dialog at the first place", chromedp.Navigate("about:blank"), chromedp.Navigate(s.Address()), in("analyse"), chromedp.KeyEvent("?"), holds(`!!document.querySelector("dialog .kbd")`),
		goingBack, nothingOver, in("analyse"))
	act(t, ctx, "views", button("Play"), in("play"), button("Problems"), in("problems"), button("Games"), in("games"), goingBack, in("problems"), goingBack, in("play"), goingForward, in("problems"), goingBack, in("play"))
	act(t, ctx, "a question", press("#start-game"), holds(`!!document.querySelector("#resign:not(:disabled)")`), press("#resign"), holds(`!!document.querySelector("[role=alertdialog]")`), goingBack, nothingOver, in("play"))
	act(t, ctx, "a menu", button("Analyse"), in("analyse"), press("#game-menu"), holds(`!!document.querySelector(".menu")`), goingBack, nothingOver, in("analyse"))
	act(t, ctx, "a dialog over a dialog", fromMenu("#game-menu", "#paste-game"), holds(`!!document.querySelector("dialog #paste")`), goingBack, nothingOver, in("analyse"))
	act(t, ctx, "what was closed is no place", chromedp.KeyEvent("?"), holds(`!!document.querySelector("dialog .kbd")`), chromedp.KeyEvent("\x1b"), nothingOver, goingBack, in("play"))
	act(t, ctx, "the editor", goingForward, in("analyse"), square(11), square(15), fromMenu("#game-menu", "#set-up"), in("setup"), holds(edited+`.startsWith("W:")`), goingBack, in("analyse"), has(1), goingForward, in("setup"),
		holds(edited+`.startsWith("W:")`))
	act(t, ctx, "a link", goingBack, in("analyse"), button("Problems"), in("problems"), fragment("fen=B:WK29:BK1,K2"), shows("This is the position of the link."), in("analyse"), goingBack, in("problems"))
	for _, view := range []string{"play", "analyse", "problems", "games", "lab", "settings", "setup"} {
		act(t, ctx, view, chromedp.Navigate("about:blank"), chromedp.Navigate(s.Address()+"#"+view), in(view), holds(`document.querySelectorAll(".piece").length > 0 && !document.querySelector(".toast.bad")`), chromedp.Reload(), in(view))
	}
	act(t, ctx, "the page is left", chromedp.Navigate("about:blank"), chromedp.Navigate(s.Address()+"#games"), in("games"), button("Play"), in("play"), goingBack, in("games"), run("setTimeout(() => history.back())"), chromedp.Sleep(300*time.Millisecond), holds(`location.href === "about:blank"`))
}
