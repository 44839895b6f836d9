package site

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/explain"
	"github.com/zonda-checkers/zonda/engine/explain/prose"
)

// placesBelow is an expression: where everything stands that is beside the board, but for the lines themselves.
const placesBelow = `JSON.stringify([...document.querySelectorAll(".side section, .side .game-head, .side .sheet, .side .at, .side .tabs, .lines")].map(e => {
	const b = e.getBoundingClientRect();
	return [e.classList[0], Math.round(b.x), Math.round(b.y), Math.round(b.width), Math.round(b.height)];
}))`

// TestNothingJumps: the engine's panel has room for its lines before they come, and keeps it through positions with fewer moves, and
// the panel of the book keeps its own.
func TestNothingJumps(t *testing.T) {
	long(t)
	for _, size := range [][2]int64{{1400, 900}, {1920, 1080}, {820, 1180}, {390, 844}} {
		ctx, s := browser(t, size[0]), started(t, Options{})
		act(t, ctx, "open", chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate(s.Address()), square(11), square(15), has(1),
			run(`window.places = () => `+placesBelow+`;
				document.querySelector("#engine-on").click();
				requestAnimationFrame(() => requestAnimationFrame(() => { window.before = places(); }));`),
			holds(`document.querySelectorAll(".line").length === 3 && !!window.before`))
		require.Equal(t, evaluated[string](t, ctx, "window.before"), evaluated[string](t, ctx, "places()"), "when the lines come, %d", size[0])
		act(t, ctx, "one move alone", square(22), square(18), has(2), holds(`document.querySelectorAll(".lines:not(.stale) .line").length === 1`))
		require.Equal(t, evaluated[string](t, ctx, "window.before"), evaluated[string](t, ctx, "places()"), "with fewer moves, %d", size[0])
	}
}

// module returns the script of a module of the page, whose exports are those of a global variable with the name of its file.
func module(t *testing.T, file string) string {
	vendor, err := filepath.Abs("page/vendor")
	require.NoError(t, err)
	alias := map[string]string{}
	for name, file := range map[string]string{
		"preact": "preact/preact.mjs", "preact/hooks": "preact/hooks.mjs", "preact/jsx-runtime": "preact/jsxRuntime.mjs",
		"@preact/signals": "signals/signals.mjs", "@preact/signals-core": "signals-core/signals-core.mjs",
	} {
		alias[name] = filepath.Join(vendor, file)
	}
	built := api.Build(api.BuildOptions{
		EntryPoints: []string{"page/src/" + file}, Bundle: true, Format: api.FormatIIFE, GlobalName: "exported", Target: api.ES2022,
		JSX: api.JSXAutomatic, JSXImportSource: "preact", Alias: alias,
	})
	require.Empty(t, built.Errors)
	return fmt.Sprintf("%s; window.%s = exported;", built.OutputFiles[0].Contents, strings.TrimSuffix(file, filepath.Ext(file)))
}

// TestReasonsAreProse: the sentences of the page are in English those of package prose, which the prompt and reports have.
func TestReasonsAreProse(t *testing.T) {
	long(t)
	db, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	ctx := browser(t, 1400)
	act(t, ctx, "load", chromedp.Navigate("about:blank"), run(module(t, "reasons.ts")))
	for _, fen := range []string{
		"B:WK7,K11:BK4,22", "W:WK4,K15,29:B21,K24,K26", "W:W10,18,K23:B20,K25,K30", "B:WK6,K18,20:B12,K17,K19", "W:WK19,K23:B12,K28",
		"W:WK32:BK26", "B:W13,20,23:B11,15,K28", "B:WK29:BK1,K2", "W:WK29:BK1,K2", "B:W22:B13", "W:W5:B1,9", "W:WK10,K14:BK1,K2,5",
		"B:WK13,24:BK10,K12", "W:WK8,K22:BK2,K19", "B:W5,K7,K18:B1,K26,K32", "B:WK9,21:B14,17,K20,K27", "W:WK16,21,28:B13,K18,23", "W:WK3,K32:B9", "W:WK14,K22:B3,7",
	} {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		e := explain.Of(context.Background(), db, p)
		told, err := json.Marshal(e)
		require.NoError(t, err)
		said := evaluated[[]string](t, ctx, fmt.Sprintf(`reasons.reasons(%s).map(parts => parts.map(part => part.text ?? part).join("").replaceAll("×", "x"))`, told))
		require.Equal(t, prose.Sentences(e), said, fen)
	}
}

