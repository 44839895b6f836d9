package site

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// long skips a test that takes long.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("ZONDA_LONG") == "" {
		t.Skip("set ZONDA_LONG=1")
	}
}

// ofBoard skips a test of the board, unless those are asked for: the short tests open the board in Chromium, and play and judge a game.
func ofBoard(t *testing.T) {
	t.Helper()
	if os.Getenv("ZONDA_BOARD") == "" {
		long(t)
	}
}

// browser returns the context of a Chromium window of a width. The test fails if the page writes an error to the console
// that has none of the tolerated texts.
func browser(t *testing.T, width int64, tolerated ...string) context.Context {
	t.Helper()
	own, cancel := chromedp.NewContext(sharedBrowser(t), chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	return watched(t, own, width, tolerated...)
}

// oneBrowser is the Chromium of all tests that need nothing of their own: it starts once, and each window keeps its own storage.
var oneBrowser = sync.OnceValues(func() (context.Context, error) {
	program := chromium()
	allocator, _ := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox)...)
	ctx, cancel := chromedp.NewContext(allocator)
	closeBrowser = cancel
	return ctx, chromedp.Do(ctx, chromedp.EmulateViewport(100, 100))
})

// closeBrowser ends the one Chromium, if it has been started.
var closeBrowser = func() {}

// sharedBrowser returns the context of the one Chromium.
func sharedBrowser(t *testing.T) context.Context {
	t.Helper()
	needsChromium(t)
	ctx, err := oneBrowser()
	require.NoError(t, err)
	return ctx
}

// keptBrowser returns the context of a window of a browser that keeps all in a folder, until it is killed.
func keptBrowser(t *testing.T, folder string, tolerated ...string) (ctx context.Context, kill func()) {
	t.Helper()
	allocator, kill := launched(t, chromedp.UserDataDir(folder))
	return window(t, allocator, 1400, tolerated...), kill
}

// launched returns the context of a Chromium, and a function that kills it.
func launched(t *testing.T, more ...chromedp.ExecAllocatorOption) (context.Context, context.CancelFunc) {
	t.Helper()
	needsChromium(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium()), chromedp.NoSandbox)
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), append(options, more...)...)
	t.Cleanup(cancel)
	return allocator, cancel
}

// chromium returns the path of the program, "" if there is none.
func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// needsChromium skips a test where there is none.
func needsChromium(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes ten seconds")
	}
	if chromium() == "" {
		t.Skip("no Chromium here: apt-get install chromium")
	}
}

// window opens another window of a browser.
func window(t *testing.T, parent context.Context, width int64, tolerated ...string) context.Context {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent)
	t.Cleanup(cancel)
	return watched(t, ctx, width, tolerated...)
}

// watched returns the context of a window after it has a size and its console is read.
func watched(t *testing.T, ctx context.Context, width int64, tolerated ...string) context.Context {
	t.Helper()
	const height = 900
	messages := chromedp.Console(ctx)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, height)))
	if inPage != "" {
		notNew(t, ctx)
	}
	go func() {
		for m, err := range messages {
			if err != nil || t.Context().Err() != nil { // the test is over, and its server may be gone
				return
			}
			known := slices.ContainsFunc(tolerated, func(part string) bool { return strings.Contains(m.Text, part) })
			if (m.IsException() || m.Type == "error") && !known {
				t.Errorf("console: %s", m)
			}
		}
	}()
	return ctx
}

// action is a step of a person at the page.
type action = chromedp.Action[chromedp.Void]

// actTime is the most time for a few steps, on a very busy machine.
const actTime = 3 * time.Minute

// act runs actions and names the step that fails.
func act(t *testing.T, ctx context.Context, what string, actions ...action) {
	t.Helper()
	limited, cancel := context.WithTimeout(ctx, actTime)
	defer cancel()
	if err := chromedp.Do(limited, actions...); err != nil {
		text, _ := chromedp.Run(ctx, chromedp.Evaluate[string]("document.body.innerText"))
		require.NoError(t, err, "%s: the page shows\n%s", what, text)
	}
}

// holds waits until an expression of the page is true.
func holds(expression string) action {
	return chromedp.Poll[chromedp.Void](expression, chromedp.WithPollingTimeout(actTime))
}

// shows waits until the page has a text.
func shows(text string) action {
	return holds(fmt.Sprintf("document.body.innerText.includes(%q)", text))
}

// run calls a script of the page.
func run(script string) action {
	return chromedp.Evaluate[chromedp.Void]("(() => {" + script + "})(), 0")
}

