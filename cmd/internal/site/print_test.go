package site

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board/pdn"
	gamepage "github.com/zonda-checkers/zonda/cmd/internal/games/page"
)

const authored = `[Black "Ann <b>A</b>"] [White "Ben"] [Event "Club"] [Date "2026.03.14"] [Result "1-0"]
{A <i>quiet</i> start} 1. 11-15 $1 {good [%csl 15]} 22-18 ({or} 1... 23-19 {calm} 2. 8-11 (2. 9-14 $5)) 2. 15x22 25x18 $4 {Zonda: blunder; Black +1.20, before it even} ({Zonda: Black +0.20} 2... 26x17) 3. 12-16 1-0`

// keepSaved keeps the text and the name of the file that the page saves next.
const keepSaved = `window.saved = ""; window.fileName = "";
	URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return "#"; };
	HTMLAnchorElement.prototype.click = function() { window.fileName = this.download; };`

// pageOf presses "Save as a page" and returns the text of the file.
func pageOf(t *testing.T, ctx context.Context) string {
	t.Helper()
	act(t, ctx, "save as a page", run(keepSaved),
		press(`.acts [aria-label="Share"]`), press("#save-page"), holds("!!window.saved"))
	return evaluated[string](t, ctx, "window.saved")
}

// media lets the page believe that it is on paper, or with "" on a screen.
func media(name string) action {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name})
		return err
	})
}

// TestPrint prints a game with the words of its author, and saves it as a page.
func TestPrint(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(authored), has(9), press(`[aria-label="Forward"]`), at("11-15"))
	act(t, ctx, "mark", fromMenu("#move-menu", "#mark-diagram"), holds(`!!document.querySelector(".move.here [aria-label=diagram]")`),
		press(`[aria-label="Forward"]`), fromMenu("#move-menu", "#mark-diagram"), fromMenu("#move-menu", "#mark-diagram"), holds(`!document.querySelector(".move.here [aria-label=diagram]")`))
	require.Contains(t, shared(t, ctx, "copy-pdn"), "$201")
	require.Contains(t, shared(t, ctx, "link-game"), "#game=")
	act(t, ctx, "print", holds(`!document.querySelector(".printed").innerText`), media("print"), run(`dispatchEvent(new Event("beforeprint"))`), shows("Black wins"))
	text := regexp.MustCompile(`\s+`).ReplaceAllString(evaluated[string](t, ctx, "document.body.innerText"), " ")
	for _, want := range []string{"Ann <b>A</b> – Ben 1–0", "Single Corner · Club · 14 Mar 2026", "A <i>quiet</i> start", "1. 11-15!", "good", "1… 22-18", "or 1… 23-19 calm 2. 8-11 (2. 9-14!?)", "2. 15×22 25×18?? 3. 12-16", "Black wins"} {
		require.Contains(t, text, want)
	}
	for _, not := range []string{"Zonda", "26×17", "Engine", "$201", "[%"} {
		require.NotContains(t, text, not)
	}
	require.Equal(t, 1.0, evaluated[float64](t, ctx, `document.querySelectorAll(".printed .figure").length`))
	require.Equal(t, "White to move", evaluated[string](t, ctx, `document.querySelector(".printed .figure .turn").innerText`), "below the diagram")
	require.Equal(t, 1.0, evaluated[float64](t, ctx, `document.querySelectorAll(".printed .chalk").length`))
	require.Equal(t, "rgb(255, 255, 255)", evaluated[string](t, ctx, `getComputedStyle(document.body).backgroundColor`))
	picture(t, ctx, "print")
	act(t, ctx, "the screen", run(`dispatchEvent(new Event("afterprint"))`), media(""), holds(`!document.querySelector(".printed").innerText`), shows("Engine"))
	html := pageOf(t, ctx)
	require.Equal(t, "game.html", evaluated[string](t, ctx, "window.fileName"))
	require.Contains(t, html, "<title>Ann &lt;b&gt;A&lt;/b&gt; – Ben 1–0</title>")
	require.Contains(t, html, `class="figure"`)
	require.NotContains(t, html, "blunder")
	act(t, ctx, "a printer", run(`addEventListener("beforeprint", () => { window.onPaper = document.querySelector(".printed").textContent; })`), chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		printed, err := cdp.Call(ctx, target, page.PrintToPDF, page.PrintToPDFParams{})
		require.Equal(t, "%PDF", string(printed.Data[:4]))
		if folder := os.Getenv("ZONDA_PICTURES"); folder != "" {
			require.NoError(t, os.WriteFile(filepath.Join(folder, "print.pdf"), printed.Data, 0o600))
		}
		return err
	}), holds(`window.onPaper?.includes("12-16") && !document.querySelector(".printed").innerText`))
}

