package webboard

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// later makes the clock of the page jump by some seconds, and waits until the page has seen it.
func later(seconds int) action {
	return chromedp.Steps(run(fmt.Sprintf(`const now = performance.now.bind(performance); performance.now = () => now() + %d000;`, seconds)),
		run(`window.passed = false; setTimeout(() => { window.passed = true; }, 500);`), holds("window.passed"))
}

// clocks is an expression: what the clocks show, Black's first.
const clocksShown = `[...document.querySelectorAll(".clock")].sort().map(c => c.querySelector("b").innerText).join(" ")`

// TestClocksStartWithTheFirstMove of the user, whether the user or the engine moves first.
func TestClocksStartWithTheFirstMove(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "Black", chromedp.Navigate(s.Address()), button("Play"), choose("#level", "1"), choose("#time", "4"), press("#start-game"), has(0), shows("The clocks start with your first move"), later(30))
	require.Equal(t, "5:00 5:00", evaluated[string](t, ctx, clocksShown))
	picture(t, ctx, "clocks")
	act(t, ctx, "they run", typed("11-15"), has(2), holds(`!document.body.innerText.includes("The clocks start")`), later(30), holds(clocksShown+`.includes("4:2")`), button("Resign"), answered("Resign"))
	act(t, ctx, "White", choose("#side", "White"), press("#start-game"), has(1), shows("The clocks start with your first move"), later(30))
	require.Equal(t, "5:00 5:00", evaluated[string](t, ctx, clocksShown), "the engine's first move adds nothing")
	act(t, ctx, "they run", run(`document.querySelector(".hit.active").focus()`), typed("24-20"), has(3), later(30), holds(clocksShown+`.includes("4:2")`))
}

// conditionsShown is an expression: side, time, opening and level of the form of a new game.
const conditionsShown = `["side", "time", "opening", "level"].map(id => document.getElementById(id)?.value).join()`

// conditions waits until the form of a new game shows them.
func conditions(want string) action { return holds(fmt.Sprintf("%s === %q", conditionsShown, want)) }

// TestAGameKeepsItsStrength, whatever another page chooses meanwhile.
func TestAGameKeepsItsStrength(t *testing.T) {
	first, s := browser(t, 1400), started(t, Options{})
	second := window(t, first, 1400)
	act(t, first, "the first game is weak", chromedp.Navigate(s.Address()), button("Play"), conditions("Black,1,start,1"), choose("#time", "0"), press("#start-game"), shows("Zonda (newcomer, level 1)"))
	act(t, second, "another page", chromedp.Navigate(s.Address()), button("Play"), choose("#level", "0"), press("#start-game"), shows("Zonda (full strength)"))
	act(t, first, "again", chromedp.Reload(), shows("Zonda (newcomer, level 1)"),
		run(`window.sent = []; const send = WebSocket.prototype.send; WebSocket.prototype.send = function(text) { window.sent.push(text); send.call(this, text); };`),
		typed("11-15"), has(2), holds(`window.sent.some(text => text.includes('"kind":"think"') && text.includes('"level":1,'))`))
	act(t, first, "the game as text", button("Resign"), answered("Resign"), conditions("Black,0,start,1"), button("Analyse the game"), button("Game"))
	require.Regexp(t, `^You\|Zonda \(newcomer, level 1\)\|\|\d{4}\.\d\d\.\d\d$`, evaluated[string](t, first, `[...document.querySelectorAll(".tags input")].map(i => i.value).join("|")`))
}

// TestPlayAgain repeats the conditions of the game, after a look at another view and after a reload. A new page offers them too.
func TestPlayAgain(t *testing.T) {
	long(t)
	first, s := browser(t, 1400), started(t, Options{})
	const chosen = "White,0,3move,2"
	act(t, first, "a game", chromedp.Navigate(s.Address()), button("Play"), choose("#side", "White"), choose("#time", "0"), choose("#opening", "3move"), choose("#level", "2"),
		press("#start-game"), has(3), button("Resign"), answered("Resign"), conditions(chosen))
	act(t, first, "another view", button("Analyse"), button("Play"), conditions(chosen))
	second := window(t, first, 1400)
	act(t, second, "a new page", chromedp.Navigate(s.Address()), button("Play"), conditions(chosen), choose("#side", "Black"), conditions("Black,0,3move,2"))
	act(t, first, "a reload", chromedp.Reload(), conditions(chosen), press("#start-game"), has(3), shows("White: you"), shows("Zonda (beginner, level 2)"))
}

