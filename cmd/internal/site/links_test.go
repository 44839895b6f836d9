package site

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// fragment opens a link to the page that is open already.
func fragment(text string) action { return run(fmt.Sprintf("location.hash = %q", text)) }

// shared presses an action of the Share menu and returns what it copies.
func shared(t *testing.T, ctx context.Context, id string) string {
	t.Helper()
	act(t, ctx, id, run(`window.copied = ""; navigator.clipboard.writeText = async text => { window.copied = text; }`),
		run(`[...document.querySelectorAll('[aria-label="Share"]')].find(b => b.getClientRects().length).click()`), press("#"+id), holds("!!window.copied"))
	return evaluated[string](t, ctx, "window.copied")
}

// TestLinks opens links to positions and games: the game before comes back with Undo, and what is no link changes nothing.
func TestLinks(t *testing.T) {
	long(t)
	ctx, s := browser(t, 390), started(t, Options{})
	const double = "B:W18,26,32:B1,14"
	act(t, ctx, "a position", chromedp.Navigate(s.Address()+"#fen="+double), shows("This is the position of the link."), holds(`!!document.querySelector('[data-square="14"].active')`))
	require.Equal(t, s.Address()+"#analyse", evaluated[string](t, ctx, "location.href"), "the page keeps its own game when it is loaded again")
	act(t, ctx, "a game", square(14), square(23), square(30), fragment("moves=11-15,23-19,8-11,1-2&ply=2"), shows("The link cannot be opened"), shows("Nothing has changed"), at("14x30"))
	act(t, ctx, "a game", fragment("moves=11-15,23-19,8-11,22-17&ply=2"), shows("This is the game of the link."), has(4), at("23-19"))
	act(t, ctx, "undo", press(".topbar .toast .btn"), has(1), at("14x30"))
	act(t, ctx, "a start", fragment("start="+double+"&moves=14x23x30&ply=1"), has(1), at("14x30"))
	for _, garbage := range []string{"x", "fen=", "fen=B:W5:B5", "moves=11-15,%00", "moves=%E0%A4%A&ply=NaN", "fen=%3Cimg src=x onerror=throw(1)%3E"} {
		act(t, ctx, garbage, run(`document.querySelector(".toast .ib")?.click()`), holds(`!document.querySelector(".toast")`), fragment(garbage), shows("Nothing has changed"), has(1), at("14x30"))
	}
	require.Equal(t, s.Address()+"#start="+double+"&moves=14x30&ply=1", shared(t, ctx, "link-game"))
	require.Equal(t, s.Address()+"#fen=W:W32:B1,K30", shared(t, ctx, "link-position"))
	act(t, ctx, "the link copied", shows("Link copied."), holds(`!document.body.innerText.includes("without comments")`))
	line := strings.Repeat("1-5,32-28,5-1,28-32,", 500)
	act(t, ctx, "a long game", chromedp.Navigate(s.Address()+"#start=B:WK32:BK1&moves="+line+"&ply=1999"), shows("This is the game of the link."), has(2000), at("5-1"))
	link := shared(t, ctx, "link-game")
	require.Contains(t, link, "#game=", "it is packed")
	act(t, ctx, "it holds all", chromedp.Navigate("about:blank"), chromedp.Navigate(link), shows("This is the game of the link."), has(2000))
}

// TestLinkOverAProblem: a link is opened also where the page was with a problem, which is there again later.
func TestLinkOverAProblem(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "a problem", chromedp.Navigate(s.Address()), shows("Black to move"), toStudies, problemRow(3), chromedp.Navigate("about:blank"))
	act(t, ctx, "a link", chromedp.Navigate(s.Address()+"#moves=11-15,22-18&ply=2"), shows("This is the game of the link"), chromedp.Sleep(500*time.Millisecond), at("22-18"), has(2))
	act(t, ctx, "the problem", button("Problems"), holds(`!!document.querySelector(".glist .g:nth-child(3)[aria-current]") && document.querySelectorAll(".piece").length === 3`))
}

