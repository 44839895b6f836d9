package site

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// problemRow presses a problem of the list, the first being 1, and waits until it is open.
func problemRow(n int) action {
	return chromedp.Steps(press(fmt.Sprintf(".glist .g:nth-child(%d)", n)), holds(fmt.Sprintf(`!!document.querySelector(".glist .g:nth-child(%d)[aria-current]")`, n)))
}

// toStudies opens the list of the program's problems.
var toStudies = chromedp.Steps(button("Problems"), press("#panel [data-value=list]"), shows("of 30 solved"))

// moved makes a move of one step or jump, or of several with one end.
func moved(move string) action {
	var from, to int
	fmt.Sscanf(strings.ReplaceAll(move, "x", "-"), "%d-%d", &from, &to)
	return chromedp.Steps(square(from), square(to))
}

// solution is an expression: the moves of the solution that were made.
const solution = `[...document.querySelectorAll(".played .move:not(.gap)")].map(b => b.textContent.replace("×", "x")).join(" ")`

// TestProblems: a wrong move goes back, a hint shows the piece and then the move, the engine answers, the score tells what was solved
// alone, and a page that is loaded again goes on with the problem.
func TestProblems(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), moved("11-15"), shows("White to move"), judges(), toStudies, shows("0 of 30 solved"))
	act(t, ctx, "choose", problemRow(17), shows("White to move and win"), shows("Banks v Jordan, 1911"), shows("Move 1 of "))
	act(t, ctx, "a wrong move", moved("30-26"), shows("30-26 is not right"), holds(`document.querySelector('[data-square="26"]').ariaLabel.includes("king")`),
		holds(`document.querySelector('[data-square="30"]').ariaLabel.includes("king")`), holds(solution+` === ""`))
	act(t, ctx, "a hint", press("#hint"), shows("it has the ring."), holds(`!!document.querySelector(".board .hint")`))
	act(t, ctx, "another one", press("#hint"), shows("The move is 2-7"), holds(`!!document.querySelector(".board .arrow")`))
	act(t, ctx, "the move", moved("2-7"), shows("2-7 is right"), shows("Zonda answered 10×3, it had to"), shows("Move 2 of "), holds(solution+` === "2-7 10x3"`))
	act(t, ctx, "a reload", chromedp.Reload(), holds(solution+` === "2-7 10x3"`), shows("Move 2 of "))
	act(t, ctx, "a move at the wrong place", press(`[aria-label="Back"]`), moved("10-3"), shows("Here it is the engine's turn"), press(`[aria-label="Forward"]`))
	const maxSteps, done = 5, `!!document.querySelector("#next-problem")`
	made := func() []string {
		t.Helper()
		return strings.Fields(evaluated[string](t, ctx, solution))
	}
	shown := func() {
		t.Helper()
		for range maxSteps {
			if evaluated[bool](t, ctx, done) {
				break
			}
			act(t, ctx, "show the move", press("#show-move"), holds(fmt.Sprintf(`%s.split(" ").length > %d && (%s || !document.querySelector(".call.well"))`, solution, len(made()), done)))
		}
	}
	shown()
	act(t, ctx, "shown is not solved", shows("Shown"), holds(`!document.body.innerText.includes("Solved") && !document.querySelector(".call.green")`), shows("0 of 30 solved"),
		holds(`document.querySelectorAll('[title="shown: try again"]').length === 1`), holds(`document.querySelector(".stat b").innerText === "0"`), chromedp.Reload(),
		shows("Shown"), shows("0 of 30 solved"), holds(`document.querySelectorAll('[title="shown: try again"]').length === 1`), holds(solution+` !== ""`))
	alone := `document.body.innerText.includes("You found it alone")`
	for !evaluated[bool](t, ctx, alone) { // a search that has less time may answer another move, or see later that it is solved
		moves := made()
		act(t, ctx, "start over", press(`[aria-label="Start over"]`), holds(solution+` === ""`))
		for i := 0; i < len(moves) && slices.Equal(made(), moves[:i]); i += 2 {
			act(t, ctx, "alone", moved(moves[i]), holds(fmt.Sprintf(`%s || %s.split(" ").length >= %d`, done, solution, i+2)))
		}
		shown()
	}
	act(t, ctx, "alone", holds(alone), shows("1 of 30 solved"), holds(`!document.querySelector('[title="shown: try again"]')`), holds(`document.querySelector(".stat b").innerText === "1"`))
	act(t, ctx, "next", press("#next-problem"), holds(`!!document.querySelector(".glist .g:nth-child(18)[aria-current]")`), chromedp.Reload(),
		holds(`!!document.querySelector(".glist .g:nth-child(18)[aria-current]")`), shows("1 of 30 solved"))
	const own = "id,fen,result,key_moves\na,\"B:WK29:BK1,K2\",win,\nb,W:W32:B1,draw,\n"
	act(t, ctx, "own problems", uploaded(".problems-file", "own.csv", own), shows("0 of 2 solved"), shows("own.csv"), problemRow(2))
	act(t, ctx, "own problems after a reload", chromedp.Reload(), shows("0 of 2 solved"), holds(`!!document.querySelector(".glist .g:nth-child(2)[aria-current]")`))
	act(t, ctx, "more than the browser keeps", run(`Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); }`),
		uploaded(".problems-file", "other.csv", own+"bad,B:W99:B1,win,\n"), shows("The browser has no room to keep these problems"), shows("Left out: other.csv:4"))
	act(t, ctx, "a reload", chromedp.Reload(), press("#panel [data-value=list]"), shows("1 of 30 solved"))
	act(t, ctx, "own problems again", uploaded(".problems-file", "own.csv", own), shows("0 of 2 solved"))
	act(t, ctx, "problems in lines of JSON", holds(`document.querySelector(".problems-file").accept.split(",").includes(".jsonl")`),
		uploaded(".problems-file", "list.jsonl", `{"fen":"W:W32:B1","result":"draw"}`), shows("0 of 1 solved"), shows("list.jsonl"))
	act(t, ctx, "back", press(`.suite [aria-label="Lists: open your own"]`), press(`.suite .menu button:nth-child(2)`), shows("1 of 30 solved"))
	act(t, ctx, "the analysis is as it was", button("Analyse"), at("11-15"))
	act(t, ctx, "analyse a problem", button("Problems"), press(`[aria-label="Analyse it"]`), holds(`!!document.querySelector(".app[data-view=analyse]")`),
		withCtrl("z", false), at("11-15"))
}

