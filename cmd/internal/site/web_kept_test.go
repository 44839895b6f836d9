package site

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// themeIs waits until the page is light or dark.
func themeIs(theme string) action {
	return holds(`document.documentElement.dataset.theme === "` + theme + `"`)
}

// TestWebKeeps: the browser keeps games and settings, each page has its own games, and a new page takes up those of a page that is closed.
// All of it goes into one file, and comes back from it.
func TestWebKeeps(t *testing.T) {
	long(t)
	allocator, _ := launched(t)
	ctx, h := window(t, allocator, 1400), hosted(t, "", "")
	notNew(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), typed("11-15"), has(1), toSettings, chosen("theme", "dark"), themeIs("dark"), button("Analyse"))
	second := window(t, ctx, 1400)
	act(t, second, "a second page", chromedp.Navigate(h.Address()), shows("No moves yet"), themeIs("dark"), toSettings, chosen("theme", "light"), button("Analyse"))
	act(t, ctx, "the settings are heard", themeIs("light"), toSettings, chosen("theme", "dark"), button("Analyse"))
	act(t, second, "and heard", themeIs("dark"), chromedp.Navigate("about:blank"))
	third := window(t, ctx, 1400)
	act(t, ctx, "closed", chromedp.Navigate("about:blank"))
	act(t, third, "a third page", chromedp.Navigate(h.Address()), at("11-15"), has(1))
	const saved = `(() => { const make = URL.createObjectURL; URL.createObjectURL = blob => { window.saved = blob; return make.call(URL, blob); }; })()`
	act(t, third, "save", run(saved), toSettings, press("#save-all"), holds("!!window.saved"))
	load := func(part string) action {
		return run(`const files = new DataTransfer(), input = document.querySelector("#all-file");
			files.items.add(new File([window.saved` + part + `], "zonda.gz"));
			input.files = files.files;
			input.dispatchEvent(new Event("change", {bubbles: true}));`)
	}
	act(t, third, "change", chosen("theme", "light"), themeIs("light"), button("Analyse"), typed("23-19"), has(2), toSettings)
	act(t, third, "a part of it", load(".slice(0, 100)"), answered("Replace"), shows("only a part of one"), themeIs("light"))
	reloads(t, third, "all of it", load(""), run(`[...document.querySelectorAll(".question button")].find(b => b.innerText === "Replace").click()`))
	act(t, third, "it is there", themeIs("dark"), button("Analyse"), has(1), at("11-15"))
}

// TestWebGames: files of games lie in the browser as they lie in a folder elsewhere, with undo and earlier versions. A page that did not see
// the change of another one asks before it changes the game.
func TestWebGames(t *testing.T) {
	long(t)
	first, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, first)
	act(t, first, "save", chromedp.Navigate(h.Address()), shows("Black to move"), typed("11-15"), has(1), named("one.pdn"), shows("Saved one.pdn"))
	act(t, first, "a reload", chromedp.Reload(), shows("11-15"), button("Games"), button("Open…"), shows("Kept in this browser"), press(`dialog [aria-label="Close"]`), opens("one.pdn"), lists("1 game"), reads(1), has(1))
	second := window(t, first, 1400)
	act(t, second, "a second page", chromedp.Navigate(h.Address()), shows("Black to move"), opens("one.pdn"), lists("1 game"), reads(1), has(1),
		press(`[aria-label="To the end"]`), typed("22-18"), has(2), saveInPlace, shows("Saved one.pdn"))
	act(t, first, "the same game", press(`[aria-label="To the end"]`), typed("24-19"), has(2), saveInPlace, asks("one.pdn has changed"), answered("Cancel"))
	act(t, second, "undo", undoOfFile, shows("Undone in one.pdn"))
	act(t, second, "earlier versions", fromMenu("#collection-menu", "#versions"), holds(`!!document.querySelector("dialog[open] button[data-version], dialog[open] li, dialog[open] tr")`))
}