// TestLinkToAFile: zonda board FILE opens the page with the file's games.
func TestLinkToAFile(t *testing.T) {
	ofBoard(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "my games & more.pdn"), []byte("[Black \"Alpha\"]\n[White \"Beta\"]\n1. 11-15 23-19 1-0\n"), 0o600))
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "a file", chromedp.Navigate(s.Address()+"#file="+url.QueryEscape("my games & more.pdn")), shows("Alpha"), shows("Beta"))
	act(t, ctx, "no file", fragment("file=none.pdn"), shows("none.pdn"))
}

// TestWholeLinks: a link to a game holds names, comments, signs and variations, and the place on the board. A link that is cut changes nothing,
// and in the place of one that is too long the file is offered.
func TestWholeLinks(t *testing.T) {
	ofBoard(t)
	allocator, _ := launched(t)
	ctx, s := window(t, allocator, 1400), started(t, Options{})
	act(t, ctx, "a game", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(annotated), shows("Loaded."), press(`[aria-label="Forward"]`), press(`[aria-label="Forward"]`), at("22-18"))
	link, shown := shared(t, ctx, "link-game"), evaluated[string](t, ctx, gameShown)
	require.Contains(t, link, s.Address()+"#game=")
	require.Less(t, len(link), 500)
	other := window(t, allocator, 1400)
	act(t, other, "another page", chromedp.Navigate(link), shows("This is the game of the link."), at("22-18"), holds(fmt.Sprintf("%s === %q", gameShown, shown)))
	act(t, other, "a link that is cut", fragment(strings.Split(link, "#")[1][:60]), shows("it is cut or damaged"), holds(fmt.Sprintf("%s === %q", gameShown, shown)))
	act(t, other, "no game", fragment("game=!"), shows("Nothing has changed"))
	words := func(n int) action {
		return run(fmt.Sprintf(`const f = document.querySelector(".annotate textarea"); f.value = Array.from({length: %d}, (_, i) => (i * 7919 %% 10007).toString(36)).join(" "); f.dispatchEvent(new Event("input", {bubbles: true}))`, n))
	}
	act(t, ctx, "a long comment", press("#comment"), words(1000))
	require.Greater(t, len(shared(t, ctx, "link-game")), 2000)
	act(t, ctx, "some programs cut it", shows("some programs take 2000 at most"))
	act(t, ctx, "a longer one", words(5000),
		run(`[...document.querySelectorAll('[aria-label="Share"]')].find(b => b.getClientRects().length).click()`), press("#link-game"), shows("more than many programs take"),
		run(`HTMLAnchorElement.prototype.click = function () { window.saved = this.download; }`), answered("Download as a file"), holds(`window.saved === "game.pdn"`))
}

// TestLinksTurned: links, an embedded page and a saved one have the side at the bottom that their author had there, and the saved one has a
// button that turns its board.
func TestLinksTurned(t *testing.T) {
	ofBoard(t)
	const first = `Number([...document.querySelectorAll(".board-svg .num text")].find(text => text.textContent === "1")?.getAttribute("y"))`
	blackBelow, whiteBelow := holds(first+" > 400"), holds(first+" < 400")
	for name, address := range map[string]string{"server": started(t, Options{}).Address(), "page": hosted(t, "", "").Address()} {
		t.Run(name, func(t *testing.T) {
			ctx, other, saved := browser(t, 1280), browser(t, 1280), filepath.Join(t.TempDir(), "game.html")
			notNew(t, ctx)
			notNew(t, other)
			act(t, ctx, "not turned", chromedp.Navigate(address), shows("Black to move"), typed("11-15"), has(1))
			plain := shared(t, ctx, "link-game")
			require.NotContains(t, plain+pageOf(t, ctx), "flip")
			act(t, ctx, "turn", chromedp.Reload(), has(1), chromedp.KeyEvent("f"), blackBelow)
			moves, fen := shared(t, ctx, "link-game"), shared(t, ctx, "link-position")
			act(t, ctx, "a comment", pasted(`[Black "Ann"] 1. 11-15 {good} 23-19 $201 *`), has(2), blackBelow)
			whole := shared(t, ctx, "link-game")
			for _, link := range []string{moves, fen, whole, strings.Replace(moves, "#", "#embed&", 1)} {
				require.Contains(t, link, "&flip")
				act(t, other, link, chromedp.Navigate("about:blank"), chromedp.Navigate(link), blackBelow)
			}
			act(t, other, "not turned", chromedp.Navigate("about:blank"), chromedp.Navigate(plain), at("11-15"), whiteBelow)
			require.NoError(t, os.WriteFile(saved, []byte(pageOf(t, ctx)), 0o600))
			act(t, ctx, "the saved page", chromedp.Navigate("file://"+saved), holds(`document.body.className === "turned"`), holds(`!!document.querySelector(".figure") && [...document.querySelectorAll(".figure .num text")].every(text => getComputedStyle(text).transform === "none")`))
			picture(t, ctx, "turned-"+name)
			act(t, ctx, "turn it back", press("button[data-turn]"), holds(`document.body.className === ""`))
		})
	}
}

