package site

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// listed is an expression: the numbers of the games in the list.
const listed = `[...document.querySelectorAll(".g")].map(g => g.dataset.game).join()`

// shown waits until the list has these games.
func shown(numbers string) action { return holds(fmt.Sprintf("%s === %q", listed, numbers)) }

// picked presses a filter by its text.
func picked(text string) action {
	return pressSeen(".pick", fmt.Sprintf("b.innerText.trim() === %q", text))
}

// searched is a file of games that differ in what can be searched.
//
//go:embed library/testdata/searched.pdn
var searched string

// TestGamesList searches a collection by words, moves, position, pieces and material, sorts it, and shows what is special in a game. A game
// that was found by its position is opened there.
func TestGamesList(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "x.pdn"), []byte(searched), 0o600))
	ctx, s, opened := browser(t, 1400), started(t, Options{Folder: folder}), opens("x.pdn")
	if inPage != "" {
		opened = chromedp.Steps(button("Open…"), uploaded("#pdn-file", "x.pdn", searched))
	}
	act(t, ctx, "nothing is open", chromedp.Navigate(s.Address()), button("Games"), shows("Open a file of games (PDN)"))
	picture(t, ctx, "games-empty")
	act(t, ctx, "open", opened, lists("6 games"), shown("1,2,3,4,5,6"))
	row := func(number int) string {
		return evaluated[string](t, ctx, fmt.Sprintf(`document.querySelector('[data-game="%d"]').innerText.replace(/\s+/g, " ").trim()`, number))
	}
	require.Equal(t, "Hale – Nair 1–0 Old Faithful · Spring Cup 21 Feb 2026", row(1))
	require.Equal(t, "Nair – Costa 0–1 Old Faithful · League 2025", row(2))
	require.Contains(t, row(3), "½–½")
	require.Equal(t, "with comments", evaluated[string](t, ctx, `document.querySelector('[data-game="2"] i').title`))
	require.Equal(t, "the same moves as game 1", evaluated[string](t, ctx, `document.querySelector('[data-game="4"] i').title`))
	act(t, ctx, "words", chromedp.SendKeys("#search", "nair 2025"), shown("2"), lists("1 of 6 games"), button("Show all games"), shown("1,2,3,4,5,6"))
	act(t, ctx, "moves", chromedp.SendKeys("#search", "11-15 23-19"), shown("1,2,4"), run(`document.querySelector("#search").blur()`), button("Show all games"))
	act(t, ctx, "letters that come while a slow page shows what was found before them", shown("1,2,3,4,5,6"), holds(`document.querySelector("#search").value === ""`), run(`
		const late = setTimeout, write = text => {
			const field = document.querySelector("#search");
			field.value = text;
			field.dispatchEvent(new Event("input", {bubbles: true}));
		};
		window.setTimeout = (work, time, ...values) => late(() => {
			work();
			if (time !== 200) return;
			window.setTimeout = late;
			write("11-15 23-19");
		}, time, ...values);
		write("11-16");`), shown("1,2,4"), button("Show all games"))
	act(t, ctx, "result", choose("#games-result", "1/2-1/2"), shown("3"), choose("#games-result", ""), shown("1,2,3,4,5,6"))
	act(t, ctx, "comments", picked("Annotated"), shown("2"), picked("Annotated"), shown("1,2,3,4,5,6"))
	act(t, ctx, "nothing fits", chromedp.SendKeys("#search", "nobody"), shows("No game fits."), button("Show all games"))

	act(t, ctx, "a position", reads(1), has(4), press(`[aria-label="To the end"]`), at("22-17"), picked("This position"), shown("1,3,4"))
	act(t, ctx, "of another game", reads(3), at("23-19"), shown("1,3,4"))
	act(t, ctx, "the arrow keys walk after a press", chromedp.KeyEvent(kb.ArrowLeft), at("8-11"), shown("1,3,4"))
	act(t, ctx, "no more", picked("This position"), shown("1,2,3,4,5,6"))

	act(t, ctx, "duplicates", press("#more"), picked("Same moves"), shown("1,4"), picked("Same moves"))
	act(t, ctx, "sort", choose("#games-sort", "black"), shown("3,1,2,4,5,6"), press(`[aria-label="Last first"]`), shown("4,2,1,3,5,6"), press(`[aria-label="Last first"]`), choose("#games-sort", ""))
	act(t, ctx, "one field", choose("#games-field", "player"), chromedp.SendKeys("#search", "spring"), shows("No game fits."), choose("#games-field", "event"), shown("1,4"), button("Show all games"))
	const material = `[...document.querySelectorAll(".material input")]`
	act(t, ctx, "the material on the board", picked("Material"), holds(material+`.map(i => i.value).join() === "0,12,0,12,0"`), shown("1,2,3,4,5"))
	act(t, ctx, "material", run(material+`.forEach((input, i) => setTimeout(() => { input.value = [3, 0, 2, 0, 0][i]; input.dispatchEvent(new Event("input", {bubbles: true})); }, 50 * i))`), shown("6"))
	act(t, ctx, "a part of a king", run(fmt.Sprintf(`const king = %s[0]; king.value = 2.6; king.dispatchEvent(new Event("input", {bubbles: true}));`, material)), holds(material+`[0].value === "3"`))
	picture(t, ctx, "games-filters")
	check := func(what string) {
		t.Helper()
		for _, theme := range []string{"dark", "light"} {
			act(t, ctx, theme, run(fmt.Sprintf(`document.documentElement.dataset.theme = %q`, theme)), holds("document.getAnimations().length === 0"))
			require.Empty(t, evaluated[string](t, ctx, serious), "%s, %s", what, theme)
		}
	}
	act(t, ctx, "axe", chromedp.Evaluate[chromedp.Void](axe(t)))
	check("filters")
	if inPage != "" {
		return // the rest is of the server's folder
	}
	act(t, ctx, "files", button("Open…"), holds(`!!document.querySelector("[data-file]")`))
	check("files")
	act(t, ctx, "save as", run(`document.querySelector("dialog .ib").click()`), fromMenu("#collection-menu", "#save-as"), holds(`!!document.querySelector("#save-name")`))
	check("save as")
	act(t, ctx, "close", run(`document.querySelector("dialog .ib").click()`), holds(`!document.querySelector("dialog")`))
	act(t, ctx, "for long", chromedp.SendKeys(`[aria-label="For at least"]`, "3"), shows("No game fits."))
	act(t, ctx, "no material", picked("Material"), shown("1,2,3,4,5,6"))
	act(t, ctx, "pieces", reads(5), has(4), press(`[aria-label="To the start"]`), chromedp.KeyEvent(kb.ArrowRight), at("22-18"), picked("These pieces at least"), shown("5"),
		chromedp.SendKeys(`.small-field input`, "18"), shown("5"), picked("Colours reversed too"), shown("1,2,3,4,5"))
}

