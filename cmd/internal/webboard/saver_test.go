package webboard

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// twelve is a file of twelve games.
func twelve() string {
	var text strings.Builder
	for n := range 12 {
		fmt.Fprintf(&text, "[Event \"round %d\"]\n[Black \"A%[1]d\"]\n[White  \"B\"]\n\n1.11-15  23-19 2.8-11 {as \xE9ver} *\n\n", n+1)
	}
	return text.String()
}

// named writes a name into the field of names, and presses Save.
func named(name string) action {
	return chromedp.Steps(run(fmt.Sprintf(`const n = document.querySelector("#save-name"); n.value = %q; n.dispatchEvent(new Event("input", {bubbles: true}));`, name)), press("#save"))
}

// asks waits for a question with some words.
func asks(words string) action {
	return holds(fmt.Sprintf(`!!document.querySelector(".question")?.innerText.includes(%q)`, words))
}

// TestSaveIntoCollection: a game of a file of twelve games is saved in its place, added and deleted. The other games stay byte for
// byte, no game is lost without a question that says how many, and undo brings the file back.
func TestSaveIntoCollection(t *testing.T) {
	long(t)
	folder := t.TempDir()
	name := filepath.Join(folder, "x.pdn")
	require.NoError(t, os.WriteFile(name, []byte(twelve()), 0o600))
	games := func() (texts []string) {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		c := parsed(t, string(data))
		for n := range c.Games {
			texts = append(texts, string(c.textOf(n+1)))
		}
		return texts
	}
	before := games()
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), button("Games"), choose("#folder-file", "x.pdn"), shows("12 of 12 games"), press(`[aria-label="game 3"]`), has(3),
		button("Analyse"), button("Game"), shows("Save game 3 of x.pdn"))
	act(t, ctx, "without a change", press("#save-game"), shows("Nothing has changed"))
	require.Equal(t, before, games())
	act(t, ctx, "in its place", press(`[aria-label="To the end"]`), typed("22-17"), has(4), press("#save-game"), shows("Saved x.pdn: game 3 of 12"))
	after := games()
	require.Len(t, after, 12)
	require.Contains(t, after[2], "22-17")
	require.Equal(t, before[:2], after[:2])
	require.Equal(t, before[3:], after[3:])
	picture(t, ctx, "saved")
	act(t, ctx, "undo", press(".undo-change"), shows("Undone in x.pdn: game 3 replaced. It holds 12 games now."))
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, twelve(), string(data))
	act(t, ctx, "the file is as it was before the game was saved", press("#save-game"), asks("x.pdn has changed on the disk"), asks("Game 3 is A3 – B"), answered("Cancel"))

	act(t, ctx, "a new game", button("New game"), shows("No moves yet"), typed("9-14"), named("x.pdn"), asks("x.pdn holds 12 games"))
	picture(t, ctx, "save-question")
	act(t, ctx, "nothing", answered("Cancel"), named(" x.pdn "), asks("x.pdn holds 12 games"), answered("Add as game 13"), shows("Saved x.pdn: game 13 of 13"), shows("Save game 13 of x.pdn"))
	require.Equal(t, before, games()[:12])
	act(t, ctx, "the list", button("Games"), shows("13 of 13 games"), shows("game 13 added"))
	act(t, ctx, "undo takes the game off the list", press(".undo-change"), shows("12 of 12 games"), holds(`!document.querySelector("#delete-game")`))
	act(t, ctx, "save it again", button("Analyse"), button("Game"), named("x.pdn"), answered("Add as game 13"), shows("Saved x.pdn: game 13 of 13"), button("Games"))
	act(t, ctx, "a reload", chromedp.Reload(), shows("13 of 13 games"), press("#delete-game"), asks("Delete game 13, Black – White, from x.pdn? The file keeps 12 of its 13 games."), answered("Delete"), shows("12 of 12 games"))
	require.Equal(t, before, games())
	act(t, ctx, "delete", press(`[aria-label="game 5"]`), shows("A5 – B"), press("#delete-game"), asks("Delete game 5, A5 – B"), answered("Delete"), shows("11 of 11 games"), shows("game 5 deleted"))
	require.Equal(t, append(append([]string{}, before[:4]...), before[5:]...), games())
	act(t, ctx, "undo", press(".undo-change"), shows("12 of 12 games"))
	require.Equal(t, before, games())
	act(t, ctx, "the next undo", press(".undo-change"), shows("13 of 13 games"), press(".undo-change"), shows("12 of 12 games"))
	data, err = os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, twelve(), string(data))

	act(t, ctx, "changed on the disk", press(`[aria-label="game 2"]`), shows("A2 – B"), run("0"))
	require.NoError(t, os.WriteFile(name, []byte(before[0]+"\n\n"+before[2]+"\n\n"), 0o600))
	act(t, ctx, "ask", press("#delete-game"), answered("Delete"), shows("nothing is deleted"), shows("2 of 2 games"))
	act(t, ctx, "save", button("Analyse"), button("Game"), press("#save-game"), asks("has changed on the disk"), asks("holds 2 games"), asks("Game 2 is A3 – B"), answered("Add as game 3"), shows("game 3 of 3"))
	require.Equal(t, []string{before[0], before[2]}, games()[:2])
	act(t, ctx, "replace all", button("New game"), typed("10-14"), named("x.pdn"), asks("x.pdn holds 3 games"), answered("Replace all 3 games"), shows("Saved x.pdn."))
	require.Len(t, games(), 1)
}

