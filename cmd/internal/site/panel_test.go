package site

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// heightOf returns the height of an element.
func heightOf(t *testing.T, ctx context.Context, selector string) float64 {
	t.Helper()
	return evaluated[float64](t, ctx, `document.querySelector(`+strconv.Quote(selector)+`).getBoundingClientRect().height`)
}

// TestBoundary: the list of moves has room for five rows, the line below it can be moved by pointer and by keys and stays where it was put,
// and the signs of a move are in its menu.
func TestBoundary(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(variations), has(10), button("Report"), press("#engine-on"), holds(`!!document.querySelector(".line")`))
	const row = 30
	require.GreaterOrEqual(t, heightOf(t, ctx, ".sheet"), 5.*row)
	require.False(t, evaluated[bool](t, ctx, `!!document.querySelector(".glyphs")`))
	before := heightOf(t, ctx, ".panel")
	act(t, ctx, "by keys", chromedp.Focus(".boundary"), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), holds(`document.querySelector(".boundary").ariaValueNow === "23"`))
	require.Less(t, heightOf(t, ctx, ".panel"), before-50)
	act(t, ctx, "by pointer", run(`
		const line = document.querySelector(".boundary"), b = line.getBoundingClientRect();
		line.setPointerCapture = () => {};
		line.hasPointerCapture = () => true;
		line.dispatchEvent(new PointerEvent("pointermove", {bubbles: true, clientX: b.x + 50, clientY: b.y - 100}));`), holds(`document.querySelector(".boundary").ariaValueNow > 30`))
	put := evaluated[string](t, ctx, `document.querySelector(".boundary").ariaValueNow`)
	act(t, ctx, "it stays", holds(`fetch("kept/settings").then(r => r.json()).then(kept => kept.split === `+put+`)`), chromedp.Reload(), holds(`document.querySelector(".boundary")?.ariaValueNow === `+strconv.Quote(put)))
	act(t, ctx, "usual", run(`document.querySelector(".boundary").dispatchEvent(new MouseEvent("dblclick", {bubbles: true}))`), holds(`!document.querySelector("[data-split]")`))
	act(t, ctx, "a sign", press(`[aria-label="To the end"]`), sign("!?"), at("4-8!?"), holds(`!document.querySelector(".menu")`))
}

// TestTwoPeople: two people at one board have names, which stay for the next game with colours changed, and a board that turns to the one
// whose turn it is.
func TestTwoPeople(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	below := func(n int) action {
		return holds(`document.querySelector('[data-square="` + strconv.Itoa(n) + `"]').getBoundingClientRect().y > 400`)
	}
	act(t, ctx, "names", chromedp.Navigate(s.Address()), button("Play"), button("Two players at this board"), shows("Black to move"),
		chromedp.SendKeys(`.side [aria-label="Name of Black"]`, "Ann"), chromedp.SendKeys(`.side [aria-label="Name of White"]`, "Ben"))
	act(t, ctx, "a board that turns", below(1), fromMenu(".side .play-menu > button", "#turning"), square(11), square(15), has(1), below(32), square(22), square(18), has(2), below(1))
	act(t, ctx, "the end", button("Draw"), press("#yes"), press("#rematch"), has(0),
		holds(`document.querySelector('.side [aria-label="Name of Black"]').value === "Ben" && document.querySelector('.side [aria-label="Name of White"]').value === "Ann"`))
}

