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

// later makes the clock on the wall jump by some seconds, and waits until the page has seen it.
func later(seconds int) action {
	return chromedp.Steps(run(fmt.Sprintf(`const now = Date.now.bind(Date); Date.now = () => now() + %d000;`, seconds)),
		run(`window.passed = false; setTimeout(() => { window.passed = true; }, 500);`), holds("window.passed"))
}

// clocksShown is an expression: what the clocks show, the one at the top of the board first.
const clocksShown = `[...document.querySelectorAll(".side .clock")].map(c => c.innerText).join(" ")`

// playing opens the set-up of a game, and begins a game with a side, a level, a clock and an opening.
func playing(side, level, clock, opening string) action {
	return chromedp.Steps(button("Play"), chosen("side", side), chosen("level", level), chosen("clock", clock), chosen("opening", opening), press("#start-game"), holds(`!!document.querySelector("#resign")`))
}

// resigned ends the game.
var resigned = chromedp.Steps(press("#resign"), press("#yes"), holds(`!!document.querySelector("#rematch")`))

// oneMinute is a clock of a minute and a second a move, which has to be written.
var oneMinute = chromedp.Steps(chosen("clock", "other"), written("#minutes", "1"), written("#seconds", "1"))

// written writes a number into a field as a person does.
func written(field, number string) action {
	return chromedp.Steps(press(field), run(fmt.Sprintf(`document.querySelector(%q).select()`, field)), chromedp.KeyEvent(number+"\t"), holds(fmt.Sprintf("document.querySelector(%q).value === %q", field, number)))
}

// menu opens the menu of the game, or closes it.
var menu = pressSeen(".play-menu > button", "true")

// TestClocksStartWithTheFirstMove of the user, whether the user or the engine moves first.
func TestClocksStartWithTheFirstMove(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "Black", chromedp.Navigate(s.Address()), playing("Black", "1", "5+3", "start"), has(0), shows("The clocks start with your first move"), later(30))
	require.Equal(t, "5:00 5:00", evaluated[string](t, ctx, clocksShown))
	picture(t, ctx, "clocks")
	act(t, ctx, "they run", square(11), square(15), has(2), holds(`!document.body.innerText.includes("The clocks start")`), shows("Your move"), later(30), holds(clocksShown+`.includes("4:")`), resigned)
	act(t, ctx, "White", press("#rematch"), has(1), shows("The clocks start with your first move"), later(30))
	require.Equal(t, "5:00 5:00", evaluated[string](t, ctx, clocksShown), "the engine's first move adds nothing")
	act(t, ctx, "they run", square(24), square(20), has(3), shows("Your move"), later(30), holds(clocksShown+`.includes("4:")`))
}

// conditionsShown is an expression: side, clock, opening and level of the set-up of a game.
const conditionsShown = `["side", "clock", "opening", "level"].map(id => document.querySelector("#" + id + " [aria-checked=true]")?.dataset.value).join()`

// conditions waits until the set-up of a game shows them.
func conditions(want string) action { return holds(fmt.Sprintf("%s === %q", conditionsShown, want)) }

// TestAGameKeepsItsStrength, whatever another page chooses meanwhile.
func TestAGameKeepsItsStrength(t *testing.T) {
	long(t)
	first, s := browser(t, 1400), started(t, Options{})
	second := window(t, first, 1400)
	act(t, first, "the first game is offered with a learner", chromedp.Navigate(s.Address()), button("Play"), conditions("Black,none,start,3"), holds(`/3 · Learner\. .*\d+ Elo above level 1/s.test(document.body.innerText)`),
		chosen("level", "1"), press("#start-game"), shows("Level 1 · First steps"))
	act(t, second, "another page", chromedp.Navigate(s.Address()), button("Play"), chosen("level", "0"), holds(`/More than [\d,]+ Elo above level 1/.test(document.body.innerText)`), press("#start-game"), shows("Max"))
	act(t, first, "again", chromedp.Reload(), shows("Level 1 · First steps"),
		run(`window.sent = []; const send = WebSocket.prototype.send; WebSocket.prototype.send = function(text) { window.sent.push(text); send.call(this, text); };`),
		square(11), square(15), has(2), holds(`window.sent.some(text => text.includes('"kind":"think"') && text.includes('"level":1,'))`))
	act(t, first, "the rematch", resigned, press("#rematch"), has(1), shows("Level 1 · First steps"))
	const tags = `JSON.parse(sessionStorage["zonda-game"]).games.play.game.tags.map(tag => tag.value).join("|")`
	act(t, first, "the names", holds(`/^Zonda \(First steps, level 1\)\|You\|\d{4}\.\d\d\.\d\d$/.test(`+tags+`)`))
}