// TestPrintPosition: a game without a diagram is printed with the position on the board and its move, and the menu says how to print others.
func TestPrintPosition(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1280), started(t, Options{})
	notNew(t, ctx)
	printed := func(turn string) action {
		return chromedp.Steps(run(`dispatchEvent(new Event("beforeprint"))`), holds(fmt.Sprintf(`[...document.querySelectorAll(".printed .figure .turn")].map(turn => turn.textContent).join() === %q`, turn)), run(`dispatchEvent(new Event("afterprint"))`))
	}
	titled := func(title string) action {
		return chromedp.Steps(run(`dispatchEvent(new Event("beforeprint"))`), holds(fmt.Sprintf(`document.querySelector(".printed h1").textContent.trim() === %q`, title)), run(`dispatchEvent(new Event("afterprint"))`))
	}
	act(t, ctx, "at a move", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("1. 11-15 22-18 2. 15x22 25x18 *"), has(4), printed("Black to move"), titled("A game"),
		press(`[aria-label="Forward"]`), at("11-15"), press(`[aria-label="Forward"]`), at("22-18"), printed("1… 22-18 · Black to move"))
	act(t, ctx, "the menu", press(`.acts [aria-label="Share"]`), holds(`/Print a diagram here/.test(document.querySelector("#print").innerText)`), chromedp.KeyEvent("\x1b"))
	act(t, ctx, "a diagram of the author", press(`[aria-label="Back"]`), at("11-15"), fromMenu("#move-menu", "#mark-diagram"), holds(`!!document.querySelector(".move.here [aria-label=diagram]")`), press(`[aria-label="Forward"]`), at("22-18"), printed("White to move"))
	act(t, ctx, "a date", pasted(`[Date "2026.03.14"] 1. 9-14 *`), has(1), titled("14 Mar 2026"))
}

// TestPrintNumbersOutside: numbers outside of the board stand on the paper round a diagram, apart from the words below it.
func TestPrintNumbersOutside(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
	laid(t, ctx, s, table{game: from("B:W18,26:B14"), settings: `{"numbers": "outside"}`})
	act(t, ctx, "print", media("print"), run(`dispatchEvent(new Event("beforeprint"))`), holds(`!!document.querySelector(".printed .figure svg")`))
	picture(t, ctx, "print-outside")
	require.Equal(t, []float64{14, 0}, evaluated[[]float64](t, ctx, `(() => {
		const box = e => document.querySelector(".printed .figure " + e).getBoundingClientRect(), squares = box("svg"), turn = box(".turn");
		const all = [...document.querySelectorAll(".printed .num text")].map(text => text.getBoundingClientRect());
		const inside = r => r.x + r.width / 2 > squares.x && r.x + r.width / 2 < squares.right && r.y + r.height / 2 > squares.y && r.y + r.height / 2 < squares.bottom;
		const words = document.createRange();
		words.selectNodeContents(document.querySelector(".printed .figure .turn"));
		return [all.length, all.filter(r => inside(r) || r.bottom > words.getBoundingClientRect().top + 2).length];
	})()`))
}

// boardNamed waits until the board of a page of its own is named by parts of the position in words.
func boardNamed(parts ...string) action {
	var all []action
	for _, part := range parts {
		all = append(all, holds(fmt.Sprintf(`document.querySelector("svg.board .men").parentNode.ariaLabel.includes(%q)`, part)))
	}
	return chromedp.Steps(all...)
}