// TestLabInWords: without a match the view says what one is; the command comes second.
func TestLabInWords(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "no match", chromedp.Navigate(s.Address()), button("Lab"), shows("which one is stronger"), holds(`!document.body.innerText.includes("zonda match")`),
		press(".foot summary"), shows("zonda match"))
	act(t, ctx, "the rules", run(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "h", bubbles: true}))`), shows("becomes a king, and the move ends"), shows("for the third time"))
}

// TestFieldsOnTablet: no field has letters below 16 pixels where a finger presses, whatever the width.
func TestFieldsOnTablet(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "x.pdn"), []byte(variations), 0o600))
	ctx, s := browser(t, 1180), started(t, Options{Folder: folder})
	none := func(what string, actions ...action) {
		t.Helper()
		act(t, ctx, what, actions...)
		require.NotZero(t, evaluated[int](t, ctx, `document.querySelectorAll("input:not([type=checkbox], [type=file]), select, textarea").length`), what)
		require.Empty(t, evaluated[string](t, ctx, smallFields), what)
	}
	act(t, ctx, "open", chromedp.EmulateViewport(1180, 820, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Navigate(s.Address()), shows("Black to move"), holds(`matchMedia("(pointer: coarse)").matches`))
	none("a move", press("#type-move"))
	none("a text", fromMenu("#game-menu", "#paste-game"), holds(`!!document.querySelector("#paste")`))
	none("names", closed, fromMenu("#game-menu", "#details"), holds(`!!document.querySelector(".tags input")`))
	none("a comment", closed, press("#comment"), holds(`!!document.querySelector(".annotate textarea")`))
	none("a file", fromMenu("#game-menu", "#save-game"), holds(`!!document.querySelector("dialog input")`))
	none("games", closed, opens("x.pdn"), pressSeen("button", `b.ariaExpanded !== null && !!b.closest(".list-head") && !b.ariaHasPopup`), holds(`!!document.querySelector(".more-filters select")`))
	none("a position", button("Analyse"), holds(`!!document.querySelector("#game-menu")`), settingUp)
	none("a clock", button("Play"), chosen("clock", "other"), holds(`!!document.querySelector(".own input")`))
	none("names of two", button("Two players at this board"), holds(`!!document.querySelector("input.who")`))
	none("the trainer", button("Problems"), button("Openings"), holds(`!!document.querySelector("select")`))
}

// TestWebLoading: while the engine comes the board is there, a line with a bar says how much of it has come, and Start can be pressed and waits.
func TestWebLoading(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	release := make(chan struct{})
	h.change(func(w http.ResponseWriter, r *http.Request, name string) bool {
		if name != "zonda.bin" {
			return false
		}
		data, err := os.ReadFile(filepath.Join(h.folder, name))
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		half := len(data) / 2
		_, _ = w.Write(data[:half])
		w.(http.Flusher).Flush()
		select {
		case <-release:
		case <-r.Context().Done():
		}
		_, _ = w.Write(data[half:])
		return err == nil
	})
	act(t, ctx, "half of it", chromedp.Navigate(h.Address()), holds(`document.querySelectorAll(".piece").length === 24`),
		holds(`/Loading the engine: 1\.[4-9] of 3\.\d MB/.test(document.body.innerText) && document.querySelector(".loading progress").value > 1e6`))
	act(t, ctx, "start", press("#start-game"), shows("Starts when the engine is there"), press("#start-game"))
	close(release)
	act(t, ctx, "it begins", shows("Your move"), holds(`!document.querySelector(".loading")`), square(11), square(15), has(2))
}

// TestGamesOpenLate: a file that is read when another view is open by now leaves this view open.
func TestGamesOpenLate(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "own.pdn"), []byte("1. 11-15 23-19 *\n"), 0o600))
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "another view", chromedp.Navigate(s.Address()), shows("Black to move"), heldBack("open"), opens("own.pdn"), button("Analyse"), shows("Black to move"), replied)
	require.Equal(t, "analyse", evaluated[string](t, ctx, `document.querySelector(".app").dataset.view`))
	act(t, ctx, "the games are there", button("Games"), lists("1 game"))
}

// TestReadingGames: a file that takes a while to read has a bar and can be given up; a long text that is pasted is opened as a file.
func TestReadingGames(t *testing.T) {
	long(t)
	const seconds = 2 << 20                                                         // characters for which the field would need seconds
	ctx, s := browser(t, 1400, "422 (Unprocessable Entity)"), started(t, Options{}) // the answer about a file that nobody wants any more
	games := "Array.from({length: " + strconv.Itoa(seconds/60) + "}, (_, i) => `[Event \"${i}\"]\\n1. 11-15 23-19 2. 8-11 22-17 *\\n`).join(\"\\n\")"
	act(t, ctx, "a file", chromedp.Navigate(s.Address()), shows("Black to move"), run(`window.games = `+games), button("Games"), button("Open…"), holds(`!!document.querySelector("#pdn-file")`), run(`
		window.seen = new Set();
		new MutationObserver(() => { const bar = document.querySelector("#being-read progress"); if (bar) { seen.add(bar.value > 0 ? "bar" : "begun"); if (document.querySelector("#stop-reading")) seen.add("stop"); } }).observe(document.body, {subtree: true, childList: true, attributes: true});
		const files = new DataTransfer(), input = document.querySelector("#pdn-file");
		files.items.add(new File([games.repeat(5)], "large.pdn"));
		input.files = files.files;
		input.dispatchEvent(new Event("change", {bubbles: true}));`), press("#stop-reading"), holds(`!document.querySelector("#being-read") && seen.has("stop")`), shows("Open…"))
	require.False(t, evaluated[bool](t, ctx, `document.body.innerText.includes("large.pdn")`))
	act(t, ctx, "pasted", button("Analyse"), fromMenu("#game-menu", "#paste-game"), holds(`!!document.querySelector("dialog #paste")`), run(`
		const data = new DataTransfer();
		data.setData("text/plain", games);
		document.querySelector("dialog #paste").dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));`),
		holds(`!document.querySelector("dialog")`), holds(`/^34.?952 games$/.test(document.querySelector(".pager [role=status]")?.innerText)`), shows("pasted.pdn"))
}

// TestEngineMenuIsWhole: the menu of the engine lies inside the panel, which cuts what is beyond its edges.
func TestEngineMenuIsWhole(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1280), started(t, Options{})
	act(t, ctx, "open", chromedp.EmulateViewport(1280, 900), chromedp.Navigate(s.Address()), shows("Black to move"), button("Analyse"), press("#engine-menu"), holds(`!!document.querySelector(".menu")`))
	require.True(t, evaluated[bool](t, ctx, `document.querySelector(".menu").getBoundingClientRect().left >= document.querySelector(".side").getBoundingClientRect().left`))
}