// TestConditionsAreKept: the conditions of the last game are offered after a look at another view, after a reload, and on a new page.
func TestConditionsAreKept(t *testing.T) {
	long(t)
	first, s := browser(t, 1400), started(t, Options{})
	const want = "White,none,3move,2"
	act(t, first, "a game", chromedp.Navigate(s.Address()), playing("White", "2", "none", "3move"), has(3), resigned, press("#next-game"), conditions(want), shows("Lost as White against level 2"))
	act(t, first, "another view", button("Analyse"), button("Play"), conditions(want))
	second := window(t, first, 1400)
	act(t, second, "a new page", chromedp.Navigate(s.Address()), button("Play"), conditions(want), chosen("side", "Black"), conditions("Black,none,3move,2"))
	act(t, first, "a reload", chromedp.Reload(), conditions("Black,none,3move,2"), shows("Lost as White against level 2"), press("#start-game"), has(3), shows("Level 2 · Beginner"))
}

// TestRematch has the same opening, and the colours changed.
func TestRematch(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "a ballot", chromedp.Navigate(s.Address()), playing("White", "1", "5+3", "3move"), has(3))
	ballot := movesOf(t, ctx)
	act(t, ctx, "once more", resigned, shows("Black wins. You resigned."), press("#rematch"), holds(`document.querySelector(".side .p3 .who").innerText === "You" && document.querySelector(".side .p3 .sub").innerText === "Black"`),
		holds(`document.querySelectorAll(".sheet .move").length === 4`))
	require.Equal(t, ballot, movesOf(t, ctx)[:3])
	require.Equal(t, "5:00 5:00", evaluated[string](t, ctx, clocksShown))
	another := chromedp.Steps()
	if inPage == "" { // requests to an engine in the page are not held back
		act(t, ctx, "reports take time", heldBack("report"))
		another = chromedp.Steps(button("Play"), press(".last .btn"), shows("Another report is being made"), button("Analyse"), released)
	}
	act(t, ctx, "its report", resigned, press("#next-game"), shows("Lost as Black against level 1"), press(".last .btn"), holds(`document.querySelector(".app").dataset.view === "analyse"`), another, judged, has(4))
}

// TestTakeBackGivesTheClockBack that both sides had at that move.
func TestTakeBackGivesTheClockBack(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "a game", chromedp.Navigate(s.Address()), playing("Black", "1", "5+3", "start"), has(0), square(11), square(15), has(2), shows("Your move"), later(30), holds(clocksShown+`.includes("4:")`))
	act(t, ctx, "a reload", chromedp.Reload(), has(2), shows("Your move"), button("Take back"), has(0))
	require.Equal(t, "5:00 5:00", evaluated[string](t, ctx, clocksShown))
}

// TestClockInTenths: a clock shows tenths of a second below ten seconds, and is red below twenty.
func TestClockInTenths(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	own := `document.querySelector(".side .p3 .clock")`
	act(t, ctx, "a game", chromedp.Navigate(s.Address()), button("Play"), oneMinute, press("#start-game"), has(0), run("const now = Date.now(); Date.now = () => now"), square(11), square(15), has(2), shows("Your move"), later(30), holds(own+`.innerText === "0:30"`),
		holds(`!`+own+`.classList.contains("low")`), later(13), holds(own+`.innerText === "0:17" && `+own+`.classList.contains("low")`))
	picture(t, ctx, "clock-red")
	act(t, ctx, "tenths", later(9), holds(own+`.innerText === "8.0"`), later(4), holds(own+`.innerText === "4.0"`), later(4), shows("White wins. Black has no time left"), holds(own+`.innerText === "0.0"`))
}

// TestAPageThatSleeps: the clock of the user runs on while the page sleeps, the engine's stands; the page says so. A connection that has
// died meanwhile is replaced, and the game goes on.
func TestAPageThatSleeps(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	shown := func(minutes string) action {
		return holds(fmt.Sprintf(`/^(30|31):\d\d (%s):/.test(%s)`, minutes, clocksShown))
	}
	act(t, ctx, "the user's turn", chromedp.Navigate(s.Address()), playing("Black", "1", "30+20", "start"), has(0), square(11), square(15), has(2), shows("Your move"), later(600), shows("Your clock ran for 10 minutes, while"), shown("19|20"))
	act(t, ctx, "the connection has died", run(`
		const send = WebSocket.prototype.send;
		WebSocket.prototype.send = function(text) { window.first ??= this; if (this !== window.first) send.call(this, text); };`),
		later(60), move, has(4), shows("Your move"), shown("18|19"))
	act(t, ctx, "the engine's turn", run(`const send = WebSocket.prototype.send; WebSocket.prototype.send = function(text) { if (!text.includes('"kind":"think"')) send.call(this, text); };`),
		move, has(5), later(600), shows("Zonda's clock stood for 10 minutes, while"), shown("18|19"))
	act(t, ctx, "an hour", chromedp.Reload(), has(6), shows("Your move"), later(3600), holds(`document.querySelector(".state").innerText.trim() === "White wins. Black has no time left: the page slept for 60 minutes, and the clock ran."`))
}

