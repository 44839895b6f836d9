package webboard

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// Texts in the code of the page that are no words of a language: names and signs.
var noWords = regexp.MustCompile(`^(Zonda|PDN|FEN|CSV|EPD|DXP|Esc|F|E|T|C|N|P|SVG|PNG|0)$`)

// TestWordsApart: every text of the page is in words/, so that each language has it. Looked for are letters between tags, and texts in
// the attributes that people see or hear.
func TestWordsApart(t *testing.T) {
	between := regexp.MustCompile(`(?:<[a-z][a-z0-9]*(?:\s[^<>{}]*(?:\{[^{}]*\}[^<>{}]*)*)?>|\})\s*([A-Za-z][^<>{}=;()$]*)\s*(?:</|\{)`)
	attribute := regexp.MustCompile(`(?:aria-label|title|placeholder|label|alt)="([^"]*[A-Za-z][^"]*)"`)
	files, err := filepath.Glob("page/src/*.tsx")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for n, line := range strings.Split(string(data), "\n") {
			if !strings.Contains(line, "<") || strings.HasPrefix(strings.TrimSpace(line), "//") {
				continue
			}
			for _, found := range append(between.FindAllStringSubmatch(line, -1), attribute.FindAllStringSubmatch(line, -1)...) {
				if text := strings.TrimSpace(found[1]); !noWords.MatchString(text) {
					t.Errorf("%s:%d: %q belongs into words/", file, n+1, text)
				}
			}
		}
	}
}

// TestRed: where the pieces of Black are red the page calls them Red, also in the server's texts, and leaves alone what people have
// written.
func TestRed(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("[Black \"Joe Black\"]\n[FEN \"B:WK29:BK1,K2\"]\n*"), toSettings, chosen("pieces", "red"), button("Analyse"),
		shows("Joe Black"), shows("Red to move"), button("Endings"), shows("Red wins in 6 moves"), press("#walk"), shows("Red wins: White has no pieces left"), shows("The game is over"))
	require.NotContains(t, strings.ReplaceAll(evaluated[string](t, ctx, "document.body.innerText"), "Joe Black", ""), "Black")
	require.NotContains(t, strings.ReplaceAll(evaluated[string](t, ctx, `[...document.querySelectorAll("[aria-label], [title]")].map(e => e.ariaLabel + " " + e.title).join("\n")`), "Joe Black", ""), "Black")
}

// TestGerman: every view speaks German where the user wants it, and so do the reasons why a move cannot be made and the texts of the
// server on how a game has ended.
func TestGerman(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "the language", chromedp.Navigate(s.Address()), shows("Black to move"), toSettings, chosen("language", "de"), shows("Schwarz am Zug"))
	act(t, ctx, "a wrong move", button("Analyse"), press(`[data-square="22"]`), shows("Der Stein auf 22 gehört Weiß, und Schwarz ist am Zug."))
	act(t, ctx, "the end of a game", press(`[data-square="11"]`), press(`[data-square="15"]`), shows("Weiß am Zug"),
		fragment("fen=B:WK29:B"), shows("Weiß gewinnt: Schwarz hat keine Steine mehr"))
	const pause = 300 * time.Millisecond // in which a view asks the server
	english := regexp.MustCompile(`\b(the|The|of|and|Show|your|Your|Black|White|against|game|games|move|moves|Make|Start)\b`)
	for _, view := range []string{"Spielen", "Analyse", "Aufgaben", "Partien", "Labor", "Einstellungen"} {
		act(t, ctx, view, pressSeen("button", fmt.Sprintf(`(b.innerText.trim() === %[1]q || b.title === %[1]q)`, view)), chromedp.Sleep(pause))
		const texts = `[...document.querySelectorAll(".app *:not(.glist *, .task .sub)")].map(e => [e.children.length ? "" : e.innerText, e.ariaLabel, e.title].join(" ")).join("\n")`
		for _, line := range strings.Split(evaluated[string](t, ctx, texts), "\n") {
			require.NotRegexp(t, english, line, view)
		}
	}
	act(t, ctx, "numbers and clocks", button("Analyse"), pasted("1. 11-15 {[%clk 0:09:59] schnell [%emt 0:00:01.250]} *"), has(1), shows("Uhr 9:59 schnell 1,3 s"), press("#engine-on"),
		holds(`/^[+]?\d,\d\d$/.test(document.querySelector(".line .score")?.innerText)`), press("#engine-on"))
	act(t, ctx, "on paper", run(`dispatchEvent(new Event("beforeprint"))`), holds(`document.querySelector(".printed h1").textContent.startsWith("Schwarz – Weiß")`))
	act(t, ctx, "a page that slept", button("Spielen"), oneMinute, press("#start-game"), square(11), square(15), has(2), later(90), shows("Weiß gewinnt. Schwarz hat keine Zeit mehr: Die Seite schlief"))
}