// TestPlayedPage plays a page of games from a disk: moves of the game and of variations, arrows, and the own policy of the page.
func TestPlayedPage(t *testing.T) {
	ofBoard(t)
	ctx := browser(t, 900, "Content Security Policy")
	name := filepath.Join(t.TempDir(), "club.html")
	games := pdn.NewReader(strings.NewReader(authored)).Games()
	var out strings.Builder
	for g := range games {
		require.NoError(t, gamepage.WriteGames(&out, "club", []*pdn.Game{g}))
	}
	require.NoError(t, os.WriteFile(name, []byte(out.String()), 0o600))
	here := func(move string) action {
		return holds(fmt.Sprintf(`document.querySelector(".what").textContent === %q`, move))
	}
	on, back := press(`[data-go="1"]`), press(`[data-go="-1"]`)
	act(t, ctx, "open", chromedp.Navigate("file://"+name), here("start"), holds(`document.querySelectorAll(".men use").length === 24`), boardNamed("White: men 21, 22,", "Black: men 1, 2,"))
	act(t, ctx, "play", on, here("11-15"), holds(`document.querySelectorAll(".men .mark").length === 1`), on, here("22-18"), on, here("15x22, takes 18"),
		holds(`document.querySelectorAll(".men use").length === 23`), boardNamed("White: men 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32. Black: men 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 22."), press(`[data-go="Infinity"]`), here("12-16"), on, here("12-16"))
	act(t, ctx, "a variation", press(".variation .variation .m"), here("9-14"), back, here("23-19"), back, here("11-15"), on, here("22-18"))
	act(t, ctx, "its own policy", run(`const s = document.createElement("script"); s.textContent = "window.broken = true"; document.body.append(s);`), holds("!window.broken"))
	picture(t, ctx, "played-page")
}

// TestWebPage: a page without a server writes the page of a game itself, which plays from a disk with a policy of its own, and has what the
// author wrote.
func TestWebPage(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400, "Content Security Policy"), hosted(t, "", "")
	notNew(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), pasted(authored), has(9), press(`[aria-label="Forward"]`), fromMenu("#move-menu", "#mark-diagram"))
	html, name := pageOf(t, ctx), filepath.Join(t.TempDir(), "game.html")
	require.NoError(t, os.WriteFile(name, []byte(html), 0o600))
	require.Contains(t, html, "<title>Ann &lt;b&gt;A&lt;/b&gt; – Ben 1–0</title>")
	here := func(move string) action {
		return holds(fmt.Sprintf(`document.querySelector(".what").textContent === %q`, move))
	}
	on, back := press(`[data-go="1"]`), press(`[data-go="-1"]`)
	act(t, ctx, "play", chromedp.Navigate("file://"+name), here("Start"), holds(`document.querySelectorAll(".men use").length === 24`), boardNamed("White: men 21, 22,", "Black: men 1, 2,"), on, here("11-15"),
		holds(`document.querySelectorAll(".men .mark").length === 1`), on, here("22-18"), on, here("15×22, takes 18"), holds(`document.querySelectorAll(".men use").length === 23`), press(`[data-go="Infinity"]`), here("12-16"))
	act(t, ctx, "a variation", press(".variation .variation .m"), here("9-14"), back, here("23-19"), back, here("11-15"))
	act(t, ctx, "its own policy", run(`const s = document.createElement("script"); s.textContent = "window.broken = true"; document.body.append(s);`), holds("!window.broken"))
	text := evaluated[string](t, ctx, "document.querySelector('main').innerText")
	for _, want := range []string{"A <i>quiet</i> start", "good", "calm", "14 Mar 2026", "Black wins"} {
		require.Contains(t, text, want)
	}
	require.NotContains(t, text, "26×17")
	require.Equal(t, "To the start Back Forward To the end Turn the board", evaluated[string](t, ctx, `[...document.querySelectorAll(".steps button")].map(b => b.ariaLabel).join(" ")`), "names that are read, not signs")
	require.Equal(t, 1, evaluated[int](t, ctx, `document.querySelectorAll(".figure svg").length`))
	picture(t, ctx, "web-page")
}

