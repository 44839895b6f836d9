package site

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/gif"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/explain/prose"
	"github.com/zonda-checkers/zonda/engine/judge"
)

// beginnersGame is a game in which Black gives away nine men.
const beginnersGame = "1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 7x16 30-25 5. 16-19 24x15 6. 8-11 15x8 7. 4x11 27-24 8. 12-16 25-22 9. 6-10 29-25 10. 2-6 22-18 " +
	"11. 11-15 18x11 12. 3-7 11x2 13. 16-20 32-27 14. 9-14 2x18 15. 10-15 18x11 *"

// crossed fits a capture as Go writes it.
var crossed = regexp.MustCompile(`(\d)x(\d)`)

// cards is an expression: the moves and the sentences of the cards of faults that are seen.
const cards = `[...document.querySelectorAll(".tp")].map(c => c.querySelector(".head button").innerText + ": " + c.querySelector(".told").innerText)`

// toldOfBlack returns the cards of Black's faults in a game, with the sentences of zonda analyze.
func toldOfBlack(t *testing.T, game string, nodes uint64) (told []string) {
	t.Helper()
	const rating = 969 // of level 3, the usual one
	games := judge.Of(read(t, game))
	settings := judge.Settings{Nodes: nodes, Threads: 1, HashMiB: 16, Concurrency: 1, Rating: rating}
	require.NoError(t, judge.Run(t.Context(), games, settings, func(judge.Finding) error { return nil }))
	for _, j := range games.Studies[0].Judgements() {
		if j.Mark.Fault() && j.Ply%2 == 0 {
			sentence := fmt.Sprintf("%d. %s: %s", j.Number(), j.At.MoveText(j.Move), prose.Lesson(j.Lesson()))
			told = append(told, crossed.ReplaceAllString(sentence, "$1×$2"))
		}
	}
	return told
}

// TestFaultsOfPeople: a report is made for a player of the user's strength. It names the faults of the side that made more of them, the worst
// three first, each with the sentence of zonda analyze, and shows on the board how a fault is punished.
func TestFaultsOfPeople(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	nodes := fewNodes(t, ctx)
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(beginnersGame), has(30), button("Report"), judged)
	want := toldOfBlack(t, beginnersGame, nodes)
	require.Greater(t, len(want), 5)
	act(t, ctx, "three cards", shows(fmt.Sprintf("%d more", len(want)-3)), holds(`document.querySelectorAll(".tp").length === 3`))
	first := evaluated[[]string](t, ctx, cards)
	for i, move := range []string{"5. 16-19", "11. 11-15", "12. 3-7"} {
		require.True(t, strings.HasPrefix(first[i], move), "%v", first)
	}
	act(t, ctx, "all", press("#more-faults"), holds(fmt.Sprintf(`document.querySelectorAll(".tp").length === %d`, len(want))))
	require.ElementsMatch(t, want, evaluated[[]string](t, ctx, cards))
	require.False(t, evaluated[bool](t, ctx, `/\b(\d+) → \1 %/.test(document.querySelector(".report").innerText)`), "a number that did not change stands once")
	const points = `(all => all.reduce((sum, c) => sum + Number(/lose (0\.\d+) points/.exec(c.innerText)?.[1] ?? 0), 0) - Number(document.querySelector(".sides tbody tr td:nth-child(6)").innerText))([...document.querySelectorAll(".tp")])`
	require.InDelta(t, 0, evaluated[float64](t, ctx, points), 0.01*float64(len(want)), "the table has the sum of the cards")
	act(t, ctx, "the other side", press(`#faults-of [data-value="White"]`), holds(`![...document.querySelectorAll(".tp .head button")].some(b => b.innerText.startsWith("5. "))`), press(`#faults-of [data-value="Black"]`), shows("more"))

	const shown = `[...document.querySelectorAll(".stage .arrow")].map(a => a.classList[1] + " " + a.dataset.path).sort().join(", ")`
	card := fmt.Sprintf(`[...document.querySelectorAll(".tp")].findIndex(c => c.innerText.startsWith("%s")) + 1`, "5. 16-19")
	at := fmt.Sprintf(".tp:nth-of-type(%d)", evaluated[int](t, ctx, card))
	act(t, ctx, "the film", press(at+" .film"), holds(shown+` === "arrow-fault 16-19, arrow-other 6-10"`), shows("Picture 1 of 3"),
		press(`[aria-label="Forward"]`), holds(shown+` === "arrow-game 24-15"`), holds(`document.querySelectorAll(".stage .doomed").length === 1`),
		press(`[aria-label="Forward"]`), shows("Picture 3 of 3"), holds(shown+` === ""`), press(at+" .film"), holds(`!document.querySelector(".filming")`))
	act(t, ctx, "it goes on by itself", press(at+" .film"), shows("Picture 3 of 3"), press("#end-film"), holds(`!document.querySelector(".filming")`))
	act(t, ctx, "again from here", press(at+" .again"), shows("Offer draw"), holds(`document.querySelector(".state").innerText.includes("5. 16-19 was played here: find a better move.")`),
		holds(`document.querySelector(".sheet .comment").innerText.startsWith("5. 16-19 was played here")`), square(6), square(10), reaches(2))
}

