package site

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/site/library"
	"github.com/zonda-checkers/zonda/internal/file"
)

// twelve is a file of twelve games.
func twelve() string {
	var text strings.Builder
	for n := range 12 {
		fmt.Fprintf(&text, "[Event \"round %d\"]\n[Black \"A%[1]d\"]\n[White  \"B\"]\n\n1.11-15  23-19 2.8-11 {as \xE9ver} *\n\n", n+1)
	}
	return text.String()
}

// textsOf returns the texts of the games in a file.
func textsOf(t *testing.T, data []byte) (texts []string) {
	t.Helper()
	decoded, err := file.Decode("x.pdn", data, library.MaxGamesBytes)
	require.NoError(t, err)
	r := pdn.NewReader(bytes.NewReader(decoded))
	for _, err := range r.Games() {
		require.NoError(t, err)
		begin, end := r.Span()
		texts = append(texts, string(decoded[begin:end]))
	}
	return texts
}

// named saves the game under a name.
func named(name string) action {
	entry := `(document.querySelector("#save-as") ?? document.querySelector("#save-game"))`
	return chromedp.Steps(press("#game-menu"), steady(entry), run(entry+".click()"), holds(`!!document.querySelector("#save-name")`),
		called(name))
}

// called gives the file a name in the dialog.
func called(name string) action {
	return chromedp.Steps(run(fmt.Sprintf(`const n = document.querySelector("#save-name"); n.value = %q; n.dispatchEvent(new Event("input", {bubbles: true}));`, name)), press("#save"))
}

// opens opens Games and a file of the folder there.
func opens(name string) action {
	open := `button:is(.list *, [aria-label="Open…"])`
	return chromedp.Steps(button("Games"), pressSeen(open, `(b.innerText.trim() || b.ariaLabel) === "Open…"`), press(fmt.Sprintf("[data-file=%q]", name)), holds(`!document.querySelector("dialog")`))
}

// reads reads a game of the list.
func reads(number int) action { return press(fmt.Sprintf(`[data-game="%d"]`, number)) }

// lists waits until the list says how many games there are.
func lists(text string) action {
	return holds(fmt.Sprintf(`document.querySelector(".pager [role=status]")?.innerText === %q`, text))
}

// saveInPlace saves the game where it was read.
var saveInPlace = fromMenu("#game-menu", "#save-game")

