package site

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// pressedAway writes into a text field and then presses a point with the mouse, as a person does: the mouse goes down where the
// element of a selector is before the field loses the focus, and up at the same point.
func pressedAway(t *testing.T, ctx context.Context, selector string) {
	t.Helper()
	type point struct{ X, Y float64 }
	p := evaluated[point](t, ctx, fmt.Sprintf(`(() => { const b = document.querySelector(%q).getBoundingClientRect(); return {X: b.x + b.width / 2, Y: b.y + b.height / 2}; })()`, selector))
	act(t, ctx, "press "+selector, chromedp.MouseClickXY(p.X, p.Y))
}

// TestKeysBelongToTheBoard: the arrows step through the game after a press on a switch, a choice, a tab or a button. While a text is
// written they belong to the text.
func TestKeysBelongToTheBoard(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), typed("11 15"), typed("2319"), typed("8–11"), has(3), at("8-11"))
	walks := func(what string, take action) {
		t.Helper()
		act(t, ctx, what, take, chromedp.KeyEvent(kb.ArrowLeft), shows("Black to move"), chromedp.KeyEvent(kb.ArrowRight), shows("White to move"))
	}
	act(t, ctx, "the field that was opened", press(`[aria-label="Type a move"]`), holds(`!!document.querySelector("#move")`),
		chromedp.KeyEvent(kb.ArrowLeft), at("23-19"), chromedp.KeyEvent(kb.ArrowRight), at("8-11"), chromedp.KeyEvent(kb.Escape))
	walks("a button", press(`[aria-label="To the end"]`))
	walks("the engine's switch", press("#engine-on"))
	walks("a menu", chromedp.Steps(fromMenu("#engine-menu", `#multipv [data-value="2"]`), chromedp.KeyEvent(kb.Escape), holds(`!document.querySelector(".menu")`)))
	walks("a tab", button("Endings"))
	walks("a switch", chromedp.Steps(press(`.rail [aria-label="Settings"]`), press("#must")))
	walks("a choice", press(`#theme [data-value="light"]`))
	walks("a swatch", press(`#board [data-value="slate"]`))
	walks("a stepper", press(`[aria-label="Memory: more"]`))
	walks("the view", button("Analyse"))
	act(t, ctx, "a move is written", chromedp.KeyEvent("22-17"), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Home), at("8-11"),
		holds(`document.querySelector("#move").value === "22-17" && document.querySelector("#move").selectionStart === 0`), chromedp.KeyEvent(kb.Escape), holds(`!document.querySelector("#move")`))
	act(t, ctx, "no field is seen", settingUp, chromedp.KeyEvent("5"), press(`.setup [aria-label="Cancel"]`), holds(`!!document.querySelector(".steps .walk")`))
	require.False(t, evaluated[bool](t, ctx, `!!document.querySelector("#move")`))
	act(t, ctx, "a comment is written", chromedp.KeyEvent("c"), chromedp.SendKeys(".annotate textarea", "fe1"), chromedp.KeyEvent(kb.ArrowLeft), at("8-11"),
		holds(`document.querySelector(".annotate textarea").value === "fe1"`))
}

// TestMenusFit: every entry of a menu can be pressed in a window of any height: the menu opens upward, or it scrolls.
func TestMenusFit(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "x.pdn"), []byte(variations), 0o600))
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "a collection", chromedp.Navigate(s.Address()), shows("Black to move"), opens("x.pdn"), reads(1), has(10))
	for _, height := range []int64{900, 500, 360} {
		for _, menu := range []string{"#game-menu", "#share-menu", "#collection-menu", "#move-menu"} {
			act(t, ctx, menu, chromedp.EmulateViewport(1400, height), press(menu), holds(`!!document.querySelector(".menu")?.contains(document.activeElement)`))
			const hidden = `[...document.querySelectorAll(".menu button")].filter(b => {
				b.scrollIntoView({block: "nearest", behavior: "instant"});
				const r = b.getBoundingClientRect();
				return !b.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2));
			}).map(b => b.innerText).join(", ")`
			require.Empty(t, evaluated[string](t, ctx, hidden), "entries of %s that cannot be pressed at a height of %d", menu, height)
			require.Equal(t, "14px", evaluated[string](t, ctx, `getComputedStyle(document.querySelector(".menu button")).fontSize`), menu)
			act(t, ctx, "close "+menu, chromedp.KeyEvent(kb.Escape), holds(`!document.querySelector(".menu")`))
			back := chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift))
			act(t, ctx, "leave "+menu, press(menu), holds(`!!document.querySelector(".menu")`), back, back, holds(`!document.querySelector(".menu")`))
		}
	}
}