// TestScoresInWords: a score is said by its limits, and its chip has the colour of the side that is better.
func TestScoresInWords(t *testing.T) {
	long(t)
	ctx := browser(t, 1400)
	act(t, ctx, "load", chromedp.Navigate("about:blank"), run(module(t, "score.tsx")))
	for score, want := range map[string]string{
		`{side: "", man: 0, result: "", plies: 0}`:                               "Even||0.00",
		`{side: "Black", man: 0.14, result: "", plies: 0}`:                       "Even||0.14",
		`{side: "White", man: 0.15, result: "", plies: 0}`:                       "White is a little better|w|0.15",
		`{side: "Black", man: 0.4, result: "", plies: 0}`:                        "Black is better|b|0.40",
		`{side: "White", man: 0.9, result: "", plies: 0}`:                        "White is much better|w|0.90",
		`{side: "Black", man: 1.8, result: "", plies: 0}`:                        "Black is winning|b|1.80",
		`{side: "White", man: 1.2, result: "", plies: 0, black: 0, white: 0.98}`: "White is winning|w|1.20", // as the report says of such a chance
		`{side: "White", man: 0, result: "win", plies: 55}`:                      "White wins in 28 moves|w|in 28",
		`{side: "Black", man: 0, result: "win", plies: 1}`:                       "Black wins in 1 move|b|in 1",
		`{side: "Black", man: 0, result: "win", plies: 0}`:                       "Black wins|b|wins",
		`{side: "", man: 0, result: "draw", plies: 0}`:                           "Draw||½",
		`{side: "Black", man: 0.001, result: "", plies: 0}`:                      "Even||0.00",
	} {
		got := evaluated[string](t, ctx, fmt.Sprintf(`(() => {
			const s = %s, chip = score.Chip({score: s});
			return [score.scoreText(s), chip.props.class.split(" ").filter(c => c === "b" || c === "w").join(), chip.props.children].join("|");
		})()`, score))
		require.Equal(t, want, got, score)
	}
}

// TestPercent: only what is certain is 0 or 100 %, and the three chances are 100 together.
func TestPercent(t *testing.T) {
	long(t)
	ctx := browser(t, 1400)
	act(t, ctx, "load", chromedp.Navigate("about:blank"), run(module(t, "score.tsx")))
	for chances, want := range map[string][]int{
		"{black: 0.998, white: 0.001}": {99, 0, 1}, "{black: 1, white: 0}": {100, 0, 0}, "{black: 0, white: 0}": {0, 100, 0}, "{black: 0.985, white: 0.015}": {99, 0, 1}, "{black: 0.25, white: 0.25}": {25, 50, 25},
	} {
		require.Equal(t, want, evaluated[[]int](t, ctx, "score.percents("+chances+")"), chances)
	}
}

// TestOneSentence: where it is known who wins, the state below the board says so with whose move it is, and a game that was ended says how.
func TestOneSentence(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	state := func(want string) action {
		return holds(fmt.Sprintf(`document.querySelector(".steps .txt:not(.notice)")?.innerText.trim() === %q`, want))
	}
	act(t, ctx, "an ending", chromedp.Navigate(s.Address()), state("Black to move"), pasted("W:WK29:BK1,K2"), state("White to move: Black wins"), pasted("B:WK29:BK1,K2"), state("Black to move: Black wins"),
		pasted("W:WK32:BK1"), state("White to move: Draw"), pasted("1. 11-15 23-19 1-0"), state("Black to move"), press(`[aria-label="To the end"]`), at("23-19"), state("Black wins."), press(`[aria-label="Back"]`), state("White to move"))
	act(t, ctx, "no sign", press("#engine-on"), chromedp.WaitVisible(".line .score"), holds(`![...document.querySelectorAll(".chip")].some(chip => /[+−-]/.test(chip.innerText))`))
}