// filmIsSaved judges a game, shows the film of a fault, and reads the animated picture of it that the page saves.
func filmIsSaved(t *testing.T, ctx context.Context) {
	t.Helper()
	act(t, ctx, "the film", pasted("1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 7x16 30-25 5. 16-19 24x15 *"), has(10), button("Report"), judged, press(".tp .film"), shows("Picture 1 of 3"),
		run(`URL.createObjectURL = (make => blob => {
			if (blob.type !== "image/gif") return make.call(URL, blob);
			blob.arrayBuffer().then(data => { window.saved = btoa(Array.from(new Uint8Array(data), b => String.fromCharCode(b)).join("")); });
			return "#";
		})(URL.createObjectURL);
		HTMLAnchorElement.prototype.click = function() { window.fileName = this.download; };`),
		press(".save-film"), holds("!!window.saved"))
	require.Equal(t, "ply9-16-19.gif", evaluated[string](t, ctx, "window.fileName"))
	data, err := base64.StdEncoding.DecodeString(evaluated[string](t, ctx, "window.saved"))
	require.NoError(t, err)
	if folder := os.Getenv("ZONDA_PICTURES"); folder != "" {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "film.gif"), data, 0o600))
	}
	film, err := gif.DecodeAll(bytes.NewReader(data))
	require.NoError(t, err)
	require.Equal(t, []int{160, 160, 400}, film.Delay)
	const side, square = 400, 50
	require.Equal(t, image.Rect(0, 0, side, side), film.Image[0].Rect)
	light := func(picture, column, row int) bool { // the middle of a square
		r, g, b, _ := film.Image[picture].At(column*square+square/2, row*square+square/2).RGBA()
		const half = 3 * 0x8000
		return r+g+b > half
	}
	require.Equal(t, []bool{false, true}, []bool{light(0, 7, 0), light(0, 0, 7)}, "a black man, a white one")
	require.NotEqual(t, film.Image[0].Pix, film.Image[2].Pix)
}

// TestFilmIsSaved: the film of a fault is saved as an animated picture, which the page draws.
func TestFilmIsSaved(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	fewNodes(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"))
	filmIsSaved(t, ctx)
}

// TestWebFilmIsSaved: so is that of a page without a server.
func TestWebFilmIsSaved(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), allCome)
	filmIsSaved(t, ctx)
}