// TestShownSolutionHasAReason: who is shown a solution reads what it wins, or why it is the only way.
func TestShownSolutionHasAReason(t *testing.T) {
	ofBoard(t)
	const list = `{"id":"a","fen":"B:W19,20,21,22,24:B3,8,11,13,14","result":"unknown","claim":"man","key_moves":["8-12"],"line":"8-12 21-17 14x21"}
{"id":"b","fen":"B:WK3,K14:B2,17,K21","result":"win","claim":"value","key_moves":["17-22"],"line":"17-22 3-8"}
`
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), toStudies, uploaded(".problems-file", "two.jsonl", list), shows("two.jsonl"))
	move := press("#show-move")
	act(t, ctx, "a man", problemRow(1), shows("wins a man"), move, holds(solution+` === "8-12 21-17"`), move, shows("Black could win a man: 8-12 21-17 14×21."))
	act(t, ctx, "an ending", problemRow(2), shows("Black to move and win"), move, shows("Shown"), shows("Black wins in 36 moves with one of 4 moves: 17-22."))
}

// TestListOfATheme: a list that zonda problems list --json prints is opened, and says what each problem wants, in both languages.
func TestListOfATheme(t *testing.T) {
	ofBoard(t)
	const list = `{"id":"man-2e569176","fen":"B:W9,10,13,25,30:B1,2,3,21,K32","result":"unknown","claim":"man","rating":731,"deviation":67,"themes":["shot"],"key_moves":["2-7"],"line":"2-7 30-26 21x30 10-6 30x23 6-2 1-5 2x11 5x14"}
`
	for language, rows := range map[string]string{"en": "Rated 731 Black wins a man", "de": "Wertung 731 Schwarz gewinnt einen Stein"} {
		ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
		laid(t, ctx, s, inLanguage(language))
		act(t, ctx, "open", press(".rail button:nth-of-type(3)"), press("#panel [data-value=list]"), uploaded(".problems-file", "bridges.jsonl", list), shows("bridges.jsonl"))
		require.Equal(t, rows, evaluated[string](t, ctx, `[".names", ".meta"].map(s => document.querySelector(".glist " + s).innerText).join(" ")`))
	}
}