// TestWebNoRoom: a browser without room for a game says so, and the page goes on.
func TestWebNoRoom(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	_, err := chromedp.Call(ctx, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: h.URL, QuotaSize: new(200_000.)})
	require.NoError(t, err)
	notNew(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"))
	act(t, ctx, "a large game", run(`window.large = "1. 11-15 {" + Array.from({length: 24_000}, Math.random).join(" ") + "} *"`), fromMenu("#game-menu", "#paste-game"),
		run(`const area = document.querySelector("dialog #paste"); area.value = window.large; area.dispatchEvent(new Event("input", {bubbles: true}));`), press("dialog #read"),
		shows("The browser has no more room for this page."), has(1))
	act(t, ctx, "a file", named("large.pdn"), holds(`document.querySelector(".notice, dialog")?.innerText.includes("No space left on device")`))
	act(t, ctx, "and on", newGame, typed("9-14"), has(1))
}

// TestWebNothingKept: where the browser keeps nothing, as where the user forbids it, the page says so and plays.
func TestWebNothingKept(t *testing.T) {
	long(t)
	const denied = `Object.defineProperty(globalThis, "indexedDB", {value: {open() { throw new DOMException("denied", "SecurityError"); }}});`
	ctx, h := browser(t, 1400), hosted(t, "", "")
	atFirst(t, ctx, denied)
	h.change(func(w http.ResponseWriter, _ *http.Request, name string) bool {
		if name != "engine.js" {
			return false
		}
		data, err := os.ReadFile(filepath.Join(h.folder, name))
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write(append([]byte(denied), data...))
		return err == nil
	})
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("This browser keeps nothing for this page"), shows("New to checkers?"), button("Analyse"), typed("11-15"), has(1))
	act(t, ctx, "a line", analysed)
}

// TestWebEngineLost: an engine that has no memory is started again with a smaller table; the page says so, and the game is there.
func TestWebEngineLost(t *testing.T) {
	long(t)
	allocator, _ := launched(t, chromedp.Flag("js-flags", "--wasm-max-mem-pages=1536"))
	ctx, h := window(t, allocator, 1400, "out of memory", "exit code"), hosted(t, "", "")
	notNew(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), typed("11-15"), has(1))
	act(t, ctx, "it is told", shows("It was started again with less memory."), shows("11-15"), allCome, analysed, typed("23-19"), has(2))
}

// TestWebUploadAgain: a file that is read while the engine ends is sent once to the next one.
func TestWebUploadAgain(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, ctx)
	atFirst(t, ctx, `
		window.sent = 0;
		const Made = Worker, post = Made.prototype.postMessage, read = File.prototype.arrayBuffer;
		window.Worker = function (...all) { return window.last = new Made(...all); };
		Made.prototype.postMessage = function (message, ...more) { if (message.kind === "games") sent++; post.call(this, message, ...more); };
		const held = new Promise(done => { window.release = done; });
		window.reads = 0;
		File.prototype.arrayBuffer = async function () { reads++; await held; return read.call(this); };`)
	act(t, ctx, "a file", chromedp.Navigate(h.Address()), shows("Black to move"), allCome, button("Games"), button("Open…"), uploaded("#pdn-file", "one.pdn", "1. 11-15 *"), holds("reads === 1"))
	act(t, ctx, "the engine ends", run(`window.last.onmessage({data: {ended: "test"}})`), holds("reads === 2"), run("release()"), lists("1 game"))
	require.Equal(t, 1, evaluated[int](t, ctx, "sent"))
}

// TestWebHidden: an analysis rests in a page that is hidden for long, and says so; a game goes on.
func TestWebHidden(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, ctx)
	atFirst(t, ctx, `
		const late = setTimeout;
		window.setTimeout = (work, time, ...values) => late(work, time === 600_000 ? 300 : time, ...values);
		window.away = false;
		Object.defineProperty(document, "hidden", {get: () => window.away});`)
	leave := func(away string) action {
		return run(`window.away = ` + away + `; document.dispatchEvent(new Event("visibilitychange"))`)
	}
	const rests = `!!document.querySelector(".lines.stale")`
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), allCome, analysed, leave("true"), chromedp.Sleep(time.Second), holds(rests), leave("false"), shows("The analysis rested while the page was hidden."), holds(`!document.querySelector(".lines.stale")`))
	act(t, ctx, "a game", button("Play"), press("#watch"), reaches(1), leave("true"), reaches(4))
	require.NotContains(t, evaluated[string](t, ctx, "document.body.innerText"), "rested")
}

