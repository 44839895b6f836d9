package site

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestSpeech: moves are spoken when the user wants it, those of a game and those of a step, with squares as numbers, in the language of the page.
func TestSpeech(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	said := func(text string) action {
		return holds(`(window.said ?? []).includes(` + "`" + text + "`" + `)`)
	}
	listen := run(`window.said = []; speechSynthesis.speak = u => { window.said.push(u.lang + ": " + u.text); }`)
	act(t, ctx, "silent at first", chromedp.Navigate(s.Address()), shows("Black to move"), listen, typed("11-15"), has(1), press(`[aria-label="Back"]`), press(`[aria-label="Forward"]`), holds(`window.said.length === 0`))
	act(t, ctx, "a step", press(`.rail [aria-label="Settings"]`), press(`.toggle:has(#speech)`), button("Analyse"), press(`[aria-label="Back"]`), press(`[aria-label="Forward"]`), said("en: 11 to 15"))
	act(t, ctx, "a game", button("Play"), press("#start-game"), typed("9-14"), said("en: You play 9 to 14"), holds(`window.said.some(text => /^en: Zonda plays \d+ (to|takes) \d+/.test(text))`))
	act(t, ctx, "German", press(`.rail [aria-label="Settings"]`), chosen("language", "de"), button("Analyse"), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowRight), said("de: 11 nach 15"))
}
