package site

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// atSizes opens the problems on a phone and on a laptop, and checks what a person can read and reach after each step of use.
func atSizes(t *testing.T, use func(t *testing.T, steps trainee)) {
	long(t)
	for _, size := range [][2]int64{{390, 844}, {1400, 900}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			ctx := browser(t, size[0], "Applying inline style", "422") // axe tries to, in vain; a wrong file is refused
			require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(size[0], size[1])))
			kept := t.TempDir()
			s := started(t, Options{Kept: kept})
			x := trainee{t, s, kept, func(what string, actions ...action) { act(t, ctx, what, actions...) }, func(view string) {
				act(t, ctx, view, chromedp.Evaluate[chromedp.Void](axe(t)), settled)
				accessible(t, ctx, view)
				fits(t, ctx, view)
				picture(t, ctx, fmt.Sprintf("%s-%d", view, size[0]))
			}, func(expression string) string { return evaluated[string](t, ctx, expression) }}
			x.act("open", chromedp.Navigate(s.Address()), holds(`document.querySelectorAll(".piece").length === 24`), judges(), toStudies)
			use(t, x)
		})
	}
}

// trainee is a person at the problems.
type trainee struct {
	t     *testing.T
	s     *Server
	kept  string
	act   func(what string, actions ...action)
	check func(view string)
	text  func(expression string) string
}

// TestTraining: the trainer asks a problem, counts the first try alone, tells the change of the rating, asks only what has a theme, and
// knows all of it after a reload. What was done elsewhere is added from a file.
func TestTraining(t *testing.T) {
	const name = `document.querySelector("#task").nextSibling.innerText`
	atSizes(t, func(t *testing.T, x trainee) {
		x.act("train", press("#panel [data-value=train]"), holds(`!!document.querySelector("#pass")`), shows("Mistakes come back after days. None is due."))
		x.check("train")
		first := x.text(name)
		const shown = `(document.querySelector("#show-move:enabled")?.click(), document.body.innerText.includes("Question 1 of 3 is done."))`
		x.act("give up, move by move", holds(shown), shows("The problem comes back tomorrow."))
		rating := x.text(`document.querySelector("#training-rating").innerText`)
		x.act("a reload", chromedp.Reload(), holds(`!!document.querySelector("#training-rating")`), holds(fmt.Sprintf(`document.querySelector("#training-rating").innerText === %q`, rating)),
			holds(fmt.Sprintf(`%s === %q`, name, first)))
		x.act("another one", press("#pass"), holds(fmt.Sprintf(`%s !== %q`, name, first)))
		x.act("shots that save a man", press(`[data-theme-name="save"]`), shows("to move: save a man"))
		x.check("train-save")
		x.act("a theme", press(`[data-theme-name="other"]`), holds(`document.querySelector('[data-theme-name="other"]').ariaPressed === "true"`),
			holds(`!document.body.innerText.includes("to move: save a man")`), shows("Endings")) // before that a hint would be of the problem that goes
		x.act("a hint", press("#hint"), shows("it has the ring."))
		x.check("train-hint")
		if inPage == "" {
			saved, err := os.ReadFile(filepath.Join(x.kept, "training.jsonl"))
			require.NoError(t, err)
			require.Equal(t, 2, strings.Count(string(saved), "\n"), "a problem that was passed over is no attempt")
		}
		const elsewhere = "{\"format\":1,\"guess\":1000}\n{\"at\":\"2026-01-05T09:00:00Z\",\"card\":\"fourth-1\",\"score\":0,\"rating\":1300,\"deviation\":200}\n"
		x.act("add what was saved", uploaded(".training-file", "training.jsonl", elsewhere), shows("One answer was added"))
		x.act("no such file", uploaded(".training-file", "game.pdn", "1. 11-15"), shows("no progress of the trainer"))
		x.act("a mistake comes back", press(`[data-theme-name=""]`), holds(name+`.startsWith("Fourth Position")`), shows("This one comes back"))
		x.act("the list", press("#panel [data-value=list]"), shows("of 30 solved"), holds(`document.querySelectorAll(".glist .g").length === 30`))
	})
}