// TestThreatOnTheBoard: key t shows by an arrow and in words what the other side would do, and the lines go on.
func TestThreatOnTheBoard(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("W:W18,32:B11,3"), shows("White to move"), press("#engine-on"), chromedp.WaitVisible(".line .score"))
	act(t, ctx, "threat", run("document.activeElement.blur()"), chromedp.KeyEvent("t"), holds(`!!document.querySelector(".arrow-fault")`), shows("Threat "),
		holds(`!document.querySelector(".lines.stale") && document.querySelectorAll(".line").length > 0`))
	act(t, ctx, "the next position", typed("32-28"), holds(`document.querySelectorAll(".arrow-fault").length === 1`))
	act(t, ctx, "no longer", chromedp.KeyEvent("t"), holds(`!document.querySelector(".arrow-fault") && !document.querySelector(".threat")`))
}

// TestBestMove: space and the lamp play the best move, also while the engine is off.
func TestBestMove(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "the lamp", chromedp.Navigate(s.Address()), shows("Black to move"), press(`[aria-label="Play the best move"]`), has(1), holds(`document.querySelector("#engine-on").checked`))
	act(t, ctx, "space", run("document.activeElement.blur()"), chromedp.WaitVisible(".lines:not(.stale) .line .score"), chromedp.KeyEvent(" "), has(2))
}

// TestEndingsInWords: the best move is first, the only win is said, an end is told, and the bar shows what is certain.
func TestEndingsInWords(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "the only win", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("W:WK23,K32:B12,K24"), shows("White wins in 28 moves"), shows("White to move and win"),
		holds(`document.querySelector("#endings tbody tr").innerText.replace(/\s+/g, " ") === "23-18 wins in 28 moves the only win"`))
	kinds := evaluated[string](t, ctx, `[...document.querySelectorAll("#endings .value")].map(v => v.classList[2]).join(" ")`)
	require.Equal(t, "win draw draw loss loss loss", kinds)
	act(t, ctx, "the bar", holds(`document.querySelector(".wdl").getAttribute("aria-label") === "Black wins 0 % · draw 0 % · White wins 100 %" && document.querySelectorAll(".wdl i").length === 1`))
	act(t, ctx, "a longer win", pasted("B:WK18:BK1,K2,K25"), shows("Show the win"), holds(`getComputedStyle(document.querySelector("#endings thead td")).borderTopWidth === "0px"`), holds(`[...document.querySelectorAll("#endings td:last-child")].some(c => / longer$/.test(c.innerText))`))
	act(t, ctx, "the end", pasted("W:W32:B28,27"), shows("White to move"), typed("32x23"), shows("Black to move"))
	act(t, ctx, "no pieces", pasted("W:W32:B27"), shows("and must capture"), typed("32x23"), shows("Black has lost: no pieces left"))
	act(t, ctx, "no pieces of the other side", pasted("W:WK1:B"), shows("Black has lost: no pieces left"))
	require.False(t, evaluated[bool](t, ctx, `!!document.querySelector("#endings")`), "a game that is over has no table")
}

// TestLateWalk: best play that comes when the board has another position is not played.
func TestLateWalk(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "walk", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("B:WK29:BK1,K2"), button("Endings"), heldBack("perfect"), press("#walk"), typed("2-7"), has(1), replied)
	act(t, ctx, "go on", typed("29-25"), has(2))
}