// pasteInto pastes a text into an element as the keys do.
func pasteInto(target, text string) action {
	return run(fmt.Sprintf(`const data = new DataTransfer(); data.setData("text/plain", %q); %s.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}))`, text, target))
}

// TestPasteSeveral: several games that are pasted are a list in Games, with a server and without one, and the game on the board stays.
func TestPasteSeveral(t *testing.T) {
	ofBoard(t)
	const games = "[White \"Ann\"]\n1. 11-15 23-19 *\n\n[White \"Ben\"]\n1. 9-14 *\n\n[White \"Cid\"]\n1. 12-16 *\n"
	for name, address := range map[string]string{"server": started(t, Options{}).Address(), "page": hosted(t, "", "").Address()} {
		t.Run(name, func(t *testing.T) {
			ctx := browser(t, 1280)
			notNew(t, ctx)
			act(t, ctx, "over the board", chromedp.Navigate(address), shows("Black to move"), typed("10-14"), has(1), pasteInto("document.body", games), lists("3 games"), shown("1,2,3"), shows("3 games were pasted: choose one."), has(1),
				holds(`document.querySelector(".list h2").innerText === "Pasted games" && document.querySelector(".steps .notice").scrollWidth <= document.querySelector(".steps .notice").clientWidth`))
			act(t, ctx, "one of them", reads(2), has(1), shows("Ben"), button("Analyse"))
			act(t, ctx, "into the dialog", pasted(strings.ReplaceAll(games, "[White", "[Event \"Club\"]\n[White")), lists("3 games"), holds(`!document.querySelector("dialog") && document.querySelector(".list h2").innerText === "Club"`))
		})
	}
}

// TestPastedAnywhere: a game that is pasted over the board is read, in both languages; a text in a field is the field's, and a link to this
// computer is said to be one.
func TestPastedAnywhere(t *testing.T) {
	ofBoard(t)
	for language, words := range map[string][]string{"en": {"Loaded.", "this computer alone"}, "de": {"Geladen.", "nur auf diesem Computer"}} {
		ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
		laid(t, ctx, s, inLanguage(language))
		act(t, ctx, "over the board", pasteInto("document.body", "1. 11-15 23-19 *"), has(2), shows(words[0]), pasteInto("document.body", "1. 11-99 *"), holds(`!!document.querySelector(".toast.bad")`), has(2))
		act(t, ctx, "into a field", fromMenu("#game-menu", "#paste-game"), holds(`!!document.querySelector("dialog #paste")`), pasteInto(`document.querySelector("#paste")`, "1. 9-14 *"), has(2), chromedp.KeyEvent("\x1b"), holds(`!document.querySelector("dialog")`))
		act(t, ctx, "the link", run(`navigator.clipboard.writeText = async () => {}`), fromMenu("#share-menu", "#link-game"), shows(words[1]))
	}
}