// variations is a game with two variations, one in the other, and two faults.
const variations = "1. 11-15 23-19 (22-18 15x22 (25-21) 25x18) (24-20 8-11) 2. 8-11 $2 22-17 3. 4-8 $4 *"

// keysNamed is an expression: each key of the list has a text that a reader hears.
const keysNamed = `[...document.querySelectorAll("dialog .kbd")].every(key => key.textContent) && document.querySelector("dialog dd").textContent === "left arrowright arrow"`

// TestKeys presses every key of the list of keys.
func TestKeys(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	key := chromedp.KeyEvent
	shift := func(name string) action {
		return chromedp.KeyEvent(name, chromedp.KeyModifiers(chromedp.ModifierShift))
	}
	act(t, ctx, "the list", chromedp.Navigate(s.Address()), shows("Black to move"), chromedp.Focus(`[aria-label="Forward"]`), key("?"), holds(`document.querySelectorAll("dialog .kbd").length > 30`), holds(keysNamed))
	picture(t, ctx, "keys-1400-light")
	act(t, ctx, "keys of the dialog", key(kb.ArrowLeft), key("f"), key(kb.Escape), holds(`!document.querySelector("dialog")`))
	act(t, ctx, "the focus is back", holds(`document.activeElement === document.querySelector('[aria-label="Forward"]')`), run("document.activeElement.blur()"), holds(`document.querySelector('[data-square="1"]').getBoundingClientRect().y < 300`))
	act(t, ctx, "a game", pasted(variations), has(10))
	act(t, ctx, "walk", key(kb.End), at("4-8"), key(kb.Home), holds(`!document.querySelector("[aria-current=step]")`), key(kb.ArrowRight), at("11-15"), key(kb.ArrowRight), at("23-19"), key(kb.ArrowLeft), at("11-15"))
	act(t, ctx, "variations", shift(kb.ArrowRight), at("22-18"), shift(kb.ArrowDown), at("24-20"), key(kb.ArrowRight), at("8-11"), shift(kb.ArrowLeft), at("22-18"),
		shift(kb.ArrowRight), at("24-20"), shift(kb.ArrowUp), at("22-18"), shift(kb.ArrowUp), at("23-19"))
	act(t, ctx, "faults", key("n"), at("8-11"), key("n"), at("4-8"), key("n"), at("4-8"), shows("No move behind this one has ?, ?? or ?!."), key("p"), at("8-11"), key("p"), at("8-11"), shows("No move before this one"))
	wheel := func(by int) action {
		return run(fmt.Sprintf(`document.querySelector(".board-row").dispatchEvent(new WheelEvent("wheel", {deltaY: %d, bubbles: true, cancelable: true}))`, by))
	}
	act(t, ctx, "wheel", wheel(100), at("22-17"), wheel(-30), wheel(-40), at("8-11"))
	act(t, ctx, "turn", key("f"), holds(`document.querySelector('[data-square="1"]').getBoundingClientRect().y > 300`), key("f"), holds(`document.querySelector('[data-square="1"]').getBoundingClientRect().y < 300`))
	act(t, ctx, "the engine", key("e"), holds(`document.querySelectorAll(".line").length === 3`), key("+"), holds(`document.querySelectorAll(".line").length === 4`), key("-"), key("-"), holds(`document.querySelectorAll(".line").length === 2`))
	act(t, ctx, "best move", key(kb.End), at("4-8"), holds(`!!document.querySelector(".lines:not(.stale) .line")`), key(" "), has(11), key("e"), holds(`!document.querySelector(".line")`))
	act(t, ctx, "threat", key("t"), holds(`!!document.querySelector(".threat")`), key("t"), holds(`!document.querySelector(".threat")`))
	act(t, ctx, "comment", key("c"), holds(`document.activeElement.matches(".annotate textarea")`), run("document.activeElement.blur()"))
	act(t, ctx, "drawings", run("document.activeElement.blur()"), key(kb.Escape))
	act(t, ctx, "undo and redo", withCtrl("z", false), has(10), withCtrl("y", false), has(11))
	act(t, ctx, "copy", withCtrl("c", false), shows("Copied"))
	for i, view := range []string{"play", "analyse", "problems", "games"} {
		code := fmt.Sprintf("Digit%d", i+1)
		act(t, ctx, view, run(fmt.Sprintf(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "x", code: %q, altKey: true, bubbles: true}))`, code)),
			holds(fmt.Sprintf(`document.querySelector(".app").dataset.view === %q`, view)))
	}
}

// TestPressAfterText: the first press after a text was written does what it says, because nothing moves when the text ends.
func TestPressAfterText(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), typed("11-15"), has(1), press("#comment"))
	act(t, ctx, "comment", chromedp.SendKeys(".annotate textarea", strings.Repeat("a long comment ", 20)))
	pressedAway(t, ctx, "#move-menu")
	act(t, ctx, "glyph", button("!"), at("11-15!"), holds(`document.querySelector(".sheet .comment").innerText.endsWith("comment")`))
	act(t, ctx, "set up", fromMenu("#game-menu", "#set-up"), chromedp.SendKeys("#fen", "\b"), holds(`!!document.querySelector("#refused").innerText`),
		run(`const f = document.querySelector("#fen"); f.value = ""; f.dispatchEvent(new Event("input", {bubbles: true}));`),
		chromedp.SendKeys("#fen", "W:W32:B1"), holds(`!document.querySelector("#refused").innerText && document.querySelectorAll(".piece").length === 2`))
	pressedAway(t, ctx, ".side .btn.primary")
	act(t, ctx, "the position", shows("No moves yet"), shows("White to move"))
}

// TestMessages: a message covers nothing, moves nothing and goes; at every width, also below the field of moves.
func TestMessages(t *testing.T) {
	long(t)
	const places = `[...document.querySelectorAll("button, input, select, textarea")].filter(e => !e.closest(".toast") && e.checkVisibility()).map(e => { const b = e.getBoundingClientRect(); return [b.x, b.y + scrollY, b.width, b.height]; })`
	const message = `[...document.querySelectorAll(".toast, .typing small:not(:empty)")].find(n => n.checkVisibility())`
	const covered = `(() => { const n = ` + message + `.getBoundingClientRect();
		return ` + places + `.filter(([x, y, w, h]) => x < n.right && x + w > n.left && y - scrollY < n.bottom && y + h - scrollY > n.top).join(" | "); })()`
	still := chromedp.Steps(holds(`document.fonts.status === "loaded" && !document.getAnimations().length`), run("window.before = "+places+".join(' | ')"))
	for _, width := range []int64{1400, 900, 390} {
		ctx, s := browser(t, width), started(t, Options{})
		check := func(what string, bad ...action) {
			t.Helper()
			act(t, ctx, what, append(bad, holds("!!"+message), holds("!document.getAnimations().length"))...)
			require.Equal(t, evaluated[string](t, ctx, "window.before"), evaluated[string](t, ctx, places+".join(' | ')"), "nothing moves at %d: %s", width, what)
			require.Empty(t, evaluated[string](t, ctx, covered), "nothing is covered at %d: %s", width, what)
			picture(t, ctx, fmt.Sprintf("message-%d", width))
		}
		act(t, ctx, "open", chromedp.Navigate(s.Address()), holds(`document.querySelectorAll(".piece").length === 24 && !!document.querySelector("#book .mv-cell")`), still)
		check("a piece that cannot move", press(`[data-square="1"]`))
		act(t, ctx, "it goes", holds("!"+message))
		if width < 600 {
			continue // no field of moves
		}
		act(t, ctx, "the field", run("document.activeElement.blur()"), chromedp.KeyEvent("1-32"), holds(`document.querySelector("#move").value === "1-32"`), still)
		check("a wrong move", chromedp.KeyEvent("\r"))
		act(t, ctx, "it goes from the field", holds("!"+message))
	}
}

// A phone enlarges the page when a field with letters below 16 pixels takes the focus.
const smallFields = `[...document.querySelectorAll("input:not([type=checkbox], [type=file]), select, textarea")].filter(e => parseFloat(getComputedStyle(e).fontSize) < 16).map(e => e.outerHTML.slice(0, 80)).join("\n")`

// TestPhone: steps stand directly below the board in the views with a board, the steps and the solution of a problem are seen without scrolling
// and can be tapped, and no field makes the page larger.
func TestPhone(t *testing.T) {
	long(t)
	ctx, s := browser(t, 390), started(t, Options{})
	act(t, ctx, "open", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Navigate(s.Address()), holds(`document.querySelectorAll(".piece").length === 24`))
	const gap = `document.querySelector(".steps").getBoundingClientRect().top - document.querySelector(".board").getBoundingClientRect().bottom`
	for _, view := range []string{"Problems", "Analyse"} {
		act(t, ctx, view, button(view), holds(`!!document.querySelector(".steps")`))
		require.Less(t, evaluated[float64](t, ctx, gap), 60., view)
		require.Empty(t, evaluated[string](t, ctx, smallFields), view)
	}
	seen := func(selector string) action {
		return holds(fmt.Sprintf(`(() => { const b = document.querySelector(%q)?.getBoundingClientRect(); return !!b && b.top >= 0 && b.bottom <= innerHeight; })()`, selector))
	}
	act(t, ctx, "problem", toStudies, shows("Problem 1 of 30"), seen("#hint"), chromedp.Tap("#show-move"), holds(`document.querySelectorAll(".played .move:not(.gap)").length === 2`))
	act(t, ctx, "the solution is seen", seen(".steps"), seen(".played .move"), seen(".board"), seen(".call"))
	first := strings.Fields(evaluated[string](t, ctx, solution))[0]
	act(t, ctx, "step", chromedp.Tap(`[aria-label="Back"]`), at(first), seen(".board"), chromedp.Tap(`[aria-label="To the end"]`), seen(".board"))
	require.Zero(t, evaluated[float64](t, ctx, "scrollY"), "a step leaves the page where it is")
	picture(t, ctx, "solution-phone")
}

// TestCopyPicture: a picture of the position goes to the clipboard, or into a file where the browser does not let the page copy.
func TestCopyPicture(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "copy", chromedp.Navigate(s.Address()), shows("Black to move"), fromMenu("#share-menu", "#copy-picture"), shows("Copied."))
	drawnWith(t, ctx, 22, 18)
	act(t, ctx, "as the board is", square(11), square(15), shows("White to move"))
	drawnWith(t, ctx, 22, 18)
	act(t, ctx, "turned, drawn upon", press(`.tools [aria-label="Turn the board"]`), run(`window.picture = null; navigator.clipboard.write = async ([item]) => {
		const bytes = new Uint8Array(await (await item.getType("image/png")).arrayBuffer());
		window.picture = [...bytes].map(b => b.toString(16).padStart(2, "0")).join("");
	};`), fromMenu("#share-menu", "#copy-picture"), holds("!!window.picture"))
	const after = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"
	_, drawn := get(t, s.Address()+"diagram.png?theme=tournament&numbers=inside&flip&chalk=22-18&fen="+after, nil)
	require.Equal(t, fmt.Sprintf("%x", drawn), evaluated[string](t, ctx, "window.picture"))
	act(t, ctx, "no copy", run(`navigator.clipboard.write = () => Promise.reject()`), fromMenu("#share-menu", "#copy-picture"), shows("saved as position.png"))
}

// TestCopyOverTheNetwork: a page that came without encryption from another address copies by another way than the clipboard of
// secure pages, or shows the text selected.
func TestCopyOverTheNetwork(t *testing.T) {
	long(t)
	s := started(t, Options{Listen: "0.0.0.0:0", Token: "secret"})
	_, port, err := net.SplitHostPort(s.listener.Addr().String())
	require.NoError(t, err)
	address := ""
	all, err := net.InterfaceAddrs()
	require.NoError(t, err)
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() {
			address = "http://" + net.JoinHostPort(n.IP.String(), port) + "/"
		}
	}
	if address == "" {
		t.Skip("this machine has no address but its loopback")
	}
	code, _ := get(t, address, nil)
	require.Equal(t, http.StatusUnauthorized, code)
	ctx := browser(t, 1400, "Cross-Origin-Opener-Policy") // which counts only on secure pages
	act(t, ctx, "copy", chromedp.Navigate(address+"?token=secret"), shows("Black to move"), holds("!isSecureContext"), fromMenu("#share-menu", "#copy-fen"), shows("Copied."),
		press(".steps .toast .ib"), holds(`!document.querySelector(".notice")`), fromMenu("#share-menu", "#copy-pdn"), shows("Copied."))
	act(t, ctx, "no copy", run(`document.execCommand = () => false`), fromMenu("#share-menu", "#copy-fen"),
		holds(`document.activeElement.value?.startsWith("B:W") && document.activeElement.selectionEnd > 10`), button("Close"),
		holds(`!document.querySelector("dialog")`))
}