// steady waits until an element can be pressed, as a person does: it is there, it is enabled, nothing covers it, and it
// stands still.
func steady(element string) action {
	return holds(fmt.Sprintf(`(() => {
		const e = %s;
		if (!e || e.disabled) return false;
		e.scrollIntoView({block: "nearest", behavior: "instant"});
		const b = e.getBoundingClientRect(), place = [b.x, b.y, b.width, b.height].join(), still = window.lastPlace === place;
		window.lastPlace = place;
		const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
		return still && b.width > 0 && !!top && (top === e || e.contains(top) || top.contains(e));
	})()`, element))
}

// press presses the element of a CSS selector as a mouse does.
func press(selector string) action {
	return chromedp.Steps(steady(fmt.Sprintf("document.querySelector(%q)", selector)), chromedp.Click(selector))
}

// square presses a square, when it can be pressed.
func square(n int) action { return press(fmt.Sprintf(`[data-square="%d"].active`, n)) }

// button presses the button with a text that is seen.
func button(text string) action {
	return pressSeen("button", fmt.Sprintf(`b.textContent.trim().replace(/\s+/g, " ") === %q`, text))
}

// pressSeen presses the first element b of a selector that is seen and for which a condition holds.
func pressSeen(selector, condition string) action {
	find := fmt.Sprintf(`[...document.querySelectorAll(%q)].find(b => b.checkVisibility() && %s)`, selector, condition)
	return chromedp.Steps(steady(find), run(fmt.Sprintf(`document.querySelector("[data-named]")?.removeAttribute("data-named"); %s.setAttribute("data-named", "");`, find)), chromedp.Click("[data-named]"))
}

// answered gives an answer to the question that the page asks.
func answered(answer string) action {
	find := fmt.Sprintf(`[...document.querySelectorAll(".question button")].find(b => b.innerText === %q)`, answer)
	return chromedp.Steps(steady(find), run(find+".click()"), holds(`!document.querySelector(".question")`))
}

// typed types a move when the user may move, and waits until the field is closed again: the move was made.
func typed(move string) action {
	return chromedp.Steps(keyed(move), holds(`!document.querySelector("#move")`))
}

// keyed types a move that may be wrong: the field opens at the first digit.
func keyed(move string) action {
	return chromedp.Steps(holds(`!!document.querySelector(".hit.active")`), run("document.activeElement.blur()"), chromedp.KeyEvent(move), chromedp.KeyEvent("\r"))
}

// pasted reads a game or a position into the page.
func pasted(text string) action {
	return chromedp.Steps(fromMenu("#game-menu", "#paste-game"), chromedp.SendKeys("dialog #paste", text), press("dialog #read"))
}

// pastedAtOnce reads a text that is too long for keys, the value of an expression.
func pastedAtOnce(text string) action {
	return chromedp.Steps(fromMenu("#game-menu", "#paste-game"), holds(`!!document.querySelector("dialog #paste")`), run(`
		const field = document.querySelector("dialog #paste");
		field.value = `+text+`;
		field.dispatchEvent(new Event("input", {bubbles: true}));`), press("dialog #read"))
}

// choose chooses a value of a list as a person does.
func choose(list, value string) action {
	find := fmt.Sprintf("document.querySelector(%q)", list)
	return chromedp.Steps(holds(fmt.Sprintf("[...(%s?.options ?? [])].some(o => o.value === %q)", find, value)),
		run(fmt.Sprintf(`const s = %s; s.value = %q; s.dispatchEvent(new Event("change", {bubbles: true}));`, find, value)))
}

// uploaded chooses a file with a text, as a person does.
func uploaded(input, name, text string) action {
	return chromedp.Steps(holds(fmt.Sprintf("!!document.querySelector(%q)", input)), run(fmt.Sprintf(`
		const files = new DataTransfer(), input = document.querySelector(%q);
		files.items.add(new File([%q], %q));
		input.files = files.files;
		input.dispatchEvent(new Event("change", {bubbles: true}));`, input, text, name)))
}

// has waits until the game has this number of moves.
func has(moves int) action {
	return holds(fmt.Sprintf(`document.querySelectorAll(".sheet .move").length === %d`, moves))
}

// reaches waits until a game that goes on by itself has at least this number of moves.
func reaches(moves int) action {
	return holds(fmt.Sprintf(`document.querySelectorAll(".sheet .move").length >= %d`, moves))
}