// move makes the first move that is legal.
var move = chromedp.Steps(holds(`!!document.querySelector(".hit.active")`), pressSeen(".hit.active", "true"), pressSeen(".hit", `b.ariaLabel.includes("can be moved to")`))

// TestReplyWhileAway: the engine is asked again for a move that came while another view was open.
func TestReplyWhileAway(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "a move", chromedp.Navigate(s.Address()), playing("Black", "1", "none", "start"), heldBack("think"), square(11), square(15), has(1), holds("!!window.release"))
	act(t, ctx, "another view", button("Analyse"), has(0), replied, button("Play"), released, has(2))
}

// TestPositionsAreAskedForOnce: the game and the board hear of a position at the same time. Between two answers the moves of the position
// before could be made.
func TestPositionsAreAskedForOnce(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "a game", chromedp.Navigate(s.Address()), playing("Black", "1", "none", "start"), holds(`!!document.querySelector(".hit.active")`), run(`
		window.asked = [];
		const send = WebSocket.prototype.send;
		WebSocket.prototype.send = function (message) {
			const { kind, body } = JSON.parse(message);
			if (kind === "position") asked.push(body.moves.join(" "));
			send.call(this, message);
		};`), square(11), square(15), has(2), shows("Your move"))
	moves := movesOf(t, ctx)
	require.Equal(t, []string{moves[0], strings.Join(moves, " ")}, evaluated[[]string](t, ctx, "asked"))
}

// TestWrongMovesGiveWay: what is typed behind a wrong move takes its place, and a move that is made another way or another game
// removes it. A piece that cannot move says why.
func TestWrongMovesGiveWay(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	wrong := chromedp.Steps(keyed("12-17"), shows("12-17 cannot be played"))
	const empty = `!document.querySelector("#move")?.value`
	act(t, ctx, "typed", chromedp.Navigate(s.Address()), shows("Black to move"), wrong, chromedp.KeyEvent("11-15\r"), has(1), holds(empty))
	act(t, ctx, "typed from the board", wrong, run("document.activeElement.blur()"), chromedp.KeyEvent("22-18\r"), has(2), holds(empty))
	act(t, ctx, "moved by hand", wrong, square(15), square(22), has(3), holds(empty))
	act(t, ctx, "a piece that must not move", wrong, chromedp.WaitVisible(".hit.active"), press(`[data-square="32"]`), shows("must capture. Only a piece with a ring can move"))
	act(t, ctx, "another game", fromMenu("#game-menu", "#new-game"), shows("No moves yet"), holds(empty))
	act(t, ctx, "a piece that cannot move", chromedp.WaitVisible(".hit.active"), press(`[data-square="1"]`), shows("The piece on 1 has no free square"))
}

// TestTheEndOfAGame: the line below the board says how a game ended, a question about it goes, and the next game begins without
// the words of this one.
func TestTheEndOfAGame(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	ends := func(how string) action {
		return holds(fmt.Sprintf(`document.querySelector(".state").innerText.trim() === %q`, how))
	}
	act(t, ctx, "resigned", chromedp.Navigate(s.Address()), button("Play"), oneMinute, press("#start-game"), press("#resign"), shows("Resign? Zonda wins then."), button("Play on"),
		holds(`!document.querySelector("#yes")`), resigned, ends("White wins. You resigned."), holds(`!!document.querySelector(".end #report-game") && !document.querySelector(".end b").checkVisibility()`))
	act(t, ctx, "the next game", press("#next-game"), press("#start-game"), shows("Take back"))
	require.False(t, evaluated[bool](t, ctx, `document.body.innerText.includes("You resigned")`))
	act(t, ctx, "the flag", square(11), square(15), has(2), shows("Your move"), press("#resign"), holds(`!!document.querySelector("#yes")`), later(90), holds(`document.querySelector(".state").innerText.trim().startsWith("White wins. Black has no time left")`),
		holds(`!document.querySelector("#yes")`))
}

// TestRematchAfterTheLastPiece: the end of a game on the board does not end the next one. The board of the set-up keeps still.
func TestRematchAfterTheLastPiece(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "from an analysis", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("B:W18:B15"), holds(pieceCount+" === 2"), fromMenu("#game-menu", "#play-from-here"), holds(pieceCount+" === 2"),
		run(`window.emptied = 0; new MutationObserver(() => { if (`+pieceCount+` !== 2) window.emptied++; }).observe(document.body, {childList: true, subtree: true});`), later(1))
	require.Equal(t, 0, evaluated[int](t, ctx, "window.emptied"))
	act(t, ctx, "won", press("#start-game"), shows("A position that was set up"), square(15), square(22), shows("White has no pieces left."))
	act(t, ctx, "the rematch goes on", press("#rematch"), has(1), press("#next-game"), shows("1 move, today"))
}

