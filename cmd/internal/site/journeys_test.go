package site

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
)

// movesOf returns the moves of the game that the page shows.
func movesOf(t *testing.T, ctx context.Context) []string {
	t.Helper()
	return strings.Fields(strings.ReplaceAll(evaluated[string](t, ctx, `[...document.querySelectorAll(".sheet .move")].map(b => b.innerText).join(" ")`), "×", "x"))
}

// positionAfter asks the server for a position.
func positionAfter(t *testing.T, conn *websocket.Conn, moves []string) (p talk.Position) {
	t.Helper()
	q, err := json.Marshal(talk.History{Moves: moves})
	require.NoError(t, err)
	body, failed := asked(t, conn, fmt.Sprintf(`{"id":1,"kind":"position","body":%s}`, q))
	require.Empty(t, failed)
	require.NoError(t, json.Unmarshal(body, &p))
	return p
}

// wholeGame plays Black against the engine to the end, with moves at random.
func wholeGame(t *testing.T, ctx context.Context, s *Server, play func(move talk.Move)) {
	t.Helper()
	conn, random := dial(t, s), rand.New(rand.NewPCG(1, 2))
	laid(t, ctx, s, table{game: from(""), flipped: true, match: asBlack})
	for {
		moves := movesOf(t, ctx)
		p := positionAfter(t, conn, moves)
		if p.Over != "" {
			act(t, ctx, "end", run(`dispatchEvent(new Event("pagehide"))`), holds(`!!JSON.parse(sessionStorage.getItem("zonda-game")).match.over`))
			return
		}
		require.Equal(t, "Black", p.Turn)
		m := p.Moves[random.IntN(len(p.Moves))]
		play(m)
		after := positionAfter(t, conn, append(moves, m.Text))
		want := len(moves) + 2
		if after.Over != "" {
			want--
		}
		act(t, ctx, "answer to "+m.Text, has(want))
	}
}

// TestGameByDrag plays a whole game by drag; a piece that jumps twice is dragged to its last square.
func TestGameByDrag(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	wholeGame(t, ctx, s, func(m talk.Move) {
		way := m.Paths[0]
		from, to := fmt.Sprintf(`[data-square="%d"]`, way[0]), fmt.Sprintf(`[data-square="%d"]`, way[len(way)-1])
		act(t, ctx, "drag "+m.Text, steady(fmt.Sprintf("document.querySelector(%q)", from+".active")), chromedp.DragAndDrop(from, to))
	})
}

// TestGameByKeyboard plays a whole game without a mouse: squares are reached by Tab, or moves are typed.
func TestGameByKeyboard(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	tabTo := func(n int) {
		for range 120 {
			if evaluated[string](t, ctx, "document.activeElement.dataset.square ?? ''") == fmt.Sprint(n) {
				return
			}
			act(t, ctx, "tab", chromedp.KeyEvent("\t"))
		}
		require.Fail(t, "the square is not reached", "%d", n)
	}
	count := 0
	const byTab = 4
	wholeGame(t, ctx, s, func(m talk.Move) {
		if count++; count > byTab {
			act(t, ctx, "type "+m.Text, run("document.activeElement.blur()"), chromedp.KeyEvent(m.Text+"\r"))
			return
		}
		for _, n := range m.Paths[0] {
			act(t, ctx, "wait", holds(fmt.Sprintf(`!!document.querySelector('[data-square="%d"].active')`, n)))
			tabTo(n)
			act(t, ctx, "enter", chromedp.KeyEvent("\r"))
		}
	})
}