// TestTakeBackGivesTheClockBack that both sides had at that move.
func TestTakeBackGivesTheClockBack(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "a game", chromedp.Navigate(s.Address()), button("Play"), choose("#time", "3"), press("#start-game"), has(0), typed("11-15"), has(2), later(30), holds(clocksShown+`.includes("0:")`))
	act(t, ctx, "a reload", chromedp.Reload(), has(2), button("Take back"), has(0))
	require.Equal(t, "1:00 1:00", evaluated[string](t, ctx, clocksShown))
}

// TestWrongMovesGiveWay: what is typed behind a wrong move takes its place, and a move that is made another way or another game
// removes it. A piece that cannot move says why.
func TestWrongMovesGiveWay(t *testing.T) {
	ctx, s := browser(t, 1400), started(t, Options{})
	wrong := chromedp.Steps(chromedp.SendKeys("#move", "12-17\r"), shows("12-17 cannot be played"))
	const empty = `document.querySelector("#move").value === ""`
	act(t, ctx, "typed", chromedp.Navigate(s.Address()), shows("Black to move"), wrong, chromedp.KeyEvent("11-15\r"), has(1), holds(empty))
	act(t, ctx, "typed from the board", wrong, run("document.activeElement.blur()"), chromedp.KeyEvent("22-18\r"), has(2), holds(empty))
	act(t, ctx, "moved by hand", wrong, square(15), square(22), has(3), holds(empty))
	act(t, ctx, "a piece that must not move", wrong, chromedp.Click(`[data-square="32"]`), shows("must capture. Only a piece with a ring can move"))
	act(t, ctx, "another game", button("Game"), button("New game"), shows("No moves yet"), holds(empty))
	act(t, ctx, "a piece that cannot move", chromedp.Click(`[data-square="1"]`), shows("The piece on 1 has no free square"))
}

// TestTheEndOfAGame: the line below the board says how a game ended, a question about it goes, and the next game begins without
// the words of this one.
func TestTheEndOfAGame(t *testing.T) {
	ctx, s := browser(t, 1400), started(t, Options{})
	ends := func(how string) action {
		return holds(fmt.Sprintf(`document.querySelector(".status").innerText === %q`, how))
	}
	act(t, ctx, "resigned", chromedp.Navigate(s.Address()), button("Play"), choose("#time", "3"), press("#start-game"), button("Resign"), answered("Resign"), ends("You resign: White wins."))
	act(t, ctx, "the next game", press("#start-game"), shows("Take back"))
	require.False(t, evaluated[bool](t, ctx, `document.body.innerText.includes("You resign")`))
	act(t, ctx, "the flag", typed("11-15"), has(2), button("Resign"), holds(`!!document.querySelector(".question")`), later(90), ends("White wins: Black has no time left."),
		holds(`!document.querySelector(".question")`))
}

// TestAGameFits: a game with clocks needs no scrolling.
func TestAGameFits(t *testing.T) {
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "a game", chromedp.Navigate(s.Address()), button("Play"), choose("#time", "3"), press("#start-game"), square(11), square(15), has(2))
	for _, size := range [][2]int64{{1400, 900}, {1366, 768}} {
		act(t, ctx, "the window", chromedp.EmulateViewport(size[0], size[1]), holds(fmt.Sprintf("innerHeight === %d", size[1])))
		picture(t, ctx, fmt.Sprintf("play-%d", size[1]))
		require.LessOrEqual(t, evaluated[float64](t, ctx, `Math.max(document.documentElement.scrollHeight, document.querySelector(".controls").getBoundingClientRect().bottom) - innerHeight`), 0.0, "%v", size)
	}
}

// TestGameBefore: a new game does not end the game before: it comes back until the user has moved.
func TestGameBefore(t *testing.T) {
	long(t)
	ctx, s := browser(t, 390), started(t, Options{})
	act(t, ctx, "a game", chromedp.Navigate(s.Address()), button("Play"), choose("#level", "1"), choose("#time", "0"), press("#start-game"), has(0), typed("11-15"), has(2), button("Resign"), answered("Resign"))
	moves := movesOf(t, ctx)
	act(t, ctx, "a new game", choose("#side", "White"), press("#start-game"), has(1), button("Back to the game before"), has(2), shows("You resign: White wins"), shows("Play again"))
	require.Equal(t, moves, movesOf(t, ctx))
	picture(t, ctx, "play-phone")
	act(t, ctx, "another one", choose("#side", "Black"), press("#start-game"), has(0), shows("Back to the game before"), typed("9-14"), has(2), holds(`!document.body.innerText.includes("Back to the game before")`))
}