// TestAFirstGame: the button below the rules begins it.
func TestAFirstGame(t *testing.T) {
	long(t)
	ctx, s := browser(t, 390), started(t, Options{})
	act(t, ctx, "the rules", chromedp.Navigate(s.Address()), button("Play"), shows("New to checkers?"), press(".setup-form .link"), press("#first-game"), holds(`!!document.querySelector("#resign")`), square(11), square(15), has(2))
}

// TestACaptureMovesNoButton: on a phone the buttons of a game stay where they are when a capture is demanded.
func TestACaptureMovesNoButton(t *testing.T) {
	long(t)
	ctx, s := browser(t, 390), started(t, Options{})
	top := `document.querySelector("#take-back").getBoundingClientRect().top`
	act(t, ctx, "two people", chromedp.Navigate(s.Address()), button("Play"), press(".others .btn"), shows("Take back"), shows("Usual start"))
	before := evaluated[float64](t, ctx, top)
	act(t, ctx, "a capture", square(11), square(15), has(1), square(22), square(18), has(2), shows("You must capture"))
	require.Equal(t, before, evaluated[float64](t, ctx, top))
}

// TestReloadShowsTheEnd: a page that was loaded again shows where the game is, and not where the user looked back.
func TestReloadShowsTheEnd(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "a look back", chromedp.Navigate(s.Address()), playing("Black", "1", "none", "start"), square(11), square(15), has(2), press(`[aria-label="To the start"]`), shows("Black to move"),
		chromedp.Reload(), has(2), shows("Your move"))
}

// pieceCount is an expression: how many pieces the board shows.
const pieceCount = `document.querySelectorAll(".stage .piece").length`

// TestAGameFits: a game with clocks needs no scrolling.
func TestAGameFits(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "a game", chromedp.Navigate(s.Address()), button("Play"), oneMinute, press("#start-game"), square(11), square(15), has(2))
	for _, size := range [][2]int64{{1400, 900}, {1366, 768}} {
		act(t, ctx, "the window", chromedp.EmulateViewport(size[0], size[1]), holds(fmt.Sprintf("innerHeight === %d", size[1])))
		picture(t, ctx, fmt.Sprintf("play-%d", size[1]))
		require.LessOrEqual(t, evaluated[float64](t, ctx, `Math.max(document.documentElement.scrollHeight, ...[".steps", ".p3"].map(c => document.querySelector(c).getBoundingClientRect().bottom)) - innerHeight`), 0.0, "%v", size)
	}
}

// TestGameBefore: a new game does not end the game before: it comes back until the user has moved.
func TestGameBefore(t *testing.T) {
	long(t)
	ctx, s := browser(t, 390), started(t, Options{})
	back := chromedp.Steps(menu, button("Back to the game before"))
	act(t, ctx, "a game", chromedp.Navigate(s.Address()), playing("Black", "1", "none", "start"), has(0), square(11), square(15), has(2), resigned)
	moves := movesOf(t, ctx)
	act(t, ctx, "a new game", press("#next-game"), chosen("side", "White"), press("#start-game"), has(1), back, has(2), shows("White wins. You resigned."))
	require.Equal(t, moves, movesOf(t, ctx))
	picture(t, ctx, "play-phone")
	act(t, ctx, "another one", press("#next-game"), chosen("side", "Black"), press("#start-game"), has(0), chromedp.Reload(), has(0), menu, shows("Back to the game before"), menu,
		square(9), square(14), has(2), menu, shows("Move for me"))
	require.False(t, evaluated[bool](t, ctx, `document.body.innerText.includes("Back to the game before")`))
}

// TestGameBeforeStays: a game that nobody has moved in leaves the game before where it is, and a watched game that the game before has
// taken the place of comes back.
func TestGameBeforeStays(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	back := chromedp.Steps(menu, button("Back to the game before"))
	act(t, ctx, "a game", chromedp.Navigate(s.Address()), playing("White", "1", "none", "start"), has(1), square(24), square(20), has(3), resigned)
	act(t, ctx, "a rematch without a move", press("#rematch"), has(0), resigned, press("#next-game"), shows("Lost as White against level 1"))
	act(t, ctx, "a watched game", press("#watch"), reaches(4), back, has(3), shows("Black wins. You resigned."))
	act(t, ctx, "it goes on", back, reaches(5), button("Stop"))
}

// TestOpeningsVary: at full strength the engine does not always begin alike.
func TestOpeningsVary(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), playing("White", "0", "none", "start"))
	first := map[string]int{}
	for range 40 {
		act(t, ctx, "a game", has(1))
		if first[movesOf(t, ctx)[0]]++; len(first) > 2 {
			break
		}
		act(t, ctx, "the next", resigned, press("#next-game"), press("#start-game"))
	}
	require.Greater(t, len(first), 2, "%v", first)
}