// undoOfFile takes the last change of the file back, and deleteGame deletes the game on the board from it.
var (
	undoOfFile = fromMenu("#collection-menu", "#undo-change")
	deleteGame = fromMenu("#collection-menu", "#delete-game")
)

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
		return textsOf(t, data)
	}
	before := games()
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), opens("x.pdn"), lists("12 games"), reads(3), has(3))
	act(t, ctx, "without a change", saveInPlace, shows("Nothing has changed"))
	require.Equal(t, before, games())
	act(t, ctx, "in its place", press(`[aria-label="To the end"]`), typed("22-17"), has(4), saveInPlace, shows("Saved x.pdn: game 3 of 12"))
	after := games()
	require.Len(t, after, 12)
	require.Contains(t, after[2], "22-17")
	require.Equal(t, before[:2], after[:2])
	require.Equal(t, before[3:], after[3:])
	picture(t, ctx, "saved")
	act(t, ctx, "undo in the message", press(".steps .toast .btn"), shows("Undone in x.pdn: game 3 replaced. It holds 12 games now."))
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, twelve(), string(data))
	act(t, ctx, "the file is as it was before the game was saved", saveInPlace, asks("x.pdn has changed on the disk"), asks("Game 3 is A3 – B"), answered("Cancel"))

	act(t, ctx, "a new game", button("Analyse"), newGame, has(0), typed("9-14"), named("x.pdn"), asks("x.pdn holds 12 games"))
	picture(t, ctx, "save-question")
	act(t, ctx, "nothing", answered("Cancel"), named(" x.pdn "), asks("x.pdn holds 12 games"), answered("Add as game 13"), shows("Saved x.pdn: game 13 of 13"))
	require.Equal(t, before, games()[:12])
	act(t, ctx, "the list", button("Games"), lists("13 games"), press("#collection-menu"), shows("game 13 added"))
	act(t, ctx, "undo takes the game off the list", press("#undo-change"), lists("12 games"), press("#collection-menu"), holds(`!document.querySelector("#delete-game")`))
	act(t, ctx, "add it from the list", press("#add-game"), shows("Saved x.pdn: game 13 of 13"), lists("13 games"))
	act(t, ctx, "a reload", chromedp.Reload(), lists("13 games"), deleteGame, shows("Deleted game 13, Black – White: x.pdn holds 12 games now."), lists("12 games"))
	require.Equal(t, before, games())
	act(t, ctx, "delete", reads(5), shows("A5"), deleteGame, shows("Deleted game 5, A5 – B"), lists("11 games"))
	require.Equal(t, append(append([]string{}, before[:4]...), before[5:]...), games())
	act(t, ctx, "undo", press(".steps .toast .btn"), lists("12 games"), holds(`document.querySelector(".g.sel")?.dataset.game === "5"`))
	require.Equal(t, before, games())
	act(t, ctx, "the next undo", undoOfFile, lists("13 games"), undoOfFile, lists("12 games"))
	data, err = os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, twelve(), string(data))

	act(t, ctx, "changed on the disk", reads(2), shows("A2"), run("0"))
	require.NoError(t, os.WriteFile(name, []byte(before[0]+"\n\n"+before[2]+"\n\n"), 0o600))
	act(t, ctx, "nothing is deleted", deleteGame, shows("nothing is deleted"), lists("2 games"))
	act(t, ctx, "save", saveInPlace, asks("has changed on the disk"), asks("holds 2 games"), asks("Game 2 is A3 – B"), answered("Add as game 3"), shows("game 3 of 3"))
	require.Equal(t, []string{before[0], before[2]}, games()[:2])
	act(t, ctx, "another file", newGame, typed("10-14"), named("x.pdn"), asks("x.pdn holds 3 games"), answered("Another file…"), holds(`!!document.querySelector("#save-name")`), press("dialog .ib"))
	act(t, ctx, "replace all", named("x.pdn"), asks("x.pdn holds 3 games"), answered("Replace all 3 games"), shows("Saved x.pdn."))
	require.Len(t, games(), 1)
	act(t, ctx, "an earlier version", button("Games"), opens("x.pdn"), fromMenu("#collection-menu", "#versions"), shows("3 games, before: 3 games replaced by one"))
	picture(t, ctx, "versions")
	act(t, ctx, "comes back", press("[data-version]"), shows("x.pdn holds 3 games again."), lists("3 games"))
	require.Equal(t, []string{before[0], before[2]}, games()[:2])
	act(t, ctx, "and goes again", press(".steps .toast .btn"), lists("1 game"))
	require.Len(t, games(), 1)
}

