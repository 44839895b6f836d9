package webboard

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/analyze"
	"github.com/zonda-checkers/zonda/cmd/internal/analyze/page"
)

// judgedGame has a fault and an author's words.
const judgedGame = `[FEN "B:W30:BK22"]
1. 22-17 {mine} 30-26 (30-25 {theirs}) 2. 17-22 26x17 *`

// TestReport: a game has the same report twice in a row, that of zonda analyze with its default, and the moves get comments
// on faults alone.
func TestReport(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	const report = `document.querySelector(".report").shadowRoot.querySelector("section").textContent`
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(judgedGame), has(5), button("Report"), button("Judge the game"), judged)
	first, words := evaluated[string](t, ctx, report), evaluated[string](t, ctx, gameShown)
	require.Equal(t, 2, strings.Count(words, "Zonda: "), "a fault and the better line: %s", words)
	require.Contains(t, words, "mine")
	require.Contains(t, words, "theirs")
	act(t, ctx, "again", button("Judge the game"), holds(`!document.querySelector("#make-report").disabled`), judged)
	require.Equal(t, first, evaluated[string](t, ctx, report))
	require.Equal(t, words, evaluated[string](t, ctx, gameShown))

	games := analyze.Of(read(t, judgedGame))
	settings := analyze.Settings{Nodes: analyze.DefaultNodes, Threads: 1, HashMiB: reportHash, Concurrency: 1}
	require.NoError(t, analyze.Run(t.Context(), games, settings, func(analyze.Finding) error { return nil }))
	var html strings.Builder
	require.NoError(t, page.WriteGame(&html, games.Studies[0]))
	text, err := json.Marshal(html.String())
	require.NoError(t, err)
	require.Equal(t, evaluated[string](t, ctx, `(() => {
		const other = document.createElement("div");
		other.innerHTML = `+string(text)+`;
		return other.querySelector("section").textContent;
	})()`), first)
}

// heldBack keeps requests of a kind from the server until the page calls release.
func heldBack(kind string) action {
	return run(fmt.Sprintf(`
		const send = WebSocket.prototype.send;
		WebSocket.prototype.send = function (message) {
			if (JSON.parse(message).kind !== %q) return send.call(this, message);
			window.release = () => send.call(this, message);
		};`, kind))
}

// released lets go what heldBack holds.
var released = chromedp.Steps(holds("!!window.release"), run("window.release(); delete window.release;"))

// commented writes at the end of the comment of the move on the board.
func commented(text string) action {
	return chromedp.Steps(run(`if (!document.querySelector(".annotate")) document.querySelector("#comment").click()`), chromedp.SendKeys(".annotate textarea", text))
}