// TestNewUser: a new user is asked three questions of rising difficulty, and is told the rating with which the training begins. From then on
// what is lost is small and grey, and what is gained is green.
func TestNewUser(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), button("Problems"), shows("3 questions, from easy to hard"))
	giveUp := holds(`(document.querySelector("#show-move:enabled")?.click(), !!document.querySelector("#next-problem"))`)
	const gain = `document.querySelector(".gain")?.className + ": " + document.querySelector(".gain")?.innerText`
	const rating = `Number(document.querySelector("#task").nextSibling.innerText.match(/Rated (\d+)/)[1])`
	last := 0
	for n, said := range []string{"gain : Question 1 of 3 is done.", "gain : Question 2 of 3 is done.", "gain good: You start at "} {
		asked := evaluated[int](t, ctx, rating)
		require.Greater(t, asked, last+100)
		last = asked
		act(t, ctx, fmt.Sprint("question ", n+1), giveUp, holds(fmt.Sprintf(`(%s).startsWith(%q)`, gain, said)), press("#next-problem"), holds(`!document.querySelector("#next-problem")`))
	}
	require.Less(t, evaluated[int](t, ctx, rating), 600, "who solved none begins on the ground")
	act(t, ctx, "a loss", giveUp, holds(fmt.Sprintf(`/^gain : −\d+: \d+$/.test(%s)`, gain)))
}

// TestOpenings: a person chooses an opening and a side, is asked for the moves, sees the tree, and finds what is known after a reload.
// The book says where a game has left it.
func TestOpenings(t *testing.T) {
	const known, task = `(document.querySelector("#known-moves")?.innerText ?? "")`, `document.querySelector("#task").innerText`
	atSizes(t, func(t *testing.T, x trainee) {
		x.act("openings", press("#panel [data-value=openings]"), holds(known+`.startsWith("0 of ")`), holds(task+` === "Black to move: what does your book play?"`))
		x.act("the passport", holds(`/Proven to be a draw\. At \d+ of \d+ places/.test(document.querySelector("#passport").innerText)`))
		x.act("a barred opening", choose("#ballot", "003"), holds(`document.querySelector("#passport").innerText.startsWith("Barred from tournaments")`), choose("#ballot", "001"))
		x.act("a side", press("#own-side [data-value=White]"), holds(task+` === "White to move: what does your book play?"`))
		x.check("openings")
		x.act("a wrong move is no move of the book", press("#hint"), shows("it has the ring."), press("#hint"), shows("The move is "))
		x.act("shown", press("#show-move"), shows("Shown"), shows("The problem comes back tomorrow."))
		x.act("the next", press("#next-problem"), holds(`!document.querySelector("#next-problem")`), shows("Move 1 of 1"))
		x.act("a reload", chromedp.Reload(), holds(known+`.startsWith("0 of ")`), press(".trainer summary"), holds(`document.querySelectorAll(".tree li").length > 10`))
		x.check("openings-tree")
		x.act("a move of the tree", press(".tree li:nth-child(5) button"), holds(`!!document.querySelector(".tree li:nth-child(5) [aria-current]")`))
		x.act("the move of the book", moved(x.text(`document.querySelector(".tree li:nth-child(5) b").innerText`)), shows("You found it alone. The problem comes back in "),
			holds(known+`.startsWith("1 of ")`))
		x.act("an own move", run(`as = document.querySelector(".tree [title]"); own = as.innerText.slice(3); row = [...document.querySelectorAll(".tree .row")].indexOf(as.parentElement)`),
			press(".tree [title]"), holds(`document.querySelectorAll(".tree .row")[row].querySelector("b").innerText === own`))
		x.act("a game of the opening", press("#play-White"), shows("Edinburgh"), shows("Offer draw"), holds(`document.body.innerText.includes("21-17")`))
		x.check("opening-played")
		x.act("back", run("history.back()"), holds(`!!document.querySelector("#passport")`))
		x.act("another deck", press("#deck [data-value='11man']"), holds(`document.querySelectorAll("#ballot option").length > 1000`))
		x.act("a game", button("Analyse"), gameMenu, press("#paste-game"), holds(`document.activeElement.id === "paste"`), chromedp.SendKeys("dialog #paste", "1. 11-15 23-19 2. 8-11 22-17 3. 12-16 *"), press("dialog #read"), holds(`!document.querySelector("dialog")`), button("Book"), holds(`document.querySelector("[data-left=Black]")?.innerText.includes("left the book here with 12-16")`))
		x.check("left-book")
		x.act("go there", press("[data-left=Black] button"), holds(`document.querySelector('[data-square="12"]').ariaLabel.includes("black man") && document.querySelector('[data-square="17"]').ariaLabel.includes("white man")`))
	})
}