// TestFileOfTheGame: a page whose server has begun anew opens the file of the game on the board again, and finds the game there.
func TestFileOfTheGame(t *testing.T) {
	long(t)
	folder := t.TempDir()
	name := filepath.Join(folder, "x.pdn")
	require.NoError(t, os.WriteFile(name, []byte(twelve()), 0o600))
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	act(t, ctx, "read", chromedp.Navigate(s.Address()), opens("x.pdn"), reads(5), has(3), shows("A5"))
	games := strings.SplitAfter(twelve(), "*\n\n")
	require.NoError(t, os.WriteFile(name, []byte(strings.Join(games[2:], "")), 0o600))
	require.NoError(t, s.library.Close())
	fresh, err := library.New(folder, s.kept.folder)
	require.NoError(t, err)
	s.library = fresh
	act(t, ctx, "load the page again", chromedp.Reload(), lists("10 games"), holds(`document.querySelector(".g.sel")?.dataset.game === "3"`))
	act(t, ctx, "delete it", deleteGame, shows("Deleted game 3, A5 – B: x.pdn holds 9 games now."))
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
		act(t, ctx, "read", chromedp.Navigate(s.Address()), opens("u.pdn"), reads(n+1), has(3), press(`[aria-label="To the end"]`), typed("22-17"), has(4))
	}
	act(t, p, "save", saveInPlace, shows("Saved u.pdn: game 1 of 12"))
	act(t, q, "save, though the other page has changed another game", saveInPlace, shows("Saved u.pdn: game 2 of 12"))
	last := func(what string) action {
		return chromedp.Steps(press("#collection-menu"), holds(fmt.Sprintf(`document.querySelector("#undo-change")?.innerText.includes(%q)`, what)))
	}
	act(t, p, "told", last("game 2 replaced"), press("#undo-change"), shows("Undone in u.pdn: game 2 replaced."), last("game 1 replaced"))
	act(t, q, "told", last("game 1 replaced"))
	require.NoError(t, os.WriteFile(name, []byte(twelve()+"1. 12-16 *"), 0o600))
	act(t, q, "another program", press("#undo-change"), shows("Another page or program has changed u.pdn since: nothing is undone."), press("#collection-menu"), holds(`!document.querySelector("#undo-change")`))
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
	act(t, ctx, "read", chromedp.Navigate(s.Address()), opens("one.pdn"), reads(1), has(2), press("#collection-menu"), holds(`!document.querySelector("#delete-game, #save-game, #add-game")`), press("#collection-menu"))
	act(t, ctx, "one game", press(`[aria-label="To the end"]`), typed("8-11"), named("one.pdn"), asks("It is packed or UTF-16, so no game can be added or changed alone."), answers("Cancel|Replace game 1|Another file…"), answered("Replace game 1"), shows("Saved one.pdn."))
	act(t, ctx, "two games", named("two.pdn"), asks("It is packed or UTF-16"), answers("Cancel|Replace all 2 games|Another file…"), answered("Replace all 2 games"), shows("Saved two.pdn."))
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
	act(t, ctx, "save", named("x.pdn"), shows("Saved x.pdn. Its comments have round brackets now"), comment("the usual; (braces) ) also"))
	data, err := os.ReadFile(filepath.Join(folder, "x.pdn"))
	require.NoError(t, err)
	require.Contains(t, string(data), "{the usual; (braces) ) also}")
	act(t, ctx, "again", saveInPlace, shows("Nothing has changed"))
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
	act(t, ctx, "the result", named("  x.pdn "), answered("Result 1-0"), shows("Saved x.pdn."), holds(`document.querySelector(".players .res").innerText === "1–0"`))
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
	act(t, ctx, "read and save", chromedp.Navigate(s.Address()), opens("x.pdn"), reads(2), has(7), saveInPlace, shows("Nothing has changed"))
	require.Equal(t, text, onDisk())
	act(t, ctx, "reload and save as", chromedp.Reload(), has(7), named("y.pdn"), shows("Saved y.pdn."))
	copied, err := os.ReadFile(filepath.Join(folder, "y.pdn"))
	require.NoError(t, err)
	require.Equal(t, game+"\n\n", string(copied))
	act(t, ctx, "annotate", opens("x.pdn"), reads(2), has(7), press(`[aria-label="To the end"]`), at("23-19"), press("#comment"), chromedp.SendKeys(".annotate textarea", "sound"), saveInPlace, shows("Saved x.pdn: game 2 of 3"))
	want := read(t, game)
	want.Moves[1].Comments = []string{"sound"}
	after := textsOf(t, []byte(onDisk()))
	require.Equal(t, []string{"1. 12-16 *", "1. 10-14 *"}, []string{after[0], after[2]})
	require.Equal(t, want.Line, read(t, after[1]).Line)
}