// TestHint: a hint marks a piece, and then its move; a move can be made in the user's place. The evaluation is shown when it is asked for.
func TestHint(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "the piece", chromedp.Navigate(s.Address()), playing("Black", "1", "none", "start"), press("#hint"), holds(`!!document.querySelector(".ring.hint, .sq-dark.hint")`), shows("Show the move"))
	act(t, ctx, "pressed again it stays a hint", press("#hint"), holds(`!document.querySelector("#hint:disabled") && document.querySelector("#hint").innerText === "Hint" && !document.querySelector(".arrow-best")`))
	act(t, ctx, "the move", press("#show-hint"), holds(`!!document.querySelector(".arrow-best") || document.querySelectorAll(".sq-dark.hint").length === 2`))
	picture(t, ctx, "hint")
	act(t, ctx, "move for me", menu, button("Move for me"), has(2), holds(`!document.querySelector(".ring.hint, .sq-dark.hint")`), shows("Your move"))
	act(t, ctx, "the evaluation", holds(`!!document.querySelector(".wdl.off")`), menu, button("Show the evaluation"), holds(`!!document.querySelector(".wdl:not(.off)") && !!document.querySelector(".evaluation")`),
		menu, button("Move for me"), has(4), holds(`!!document.querySelector(".evaluation")`), menu, button("Hide the evaluation"), holds(`!document.querySelector(".evaluation")`))
}

// TestPlayers: two people play at one board, and the engine plays itself until it is stopped.
func TestPlayers(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "two people", chromedp.Navigate(s.Address()), button("Play"), button("Two players at this board"), square(11), square(15), has(1), shows("White to move"), square(22), square(18), has(2), shows("You must capture"),
		button("Take back"), has(1), button("Draw"), press("#yes"), shows("Draw agreed."), holds(`!!document.querySelector("#rematch")`))
	act(t, ctx, "the engine alone", press("#next-game"), chosen("level", "1"), press("#watch"), reaches(4), button("Stop"), shows("The game was stopped."))
	stopped := len(movesOf(t, ctx))
	require.NoError(t, chromedp.Do(ctx, chromedp.Sleep(2*time.Second)))
	require.Len(t, movesOf(t, ctx), stopped)
	act(t, ctx, "it is no draw", press("#next-game"), holds(`document.querySelector(".last .sub").innerText.startsWith("Stopped, ")`))
}

// TestGameOnAPhone: a whole game by touch on a phone.
func TestGameOnAPhone(t *testing.T) {
	long(t)
	ctx, s := browser(t, 390), started(t, Options{})
	tap := func(element string) action {
		return chromedp.Steps(steady(fmt.Sprintf("document.querySelector(%q)", element)), chromedp.Tap(element))
	}
	act(t, ctx, "open", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Navigate(s.Address()), tap(`.tabbar button`), tap(`#level [data-value="1"]`), tap(`#clock [data-value="5+3"]`), tap("#start-game"),
		holds(`document.querySelectorAll(".pbar .clock").length === 2`))
	const over, mine = `!!document.querySelector("#rematch")`, `!!document.querySelector(".pbar.mine .turn") && !!document.querySelector(".hit.active")`
	for range 200 {
		act(t, ctx, "a turn", holds(mine+" || "+over))
		if evaluated[bool](t, ctx, over) {
			break
		}
		before := len(movesOf(t, ctx))
		act(t, ctx, "a piece", run(`document.querySelector("[data-front]")?.removeAttribute("data-front"); [...document.querySelectorAll("[aria-label*='can move'], [aria-label*='must capture']")].pop().setAttribute("data-front", "");`), chromedp.Tap("[data-front]"), holds(`!!document.querySelector("[aria-label*='can be moved to']")`))
		const moved = `document.querySelectorAll(".sheet .move").length > %d || `
		for !evaluated[bool](t, ctx, fmt.Sprintf(moved+over, before)) { // a jump may go on
			act(t, ctx, "its move", chromedp.Tap(`[aria-label*="can be moved to"]`), chromedp.Sleep(300*time.Millisecond))
		}
	}
	act(t, ctx, "the end", holds(over))
	require.Regexp(t, `^(Black|White) wins\. |^Draw\. `, evaluated[string](t, ctx, `document.querySelector(".end b").innerText`))
	require.True(t, evaluated[bool](t, ctx, `document.querySelector(".end b").checkVisibility()`), "how it ended is seen")
	require.Zero(t, evaluated[float64](t, ctx, "scrollY"))
	picture(t, ctx, "phone-end")
	act(t, ctx, "analyse it", tap("#analyse-game"), holds(`document.querySelector(".app").dataset.view === "analyse"`), reaches(6))
}