// TestUndoInTwoWindows: the button of a page names the last change of a file, also when another page has made it, and undoes no other.
func TestUndoInTwoWindows(t *testing.T) {
	long(t)
	folder := t.TempDir()
	name := filepath.Join(folder, "u.pdn")
	require.NoError(t, os.WriteFile(name, []byte(twelve()), 0o600))
	p, s := browser(t, 1400), started(t, Options{Folder: folder})
	q := window(t, p, 1400)
	for n, ctx := range []context.Context{p, q} {
		act(t, ctx, "change", chromedp.Navigate(s.Address()), button("Games"), choose("#folder-file", "u.pdn"), press(fmt.Sprintf(`[aria-label="game %d"]`, n+1)), has(3),
			press(`[aria-label="To the end"]`), typed("22-17"), has(4), button("Analyse"), button("Game"), press("#save-game"))
	}
	act(t, q, "saved", shows("Saved u.pdn: game 2 of 12"), shows("Undo in u.pdn: game 2 replaced"))
	act(t, p, "told", shows("Undo in u.pdn: game 2 replaced"), press(".undo-change"), shows("Undone in u.pdn: game 2 replaced."), shows("Undo in u.pdn: game 1 replaced"))
	act(t, q, "told", shows("Undo in u.pdn: game 1 replaced"))
	require.NoError(t, os.WriteFile(name, []byte(twelve()+"1. 12-16 *"), 0o600))
	act(t, q, "another program", press(".undo-change"), shows("Another page or program has changed u.pdn since: nothing is undone."), holds(`!document.querySelector(".undo-change")`))
}

// TestSaveOntoPacked: a file that is packed or UTF-16 is only replaced as a whole, and nothing else is offered.
func TestSaveOntoPacked(t *testing.T) {
	long(t)
	folder := t.TempDir()
	utf16 := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("\xFF\xFE"+strings.ReplaceAll(text, "", "\x00")[1:]), 0o600))
	}
	utf16("one.pdn", "1. 11-15 23-19 *\n")
	utf16("two.pdn", "1. 11-15 *\n1. 9-14 *\n")
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	answers := func(want string) action {
		return holds(fmt.Sprintf(`[...document.querySelectorAll(".question button")].map(b => b.innerText).join("|") === %q`, want))
	}
	act(t, ctx, "read", chromedp.Navigate(s.Address()), button("Games"), choose("#folder-file", "one.pdn"), press(`[aria-label="game 1"]`), has(2), holds(`!document.querySelector("#delete-game")`),
		button("Analyse"), button("Game"), holds(`!document.querySelector("#save-game")`))
	act(t, ctx, "one game", press(`[aria-label="To the end"]`), typed("8-11"), named("one.pdn"), asks("It is packed or UTF-16, so no game can be added or changed alone."), answers("Cancel|Replace game 1"), answered("Replace game 1"), shows("Saved one.pdn."))
	act(t, ctx, "two games", named("two.pdn"), asks("It is packed or UTF-16"), answers("Cancel|Replace all 2 games"), answered("Replace all 2 games"), shows("Saved two.pdn."), shows("Save game 1 of two.pdn"))
	data, err := os.ReadFile(filepath.Join(folder, "two.pdn"))
	require.NoError(t, err)
	require.Contains(t, string(data), "1. 11-15 23-19 2. 8-11 *")
}