// pageHasReport judges a game, and reads what its report says in the page that is saved.
func pageHasReport(t *testing.T, ctx context.Context) {
	t.Helper()
	act(t, ctx, "judge", pasted(keptEnding), has(16), button("Report"), judged)
	const card = `(card => [card.querySelector(".told").innerText, card.querySelector(".badge").innerText, card.querySelector(".better b").innerText])(document.querySelector(".tp"))`
	told, name := evaluated[[]string](t, ctx, card), filepath.Join(t.TempDir(), "judged.html")
	require.NoError(t, os.WriteFile(name, []byte(pageOf(t, ctx)), 0o600))
	require.Equal(t, 16, evaluated[int](t, ctx, `document.querySelectorAll(".sheet .move").length`), "the game on the board has no better lines")
	act(t, ctx, "the page", chromedp.Navigate("file://"+name), holds(`document.querySelectorAll(".men use").length === 3`))
	text := evaluated[string](t, ctx, "document.querySelector('main').innerText")
	for _, want := range told {
		require.Contains(t, text, want)
	}
	require.NotContains(t, text, "Zonda:")
	picture(t, ctx, "judged-page")
}

// TestPageHasReport: the page of a game that a server makes has what its report tells.
func TestPageHasReport(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"))
	pageHasReport(t, ctx)
}

// TestWebPageHasReport: so has the page that a browser makes.
func TestWebPageHasReport(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), allCome)
	pageHasReport(t, ctx)
}

// TestPageInGerman: a page that is saved in German says so, and all that is not the author's is German.
func TestPageInGerman(t *testing.T) {
	ofBoard(t)
	for board, address := range map[string]string{"server": started(t, Options{}).Address(), "page": hosted(t, "", "").Address()} {
		t.Run(board, func(t *testing.T) {
			ctx, name := browser(t, 1280), filepath.Join(t.TempDir(), "game.html")
			notNew(t, ctx)
			act(t, ctx, "German", chromedp.Navigate(address), shows("Black to move"), pasted(`[Date "2026.03.14"] [Event "Club"] [Round "3"] [Result "1-0"] 1. 11-15 $201 {gut} 1-0`), has(1),
				toSettings, chosen("language", "de"), button("Analyse"), shows("Schwarz"))
			act(t, ctx, "save as a page", run(keepSaved), press(`.acts [aria-label="Teilen"]`), press("#save-page"), holds("!!window.saved"))
			html := evaluated[string](t, ctx, "window.saved")
			require.NoError(t, os.WriteFile(name, []byte(html), 0o600))
			require.Contains(t, html, `<html lang="de">`)
			act(t, ctx, "the page", chromedp.Navigate("file://"+name), holds(`document.querySelectorAll(".men use").length === 24`), boardNamed("Weiß: Steine 21, 22,", "Schwarz: Steine 1, 2,"))
			require.Equal(t, "Zum Anfang|Zurück|Vor|Zum Ende|Brett drehen", evaluated[string](t, ctx, `[...document.querySelectorAll(".steps button")].map(b => b.ariaLabel).join("|")`))
			text := evaluated[string](t, ctx, `[document.title, ...[...document.querySelectorAll("main, main *")].flatMap(e => [e.ariaLabel, e.title, ...[...e.childNodes].filter(n => n.nodeType === Node.TEXT_NODE).map(n => n.data)])].join("|")`)
			for _, want := range []string{"März 2026", "Weiß am Zug", "Schwarz gewinnt", "gut"} {
				require.Contains(t, text, want)
			}
			require.NotRegexp(t, `(?i)\b(black|white|board|start|back|on|end|turn|wins|game|round|move|man|men)\b`, text)
			picture(t, ctx, "german-page-"+board)
		})
	}
}