// TestPlayByKeyboard: a game is set up, played and resigned without a mouse.
func TestPlayByKeyboard(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	enter := chromedp.KeyEvent("\r")
	focus := func(selector string) action {
		return chromedp.Steps(holds(fmt.Sprintf(`!!document.querySelector(%q)?.matches(":enabled, svg *")`, selector)), chromedp.Focus(selector))
	}
	act(t, ctx, "set up", chromedp.Navigate(s.Address()), focus(`.rail button`), enter, focus(`#level [aria-checked=true]`), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft), conditions("Black,none,start,1"),
		focus("#start-game"), enter, holds(`!!document.querySelector("#resign") && document.activeElement.matches(".hit.active")`))
	act(t, ctx, "a move", focus(`[data-square="11"]`), enter, focus(`[data-square="15"]`), enter, has(2), focus("#hint"), enter, shows("Show the move"))
	act(t, ctx, "the menu", focus(".side .play-menu > button"), enter, holds(`document.activeElement.innerText === "Move for me"`), enter, has(4))
	act(t, ctx, "resign", focus("#resign"), enter, holds(`document.activeElement.id === "yes"`), chromedp.KeyEvent(kb.Escape), holds(`!document.querySelector("#yes")`), focus("#resign"), enter, holds(`document.activeElement.id === "yes"`), enter, shows("White wins. You resigned."))
	act(t, ctx, "rules", run("document.activeElement.blur()"), chromedp.KeyEvent("h"), shows("Checkers in four pictures"), chromedp.KeyEvent(kb.Escape), holds(`!document.querySelector("dialog")`))
}

// TestFirstRun: a new user begins in Play, without a dialog, and is told once what a view is for.
func TestFirstRun(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{Kept: t.TempDir()})
	const told = "Find the best move: each of your moves is judged."
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("New to checkers?"), conditions("Black,none,start,3"), holds(`!document.querySelector("dialog, .toast")`),
		button("Problems"), shows(told), button("Play"), holds(`!document.querySelector(".toast")`), button("Problems"), shows("Train"), holds(`!document.querySelector(".toast")`))
	second := window(t, ctx, 1400)
	act(t, second, "another page", chromedp.Navigate(s.Address()), shows("New to checkers?"), button("Problems"), shows("Train"), holds(`!document.querySelector(".toast")`), button("Analyse"), shows("? shows the keys"))
	act(t, second, "the rules", button("Play"), button("The rules in four pictures"), shows("Checkers in four pictures"), button("Play a first game"), holds(`!document.querySelector("dialog")`))
}

// TestPlayFromHere: a game against the engine begins with the position on the board of the analysis, also again with the colours changed.
func TestPlayFromHere(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	const pieces = `document.querySelectorAll(".board .piece").length`
	act(t, ctx, "a position", chromedp.Navigate(s.Address()+"#fen=W:WK10,30:B3,5,9"), holds(pieces+" === 5"), press("#game-menu"), press("#play-from-here"), holds(pieces+" === 5"), conditions("White,none,other,3"), shows("You will play White"), press("#start-game"), shows("Your move"), holds(pieces+" === 5"))
	act(t, ctx, "again", resigned, press("#rematch"), holds(pieces+" === 5"), has(1))
}

// TestJudgeBesideTheEngine: the engine rests while a game is judged, says so, and goes on.
func TestJudgeBesideTheEngine(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "engine", chromedp.Navigate(s.Address()), pasted("1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 *"), has(10), press("#engine-on"), shows("positions/s"))
	act(t, ctx, "judge", heldBack("report"), button("Report"), shows("The engine rests"))
	picture(t, ctx, "judge")
	act(t, ctx, "done", released, judged, holds(`!document.body.innerText.includes("The engine rests")`), holds(`!document.querySelector(".lines.stale") && !!document.querySelector(".line .score")`))
}

// TestEndInGerman: how a game has ended is told in the language that is chosen afterwards.
func TestEndInGerman(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	ends := func(how string) action {
		return holds(fmt.Sprintf(`document.querySelector(".state").innerText.trim() === %q`, how))
	}
	act(t, ctx, "a game", chromedp.Navigate(s.Address()+"#fen=W:WK15:B11"), press("#game-menu"), press("#play-from-here"), press("#start-game"), moved("15x8"), ends("White wins. Black has no pieces left."))
	act(t, ctx, "in German", toSettings, chosen("language", "de"), button("Spielen"), ends("Weiß gewinnt. Schwarz hat keine Steine mehr."))
}