// TestOpeningsVary: at full strength the engine does not always begin alike.
func TestOpeningsVary(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), button("Play"), choose("#level", "0"), choose("#side", "White"), choose("#time", "0"))
	first := map[string]int{}
	for range 40 {
		act(t, ctx, "a game", press("#start-game"), has(1))
		if first[movesOf(t, ctx)[0]]++; len(first) > 2 {
			break
		}
		act(t, ctx, "its end", button("Resign"), answered("Resign"))
	}
	require.Greater(t, len(first), 2, "%v", first)
}

// TestJudgeBesideTheEngine: the engine rests while a game is judged, says so, and goes on.
func TestJudgeBesideTheEngine(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "engine", chromedp.Navigate(s.Address()), pasted("1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 *"), has(10), press("#engine-on"), shows("nodes"))
	act(t, ctx, "judge", button("Report"), choose("#report-nodes", "500000"), button("Judge the game"), shows("rests while the game is judged"))
	picture(t, ctx, "judge")
	act(t, ctx, "done", judged, holds(`!document.body.innerText.includes("rests while")`), holds(`!document.querySelector(".lines.stale") && !!document.querySelector(".line .score")`))
}

// TestBrokenGame: a game with an error is marked in the list, and shown up to the error, which is told.
func TestBrokenGame(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "x.pdn"), []byte("1. 11-15 *\n\n1. 9-14 22-18 2. 1-32 *\n\n[FEN \"B:W99:B1\"]\n1. 12-16 *\n"), 0o600))
	for _, width := range []int64{1400, 390} {
		ctx, s := browser(t, width), started(t, Options{Folder: folder})
		act(t, ctx, "open", chromedp.Navigate(s.Address()), button("Games"), choose("#folder-file", "x.pdn"), shows("3 games, 2 of them with errors"), shows("3 of 3 games"))
		const marked = `[...document.querySelectorAll(".games tbody tr")].map(r => r.innerText.includes("error")).join()`
		require.Equal(t, "false,true,true", evaluated[string](t, ctx, marked))
		act(t, ctx, "up to the error", press(`[aria-label="game 2"]`), has(2), shows("Read, but line 3: move 1-32 is illegal"))
		picture(t, ctx, fmt.Sprintf("broken-%d", width))
		act(t, ctx, "none of it", press(`[aria-label="game 3"]`), shows("game 3, line 5"), has(2))
	}
}

// TestOtherKindsOfDraughts: a game of another kind of draughts is refused by name, and changes nothing. In a collection it is marked.
func TestOtherKindsOfDraughts(t *testing.T) {
	long(t)
	folder := t.TempDir()
	const russian, pool = `[GameType "25"] [Result "2-0"] 1. c3-d4 f6-g5 2. d4-c5 b6xd4 2-0`, `[GameType "23"] 1. 11-15 23-19 *`
	require.NoError(t, os.WriteFile(filepath.Join(folder, "mixed.pdn"), []byte("1. 11-15 *\n\n"+russian+"\n\n"+pool+"\n\n1. 9-14 *\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "russian.pdn"), []byte(russian), 0o600))
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), typed("12-16"), has(1))
	for text, want := range map[string]string{
		russian: "Russian", pool: "pool", `[GameType "20"] 1. 32-28 *`: "international", `[GameType "22"] 1. 22-18 *`: "Italian", `[Variant "russian"] 1. 11-15 *`: "russian",
	} {
		act(t, ctx, text, run(`const p = document.querySelector("#paste"); if (p) { p.value = ""; p.dispatchEvent(new Event("input", {bubbles: true})); } document.querySelector(".notice button")?.click()`), pasted(text), holds(`!!document.querySelector(".notice.bad")`))
		require.Contains(t, strings.ToLower(evaluated[string](t, ctx, `document.querySelector(".notice").innerText`)), strings.ToLower(want), text)
		require.Equal(t, []string{"12-16"}, movesOf(t, ctx))
	}
	act(t, ctx, "a file of them", button("Games"), choose("#folder-file", "russian.pdn"), shows("Russian draughts"), holds(`!document.querySelector(".games")`))
	act(t, ctx, "a mixed file", choose("#folder-file", "mixed.pdn"), shows("4 games, 2 of them with errors"), shows("error Russian draughts"))
	act(t, ctx, "one of them", press(`[aria-label="game 2"]`), holds(`document.querySelector(".notice.bad")?.innerText.includes("Russian draughts")`))
	require.Equal(t, []string{"12-16"}, movesOf(t, ctx))
	act(t, ctx, "a game beside it", press(`[aria-label="game 4"]`), holds(`document.querySelector(".sheet .move")?.innerText === "9-14"`))
	require.Equal(t, []string{"9-14"}, movesOf(t, ctx))
}