// TestShortGames: the board of a short game does not reach into the next one.
func TestShortGames(t *testing.T) {
	ofBoard(t)
	ctx, name := browser(t, 1400), filepath.Join(t.TempDir(), "short.html")
	var games []*pdn.Game
	for g := range pdn.NewReader(strings.NewReader("1. 11-15 *\n\n1. 9-14 *\n")).Games() {
		games = append(games, g)
	}
	var out strings.Builder
	require.NoError(t, gamepage.WriteGames(&out, "short", games))
	require.NoError(t, os.WriteFile(name, []byte(out.String()), 0o600))
	act(t, ctx, "open", chromedp.Navigate("file://"+name), holds(`document.querySelectorAll(".men use").length === 48`))
	require.True(t, evaluated[bool](t, ctx, `[...document.querySelectorAll("article")].every(a => a.querySelector(".player").getBoundingClientRect().bottom <= a.getBoundingClientRect().bottom)`))
	picture(t, ctx, "short-games")
}

// TestPageShowsItsText: the board of a page stays on the screen beside the text, or in a band that hides what is scrolled below it, and the move
// on the board is seen.
func TestPageShowsItsText(t *testing.T) {
	ofBoard(t)
	ctx, name := browser(t, 1280), filepath.Join(t.TempDir(), "long.html")
	words := strings.Repeat("a long remark on what was better here ", 6)
	text := fmt.Sprintf("1. 11-15 {%[1]s} 22-18 (1... 23-19 2. 8-11 {%[1]s}) 2. 15x22 {%[1]s} 25x18 {%[1]s} 3. 12-16 {%[1]s} 18-14 {%[1]s} 4. 10x17 {%[1]s} 21x14 {%[1]s} 5. 9x18 {%[1]s} 23x14 {%[1]s} *", words)
	var out strings.Builder
	require.NoError(t, gamepage.WriteGames(&out, "long", []*pdn.Game{read(t, text)}))
	require.NoError(t, os.WriteFile(name, []byte(out.String()), 0o600))
	const covered = `(() => {
		const player = document.querySelector(".player"), p = player.getBoundingClientRect(), beside = %t, found = [];
		const texts = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
		for (let node; node = texts.nextNode();) {
			if (player.contains(node)) continue;
			const words = document.createRange();
			words.selectNodeContents(node);
			for (const r of words.getClientRects()) {
				const y = r.top + r.height / 2, hidden = x => player.contains(document.elementFromPoint(x, y));
				if (y < Math.max(0, p.top) || y > p.bottom) continue;
				if (beside ? r.right > p.left : !hidden(r.left + 1) || !hidden(r.right - 1)) found.push(node.textContent.slice(0, 20));
			}
		}
		return found.join("|");
	})()`
	for _, size := range []struct {
		width, height int64
		beside        bool
	}{{1280, 900, true}, {844, 390, true}, {700, 500, true}, {390, 844, false}, {568, 320, false}} {
		what := fmt.Sprintf("%dx%d", size.width, size.height)
		act(t, ctx, what, chromedp.EmulateViewport(size.width, size.height), chromedp.Navigate("file://"+name), holds(`document.querySelectorAll(".men use").length === 24`))
		for part := range 5 {
			act(t, ctx, "scroll", run(fmt.Sprintf("scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * %d / 4)", part)))
			require.Empty(t, evaluated[string](t, ctx, fmt.Sprintf(covered, size.beside)), "%s, scrolled %d quarters", what, part)
			windowPicture(t, ctx, fmt.Sprintf("page-%s-%d", what, part))
		}
		act(t, ctx, "the last move, and back", press(`[data-go="Infinity"]`), press(`[data-go="-1"]`), press(`[data-go="-1"]`), press(`[data-go="-1"]`))
		require.True(t, evaluated[bool](t, ctx, `(m => document.elementFromPoint(m.x + m.width / 2, m.y + m.height / 2)?.matches(".m.here"))(document.querySelector(".m.here").getBoundingClientRect())`), "%s: the move is seen", what)
		require.LessOrEqual(t, evaluated[int](t, ctx, `document.documentElement.scrollWidth - innerWidth`), 0, "%s: no scrolling sideways", what)
	}
}
