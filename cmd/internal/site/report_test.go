package site

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/games/page"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/judge"
)

// judgedGame has a fault and an author's words.
const judgedGame = `[FEN "B:W30:BK22"]
1. 22-17 {mine} 30-26 (30-25 {theirs}) 2. 17-22 26x17 *`

// reported is an expression: the text of the report that the page shows.
const reported = `document.querySelector(".report").innerText.replace(/\s+/g, " ")`

// again makes the report again with the nodes of the default, and waits for it.
func again(after ...action) action {
	return chromedp.Steps(press(".tabs .menu-box button"), press("#again-quick"), chromedp.Steps(after...))
}

// fewNodes has the reports of a page made with fewer nodes than the default, and returns them: the default if ZONDA_LONG is set.
func fewNodes(t *testing.T, ctx context.Context) uint64 {
	t.Helper()
	if os.Getenv("ZONDA_LONG") != "" {
		return judge.DefaultNodes
	}
	const few = 8000 // with which the beginner's game has the same faults
	atFirst(t, ctx, fmt.Sprintf(`
		const send = WebSocket.prototype.send;
		WebSocket.prototype.send = function (message) { send.call(this, message.replace('"nodes":%d', '"nodes":%d')); };`, judge.DefaultNodes, few))
	return few
}

// TestReport: a game has the same report twice in a row, that of zonda analyze with its default. The moves get signs alone; what is
// written into the game then can be undone.
func TestReport(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(judgedGame), has(5), button("Report"), judged)
	first, words := evaluated[string](t, ctx, reported), evaluated[string](t, ctx, gameShown)
	require.Contains(t, words, "??")
	require.NotContains(t, words, "Zonda: ", "values stay out of the game")
	require.Contains(t, words, "mine")
	require.Contains(t, words, "theirs")
	act(t, ctx, "again", again(), holds(`!document.querySelector(".working")`), judged)
	require.Equal(t, first, evaluated[string](t, ctx, reported))
	require.Equal(t, words, evaluated[string](t, ctx, gameShown))

	act(t, ctx, "write", press(".tabs .menu-box button"), press("#write-report"), shows("Comments and better lines are in the game"), holds(gameShown+" !== "+strconv.Quote(words)), chromedp.Sleep(time.Second/2))
	written := evaluated[string](t, ctx, gameShown)
	act(t, ctx, "once only", press(".tabs .menu-box button"), holds(`document.querySelector("#write-report").disabled`), press(".tabs .menu-box button"), holds(`!document.querySelector("#write-report")`))
	act(t, ctx, "undo", withCtrl("z", false), has(5), holds(gameShown+" === "+strconv.Quote(words)))
	act(t, ctx, "redo", withCtrl("y", false), holds(gameShown+" === "+strconv.Quote(written)))
	act(t, ctx, "again, and what is written stays", again(), holds(`!document.querySelector(".working")`), judged, holds(gameShown+" === "+strconv.Quote(written)))
	act(t, ctx, "without its marks", press(".tabs .menu-box button"), press("#unmark"), has(5), shows("mine"), holds(`!document.querySelector(".sheet").innerText.includes("??")`), shows("theirs"))

	games := judge.Of(read(t, judgedGame))
	settings := judge.Settings{Nodes: judge.DefaultNodes, Threads: 1, HashMiB: 16, Concurrency: 1, Rating: 969}
	require.NoError(t, judge.Run(t.Context(), games, settings, func(judge.Finding) error { return nil }))
	judgements := games.Studies[0].Judgements()
	sheets := judge.Sheets(judgements)
	for i, name := range []string{"Black", "White"} {
		s := sheets[i]
		require.Contains(t, first, fmt.Sprintf("%s %d of %d %d %d %d %.2f", name, s.Inaccuracy+s.Mistake+s.Blunder, s.Moves, s.Inaccuracy, s.Mistake, s.Blunder, s.People))
	}
	faults := slices.DeleteFunc(judgements, func(j judge.Judgement) bool { return !j.Mark.Fault() })
	require.Len(t, faults, 1)
	require.Contains(t, first, "2. 17-22 ??", "the fault: %+v", faults[0])
}