// TestWhy: an ending is explained when the reader asks, here and in the positions that follow. A press adds a line to the game.
func TestWhy(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "not asked", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("B:WK7,K11:BK4,22"), shows("Explain this ending"), holds(`!document.querySelector("#why p")`))
	act(t, ctx, "asked", press("#why summary"), shows("22-25 looks natural and loses in 6 moves: 7-10 25-29 10-14 29-25 14-17 – and no move of Black is safe."), shows("Black draws with one of 3 moves: 22-26."),
		shows("with 7 only moves in a row:"), shows("With White on 27, Black belongs on 32."), shows("4-8 gives a piece away."), chromedp.Evaluate[chromedp.Void](axe(t)))
	require.Empty(t, evaluated[string](t, ctx, strings.Replace(serious, "axe.run(", `axe.run("#why", `, 1)))
	act(t, ctx, "a line", press("#why .moves"), at("22-25"), has(6), shows("White wins in 6 to 19 moves with "), shows("The plan:"))
	act(t, ctx, "a win", pasted("W:WK32:BK26"), shows("32-28 looks natural and throws the win away: 26-22 and 26-23 draw."), shows("If it were the other side's move, White would draw."))
	act(t, ctx, "in German", toSettings, chosen("language", "de"), button("Analyse"), shows("32-28 sieht natürlich aus und verschenkt den Gewinn: 26-22 und 26-23 halten remis."),
		shows("Weiß gewinnt in 5 Zügen mit einem von 2 Zügen: 32-27."), shows("Der Plan: Weiß schlägt einen Stein im 5. Zug (30×21)."))
	act(t, ctx, "closed", press("#why summary"), holds(`!document.querySelector("#why p")`))
}

// TestBookOfTheReader: Book says where it ends, and how often the reader's own games went on with each move.
func TestBookOfTheReader(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	const games = "1. 11-15 23-19 1-0\n\n1. 11-15 23-19 1/2-1/2\n\n1. 11-15 22-18 0-1\n"
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), typed("11-15"), fromMenu("#game-menu", "#open-file"), holds(`!!document.querySelector("#pdn-file")`), uploaded("#pdn-file", "own.pdn", games), shows("own.pdn"), button("Analyse"),
		shows("3 games of own.pdn reached this position."))
	row := evaluated[string](t, ctx, `[...document.querySelectorAll("#book tr")].find(r => r.innerText.startsWith("23-19")).querySelector(".share").title`)
	require.Equal(t, "1 won by Black, 1 drawn, 0 won by White", row)
	act(t, ctx, "show them", press("#show-games"), shows("3 of 3"), button("Analyse"))
	act(t, ctx, "past the book", pasted("1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 19-16 *"), press(`[aria-label="To the end"]`), shows("The book ends at "), press(".empty .link"),
		holds(`document.querySelectorAll("#book .meter").length > 0`))
}

// TestBookAfterSaving: the games of a file are counted anew when it is saved.
func TestBookAfterSaving(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "own.pdn"), []byte("1. 11-15 23-19 *\n"), 0o600))
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "before", chromedp.Navigate(s.Address()), shows("Black to move"), typed("11-15"), opens("own.pdn"), button("Analyse"), shows("1 game of own.pdn reached this position."))
	act(t, ctx, "after", named("own.pdn"), answered("Add as game 2"), shows("2 games of own.pdn reached this position."))
}

// TestLongVariation: a long variation is folded until it is opened; every variation and every move behind a comment has a number.
func TestLongVariation(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "a long variation", chromedp.Navigate(s.Address()), shows("Black to move"),
		pasted("1. 11-15 {one} 23-19 (1... 22-18 2. 15x22 26x17 3. 7-11 30-26 4. 10-15 23-18 5. 15x22 25x18 6. 9-14 17x10 7. 6x22 26x17 8. 11-16 31-26 9. 16-20 26-23 10. 2-6 24-19 11. 6-10 29-25 12. 1-6 23-18 13. 12-16 19x12 14. 10-14 17x1 15. 20-24 28x19 16. 3-7 12x3) *"),
		holds(`/^and \d+ more$/.test(document.querySelector(".vari .more")?.innerText)`),
		holds(`document.querySelector(".vari s").innerText === "1…" && [...document.querySelectorAll(".mv")].map(r => r.innerText.replace(/\s+/g, " ")).join("|") === "1 11-15 …|1 … 23-19"`))
	folded := len(movesOf(t, ctx))
	act(t, ctx, "unfold", press(".vari .more"), holds(`!document.querySelector(".vari .more")`), chromedp.KeyEvent(kb.End))
	require.Greater(t, len(movesOf(t, ctx)), folded+5)
}