// fromMenu opens a menu and presses an entry of it.
func fromMenu(menu, entry string) action { return chromedp.Steps(press(menu), press(entry)) }

// sign gives the chosen move a sign.
func sign(text string) action { return chromedp.Steps(press("#move-menu"), button(text)) }

// newGame begins a new game.
var newGame = fromMenu("#game-menu", "#new-game")

// judged waits for the report of a game.
var judged = holds(`!!document.querySelector(".report .chart") && document.getAnimations().every(a => a.playState !== "running" || a.effect.getTiming().iterations === Infinity)`)

// at waits until the page is at a move of the game.
func at(move string) action {
	return holds(fmt.Sprintf(`!!document.querySelector("[aria-current=step]")?.innerText.startsWith(%q)`, strings.ReplaceAll(move, "x", "×")))
}

// evaluated returns the value of an expression of the page.
func evaluated[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(t, err, expression)
	return value
}

// picture keeps a screenshot where ZONDA_PICTURES names a folder.
func picture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	folder := os.Getenv("ZONDA_PICTURES")
	if folder == "" {
		return
	}
	const settle = 400 * time.Millisecond
	require.NoError(t, chromedp.Do(ctx, chromedp.Sleep(settle)))
	data, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, name+".png"), data, 0o600))
}

// TestBrowser plays and analyses as a person does.
func TestBrowser(t *testing.T) {
	ctx := browser(t, 1400)
	s := started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"))
	act(t, ctx, "click", square(11), square(15), shows("White to move"))
	act(t, ctx, "the opening", holds(`document.querySelector(".moves .opening")?.innerText === "Old Faithful"`))
	act(t, ctx, "type", typed("23-19"), shows("Black to move"))
	act(t, ctx, "keyboard", chromedp.Focus(`[data-square="8"].active`), chromedp.KeyEvent("\r"),
		chromedp.Focus(`[data-square="11"].active`), chromedp.KeyEvent("\r"), shows("White to move"))
	act(t, ctx, "reload", chromedp.Reload(), shows("White to move"), shows("8-11"))
	act(t, ctx, "engine", press("#engine-on"), chromedp.WaitVisible(".line .score"), shows("positions/s"),
		holds(`/^Black wins \d+ % · draw \d+ % · White wins \d+ %$/.test(document.querySelector(".verdict .odds").innerText)`))
	for move, why := range map[string]string{
		"1-2": "1-2 cannot be played. The piece on 1 is Black's, and it is White's turn.", "1814": "There is no piece on 18.", "22-14": "The piece on 22 can move to 17 or 18.", "30-25": "The piece on 30 has no free square to move to.",
	} {
		act(t, ctx, "refuse", keyed(move), holds(fmt.Sprintf(`document.querySelector(".typing small")?.innerText.includes(%q)`, why)), chromedp.KeyEvent(kb.Escape))
	}
	act(t, ctx, "pieces that cannot move", press(`[data-square="1"]`), shows("The piece on 1 is Black's"), press(`[data-square="30"]`), shows("The piece on 30 has no free square"))
	act(t, ctx, "errors of a text", pasted("1. 11-15 hm 23-19</b> *"), shows(`Loaded, but line 1: "hm" is neither a move nor a comment; it is kept as a comment (and 1 more)`))
	const double = "B:W18,26,32:B1,14"
	act(t, ctx, "paste", pasted(double), shows("and must capture"), press(`[data-square="1"]`), shows("Black must capture. Only a piece with a ring can move."))
	act(t, ctx, "jump twice", square(14), square(23), square(30), shows("White to move"), at("14x30"))
	const ending = "B:WK29:BK1,K2"
	act(t, ctx, "ending", pasted(ending), button("Endings"), shows("Black wins in 6 moves"))
	act(t, ctx, "walk", press("#walk"), shows("Best play: 11 moves"), shows("White has lost: no pieces left"), shows("Black wins: White has no pieces left"))
	act(t, ctx, "book", newGame, button("Book"), shows("well tested"), holds(`[...document.querySelectorAll("#book .mv-cell")].some(c => c.innerText === "11-15 Old Faithful")`))
	act(t, ctx, "games by name", button("Games"), button("Open…"), uploaded("#pdn-file", "named.pdn", "1. 11-16 21-17 2. 9-14 25-21 *\n\n1. 9-14 22-17 *\n"), lists("2 games"),
		chromedp.SendKeys("#search", "pioneer"), lists("1 of 2 games"), holds(`document.querySelector(".g .meta").innerText === "Pioneer"`), button("Analyse"))
	act(t, ctx, "set up", fromMenu("#game-menu", "#set-up"), button("Empty board"), shows("the board is empty"))
	// The second press comes before the server has answered the first one.
	act(t, ctx, "start position", run(`
		const named = text => [...document.querySelectorAll("button")].find(b => b.innerText === text);
		(async () => {
			named("Starting position").click();
			for (let i = 0; i < 20; i++) await 0; // the page is drawn
			named("Analyse it").click();
		})();`), shows("No moves yet"))
}