// TestPlay: take back, a draw offer, clocks, ballots, levels, a reload in the middle, a look at another view, resignation.
func TestPlay(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "start", chromedp.Navigate(s.Address()), button("Play"))
	levels := []string{"First steps", "Beginner", "Learner", "Casual", "Improver", "Club", "Strong club", "Expert", "Master", "Champion", "Max"}
	elo := []string{"", "212", "369", "563", "775", "911", "1,026", "1,159", "1,310", "1,435", "More than 1,635"}
	for i, name := range levels {
		act(t, ctx, name, press(fmt.Sprintf("#level button:nth-child(%d)", i+1)), holds(fmt.Sprintf(`document.querySelector(".level-say").innerText.includes(%q + ".")`, name)), shows(elo[i]))
	}
	act(t, ctx, "clock", chosen("level", "1"), oneMinute, press("#start-game"), has(0))
	conn := dial(t, s)
	move := func() { // a legal move, and the engine's answer
		moves := movesOf(t, ctx)
		act(t, ctx, "move", holds(`!!document.querySelector(".hit.active")`), typed(positionAfter(t, conn, moves).Moves[0].Text), has(len(moves)+2))
	}
	move()
	act(t, ctx, "clocks", holds(`[...document.querySelectorAll(".side .clock")].map(c => c.innerText).includes("0:59")`))
	require.Equal(t, 2, evaluated[int](t, ctx, `document.querySelectorAll(".side .clock").length`))
	act(t, ctx, "reload", chromedp.Reload(), has(2), shows("Resign"))
	move()
	act(t, ctx, "a look back", press(`[aria-label="To the start"]`), shows("Black to move"),
		holds(`!document.querySelector(".hit.active")`), press(`[aria-label="To the end"]`))
	act(t, ctx, "another view", button("Analyse"), shows("No moves yet"), button("Play"), has(4))
	act(t, ctx, "take back", button("Take back"), has(2), shows("Your move"))
	act(t, ctx, "draw", button("Offer draw"), shows("Declined: it is too early"))
	act(t, ctx, "resign", press("#resign"), button("Play on"), shows("Take back"), resigned, shows("White wins. You resigned."))
	act(t, ctx, "analyse", button("Analyse the game"), has(2), shows("0–1"))
	for deck, text := range map[string]string{"3move": "Opening", "2move": "Opening", "11man": "off"} {
		act(t, ctx, deck, button("Play"), press("#next-game"))
		if deck == "3move" {
			act(t, ctx, deck, chosen("opening", deck))
		} else {
			act(t, ctx, deck, chosen("opening", "other"), chosen("other-opening", deck))
		}
		act(t, ctx, deck, press("#start-game"), shows("Resign"), shows(text), resigned)
	}
	act(t, ctx, "agreed", button("Analyse"), pasted("B:WK1:BK32"), holds(`document.querySelectorAll(".piece").length === 2`), button("Play"), press("#next-game"), chosen("opening", "other"), chosen("other-opening", "here"),
		holds(`document.querySelectorAll(".piece").length === 2`), press("#start-game"), shows("Resign"), button("Offer draw"), shows("Draw agreed"))
	act(t, ctx, "the same position", button("Rematch"), shows("Take back"), holds(`document.querySelectorAll(".piece").length === 2`), resigned)
	act(t, ctx, "flag", press("#next-game"), chosen("opening", "start"), chosen("side", "Black"), oneMinute, press("#start-game"), shows("Resign"), square(11), square(15), has(2), shows("Your move"),
		later(90), shows("White wins. Black has no time left"))
}

// TestTree: variations, glyphs, comments, the preview of lines, the report.
func TestTree(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "variation", chromedp.Navigate(s.Address()), shows("Black to move"), typed("11-15"), typed("23-19"), typed("8-11"),
		press(`[aria-label="Back"]`), at("23-19"), typed("9-14"), has(4))
	act(t, ctx, "promote", fromMenu("#move-menu", "#promote"),
		holds(`[...document.querySelectorAll(".sheet .move")].map(b => b.innerText).join(" ") === "11-15 23-19 9-14 8-11"`))
	act(t, ctx, "glyph", sign("!?"), at("9-14!?"), sign("??"), at("9-14??"), sign("??"), at("9-14"))
	act(t, ctx, "comment", press("#comment"), chromedp.SendKeys(".annotate textarea", "<b>bold</b> & sound"), run("document.activeElement.blur()"),
		holds(`document.querySelector(".sheet .comment")?.innerText === "<b>bold</b> & sound"`))
	act(t, ctx, "reload", chromedp.Reload(), has(4), at("9-14"), shows("<b>bold</b> & sound"))
	act(t, ctx, "delete", fromMenu("#move-menu", "#delete"), shows("Deleted from 9-14 on."), has(3), at("23-19"))
	comments := func(want string) action {
		return holds(fmt.Sprintf(`[...document.querySelectorAll(".sheet .comment")].map(c => c.innerText).join("|") === %q`, want))
	}
	const verdict = "Zonda: blunder; White wins in 31 plies, before it Black +0.12"
	act(t, ctx, "several comments", pasted("1. 11-15 {first} {second} {"+verdict+"} {third} *"), press(`[aria-label="Forward"]`), at("11-15"), commented("!"), comments("first|second|third!"),
		holds(fmt.Sprintf(`document.querySelector(".at .what").innerText.includes(%q)`, verdict[len("Zonda: b"):])),
		commented("\r"), commented("fourth"), comments("first|second|third!|fourth"),
		run(`const c = document.querySelector(".annotate textarea"); c.value = " second\n\n"; c.dispatchEvent(new Event("input", {bubbles: true}));`), comments("second"))
	act(t, ctx, "undo", withCtrl("z", false), comments("first|second|third"), withCtrl("z", false), has(3), at("23-19"))
	act(t, ctx, "preview", press("#engine-on"), holds(`document.querySelectorAll(".line .move").length > 4`),
		run(`document.querySelectorAll(".line .move")[1].focus()`), holds(`!document.querySelector(".hit.active")`))
	require.Equal(t, 3, len(movesOf(t, ctx)), "a look changes nothing")
	act(t, ctx, "leave", run("document.activeElement.blur()"), holds(`!!document.querySelector(".hit.active")`))
	act(t, ctx, "follow", press(".line .move"), reaches(3))
	const game = "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 *"
	act(t, ctx, "report", pasted(game), button("Report"), judged)
	act(t, ctx, "another game", newGame, button("Report"), shows("A report needs a game"))
}