// TestReportGoes: a click on a card, on a sign of the chart and on the chart goes to the move, the chart shows where the board is, and
// its line tells the values.
func TestReportGoes(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(judgedGame), has(5), button("Report"), judged)
	const values = `document.querySelector(".chart-box .values").innerText`
	act(t, ctx, "the start", holds(values+`.startsWith("start: Black wins")`))
	act(t, ctx, "a card", press(".tp .head button"), at("17-22"), holds(`!!document.querySelector(".tp.here")`), holds(values+`.startsWith("2. 17-22, 3 of 4 held: Black wins")`))
	act(t, ctx, "back", press(`[aria-label="Back"]`), holds(values+`.startsWith("1… 30-26")`))
	act(t, ctx, "a sign", run(`document.querySelector(".chart .fault").dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: document.querySelector(".chart .fault circle").getBoundingClientRect().x + 5}))`), at("17-22"))
	const right = `(() => { const b = document.querySelector(".chart").getBoundingClientRect(); return b.right - 2; })()`
	act(t, ctx, "the end of the chart", run(`document.querySelector(".chart").dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: `+right+`}))`), at("26x17"))
	act(t, ctx, "next fault and the one before", press(`[aria-label="To the start"]`), chromedp.KeyEvent("n"), at("17-22"), press(`[aria-label="To the end"]`), chromedp.KeyEvent("p"), at("17-22"))
	act(t, ctx, "learn", press("#learn"), shows("find a better move"), shows("Faults of Black"), moved("17-22"), shows("17-22 is not right"),
		press("#hint"), press("#show-move"), shows("Shown"), shows("0 of 1 solved"))
	act(t, ctx, "the problems of the program", press(`.suite [aria-label="Lists: open your own"]`), press(`.suite .menu button:nth-child(2)`), shows("0 of 30 solved"))
	act(t, ctx, "the game is as it was", button("Analyse"), at("17-22"))
}

// heldBack keeps requests of a kind from the server until the page calls release.
func heldBack(kind string) action {
	return run(fmt.Sprintf(`
		const send = WebSocket.prototype.send;
		WebSocket.prototype.send = function (message) {
			const { id, kind } = JSON.parse(message);
			if (kind !== %q) return send.call(this, message);
			window.release = () => {
				this.addEventListener("message", ({ data }) => { if (JSON.parse(data).id === id) window.replied = true; });
				send.call(this, message);
			};
		};`, kind))
}

// released lets go what heldBack holds.
var released = chromedp.Steps(holds("!!window.release"), run("window.release(); delete window.release;"))

// replied lets go what heldBack holds, and waits until the page has the reply.
var replied = chromedp.Steps(run("window.replied = false"), released, holds("window.replied"))

// commented writes at the end of the comment of the move on the board.
func commented(text string) action {
	return chromedp.Steps(run(`if (!document.querySelector(".annotate")) document.querySelector("#comment").click()`), chromedp.SendKeys(".annotate textarea", text))
}

// TestJudgedMeanwhile: a report belongs to the game for which it was asked. What was written meanwhile stays, whatever view is open,
// and verdicts are no part of the author's comment. If moves or the game are gone, the page says so.
func TestJudgedMeanwhile(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	done := holds(`!document.querySelector(".working")`)
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(judgedGame), has(5), heldBack("report"), button("Report"))
	act(t, ctx, "write while it is judged", press(`[aria-label="To the end"]`), at("26"), press(`[aria-label="Back"]`), at("17-22"), commented("why?"),
		press(`[aria-label="Back"]`), at("30-26"), square(17), square(21), has(6), press(`[aria-label="Back"]`), press(`[aria-label="Forward"]`), at("17-22"))
	act(t, ctx, "look at the problems", toStudies, released, shows("The report is ready: it is in Analyse"))
	act(t, ctx, "the verdicts", button("Analyse"), at("17-22"), shows("??"), button("Report"), judged, press(".tabs .menu-box button"), press("#write-report"), shows("Comments and better lines are in the game"), shows("why?"), shows("mine"), shows("theirs"))
	const verdicts = `document.querySelectorAll(".sheet .move").length + " " + document.querySelector(".at .what").innerText`
	first := evaluated[string](t, ctx, verdicts)
	require.Equal(t, "why?", evaluated[string](t, ctx, `document.querySelector(".annotate textarea").value`))
	act(t, ctx, "write on", commented("!"), shows("why?!"))
	act(t, ctx, "judge again", again(released), done)
	require.Equal(t, first, evaluated[string](t, ctx, verdicts))
	act(t, ctx, "undo", withCtrl("z", false), holds(`document.querySelector(".annotate textarea").value === "why?"`), withCtrl("z", false), has(6), shows("why?"), withCtrl("y", false), withCtrl("y", false), shows("why?!"))

	act(t, ctx, "delete moves", again(), press(`[aria-label="Back"]`), at("30-26"), fromMenu("#move-menu", "#delete"), has(2), released,
		shows("3 of its moves are gone"), shows("theirs"))
	act(t, ctx, "another game", again(), fromMenu("#game-menu", "#new-game"), shows("No moves yet"), released, shows("the report is lost. Undo brings the game back"), shows("No moves yet"))
	act(t, ctx, "stop", square(11), square(15), has(1), press("#make-report"), released, judged, press("#deeper-deep"), released,
		holds(`document.querySelector("progress")?.value > 0`), press("#stop-report"), done)
	require.Equal(t, []string{"11-15"}, movesOf(t, ctx))
}