// TestGamesOnPhone: a phone has the list first. A game opens in Analyse, and the title goes to the games before and behind it.
func TestGamesOnPhone(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "x.pdn"), []byte(twelve()), 0o600))
	ctx, s := browser(t, 390), started(t, Options{Folder: folder})
	title := func(text string) action {
		return holds(fmt.Sprintf(`document.querySelector(".topbar .ttl").innerText.replace(/\s+/g, " ").trim() === %q`, text))
	}
	act(t, ctx, "open", chromedp.Navigate(s.Address()), opens("x.pdn"), lists("12 games"), title("x.pdn 12 games"), holds(`!document.querySelector(".board").checkVisibility()`))
	picture(t, ctx, "games-phone")
	act(t, ctx, "a game", reads(3), has(3), title("A3 – B Game 3 of 12"))
	picture(t, ctx, "game-phone")
	act(t, ctx, "the next ones", press(`[aria-label="The next game"]`), title("A4 – B Game 4 of 12"), press(`[aria-label="The game before"]`), press(`[aria-label="The game before"]`), title("A2 – B Game 2 of 12"))
	act(t, ctx, "the first", press(`[aria-label="The game before"]`), title("A1 – B Game 1 of 12"), holds(`document.querySelector('[aria-label="The game before"]').disabled`))
	act(t, ctx, "of those that were found", button("Games"), chromedp.SendKeys("#search", "round 1"), shown("1,10,11,12"), reads(10), title("A10 – B Game 2 of 4"), press(`[aria-label="The next game"]`), title("A11 – B Game 3 of 4"))
	act(t, ctx, "touch targets", button("Games"), holds(`[...document.querySelectorAll(".topbar .phone-only button, .glist .g")].every(b => b.getBoundingClientRect().height >= 44)`))
}

// TestGamesPages: a game that is read while the next page of the list comes keeps its place, and after the only game of the last page is
// deleted the list shows the page before it.
func TestGamesPages(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "x.pdn"), []byte(strings.Repeat("1. 11-15 23-19 *\n\n", 51)), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "doubt.pdn"), []byte("1. 11-15 hm *\n"), 0o600))
	s, next := started(t, Options{Folder: folder}), press(`.pager [aria-label="Games after"]`)
	phone := browser(t, 390)
	act(t, phone, "a slow page", chromedp.Navigate(s.Address()), opens("x.pdn"), lists("51 games"), heldBack("games"), next, reads(2), holds(`document.querySelector(".topbar .ttl").innerText.includes("Game 2 of 51")`))
	ctx := browser(t, 1400)
	act(t, ctx, "delete", chromedp.Navigate(s.Address()), opens("x.pdn"), lists("51 games"), next, shown("51"), reads(51), has(2), deleteGame, lists("50 games"), holds(`document.querySelectorAll(".g").length === 50`))
	act(t, ctx, "a doubtful game in the place of another one", button("Analyse"), typed("9-14"), has(3), opens("doubt.pdn"), reads(1), shows("Read, but"), press(".steps .toast .btn"), has(3))
}

// TestDroppedFile: a file that is dropped on the page is opened.
func TestDroppedFile(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "drop", chromedp.Navigate(s.Address()), shows("Black to move"), run(fmt.Sprintf(`
		const files = new DataTransfer();
		files.items.add(new File([%q], "dropped.pdn"));
		document.querySelector(".board").dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));`, twelve())), lists("12 games"), shows("dropped.pdn"))
}