// TestGameChart: a wide window shows the chart of a judged game beside the book, and a press on it goes to the move.
func TestGameChart(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1920), started(t, Options{})
	act(t, ctx, "judge", chromedp.EmulateViewport(1920, 1080), chromedp.Navigate(s.Address()), shows("Black to move"), pasted("1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 *"),
		button("Report"), holds(`!!document.querySelector(".report .chart")`), button("Book"), chromedp.WaitVisible(".game-chart .chart"))
	act(t, ctx, "to the end", run(`
		const chart = document.querySelector(".game-chart .chart"), b = chart.getBoundingClientRect();
		chart.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: b.right - 1, clientY: b.top + b.height / 2}));`), at("21x14"))
	act(t, ctx, "a narrow window", chromedp.EmulateViewport(1400, 900), chromedp.WaitNotVisible(".game-chart"))
}

// TestDefence: who doubts a win plays the loser's moves, each of which is answered until the game is over; what was tried is a tree, and
// another defence branches off.
func TestDefence(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	const toMove, tried = `document.querySelector(".state").innerText.includes("White to move")`, `document.querySelectorAll(".tried > li").length`
	act(t, ctx, "begin", chromedp.Navigate(s.Address()), chromedp.Evaluate[chromedp.Void](axe(t)), shows("Black to move"), pasted("W:WK2:BK1,K8"), button("Endings"), shows("Black wins in 3 moves"), press("#defend"), shows("Move for White"), holds(toMove))
	const over = `document.body.innerText.includes("Black wins: White")`
	for moves := 2; moves <= 6 && !evaluated[bool](t, ctx, over); moves += 2 {
		act(t, ctx, "a move", pressedNext, pressedNext, holds(fmt.Sprintf(`%s || document.querySelectorAll(".sheet .move").length === %d && %s`, over, moves, toMove)))
	}
	act(t, ctx, "lost", holds(over), holds(`/lost in [123] move/.test(document.querySelector(".tried").innerText)`), holds(tried+" === 1"))
	lost := evaluated[int](t, ctx, `document.querySelectorAll(".sheet .move").length`)
	act(t, ctx, "another", press("#defend-again"), holds(toMove), shows("1 of 2 first moves tried"), holds(`document.querySelectorAll("#endings tbody button").length === 2`))
	first := evaluated[string](t, ctx, `document.querySelector(".tried button").innerText.split(" ")[0]`)
	other := evaluated[string](t, ctx, fmt.Sprintf(`[...document.querySelectorAll("#endings tbody button")].map(b => b.innerText).find(move => move !== %q)`, first))
	act(t, ctx, "it is answered", typed(other), has(lost+2), holds(tried+" === 2"), shows("2 of 2 first moves tried"))
	for _, size := range [][2]int64{{1400, 900}, {390, 844}, {320, 568}} {
		act(t, ctx, "size", inWindow(size[0], size[1], 1), run(`scrollTo({top: 1e6, behavior: "instant"})`), chromedp.Sleep(300*time.Millisecond)) // above the bar of a telephone
		require.Empty(t, evaluated[string](t, ctx, tooWide), "%v", size)
		require.Empty(t, evaluated[string](t, ctx, serious), "%v", size)
		windowPicture(t, ctx, fmt.Sprintf("defence-%d", size[0]))
	}
	act(t, ctx, "enough", inWindow(1400, 900, 1), button("Enough"), holds(`!document.querySelector(".defence") && !!document.querySelector("#defend")`), typed("7-2"), has(lost+3), chromedp.Sleep(time.Second), has(lost+3))
}