// saveLists saves a list that was pasted: as a whole, and one game of it under a name of its own.
func saveLists(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	act(t, ctx, "paste", chromedp.Navigate(address), shows("Black to move"), pastedAtOnce(fmt.Sprintf("%q", strings.ReplaceAll(twelve(), "\xE9", "é"))), lists("12 games"))
	act(t, ctx, "no game is on the board", press("#collection-menu"), holds(`!!document.querySelector("#save-list") && !document.querySelector("#save-as")`), press("#save-list"),
		holds(`document.querySelector("#save-name")?.value === "round 1.pdn"`), press("#save"), shows("Saved round 1.pdn: 12 games."), lists("12 games"), titled("round 1.pdn"))
	act(t, ctx, "a game of it", reads(3), has(3), fromMenu("#collection-menu", "#save-as"), holds(`!!document.querySelector("#save-name")`), called("three.pdn"), shows("Saved three.pdn."))
	act(t, ctx, "the file has the list", opens("round 1.pdn"), lists("12 games"))
	act(t, ctx, "another list", reads(3), has(3), fromMenu("#collection-menu", "#save-list"), holds(`!!document.querySelector("#save-name")`), called("three.pdn"), asks("three.pdn holds 1 game. Replace all that is in the file by the list?"),
		answered("Replace it"), shows("Saved three.pdn: 12 games."), titled("three.pdn"), holds(`document.querySelector(".g.sel")?.dataset.game === "3"`))
	act(t, ctx, "the same", fromMenu("#collection-menu", "#save-list"), press("#save"), shows("three.pdn holds this list already"))
	act(t, ctx, "undo", undoOfFile, lists("1 game"))
}

// titled waits until the list has a name.
func titled(name string) action {
	return holds(fmt.Sprintf(`document.querySelector(".list h2.title").innerText === %q`, name))
}

// TestSaveList: a list that was pasted is saved as a whole, byte by byte, and the menu says what it saves.
func TestSaveList(t *testing.T) {
	ofBoard(t)
	folder := t.TempDir()
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	saveLists(t, ctx, s.Address())
	data, err := os.ReadFile(filepath.Join(folder, "round 1.pdn"))
	require.NoError(t, err)
	require.Equal(t, strings.TrimSpace(strings.ReplaceAll(twelve(), "\xE9", "é")), strings.TrimSpace(string(data)))
}

// TestWebSaveList: so does the page without a server, in the browser.
func TestWebSaveList(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, ctx)
	saveLists(t, ctx, h.Address())
}

// TestQuestionFits: a question of a file has a heading, its text stands apart from the rim, and each of its answers is seen as a whole.
func TestQuestionFits(t *testing.T) {
	ofBoard(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "class2.pdn"), []byte("1. 11-15 *\n"), 0o600))
	const cut = `(() => {
		const box = document.querySelector(".question").getBoundingClientRect(), words = document.createRange(), found = [];
		words.selectNodeContents(document.querySelector(".question > .in"));
		const check = (what, r, apart) => {
			if (r.width === 0 || r.left < box.left + apart || r.right > box.right - apart || r.top < box.top + apart || r.bottom > box.bottom - apart) found.push(what);
		};
		check("heading", document.querySelector(".question h2").getBoundingClientRect(), 12);
		check("text", words.getBoundingClientRect(), 12);
		for (const b of document.querySelectorAll(".question button")) check(b.innerText, b.getBoundingClientRect(), 12);
		return found.join("|");
	})()`
	s := started(t, Options{Folder: folder})
	for _, language := range []string{"en", "de"} {
		ctx := browser(t, 1280, "404 (Not Found)")
		laid(t, ctx, s, inLanguage(language))
		act(t, ctx, "ask", typed("11-15"), has(1), named("class2.pdn"), asks("class2.pdn"))
		for _, size := range [][2]int64{{1280, 900}, {390, 844}, {844, 390}, {320, 568}} {
			act(t, ctx, "a size", chromedp.EmulateViewport(size[0], size[1]), run("0"))
			require.Equal(t, 4, evaluated[int](t, ctx, `document.querySelectorAll(".question button").length`))
			require.Empty(t, evaluated[string](t, ctx, cut), "%s at %d x %d", language, size[0], size[1])
			windowPicture(t, ctx, fmt.Sprintf("question-%s-%d", language, size[0]))
		}
	}
}