// TestReader: a report can be made for others than the user, which is kept with it, and closer looks are for the same. Its beginning and its
// end are heard, and nothing between.
func TestReader(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	fewNodes(t, ctx)
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(keptGame), has(16), shows("Loaded"), holds(`!document.querySelector(".toast")`), hearing, button("Report"),
		holds(`/^[1-9]\d* % of the game is judged/.test(document.querySelector(".working")?.innerText)`), judged, shows("players like you lose"))
	heard := evaluated[[]string](t, ctx, "heard")
	require.Len(t, heard, 2, "%v", heard)
	require.Equal(t, "The report is being made.", heard[0])
	require.Regexp(t, `^The report is ready\. Faults: Black [1-9]\d*, White \d+\.$`, heard[1])
	require.Empty(t, evaluated[string](t, ctx, `document.querySelector("#spoken").innerText.trim()`), "what is over is not read again")
	const reader = `document.querySelector("#reader")?.selectedOptions[0].innerText`
	require.Equal(t, "players like me (969)", evaluated[string](t, ctx, reader))
	many := evaluated[string](t, ctx, `document.querySelector(".faults-of").innerText`)
	act(t, ctx, "perfect play", choose("#reader", "-1"), holds(reader+` === "perfect play"`), holds(`!document.body.innerText.includes("players like you")`))
	require.NotEqual(t, many, evaluated[string](t, ctx, `document.querySelector(".faults-of").innerText`))
	act(t, ctx, "newcomers", choose("#reader", "415"), holds(reader+` === "newcomers"`), shows("such players lose"))
	act(t, ctx, "a reload", chromedp.Reload(), has(16), button("Report"), judged, holds(reader+` === "newcomers"`))
	act(t, ctx, "again", again(), holds(`!!document.querySelector(".working")`), judged, holds(reader+` === "newcomers"`))
}

// faultsComeBack learns from the fault of a game, which is there after the page was loaded again, is asked by the trainer, and is forgotten
// with its game.
func faultsComeBack(t *testing.T, ctx context.Context) {
	t.Helper()
	act(t, ctx, "learn", pasted(keptGame), has(16), button("Report"), judged, press("#learn"), shows("find a better move"), shows("5. 16-19"))
	act(t, ctx, "the same fault", moved("16-19"), shows("16-19 is not right"), holds(`/16-19 (loses a man by an exchange|steps into a jump): White takes/.test(document.body.innerText)`), shows("The problem comes back tomorrow."))
	act(t, ctx, "a reload", chromedp.Reload(), shows("find a better move"), shows("5. 16-19"), shows("0 of 2 solved"))
	act(t, ctx, "what is solved stays so", moved("6-10"), shows("1 of 2 solved"), press("#next-problem"), shows("8. 12-16"), shows("Your turn"), chromedp.Reload(), shows("8. 12-16"), shows("1 of 2 solved"))
	act(t, ctx, "the trainer asks it", press(`#panel [data-value="train"]`), press(`[data-theme-name="faults"]`), shows("Black – White"), shows("8. 12-16"))
	act(t, ctx, "its reason is not heard before", hearing, press("#show-move"), press("#next-problem"), shows("5. 16-19"), shows("Your turn"))
	require.NotRegexp(t, `16-19 (is|was|steps|loses)`, strings.Join(evaluated[[]string](t, ctx, "heard"), "\n"))
	act(t, ctx, "none of them", press(`.rail [aria-label="Settings"]`), chosen("faults", "none"), button("Problems"), press(`[data-theme-name=""]`), holds(`!document.body.innerText.includes("Black – White")`))
	forget := chromedp.Steps(press(".tabs .menu-box button"), press("#forget-report"))
	act(t, ctx, "forget", button("Analyse"), button("Report"), judged, forget, shows("2 of its faults are cards of your training."), answered("Cancel"), judged,
		forget, answered("Forget everything"), shows("The report is forgotten"))
	act(t, ctx, "it is gone", button("Problems"), holds(`!!document.querySelector('[data-theme-name=""]') && !document.querySelector('[data-theme-name="faults"]')`))
}

// TestFaultsComeBack: own faults are cards of the training, at a server and in a browser.
func TestFaultsComeBack(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{Folder: t.TempDir()})
	fewNodes(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"))
	faultsComeBack(t, ctx)
}