// TestBrokenGame: a game with an error is marked in the list, and shown up to the error, which is told.
func TestBrokenGame(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "x.pdn"), []byte("1. 11-15 *\n\n1. 9-14 22-18 2. 1-32 *\n\n[FEN \"B:W99:B1\"]\n1. 12-16 *\n"), 0o600))
	for _, width := range []int64{1400, 390} {
		ctx, s := browser(t, width), started(t, Options{Folder: folder})
		act(t, ctx, "open", chromedp.Navigate(s.Address()), opens("x.pdn"), lists("3 games, 2 with an error"))
		const marked = `[...document.querySelectorAll(".g")].map(r => !!r.querySelector(".g2")?.title).join()`
		require.Equal(t, "false,true,true", evaluated[string](t, ctx, marked))
		act(t, ctx, "up to the error", reads(2), has(2), shows("Read, but line 3: move 1-32 is illegal"))
		picture(t, ctx, fmt.Sprintf("broken-%d", width))
		act(t, ctx, "none of it", button("Games"), reads(3), shows("game 3, line 5"), has(2))
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
		act(t, ctx, text, run(`document.querySelector("dialog .ib")?.click(); document.querySelector(".steps .toast > .ib")?.click()`), holds(`!document.querySelector("dialog, .steps .toast")`),
			pasted(text), holds(`!!document.querySelector("dialog .problem").textContent`))
		require.Contains(t, strings.ToLower(evaluated[string](t, ctx, `document.querySelector("dialog .problem").textContent`)), strings.ToLower(want), text)
		require.Equal(t, []string{"12-16"}, movesOf(t, ctx))
	}
	act(t, ctx, "a file of them", run(`document.querySelector("dialog .ib")?.click()`), opens("russian.pdn"), shows("Russian draughts"), holds(`!document.querySelector(".g")`))
	act(t, ctx, "a mixed file", opens("mixed.pdn"), lists("4 games, 2 with an error"), shows("Russian draughts, not English draughts"))
	act(t, ctx, "one of them", reads(2), holds(`document.querySelector(".steps .toast.bad")?.innerText.includes("Russian draughts")`))
	require.Equal(t, []string{"12-16"}, movesOf(t, ctx))
	act(t, ctx, "a game beside it", reads(4), holds(`document.querySelector(".sheet .move")?.innerText === "9-14"`))
	require.Equal(t, []string{"9-14"}, movesOf(t, ctx))
}

// TestEarlierPosition: a game that goes on says that the board shows an earlier position, and leads back to its end.
func TestEarlierPosition(t *testing.T) {
	long(t)
	for _, width := range []int64{1400, 390} {
		ctx, s := browser(t, width), started(t, Options{})
		act(t, ctx, "a game", chromedp.Navigate(s.Address()), playing("Black", "1", "5+3", "start"), square(11), square(15), has(2), holds(`!document.querySelector("#to-game")`))
		act(t, ctx, "back", press(`[aria-label="Back"]`), holds(`document.querySelector("#to-game")?.checkVisibility()`), shows("An earlier position"))
		fits(t, ctx, "an earlier position")
		act(t, ctx, "to the game", press("#to-game"), holds(`!document.querySelector("#to-game") && !document.querySelector("#hint").disabled`))
	}
}

// TestOfferDeclined: an offer that the engine declines is no success, and has no tick.
func TestOfferDeclined(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	laid(t, ctx, s, table{game: from("B:W32,31,30:B1"), match: `{"human": "Black", "increment": 0, "moveTime": 1000, "level": 1, "opening": 0, "left": [], "over": "", "conditions": {"side": "Black", "minutes": 0, "seconds": 0, "opening": "here", "level": 1}}`})
	act(t, ctx, "offer", press("#offer"), holds(`!!document.querySelector(".toast")`))
	drawing := func(selector string) string {
		return evaluated[string](t, ctx, fmt.Sprintf(`document.querySelector(%q).innerHTML`, selector))
	}
	require.Equal(t, drawing("#offer svg"), drawing(".toast svg"))
}

// TestSideToMoveFirst: the cards of the sides say who moves first in the game that is set up.
func TestSideToMoveFirst(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	first := func(side string) action {
		return holds(fmt.Sprintf(`[...document.querySelectorAll("#side button")].find(b => b.innerText.includes("moves first")).dataset.value === %q`, side))
	}
	act(t, ctx, "the usual start", chromedp.Navigate(s.Address()), shows("Black to move"), typed("11-15"), has(1), button("Play"), first("Black"))
	act(t, ctx, "a ballot of three moves", chosen("opening", "3move"), first("White"))
	act(t, ctx, "a ballot of two moves", chosen("opening", "other"), first("Black"))
	act(t, ctx, "the analysed position", chosen("other-opening", "here"), first("White"))
}