// TestDefenceBySearch: a win that only a search has proven is defended too, each answer is proven again, and where that takes long the
// page says so and goes on. In a draw the user tries to win, which switches the engine on.
func TestDefenceBySearch(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	toMove := func(side string) action {
		return holds(fmt.Sprintf(`document.querySelector(".state").innerText.includes("%s to move")`, side))
	}
	const line = `[...document.querySelectorAll(".lines:not(.stale) .move.first")].map(b => b.innerText)`
	act(t, ctx, "a draw", chromedp.Navigate(s.Address()), chromedp.Evaluate[chromedp.Void](axe(t)), shows("Black to move"), pasted("W:WK32:BK1"), button("Endings"), press("#defend"), shows("Try to win with White"), pressedNext, pressedNext, has(2), toMove("White"), shows("1 of 2 first moves tried"), button("Enough"))
	act(t, ctx, "proven", pasted("W:WK1,K15,K19,21:B14,17,K28,K31"), shows("White to move"), chromedp.WaitVisible("#doubt"))
	for _, size := range [][2]int64{{1400, 900}, {390, 844}, {320, 568}} {
		act(t, ctx, "offered", inWindow(size[0], size[1], 1), run(`document.querySelector('.engine:not(.all) [aria-label="All lines"]')?.click()`), chromedp.WaitVisible("#doubt"))
		windowPicture(t, ctx, fmt.Sprintf("defence-offered-%d", size[0]))
		require.Empty(t, evaluated[string](t, ctx, tooWide), "%v", size)
		require.Empty(t, evaluated[string](t, ctx, serious), "%v", size)
	}
	act(t, ctx, "begun", press("#doubt"), shows("Move for Black"), has(1), toMove("Black"))
	act(t, ctx, "a defence", pressedNext, pressedNext, has(3), holds(`document.querySelectorAll(".tried > li").length === 1`))
	for _, size := range [][2]int64{{1920, 1080}, {1400, 900}, {390, 844}, {320, 568}} {
		act(t, ctx, "size", inWindow(size[0], size[1], 1), run(`scrollTo({top: 1e6, behavior: "instant"})`), chromedp.Sleep(300*time.Millisecond))
		require.Empty(t, evaluated[string](t, ctx, tooWide), "%v", size)
		require.Empty(t, evaluated[string](t, ctx, serious), "%v", size)
		windowPicture(t, ctx, fmt.Sprintf("defence-search-%d", size[0]))
	}
	act(t, ctx, "back", inWindow(1400, 900, 1), press("#defend-again"), toMove("Black"), holds(line+`.length > 1`))
	first := evaluated[string](t, ctx, `document.querySelector(".tried button").innerText.split(" ")[0]`)
	other := evaluated[string](t, ctx, fmt.Sprintf(`%s.find(move => move !== %q)`, line, first))
	if inPage == "" { // requests to an engine in the page are not held back
		act(t, ctx, "no proof", heldBack("analyze"), run(`const late = setTimeout; window.setTimeout = (work, time) => late(work, time === 10000 ? 0 : time)`),
			typed(other), shows("Nothing is proven after 10 seconds."), has(4), released, has(5))
	}
}

// TestDefenceByCertificate: a certificate in the folder proves a win without a search, and its moves answer each defence.
func TestDefenceByCertificate(t *testing.T) {
	ofBoard(t)
	folder := t.TempDir()
	writeCertificate(t, filepath.Join(folder, "surprise.proof"), surprise)
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "proven", chromedp.Navigate(s.Address()), chromedp.Evaluate[chromedp.Void](axe(t)), shows("Black to move"), pasted(surprise), shows("White wins: surprise.proof proves it."), press("#doubt-proof"), at("2-7"), shows("Move for Black"))
	act(t, ctx, "the only capture", typed("10x3"), has(3), at("16-11"))
	require.False(t, evaluated[bool](t, ctx, `document.querySelector("#engine-on").checked`), "no search was needed")
	require.Empty(t, evaluated[string](t, ctx, serious))
	windowPicture(t, ctx, "defence-certificate")
	act(t, ctx, "an answer of the databases or a search", pressedNext, pressedNext, has(5))
}