// TestLessons: the known endings are a list; a lesson is played against perfect defence until the draw is held.
func TestLessons(t *testing.T) {
	atSizes(t, func(t *testing.T, x trainee) {
		x.act("endings", press("#panel [data-value=lessons]"), holds(`document.querySelectorAll(".glist .g").length === 33`), shows("The move"), shows("0 of 33 solved"))
		x.check("lessons")
		x.act("the triangle", problemRow(11), shows("Keep to the squares 10, 14 and 18"), shows("Hold it for eight moves, or until"))
		x.act("a move that loses", moved("10-15"), shows("It leads to a loss."), holds(solution+` === ""`), shows("The problem comes back"))
		for own := 1; own <= 8 && x.text(`String(!!document.querySelector("#next-problem"))`) == "false"; own++ {
			x.act("hold", press("#show-move"), holds(fmt.Sprintf(`!!document.querySelector("#next-problem") || %s.split(" ").length === %d && !document.querySelector(".call.well")`, solution, 2*own)))
		}
		x.act("held", shows("Shown"), shows("0 of 33 solved"), holds(`!document.querySelector(".steps .txt small")`))
		x.check("lesson-held")
		held := strings.Fields(x.text(solution))
		x.act("start over", press(`[aria-label="Start over"]`), holds(solution+` === ""`))
		for i := 0; i < len(held); i += 2 {
			x.act("alone", moved(held[i]), holds(fmt.Sprintf(`%s.split(" ").length >= %d`, solution, min(i+2, len(held)))))
		}
		x.act("after a fault", shows("You found it alone, but not at the first try. The problem comes back tomorrow."))
		x.act("a long lesson", problemRow(5), shows("White to move and win"))
		for own := range 13 {
			x.act("play on", press("#show-move"), holds(fmt.Sprintf(`%s.split(" ").length === %d && !document.querySelector(".call.well")`, solution, 2*own+2)))
		}
		x.act("how far it is", holds(`document.querySelector(".progress").scrollWidth <= document.querySelector(".progress").clientWidth`))
		x.act("the list", press("#panel [data-value=list]"), shows("of 30 solved"))
	})
}

// TestOpeningFound: an opening is found by its name, and a name that none has is said to be none.
func TestOpeningFound(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1280), started(t, Options{})
	notNew(t, ctx)
	find := func(text string) action {
		return run(fmt.Sprintf(`const f = document.querySelector("#find-ballot"); f.value = %q; f.dispatchEvent(new Event("input", {bubbles: true}));`, text))
	}
	commit := run(`document.querySelector("#find-ballot").dispatchEvent(new Event("change", {bubbles: true}))`)
	act(t, ctx, "a name", chromedp.Navigate(s.Address()), button("Problems"), press("#panel [data-value=openings]"), holds(`document.querySelector("#ballot")?.options.length === 174`), find("rattlesnake"), holds(`document.querySelector("#ballot").options.length < 10`),
		commit, holds(`/Rattlesnake/.test(document.querySelector("#ballot").selectedOptions[0].text)`))
	for _, name := range []string{"Single Corner", "Old Faithful", "Laird", "Defiance"} { // which ballots pass, or lead to
		act(t, ctx, name, find(name), holds(`document.querySelector("#ballot").options.length < 60 && !document.body.innerText.includes("No opening has this name.")`))
	}
	act(t, ctx, "no name", find("xyzzy"), shows("No opening has this name."), commit, find(""), holds(`document.querySelector("#ballot").options.length === 174 && /Rattlesnake/.test(document.querySelector("#ballot").selectedOptions[0].text)`))
}