// TestKeepGame: a finished game goes into a file of games with one press, and Games shows it. Undo takes it out again.
func TestKeepGame(t *testing.T) {
	long(t)
	folder := t.TempDir()
	games := func(name string) int {
		data, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		return strings.Count(string(data), "[Result ")
	}
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "a game", chromedp.Navigate(s.Address()), playing("Black", "1", "none", "start"), square(11), square(15), has(2), resigned, press("#keep-game"), shows("Saved played.pdn."))
	require.Equal(t, 1, games("played.pdn"))
	act(t, ctx, "once", holds(`document.querySelector("#keep-game").disabled && document.querySelector("#keep-game").innerText === "Kept in played.pdn"`))
	act(t, ctx, "another one", press("#rematch"), has(1), resigned, press("#keep-game"), shows("game 2 of 2"))
	require.Equal(t, 2, games("played.pdn"))
	act(t, ctx, "undo", button("Undo"), shows("Undone in played.pdn"), holds(`!document.querySelector("#keep-game").disabled`))
	require.Equal(t, 1, games("played.pdn"))
	act(t, ctx, "in another file", menu, press("#keep-as"), holds(`document.querySelector("#save-name")?.value === "played.pdn"`),
		run(`const n = document.querySelector("#save-name"); n.value = "mine.pdn"; n.dispatchEvent(new Event("input", {bubbles: true}));`), press("#save"), shows("Saved mine.pdn"))
	require.Equal(t, 1, games("mine.pdn"))
	act(t, ctx, "the next one goes there", press("#rematch"), has(0), resigned, press("#keep-game"), shows("game 2 of 2"))
	require.Equal(t, 2, games("mine.pdn"))
	act(t, ctx, "they are in Games", button("Games"), holds(`document.querySelectorAll(".glist .g").length > 0`))
	act(t, ctx, "a rematch at once", button("Play"), press("#rematch"), has(1), resigned, heldBack("inspect"), press("#keep-game"), press("#rematch"), has(0), replied,
		shows("game 3 of 3"), resigned, press("#keep-game"), released, shows("game 4 of 4"))
}

// TestEndOfAGame: how a game has ended is said once, and what comes first is to see what happened, at once and by one press.
func TestEndOfAGame(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	laid(t, ctx, s, table{game: from(""), match: asBlack})
	const ended, said = "White wins. You resigned.", `document.body.innerText.split(%q).length - 1`
	act(t, ctx, "the end", square(11), square(15), has(2), resigned, shows(ended))
	require.Equal(t, 1, evaluated[int](t, ctx, fmt.Sprintf(said, ended)), "times that the end is said")
	act(t, ctx, "the winner's disc", holds(`document.querySelector(".steps .disc").ariaLabel === "White"`))
	require.Equal(t, "See what happened", evaluated[string](t, ctx, `document.querySelector(".choices button").innerText`))
	require.Equal(t, 1, evaluated[int](t, ctx, `document.querySelectorAll(".choices .primary").length`))
	picture(t, ctx, "end-of-a-game")
	act(t, ctx, "an earlier position", press(`[aria-label="Back"]`), shows(ended))
	require.Equal(t, 1, evaluated[int](t, ctx, fmt.Sprintf(said, ended)))
	act(t, ctx, "what happened", button("See what happened"), judged, holds(`!!document.querySelector("#deeper-careful") && !document.querySelector("[data-value=quick]")`))
}

// TestOnePressReport: the tab of a game that has no report makes the quick one, and a deeper one is offered below it. A winner's moves that
// keep the win are good moves.
func TestOnePressReport(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "one press", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("[FEN \"B:WK32:BK1,K2,K3\"]\n1. 1-5 32-28 2. 5-1 28-32 3. 1-6 32-28 4. 6-1 28-32 *"), has(8), button("Report"), judged, shows("50,000 positions were searched for each move"))
	picture(t, ctx, "one-press-report")
	require.Equal(t, "4 of 4", evaluated[string](t, ctx, `document.querySelector(".sides tbody td.n").innerText`), "all of Black's moves keep the win")
	act(t, ctx, "deeper", press("#deeper-careful"), shows("500,000 positions were searched for each move"), holds(`!document.querySelector("#deeper-careful") && !!document.querySelector("#deeper-deep")`))
}

// TestTrainFirst: Problems begins with the trainer, and each list says what it holds.
func TestTrainFirst(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "the trainer", chromedp.Navigate(s.Address()), shows("Black to move"), button("Problems"), holds(`document.querySelector("#panel [aria-checked=true]")?.dataset.value === "train" && !!document.querySelector("#pass")`))
	require.Equal(t, "Train Endings Openings Studies", evaluated[string](t, ctx, `[...document.querySelectorAll("#panel button")].map(b => b.innerText).join(" ")`))
	act(t, ctx, "after a reload", toStudies, chromedp.Reload(), shows("of 30 solved"))
}

// TestTimeOfLevels: that a move takes about a second is said of full strength alone.
func TestTimeOfLevels(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1280), started(t, Options{})
	notNew(t, ctx)
	said := func(want bool) action {
		return holds(fmt.Sprintf(`document.body.innerText.includes("about a second a move") === %t`, want))
	}
	act(t, ctx, "levels", chromedp.Navigate(s.Address()), button("Play"), chosen("level", "1"), chosen("clock", "none"), said(false), chosen("level", "0"), said(true))
}