// TestWebFaultsComeBack: the browser keeps them too.
func TestWebFaultsComeBack(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), allCome)
	faultsComeBack(t, ctx)
}

// thrownAway is the end of a game of Yates and Wyllie, in which White is lost before the first move.
const thrownAway = "[FEN \"B:W12,20,23,24,26,28:B3,4,7,10,15,21\"]\n\n1. 10-14 26-22 2. 21-25 24-19 3. 15x24 28x19 *"

// TestWinThrownAway: a fault that makes a won game level says so in both languages, in English with the sentence of zonda analyze.
func TestWinThrownAway(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(thrownAway), has(6), button("Report"), judged)
	want := toldOfBlack(t, thrownAway, judge.DefaultNodes)
	require.Contains(t, want, "1. 10-14: It throws away the win: 21-25 keeps it.")
	require.ElementsMatch(t, want, evaluated[[]string](t, ctx, cards))
	act(t, ctx, "in German", press(`.rail [aria-label="Settings"]`), chosen("language", "de"), button("Analyse"), shows("Es verschenkt den Gewinn: 21-25 hält ihn fest."))
}

// wavered is a game that White loses by one move, of which a report says what was better.
const wavered = "1. 11-16 24-20 2. 16-19 23x16 3. 12x19 22-18 4. 9-14 18x9 5. 5x14 25-22 6. 8-11 22-17 7. 4-8 29-25 8. 11-15 27-24 9. 8-11 32-27 10. 19-23 26x19 *"

// TestFaultsAreAsked: an own fault is a task also in a lost game. The text of a wrong move gives nothing away, and the text of the fault is that
// of no other move.
func TestFaultsAreAsked(t *testing.T) {
	ofBoard(t)
	for language, words := range map[string][]string{
		"en": {"find a better move", "is not right", "a better move", "32-27 was played. Black gets the better game", "The problem comes back tomorrow."},
		"de": {"Finde einen besseren Zug", "ist nicht richtig", "ein besserer Zug", "Gezogen wurde 32-27. Schwarz steht besser", "Die Aufgabe kommt morgen wieder."},
	} {
		ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{Folder: t.TempDir()})
		fewNodes(t, ctx)
		laid(t, ctx, s, inLanguage(language))
		const call = `document.querySelector(".v-problems .call").innerText`
		toReport := chromedp.Steps(pressSeen(`[role=tab]`, `b === b.parentElement.lastChild`), judged)
		act(t, ctx, "learn", pasted(wavered), has(20), toReport, press("#learn"), shows(words[0]), hearing, moved("32-27"), holds(call+`.startsWith("32-27 `+words[1]+`")`), shows(words[4]))
		require.NotContains(t, evaluated[string](t, ctx, call), "17-13")
		require.Len(t, slices.DeleteFunc(evaluated[[]string](t, ctx, "heard"), func(text string) bool { return !strings.HasPrefix(text, "32-27") }), 1, "the verdict is heard once")
		act(t, ctx, "solved", moved("17-13"), holds(call+fmt.Sprintf(`.includes(%q)`, words[3])))
		act(t, ctx, "a lost game", press(".rail button:nth-of-type(2)"), pasted(beginnersGame), has(30), toReport, press("#learn"), shows("5. 16-19"))
		const tasks = `[...document.querySelectorAll(".glist .meta")].map(m => m.innerText)`
		for _, task := range evaluated[[]string](t, ctx, tasks) {
			require.Equal(t, words[2], task)
		}
		act(t, ctx, "another move", press(`[data-problem="1"]`), moved("16-20"), holds(call+`.startsWith("16-20 `+words[1]+`") || document.querySelector("#next-problem")`))
		require.NotContains(t, evaluated[string](t, ctx, `document.querySelector(".call.red")?.innerText ?? ""`), "16-19 ")
	}
}