// TestAntiBook: the page warns of a move that loses, and of the position after it.
func TestAntiBook(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "before", chromedp.Navigate(s.Address()), shows("Black to move"), typed("9-13"), typed("21-17"), button("Book"), holds(`[...document.querySelectorAll("#book tr")].some(r => /^10-14\s+loses/.test(r.innerText))`))
	act(t, ctx, "after", typed("10-14"), shows("a known trap"), shows("White wins: the move before was a known trap."))
	act(t, ctx, "a player is not told", button("Play"), chosen("opening", "other"), chosen("other-opening", "here"), chosen("side", "White"), press("#start-game"), holds(`document.querySelector(".state").innerText.trim() === "Your move: you must capture"`))
}

// TestTwoPages: two pages of a browser are two games with two engines. Both games are found again when the pages are closed, and a
// page that the browser has copied with its game writes over neither.
func TestTwoPages(t *testing.T) {
	long(t)
	first, s := browser(t, 1400), started(t, Options{Pages: 3})
	second := window(t, first, 1400)
	act(t, first, "first", chromedp.Navigate(s.Address()), typed("11-15"), has(1))
	act(t, second, "second", chromedp.Navigate(s.Address()), shows("No moves yet"), typed("9-14"), typed("22-18"), has(2), press("#engine-on"), chromedp.WaitVisible(".line .score"))
	act(t, first, "first again", typed("23-19"), has(2), press("#engine-on"), chromedp.WaitVisible(".line .score"))
	require.Equal(t, []string{"11-15", "23-19"}, movesOf(t, first))
	require.Equal(t, []string{"9-14", "22-18"}, movesOf(t, second))
	const session = "JSON.stringify({...sessionStorage})"
	duplicate, kept := window(t, first, 1400, "404"), evaluated[string](t, first, session) // a picture has no icon
	act(t, duplicate, "a copy of the first", chromedp.Navigate(s.Address()+"icon.svg"), run(fmt.Sprintf("Object.assign(sessionStorage, JSON.parse(%q))", kept)),
		chromedp.Navigate(s.Address()), has(2), typed("8-11"), has(3))
	left := func(page context.Context) {
		act(t, page, "leave", chromedp.Sleep(time.Second), chromedp.Navigate("about:blank"))
	}
	left(first)
	act(t, first, "come back", run("setTimeout(() => history.back())"))
	// A poll does not come back with the page.
	eventually := func(what, expression string) {
		t.Helper()
		require.Eventually(t, func() bool {
			done, err := chromedp.Run(first, chromedp.Evaluate[bool](expression))
			return err == nil && done
		}, actTime, time.Second/10, what)
	}
	eventually("the position", `!!document.querySelector(".hit.active")`)
	eventually("a move", `(() => {
		const move = document.querySelector("#move");
		if (!move) document.querySelector('[aria-label="Type a move"]').click();
		else {
			move.value = "9-14";
			move.dispatchEvent(new Event("input", {bubbles: true}));
			move.form.requestSubmit();
		}
		return !!move;
	})()`)
	eventually("the engine goes on", `document.querySelectorAll(".sheet .move").length === 3 && !document.querySelector(".lines.stale") && !!document.querySelector(".line .score")`)
	left(first)
	left(second)
	for _, want := range [][]string{{"11-15", "23-19", "9-14"}, {"9-14", "22-18"}} {
		next := window(t, first, 1400)
		act(t, next, "a new page", chromedp.Navigate(s.Address()), has(len(want)))
		require.Equal(t, want, movesOf(t, next))
	}
}

