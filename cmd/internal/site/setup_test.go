package site

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// edited is an expression: the position in the editor as text.
const edited = `document.querySelector("#fen")?.value`

// dragged drags what lies on a square to another one.
func dragged(t *testing.T, ctx context.Context, from, to int) {
	t.Helper()
	act(t, ctx, fmt.Sprintf("drag %d to %d", from, to), run(fmt.Sprintf(`
		const place = n => {
			const e = document.querySelector("[data-square='" + n + "']"), b = e.getBoundingClientRect();
			return [e, {clientX: b.x + b.width / 2, clientY: b.y + b.height / 2, bubbles: true, button: 0, pointerId: 1}];
		};
		const [a, down] = place(%d), [b, up] = place(%d);
		a.dispatchEvent(new PointerEvent("pointerdown", down));
		b.dispatchEvent(new PointerEvent("pointerup", up));`, from, to)))
}

// TestSetup sets up a position by hand and by text, takes steps back, and begins with it.
func TestSetup(t *testing.T) {
	long(t)
	for _, width := range []int64{1400, 390} {
		ctx, s := browser(t, width, "Applying inline style"), started(t, Options{})
		is := func(fen string) action { return holds(fmt.Sprintf("%s === %q", edited, fen)) }
		named := func(name string) action { return press(fmt.Sprintf(`[aria-label=%q]`, name)) }
		act(t, ctx, "open", chromedp.Navigate(s.Address()), holds(`!!document.querySelector('[data-square="11"].active')`), square(11), square(15), has(1), settingUp)
		act(t, ctx, "as on the board", holds(edited+`.startsWith("W:")`), button("Empty board"), is("W:W:B"), shows("the board is empty"), holds(`[...document.querySelectorAll(".setup .btn.l")].every(b => b.disabled)`))
		act(t, ctx, "pieces", press(`[data-value="B"].cardr`), square(28), press(`[data-value="b"].cardr`), square(5), square(12), square(13), square(13),
			press(`[data-value="w"].cardr`), square(21), square(26), is("W:W21,26:B5,12,K28"))
		dragged(t, ctx, 26, 25)
		act(t, ctx, "dragged", is("W:W21,25:B5,12,K28"), named("Undo"), is("W:W21,26:B5,12,K28"), withCtrl("z", false), is("W:W21:B5,12,K28"))
		act(t, ctx, "a drag that the browser ends", run(`
			document.querySelector('[data-square="12"]').dispatchEvent(new PointerEvent("pointerdown", {bubbles: true, button: 0}));
			dispatchEvent(new PointerEvent("pointercancel"));`))
		dragged(t, ctx, 25, 25)
		act(t, ctx, "ended", is("W:W12,21,25:B5,K28"), withCtrl("z", false), withCtrl("z", false), is("W:W21:B5,12,K28"))
		enter := chromedp.KeyEvent("\r")
		act(t, ctx, "by keyboard", chromedp.Focus(`[data-square="12"]`), enter, chromedp.Focus(`[data-square="5"]`), enter, is("W:W5,12,21:BK28"), square(17), is("W:W5,12,17,21:BK28"),
			withCtrl("z", false), withCtrl("z", false), withCtrl("z", false), is("W:W21:B5,12,K28"))
		act(t, ctx, "other colours", button("Swap the colours"), is("B:WK5,21,28:B12"), press(`#turn [data-value="W"]`), is("W:WK5,21,28:B12"))
		act(t, ctx, "an impossible piece", press(`[data-value="w"].cardr`), square(1), shows("A man cannot stand on 1: it would be a king."), holds(`document.querySelector(".setup .primary").disabled`), square(1), holds(`!document.querySelector(".setup .primary").disabled`))
		act(t, ctx, "garbage as text", run(`const f = document.querySelector("#fen"); f.focus(); f.select()`), chromedp.SendKeys("#fen", "W:<b>"), holds(`document.querySelector("#refused").innerText.length > 5 && !document.querySelector("#refused b")`), is("W:<b>"))
		act(t, ctx, "text", run(`document.querySelector("#fen").select()`), chromedp.SendKeys("#fen", "W:W21,25,K15:B5,12,K28"), holds(`document.querySelector("#refused").innerText === ""`),
			holds(`document.querySelector('[data-square="15"]').ariaLabel.includes("white king")`), chromedp.Evaluate[chromedp.Void](axe(t)))
		accessible(t, ctx, "setup")
		fits(t, ctx, "setup")
		picture(t, ctx, fmt.Sprintf("setup-%d", width))
		possible := holds(`document.querySelector('[data-square="1"]').ariaLabel.includes("black man") && !document.querySelector("#refused").innerText && [...document.querySelectorAll(".setup .btn.l")].every(b => !b.disabled)`)
		refused := holds(`!!document.querySelector("#refused").innerText && [...document.querySelectorAll(".setup .btn.l")].every(b => b.disabled)`)
		const fen = "W:W21,25,K15:B1,5,12,K28"
		act(t, ctx, "a letter and its deletion", run(`document.querySelector("#fen").select()`), chromedp.SendKeys("#fen", fen+"x"), refused, chromedp.KeyEvent(kb.Backspace), is(fen), possible)
		act(t, ctx, "a wrong square and the right one", run(`const f = document.querySelector("#fen"); f.setSelectionRange(14, 15)`), chromedp.KeyEvent("40"), is("W:W21,25,K15:B40,5,12,K28"), refused,
			chromedp.KeyEvent(kb.Backspace+kb.Backspace+"1"), is(fen), possible)
		act(t, ctx, "garbage again", chromedp.KeyEvent("x"), refused)
		act(t, ctx, "the board in the place of garbage", square(12), is("W:W12,K15,21,25:B1,5,K28"), possible)
		act(t, ctx, "the same board in the place of garbage", button("Starting position"), chromedp.SendKeys("#fen", "garbage"), holds(`document.querySelector(".setup .primary").disabled`),
			button("Starting position"), holds(edited+`.startsWith("B:W21,") && !document.querySelector("#refused").innerText && !document.querySelector(".setup .primary").disabled`))
		act(t, ctx, "cancel", chromedp.KeyEvent("\t"), run(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}))`), has(1))
		act(t, ctx, "again", settingUp, holds(edited+`.startsWith("W:")`), button("Starting position"), square(21), button("Analyse it"), has(0), shows("Undo"), holds(`document.querySelector('[data-square="21"]').ariaLabel.includes("empty")`))
		act(t, ctx, "the game before", withCtrl("z", false), has(1), settingUp, button("Empty board"), press(`[data-value="W"].cardr`), square(29), press(`[data-value="B"].cardr`), square(4), button("Play from it"), holds(`document.querySelector(".app").dataset.view === "play"`))
	}
}

// settingUp opens the editor of positions.
var settingUp = chromedp.Steps(run(`document.querySelector("#game-menu").click()`), run(`document.querySelector("#set-up").click()`), holds(`!!document.querySelector("#fen")`))

// TestSetupImpossible: what is wrong with pieces that were placed is said of the board, without its text.
func TestSetupImpossible(t *testing.T) {
	ofBoard(t)
	for language, want := range map[string]string{"en": "A man cannot stand on 32: it would be a king.", "de": "Ein Stein kann nicht auf 32 stehen: Er wäre dort eine Dame."} {
		ctx, s := browser(t, 1280, "404 (Not Found)"), started(t, Options{})
		laid(t, ctx, s, inLanguage(language))
		refused := holds(fmt.Sprintf(`document.querySelector("#refused")?.innerText === %q`, want))
		act(t, ctx, language, fromMenu("#game-menu", "#set-up"), holds(`!!document.querySelector("#fen")`), run(`document.querySelector(".setup .wrap button").click()`), square(32), refused)
	}
}
