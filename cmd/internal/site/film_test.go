package site

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// filmFaults is an expression: what of a film is not in sight.
const filmFaults = `[".board-row .board", ".filming .caption", ".filming [aria-label=Back]", ".filming [aria-label=Forward]", "#end-film"].filter(selector => {
	const e = document.querySelector(selector), b = e?.getBoundingClientRect(), seen = (x, y) => { const top = document.elementFromPoint(x, y); return e.contains(top) || !!top?.closest(selector); };
	return !b || b.width < 20 || b.left < 0 || b.top < 0 || b.right > innerWidth || b.bottom > innerHeight || selector.includes("caption") && e.scrollHeight > e.clientHeight + 1
		|| ![[b.left + 4, b.top + 4], [b.right - 4, b.bottom - 4], [b.x + b.width / 2, b.y + b.height / 2]].every(([x, y]) => seen(x, y));
}).join(", ")`

// TestFilm: while a film runs its sentence, its moves and its steps stand at the board in every window, and what goes through a game goes
// through the film. The game stands at the fault, there and at the end. A listener hears sentence and moves.
func TestFilm(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	fewNodes(t, ctx)
	act(t, ctx, "judge", emulated("prefers-reduced-motion", "reduce"), chromedp.Navigate(s.Address()), shows("Black to move"), pasted(keptGame), has(16), button("Report"), judged, press(`#faults-of [data-value="Black"]`), hearing)
	const card = `[...document.querySelectorAll(".tp")].find(c => c.querySelector(".head button").innerText.startsWith("5. 16-19"))`
	film := chromedp.Steps(pressSeen(".tp .film", `b.closest(".tp").querySelector(".head button").innerText === "5. 16-19"`), shows("Picture 1 of"))
	picture := func(n int) action { return shows(fmt.Sprintf("Picture %d of 3", n)) }
	over := chromedp.Steps(holds(`!document.querySelector(".filming")`), at("16-19"), shows("White to move"))
	act(t, ctx, "keys", film, at("16-19"), chromedp.KeyEvent(kb.ArrowRight), picture(2), chromedp.KeyEvent(kb.ArrowLeft), picture(1), chromedp.KeyEvent(kb.ArrowLeft), picture(1),
		chromedp.KeyEvent(kb.End), picture(3), chromedp.KeyEvent(kb.Home), picture(1), chromedp.KeyEvent(kb.End), picture(3))
	require.NotContains(t, evaluated[string](t, ctx, `document.querySelector(".stage").innerText`), "to move", "nothing contradicts the film")
	act(t, ctx, "its end", chromedp.KeyEvent(kb.ArrowRight), over, film, chromedp.KeyEvent(kb.Escape), over)
	require.NotEmpty(t, evaluated[string](t, ctx, card+`.querySelector(".told").innerText`))
	says := func(end string) action { return holds(fmt.Sprintf(`heard.at(-1).endsWith(%q)`, end)) }
	act(t, ctx, "the position is said", film, chromedp.KeyEvent("b"), says(". Black to move."), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent("b"), says("12, 19. White to move, and must capture."),
		chromedp.KeyEvent(kb.End), shows("Pieces left: Black 9, White 10."), chromedp.KeyEvent("b"), says("9, 12. Black to move."), press("#end-film"), chromedp.KeyEvent("b"), says("12, 19. White to move, and must capture."))
	heard := evaluated[[]string](t, ctx, "heard")
	require.Contains(t, heard, evaluated[string](t, ctx, card+`.querySelector(".told").innerText`)+" Picture 1 of 3. Black plays 16-19.")
	require.Contains(t, heard, "Picture 2 of 3. White plays 24×15, takes on 19.")
	require.Contains(t, heard, "Picture 3 of 3. Pieces left: Black 9, White 10.")
	for _, size := range [][2]int64{{390, 844}, {320, 568}, {844, 390}, {1280, 600}, {1280, 900}, {800, 600}, {768, 1024}, {1024, 600}} {
		window := fmt.Sprint(size)
		act(t, ctx, window, chromedp.EmulateViewport(size[0], size[1]), run("document.querySelector('.body')?.scrollIntoView()"), film)
		windowPicture(t, ctx, "film "+window)
		require.Empty(t, evaluated[string](t, ctx, filmFaults), window)
		act(t, ctx, window, press("#end-film"), holds(`!document.querySelector(".filming")`))
	}
}

// TestTryAgain: a game that begins where a fault was made says of the first move whether it is the same one or a right one, and then goes on.
func TestTryAgain(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	fewNodes(t, ctx)
	const verdict = `document.querySelector("#move-verdict")?.textContent`
	says := func(text string) action { return holds(fmt.Sprintf("%s === %q", verdict, text)) }
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(keptGame), has(16), button("Report"), judged, press(`#faults-of [data-value="Black"]`),
		pressSeen(".tp .again", `b.closest(".tp").querySelector(".head button").innerText === "5. 16-19"`), shows("Offer draw"), hearing)
	const same, right = "The same move 16-19 steps into a jump: White takes 24×15.", "6-10 is right It keeps the man by force."
	act(t, ctx, "the same move", typed("16-19"), says(same), reaches(2), says(same))
	act(t, ctx, "a right one", press("#take-back"), has(0), holds("!"+verdict), typed("6-10"), says(right), reaches(2), says(right))
	act(t, ctx, "any other", press("#take-back"), has(0), typed("16-20"), holds("/^16-20 is (not )?right [IT]/.test("+verdict+")"), reaches(2))
	heard := evaluated[[]string](t, ctx, "heard")
	require.Contains(t, heard, same)
	require.Contains(t, heard, right)
	act(t, ctx, "the second move is not judged", square(8), press(`.hit.active[data-square="11"], .hit.active[data-square="15"]`), reaches(3), holds("!"+verdict))
}