// TestServerLost drags a piece, loses the server and finds it again.
func TestServerLost(t *testing.T) {
	long(t)
	ctx := browser(t, 1400, "WebSocket")
	serving, stop := context.WithCancel(context.Background())
	o := Options{Listen: "127.0.0.1:0", Folder: t.TempDir()}
	first, err := Listen(serving, o)
	require.NoError(t, err)
	require.NoError(t, first.kept.put("settings", []byte("{}")), "the user is not new")
	done := make(chan error, 1)
	go func() { done <- first.Serve(serving) }()
	act(t, ctx, "drag", chromedp.Navigate(first.Address()), shows("Black to move"),
		chromedp.DragAndDrop(`[data-square="11"]`, `[data-square="16"]`), shows("White to move"), press("#engine-on"), chromedp.WaitVisible(".line .score"))
	stop()
	require.NoError(t, <-done)
	act(t, ctx, "lost", shows("does not answer"))
	o.Listen = strings.TrimSuffix(strings.TrimPrefix(first.Address(), "http://"), "/")
	started(t, o)
	act(t, ctx, "found", holds(`!document.querySelector(".banner")`), square(24), square(20), shows("Black to move"),
		holds(`!document.querySelector(".lines.stale") && !!document.querySelector(".line .score")`))
}

// TestMessageTooLarge: a text that the server would not take is refused, and the page goes on.
func TestMessageTooLarge(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "paste", chromedp.Navigate(s.Address()), shows("Black to move"), pastedAtOnce(`"1. 11-15 {" + "→".repeat(400_000) + "} *"`),
		holds(`document.querySelector("dialog .problem")?.innerText.includes("This is more than the 1 MiB")`))
	act(t, ctx, "go on", press("dialog .ib"), typed("11-15"), has(1), shows("White to move"))
}

// TestWrongInput: whatever a person types or opens that is wrong gets words that say what is wrong, and changes nothing.
func TestWrongInput(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "empty.pdn"), nil, 0o600))
	ctx, s := browser(t, 1400, "422"), started(t, Options{Folder: folder})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), typed("11-15"), has(1))
	const fault = `document.querySelector(".steps .toast.bad .notice, .typing small.bad, dialog .problem")`
	closed := chromedp.Steps(run(`document.querySelector("dialog .ib")?.click(); document.querySelector(".steps .toast > .ib")?.click()`),
		holds(`!document.querySelector("dialog, .steps .toast")`))
	wrong := func(what, want string, actions ...action) {
		t.Helper()
		act(t, ctx, what, closed, chromedp.Steps(actions...), holds(fmt.Sprintf("!!%s?.textContent.includes(%q)", fault, want)))
		t.Logf("%s: %s", what, evaluated[string](t, ctx, fault+".textContent"))
	}
	wrong("no move", "hello", keyed("9hello"))
	wrong("not a legal move", "23-14 cannot be played", chromedp.KeyEvent("23-14\r"))
	act(t, ctx, "close the field", chromedp.SendKeys("#move", "\x1b"), holds(`!document.querySelector("#move")`))
	wrong("an empty text", "no text", pasted(" "))
	wrong("no game", "hello", pasted("hello"))
	wrong("a wrong move", "1-32", pasted("1. 1-32 *"))
	wrong("a wrong position", "99", pasted("B:W99:B1"))
	wrong("a name without .pdn", ".pdn", named("x.txt"))
	wrong("a name in another folder", "no name of a file", named("../x.pdn"))
	wrong("a file without games", "empty.pdn", opens("empty.pdn"))
	wrong("a picture", "cat.png", button("Open…"), uploaded("#pdn-file", "cat.png", "\x89PNG\r\n"))
	wrong("no problems", "cat", toStudies, uploaded(".problems-file", "cat.csv", "a,b\n1,2\n"))
	act(t, ctx, "nothing has changed", button("Analyse"), has(1), at("11-15"))
}