// TestSaveBraces: the page shows the comments that were saved, and says that their brackets are others.
func TestSaveBraces(t *testing.T) {
	long(t)
	folder := t.TempDir()
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	comment := func(text string) action {
		return holds(fmt.Sprintf(`document.querySelector(".annotate textarea").value === %q`, text))
	}
	act(t, ctx, "comment", chromedp.Navigate(s.Address()), typed("11-15"), press("#comment"), chromedp.SendKeys(".annotate textarea", "the usual; {braces} ) also"), comment("the usual; {braces} ) also"))
	act(t, ctx, "save", button("Game"), named("x.pdn"), shows("Saved x.pdn. Its comments have round brackets now"), comment("the usual; (braces) ) also"))
	data, err := os.ReadFile(filepath.Join(folder, "x.pdn"))
	require.NoError(t, err)
	require.Contains(t, string(data), "{the usual; (braces) ) also}")
	act(t, ctx, "again", press("#save-game"), shows("Nothing has changed"))
}

// TestSaveNames: what is wrong with a name is said in plain words, spaces at its ends do not count, and a game that is over on the
// board offers its result.
func TestSaveNames(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "old"), 0o700))
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("B:W18:B14"), shows("and must capture"), typed("14x23"), shows("Black wins: White has no pieces left"))
	act(t, ctx, "a folder", named("old"), asks("Black wins"), answered("No result (*)"), shows("old is a folder, not a file"))
	act(t, ctx, "the result", named("  x.pdn "), asks("Black wins: White has no pieces left"))
	require.True(t, evaluated[bool](t, ctx, `!document.querySelector(".notice")`), "the fault before is gone")
	act(t, ctx, "no answer", answered("Cancel"))
	require.NoFileExists(t, filepath.Join(folder, "x.pdn"))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "bad.pdn"), []byte("1. 1-32 *\n\n1. 2-31 *\n"), 0o600))
	act(t, ctx, "games that nobody can read", named("bad.pdn"), answered("No result (*)"), asks("bad.pdn holds 2 games, 2 of them with errors."), answered("Add as game 3"), shows("game 3 of 3"))
	act(t, ctx, "the result", named("  x.pdn "), answered("Result 1-0"), shows("Saved x.pdn."), holds(`document.querySelector(".tags select").value === "1-0"`))
	data, err := os.ReadFile(filepath.Join(folder, "x.pdn"))
	require.NoError(t, err)
	require.Contains(t, string(data), `[Result "1-0"]`)
}

// TestSaveVariationsThatBeginAlike: a game whose variations begin alike, with glyphs on both, is not changed by reading and saving. A
// comment that is added changes nothing else.
func TestSaveVariationsThatBeginAlike(t *testing.T) {
	long(t)
	folder := t.TempDir()
	name := filepath.Join(folder, "x.pdn")
	const game = "[Event \"alike\"]\n1.11-15! {main}(1.11-15$2 {same} 22-17)(1.11-15 $5{third}) ( {first} 1.9-14 )(1.9-14?{two}) 23-19!? *"
	text := "1. 12-16 *\n\n" + game + "\n\n1. 10-14 *\n"
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	onDisk := func() string {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(data)
	}
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "read and save", chromedp.Navigate(s.Address()), button("Games"), choose("#folder-file", "x.pdn"), press(`[aria-label="game 2"]`), has(7), button("Analyse"), button("Game"),
		press("#save-game"), shows("Nothing has changed"))
	require.Equal(t, text, onDisk())
	act(t, ctx, "reload and save as", chromedp.Reload(), has(7), button("Game"), named("y.pdn"), shows("Saved y.pdn."))
	copied, err := os.ReadFile(filepath.Join(folder, "y.pdn"))
	require.NoError(t, err)
	require.Equal(t, game+"\n\n", string(copied))
	act(t, ctx, "annotate", button("Games"), choose("#folder-file", "x.pdn"), press(`[aria-label="game 2"]`), has(7), press(`[aria-label="To the end"]`), at("23-19"), press("#comment"), chromedp.SendKeys(".annotate textarea", "sound"),
		button("Analyse"), button("Game"), press("#save-game"), shows("Saved x.pdn: game 2 of 3"))
	want := read(t, game)
	want.Moves[1].Comments = []string{"sound"}
	after := parsed(t, onDisk())
	require.Equal(t, []string{"1. 12-16 *", "1. 10-14 *"}, []string{string(after.textOf(1)), string(after.textOf(3))})
	require.Equal(t, want.Line, read(t, string(after.textOf(2))).Line)
}