// TestReplay: the page plays through the game to its end, and a key stops it.
func TestReplay(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "play through", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("1. 11-15 23-19 2. 8-11 22-17 *"), has(4), press(`[aria-label="To the start"]`),
		fromMenu("#game-menu", "#replay"), at("11-15"), at("23-19"), at("8-11"), at("22-17"))
	act(t, ctx, "from the start again", fromMenu("#game-menu", "#replay"), at("11-15"), chromedp.KeyEvent("q"), chromedp.Sleep(3*time.Second), at("11-15"))
}

// boardsTurned is an expression: whether the boards of a report below a root stand upside down, and their numbers upright.
func boardsTurned(root string) string {
	return fmt.Sprintf(`[...%[1]s.querySelectorAll(".fault .board")].every(b => getComputedStyle(b).transform.startsWith("matrix(-1")) &&
		getComputedStyle(%[1]s.querySelector(".square-number")).transform.startsWith("matrix(-1")`, root)
}

// TestReportTurns: the small boards of the report turn as the board of the page does.
func TestReportTurns(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	const king = `document.querySelector(".tp .board g[transform]").getAttribute("transform")`
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(judgedGame), has(5), button("Report"), judged)
	before := evaluated[string](t, ctx, king)
	act(t, ctx, "turn", press(`.tools [aria-label="Turn the board"]`), holds(king+" !== "+strconv.Quote(before)))
	act(t, ctx, "turn back", press(`.tools [aria-label="Turn the board"]`), holds(king+" === "+strconv.Quote(before)))
}

// TestReportFile: the file of zonda analyze --html fits a phone, in all of its parts, and its boards can be turned.
func TestReportFile(t *testing.T) {
	long(t)
	games := judge.Collection{}
	name := strings.Repeat("A long name of a player ", 3) + strings.Repeat("x", 80)
	text := fmt.Sprintf("[Event \"%s\"]\n[Black \"%[1]s\"]\n[White \"%[1]s\"]\n", name) +
		"1. 11-15 {" + strings.Repeat("word ", 40) + strings.Repeat("y", 200) + "} 22-18 2. 15x22 25x18 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 *\n\n" + judgedGame
	require.NoError(t, games.Read("games.pdn", strings.NewReader(text)))
	settings := judge.Settings{Nodes: 2000, Threads: 1, HashMiB: 1, Concurrency: 1, Rating: 969}
	require.NoError(t, judge.Run(t.Context(), &games, settings, func(judge.Finding) error { return nil }))
	file := filepath.Join(t.TempDir(), "report.html")
	out, err := os.Create(file)
	require.NoError(t, err)
	require.NoError(t, page.Write(out, name+".pdn", settings.String(), games.Studies, engine.NoEndings))
	require.NoError(t, out.Close())
	for _, width := range []int64{320, 390, 820, 1400} {
		ctx := browser(t, width)
		act(t, ctx, "open", chromedp.Navigate("file://"+file), shows("points that Black could expect"), boardNamed("White: ", "Black: "),
			run(`document.head.insertAdjacentHTML("beforeend", "<style>section.game { content-visibility: visible !important }</style>")`))
		picture(t, ctx, fmt.Sprintf("report-file-%d", width))
		require.LessOrEqual(t, evaluated[int64](t, ctx, "document.documentElement.scrollWidth"), width, "pixels of %d", width)
		turned := boardsTurned("document")
		require.False(t, evaluated[bool](t, ctx, turned))
		act(t, ctx, "turn", button("turn the boards"), holds(turned))
		act(t, ctx, "turn back", run(`document.dispatchEvent(new KeyboardEvent("keydown", {key: "f"}))`), holds("!("+turned+")"))
	}
}
