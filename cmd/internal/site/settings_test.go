package site

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// chosen presses a value of a setting.
func chosen(setting, value string) action {
	return press(fmt.Sprintf("#%s [data-value=%q]", setting, value))
}

// option waits until the engine has a value of an option, as the settings show it.
func option(name, value string) action {
	return holds(fmt.Sprintf(`(() => { const e = document.querySelector("#%[1]s"); return !!e && (e.querySelector("[aria-checked=true]")?.dataset.value ?? e.querySelector("b")?.innerText ?? String(e.checked)) === %[2]q; })()`, name, value))
}

// TestSettings: each setting shows at once, is kept, and all of them go back together. The options of the engine have plain names.
func TestSettings(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "settings.json"), []byte("{}"), 0o600), "the user is not new")
	ctx, s := browser(t, 1400), started(t, Options{Kept: folder})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), press(`.rail [aria-label="Settings"]`), shows("Shortest wins"))
	root := func(name, value string) action {
		return holds(fmt.Sprintf("document.documentElement.dataset.%s === %q", name, value))
	}
	act(t, ctx, "the look", chosen("theme", "dark"), root("theme", "dark"), chosen("board", "walnut"), root("board", "walnut"),
		chosen("pieces", "red"), root("pieces", "red"), shows("Red to move"))
	act(t, ctx, "the board is the preview", holds(`document.querySelectorAll(".board-row text").length >= 32`), press(`#numbers [data-value="none"]`), holds(`!document.querySelector(".board-row text")`))
	act(t, ctx, "the arrows belong to the board", chromedp.KeyEvent(kb.ArrowRight), option("theme", "dark"), option("pieces", "red"))
	act(t, ctx, "by keys", chromedp.Focus(`#theme [tabindex="0"]`), chromedp.KeyEvent(kb.ArrowLeft), option("theme", "light"), chromedp.KeyEvent(kb.ArrowLeft), option("theme", "auto"))
	act(t, ctx, "the engine", press(`[aria-label="Memory: more"]`), option("Hash", "128 MB"), press(`[aria-label="Draw rule: less"]`), option("MoveRule", "30 moves"),
		chosen("OwnBook", "best"), option("OwnBook", "best"), chosen("Evaluation", "linear"), option("Evaluation", "linear"), press("#AntiBook"), option("AntiBook", "false"))
	act(t, ctx, "another language", chosen("language", "de"), shows("Rot am Zug"), shows("Kürzeste Gewinne"), holds(`document.documentElement.lang === "de"`))
	again := window(t, ctx, 1400)
	act(t, again, "a second page", chromedp.Navigate(s.Address()), shows("Rot am Zug"), root("board", "walnut"), press(`.rail [aria-label="Einstellungen"]`),
		option("Hash", "128 MB"), option("MoveRule", "30 Züge"), option("OwnBook", "best"), option("AntiBook", "false"))
	act(t, ctx, "all back", button("Zurücksetzen…"), answered("Zurücksetzen"), shows("Black to move"), root("board", "tournament"), root("pieces", "black"),
		option("Hash", "64 MB"), option("MoveRule", "40 moves"), option("OwnBook", "weighted"), option("AntiBook", "true"), option("language", "auto"))
	if inPage != "" {
		return // the rest is of the server's folder
	}
	require.Eventually(t, func() bool {
		data, err := os.ReadFile(filepath.Join(folder, "settings.json"))
		return err == nil && strings.Contains(string(data), `"options":{}`)
	}, actTime, time.Second/10)
	act(t, ctx, "close", press(`.side [aria-label="Close"]`), holds(`document.querySelector(".app").dataset.view === "analyse"`))
}

// TestDrawRule: a game that is drawn by a rule is drawn as soon as the rule is chosen.
func TestDrawRule(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	const game = "[FEN \"B:WK32:BK1\"]\n1. 1-6 32-28 2. 6-9 28-32 3. 9-13 32-28 4. 13-17 28-32 5. 17-14 32-28 6. 14-10 28-32 7. 10-7 32-28 8. 7-3 28-32 9. 3-8 32-28 10. 8-11 28-32 *"
	act(t, ctx, "a game", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(game), has(20), press(`[aria-label="To the end"]`), at("28-32"), shows("Black to move"), toSettings)
	for _, moves := range []string{"30 moves", "20 moves", "10 moves"} {
		act(t, ctx, moves, press(`[aria-label="Draw rule: less"]`), option("MoveRule", moves))
	}
	act(t, ctx, "a draw", button("Analyse"), shows("draw: 20 moves of both sides together"))
}

// TestSettingsOnAPhone: More leads to what has no place among the tabs.
func TestSettingsOnAPhone(t *testing.T) {
	long(t)
	ctx, s := browser(t, 390), started(t, Options{})
	act(t, ctx, "open", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Navigate(s.Address()), button("More"), shows("Shortest wins"))
	const small = `[...document.querySelectorAll(".sets button, .sets label")].filter(e => e.offsetParent && !e.closest(".foot") && (e.closest(".seg") ?? e).getBoundingClientRect().height < 44).map(e => e.outerHTML.slice(0, 90)).join("\n")`
	require.Empty(t, evaluated[string](t, ctx, small))
	fits(t, ctx, "settings")
	act(t, ctx, "to the lab", press(".more-list button"), holds(`document.querySelector(".app").dataset.view === "lab"`))
}
