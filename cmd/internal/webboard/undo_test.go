package webboard

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// gameShown is an expression: all that the panel of moves shows of the game.
const gameShown = `(document.querySelector(".names").innerText + " | " + document.querySelector(".sheet").innerText).replace(/\s+/g, " ")`

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
	change("promoting it", press("summary"), button("Promote"))
	change("a glyph", button("!?"))
	change("a comment", chromedp.SendKeys(".annotate textarea", "sound"), run("document.activeElement.blur()"))
	change("a name", button("Game"), chromedp.SendKeys(".tags input", "Tinsley\t"))
	change("a result", choose(".tags select", "1-0"))
	change("deleting", button("Delete from here"))
	change("a blunder", pasted("[FEN \"B:W30:BK22\"]\n1. 22-17 30-26 2. 17-22 26x17 *"))
	change("judging", button("Report"), button("Judge the game"), judged)
	change("a new game", button("Game"), button("New game"), shows("Undo brings the game before back"))
	change("a game over it", pasted("[Black \"A\"]\n1. 9-14 22-18 *"), has(2))
	change("a position over it", pasted("B:W18,26,32:B1,14"), shows("Read. Undo brings the game before back"))
	for i, state := range slices.Backward(states[:len(states)-1]) {
		act(t, ctx, "undo of "+states[i+1], withCtrl("z", false), holds(gameShown+" === "+strconv.Quote(state)))
	}
	act(t, ctx, "nothing is left", holds(`document.querySelector('[aria-label="Undo"]').disabled`))
	for i, state := range states[1:] {
		again := []action{withCtrl("y", false), withCtrl("Z", true), press(`[aria-label="Redo"]`)}[i%3]
		act(t, ctx, "redo of "+state, again, holds(gameShown+" === "+strconv.Quote(state)))
	}
	act(t, ctx, "a move after undo", press(`[aria-label="Undo"]`), press(`[aria-label="Undo"]`), shows("No moves yet"), typed("10-14"),
		holds(`document.querySelector('[aria-label="Redo"]').disabled`))
	require.Equal(t, []string{"10-14"}, movesOf(t, ctx))
	act(t, ctx, "a typed move", chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)), shows("No moves yet"), withCtrl("y", false), has(1))
	act(t, ctx, "the keys of a text", chromedp.Focus("#paste"), run(`
		const key = new KeyboardEvent("keydown", {key: "z", ctrlKey: true, bubbles: true});
		document.querySelector("#paste").dispatchEvent(key);`), has(1))
}