// TestJudgedMeanwhile: a report belongs to the game for which it was asked. What was written meanwhile stays, whatever view is open,
// and verdicts are no part of the author's comment. If moves or the game are gone, the page says so.
func TestJudgedMeanwhile(t *testing.T) {
	ctx, s := browser(t, 1400), started(t, Options{})
	done := holds(`!document.querySelector("#make-report")?.disabled`)
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(judgedGame), has(5), button("Report"), heldBack("report"))
	act(t, ctx, "write while it is judged", button("Judge the game"), press(`[aria-label="To the end"]`), at("26x17"), press(`[aria-label="Back"]`), at("17-22"), commented("why?"),
		press(`[aria-label="Back"]`), at("30-26"), typed("17-21"), has(6), press(`[aria-label="Back"]`), press(`[aria-label="Forward"]`), at("17-22"))
	act(t, ctx, "look at the problems", button("Problems"), shows("0 of 30 solved"), released, shows("The game is judged: its report is in Analyse"))
	act(t, ctx, "the verdicts", button("Analyse"), at("17-22"), button("Report"), judged, shows("why?Zonda: "), shows("mine"), shows("theirs"))
	const verdicts = `[...document.querySelectorAll(".sheet .comment")].map(c => c.innerText).filter(text => text.startsWith("Zonda: "))`
	first := evaluated[[]string](t, ctx, verdicts)
	require.Len(t, first, 2, "a fault and the better line")
	require.Equal(t, "why?", evaluated[string](t, ctx, `document.querySelector(".annotate textarea").value`))
	act(t, ctx, "write on", commented("!"), shows("why?!Zonda: "))
	act(t, ctx, "judge again", button("Judge the game"), released, done)
	require.Equal(t, first, evaluated[[]string](t, ctx, verdicts))
	act(t, ctx, "undo", withCtrl("z", false), holds(`document.querySelector(".annotate textarea").value === "why?"`), withCtrl("z", false), holds(verdicts+".length === 0"), shows("why?"), withCtrl("y", false), withCtrl("y", false), shows("why?!"))

	act(t, ctx, "delete moves", button("Judge the game"), press(`[aria-label="Back"]`), at("30-26"), button("Delete from here"), has(2), released,
		shows("3 of its moves are no longer there"), shows("theirs"))
	act(t, ctx, "another game", button("Judge the game"), button("Game"), button("New game"), shows("No moves yet"), released, shows("its report is lost. Undo brings the game back"), shows("No moves yet"))
	act(t, ctx, "stop", typed("11-15"), has(1), button("Report"), choose("#report-nodes", "5000000"), button("Judge the game"), released,
		holds(`document.querySelector("progress")?.value > 0`), press("#stop-report"), done)
	require.Equal(t, []string{"11-15"}, movesOf(t, ctx))
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
	turned := boardsTurned(`document.querySelector(".report").shadowRoot`)
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(judgedGame), has(5), button("Report"), button("Judge the game"), judged)
	require.False(t, evaluated[bool](t, ctx, turned))
	act(t, ctx, "turn", button("Flip"), holds(turned))
	act(t, ctx, "turn back", button("Flip"), holds("!("+turned+")"))
}

// TestReportFile: the file of zonda analyze --html fits a phone, in all of its parts, and its boards can be turned.
func TestReportFile(t *testing.T) {
	long(t)
	games := analyze.Collection{}
	name := strings.Repeat("A long name of a player ", 3) + strings.Repeat("x", 80)
	text := fmt.Sprintf("[Event \"%s\"]\n[Black \"%[1]s\"]\n[White \"%[1]s\"]\n", name) +
		"1. 11-15 {" + strings.Repeat("word ", 40) + strings.Repeat("y", 200) + "} 22-18 2. 15x22 25x18 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 *\n\n" + judgedGame
	require.NoError(t, games.Read("games.pdn", strings.NewReader(text)))
	settings := analyze.Settings{Nodes: 2000, Threads: 1, HashMiB: 1, Concurrency: 1}
	require.NoError(t, analyze.Run(t.Context(), &games, settings, func(analyze.Finding) error { return nil }))
	file := filepath.Join(t.TempDir(), "report.html")
	out, err := os.Create(file)
	require.NoError(t, err)
	require.NoError(t, page.Write(out, name+".pdn", settings.String(), games.Studies))
	require.NoError(t, out.Close())
	for _, width := range []int64{320, 390, 820, 1400} {
		ctx := browser(t, width)
		act(t, ctx, "open", chromedp.Navigate("file://"+file), shows("points that Black could expect"),
			run(`document.head.insertAdjacentHTML("beforeend", "<style>section.game { content-visibility: visible !important }</style>")`))
		picture(t, ctx, fmt.Sprintf("report-file-%d", width))
		require.LessOrEqual(t, evaluated[int64](t, ctx, "document.documentElement.scrollWidth"), width, "pixels of %d", width)
		turned := boardsTurned("document")
		require.False(t, evaluated[bool](t, ctx, turned))
		act(t, ctx, "turn", button("turn the boards"), holds(turned))
		act(t, ctx, "turn back", run(`document.dispatchEvent(new KeyboardEvent("keydown", {key: "f"}))`), holds("!("+turned+")"))
	}
}