// gameShown is an expression: all that the panel of moves shows of the game.
const gameShown = `(document.querySelector(".players").innerText + " | " + document.querySelector(".sheet").innerText).replace(/\s+/g, " ")`

// withCtrl presses a key together with Ctrl, and Shift.
func withCtrl(key string, shift bool) action {
	return run(fmt.Sprintf(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: %q, shiftKey: %t, ctrlKey: true, bubbles: true}))`, key, shift))
}

// TestUndo takes back every kind of change of a game, and does it again.
func TestUndo(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"))
	states := []string{evaluated[string](t, ctx, gameShown)}
	change := func(what string, actions ...action) {
		t.Helper()
		act(t, ctx, what, append(actions, holds(gameShown+" !== "+strconv.Quote(states[len(states)-1])))...)
		states = append(states, evaluated[string](t, ctx, gameShown))
	}
	change("a move", typed("11-15"))
	change("a reply", typed("23-19"))
	change("a third move", typed("8-11"))
	change("a variation", press(`[aria-label="Back"]`), typed("9-14"), has(4))
	change("promoting it", fromMenu("#move-menu", "#promote"))
	change("a glyph", sign("!?"))
	change("a comment", press("#comment"), chromedp.SendKeys(".annotate textarea", "sound"), run("document.activeElement.blur()"))
	change("a comment of another move", press(`[aria-label="Back"]`), chromedp.SendKeys(".annotate textarea", "calm"), press(`[aria-label="Forward"]`))
	change("a name", fromMenu("#game-menu", "#details"), chromedp.SendKeys("dialog .tags input", "Tinsley\t"))
	change("a result", press(`#result [data-value="1-0"]`))
	act(t, ctx, "close", chromedp.Focus("dialog footer .btn"), chromedp.KeyEvent("\r"), holds(`document.activeElement.id === "game-menu"`))
	change("deleting", fromMenu("#move-menu", "#delete"), shows("Deleted from 9-14 on."))
	change("a blunder", pasted("[FEN \"B:W30:BK22\"]\n1. 22-17 30-26 2. 17-22 26x17 *"), has(4))
	change("judging", button("Report"), judged)
	change("a new game", newGame, shows("A new game."))
	change("a game over it", pasted("[Black \"A\"]\n1. 9-14 22-18 *"), has(2))
	change("a position over it", pasted("B:W18,26,32:B1,14"), shows("Loaded."))
	for i, state := range slices.Backward(states[:len(states)-1]) {
		act(t, ctx, "undo of "+states[i+1], withCtrl("z", false), holds(gameShown+" === "+strconv.Quote(state)))
	}
	disabled := func(entry string) action {
		return chromedp.Steps(press("#game-menu"), holds(fmt.Sprintf(`document.querySelector(%q).disabled && !!document.activeElement.closest(".menu")`, entry)), chromedp.KeyEvent(kb.Escape), holds(`!document.querySelector(".menu")`))
	}
	act(t, ctx, "nothing is left", disabled("#undo"))
	for i, state := range states[1:] {
		again := []action{withCtrl("y", false), withCtrl("Z", true), fromMenu("#game-menu", "#redo")}[i%3]
		act(t, ctx, "redo of "+state, again, holds(gameShown+" === "+strconv.Quote(state)))
	}
	act(t, ctx, "a move after undo", fromMenu("#game-menu", "#undo"), fromMenu("#game-menu", "#undo"), shows("No moves yet"), typed("10-14"), disabled("#redo"))
	require.Equal(t, []string{"10-14"}, movesOf(t, ctx))
	act(t, ctx, "a typed move", chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)), shows("No moves yet"), withCtrl("y", false), has(1))
	act(t, ctx, "the keys of a text", fromMenu("#game-menu", "#paste-game"), run(`
		const key = new KeyboardEvent("keydown", {key: "z", ctrlKey: true, bubbles: true});
		document.querySelector("dialog #paste").dispatchEvent(key);`), has(1))
}