// TestWebSleeps: an engine that answers late after the page has slept is not given up.
func TestWebSleeps(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, ctx)
	atFirst(t, ctx, `
		window.workers = 0;
		const made = Worker;
		window.Worker = function (...all) { workers++; return new made(...all); };
		const send = made.prototype.postMessage;
		made.prototype.postMessage = function (message, ...more) {
			if (window.slept && typeof message === "string" && message.includes('"hello"')) return;
			send.call(this, message, ...more);
		};`)
	act(t, ctx, "it sleeps", chromedp.Navigate(h.Address()), shows("Black to move"), analysed, run("window.slept = true"), later(30), chromedp.Sleep(4*time.Second))
	require.Equal(t, 1, evaluated[int](t, ctx, "workers"))
}

// journeys are the tests of the board that need no process of the server, and no file of its folder: the page alone does the same.
var journeys = map[string]func(*testing.T){
	"browser": TestBrowser, "undo": TestUndo, "tree": TestTree, "threat": TestThreatOnTheBoard, "best move": TestBestMove, "endings": TestEndingsInWords,
	"problems": TestProblems, "report": TestReport, "set up": TestSetup, "settings": TestSettings, "rematch": TestRematch, "hint": TestHint,
	"players": TestPlayers, "links": TestLinks, "list of games": TestGamesList, "phone": TestGameOnAPhone, "print": TestPrint, "replay": TestReplay,
	"training": TestTraining, "places": TestViewsArePlaces, "openings": TestOpenings, "lessons": TestLessons, "defence": TestDefence, "defence by search": TestDefenceBySearch,
}

// TestWebJourneys goes the ways of the board's tests in the page that needs no server.
func TestWebJourneys(t *testing.T) {
	long(t)
	folder, err := webFolder()
	require.NoError(t, err)
	inPage = folder
	defer func() { inPage = "" }()
	for name, journey := range journeys {
		t.Run(strings.ReplaceAll(name, " ", "-"), journey)
	}
}

// TestWebViews: what only the page alone has can be used without a mouse, and fits a telephone, in both languages.
func TestWebViews(t *testing.T) {
	long(t)
	script, h := axe(t), hosted(t, "", "")
	for _, width := range []int64{390, 1400} {
		ctx := browser(t, width, "Applying inline style") // axe tries to, in vain
		notNew(t, ctx)
		check := func(view string) {
			act(t, ctx, view, settled)
			accessible(t, ctx, view)
			fits(t, ctx, view)
			picture(t, ctx, fmt.Sprintf("web-%s-%d", view, width))
		}
		act(t, ctx, "open", chromedp.Navigate(h.Address()), chromedp.WaitVisible(".piece"), toSettings, come(allParts...), chromedp.Evaluate[chromedp.Void](script))
		check("settings")
		act(t, ctx, "lab", pressSeen("button", `b.textContent.trim() === "Lab"`), shows("need the program"))
		check("lab")
		act(t, ctx, "German", toSettings, chosen("language", "de"), shows("Alles als eine Datei"))
		check("settings-de")
	}
}

// TestWebPNG: the picture of a board as PNG has its pieces and colours.
func TestWebPNG(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, ctx)
	act(t, ctx, "save", chromedp.Navigate(h.Address()), shows("Black to move"), run(`const make = URL.createObjectURL; URL.createObjectURL = blob => { window.drawn = blob; return make.call(URL, blob); };`),
		fromMenu("#share-menu", "#save-png"), holds(`window.drawn?.type === "image/png"`))
	found := evaluated[[]int](t, ctx, `createImageBitmap(window.drawn).then(image => {
		const canvas = document.createElement("canvas");
		canvas.width = canvas.height = image.width;
		const on = canvas.getContext("2d");
		on.drawImage(image, 0, 0);
		const green = (x, y) => on.getImageData(x, y, 1, 1).data[1];
		return [image.width, green(50, 350), green(150, 50), green(150, 650), green(50, 50)];
	})`)
	require.Equal(t, 800, found[0])
	dark, black, white, light := found[1], found[2], found[3], found[4]
	require.Less(t, black, dark, "a black piece on a dark square")
	require.Less(t, dark, light)
	require.Less(t, light, white, "a white piece beside a light square")
}
