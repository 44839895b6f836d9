package site

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Texts in the code of the page that are no words of a language: names and signs.
var noWords = regexp.MustCompile(`^(Zonda|PDN|FEN|CSV|EPD|DXP|Esc|F|E|T|C|N|P|SVG|PNG|0)$`)

// TestWordsApart: every text of the page is in i18n/, so that each language has it. Looked for are letters between tags, and texts in
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
					t.Errorf("%s:%d: %q belongs into i18n/", file, n+1, text)
				}
			}
		}
	}
}

// TestNumbersAreGrouped: a number that may be large is written by the function of its language, 1,234,567 or 1.234.567. Names of small
// numbers are listed.
func TestNumbersAreGrouped(t *testing.T) {
	small := regexp.MustCompile(`^(share|most|square|depth|moves|seconds|plies|black|draw|white|complete|pieces|look|level|minutes|from|least|keeping|only|move|rating|deviation|days)$`)
	function, typed, bare := regexp.MustCompile(`\(([^()]*)\)(?:: string)? =>`), regexp.MustCompile(`(\w+): number`), regexp.MustCompile(`\$\{(\w+)\}`)
	files, err := filepath.Glob("page/src/i18n/*/*.ts")
	require.NoError(t, err)
	large := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		text := string(data)
		heads := function.FindAllStringSubmatchIndex(text, -1)
		for i, head := range heads {
			end := len(text)
			if i+1 < len(heads) {
				end = heads[i+1][0]
			}
			numbers := map[string]bool{}
			for _, found := range typed.FindAllStringSubmatch(text[head[2]:head[3]], -1) {
				numbers[found[1]] = !small.MatchString(found[1])
			}
			for _, found := range bare.FindAllStringSubmatch(text[head[1]:end], -1) {
				assert.False(t, numbers[found[1]], "%s: ${%s} is written without grouped(): %s", file, found[1], text[head[0]:head[1]])
			}
			large += strings.Count(text[head[1]:end], "${grouped(")
		}
	}
	require.Greater(t, large, 80)
}

// ungrouped lists the numbers of five digits and more that the page shows without separators, with what stands around them.
const ungrouped = `(() => {
	const texts = [document.body.innerText, document.title, ...[...document.querySelectorAll("[aria-label], [title]")].flatMap(e => [e.ariaLabel ?? "", e.title ?? ""])];
	return texts.flatMap(text => text.match(/.{0,20}(?<![\d.,])\d{5,}.{0,20}/g) ?? []).join("\n");
})()`

// TestLargeNumbers: counts of a large collection and of a search have separators in every place, in both languages.
func TestLargeNumbers(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "many.pdn"), []byte(strings.Repeat("1. 11-15 23-19 *\n\n", 12_345)), 0o600))
	ctx, s := browser(t, 1400), started(t, Options{Folder: folder})
	for language, texts := range map[string][]string{"en": {"Games", "Open…", "12,345 games", "Searched: 1,200,000 positions", "positions/s", "12,344"}, "de": {"Partien", "Öffnen…", "12.345 Partien", "Durchsucht: 1.200.000 Stellungen", "Stellungen/s", "12.344"}} {
		act(t, ctx, "the language", chromedp.Navigate(s.Address()), holds(`document.querySelectorAll(".piece").length === 24`), toSettings, chosen("language", language), button(texts[0]), button(texts[1]), press(`[data-file="many.pdn"]`), shows(texts[2]))
		act(t, ctx, "filtered", run(`document.querySelector("#search").focus()`), chromedp.KeyEvent("11-15"), holds(`document.querySelectorAll("[data-game]").length > 5`))
		require.Empty(t, evaluated[string](t, ctx, ungrouped), language)
		act(t, ctx, "game", press(`[data-game="3"]`), fromMenu("#collection-menu", "#save-as"), press("dialog #save"), holds(`!!document.querySelector(".question")`))
		require.Empty(t, evaluated[string](t, ctx, ungrouped), language)
		act(t, ctx, "book", chromedp.KeyEvent("\x1b"), run(`[...document.querySelectorAll(".rail button")][1].click()`), press(`[aria-label^="T"][title*="Home"], [title*="Pos1"]`), shows(texts[3]), press("#engine-on"), shows(texts[4]))
		require.Empty(t, evaluated[string](t, ctx, ungrouped), language)
		act(t, ctx, "report", press("#engine-on"), run(`document.querySelectorAll(".panel [role=tab]")[2].click()`), judged)
		require.Empty(t, evaluated[string](t, ctx, ungrouped), language)
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
		holds(`/^\d,\d\d$/.test(document.querySelector(".line .score")?.innerText)`), press("#engine-on"))
	act(t, ctx, "a name that is refused", fromMenu("#game-menu", "#save-game"), run(`document.querySelector("#save-name").select()`), chromedp.SendKeys("#save-name", "con?\r"),
		shows(`"con?.pdn" enthält das Zeichen ?, das manche Systeme nicht erlauben`), fromMenu("#game-menu", "#save-game"), run(`document.querySelector("#save-name").select()`), chromedp.SendKeys("#save-name", "con\r"),
		shows(`"con.pdn" ist unter Windows der Name eines Geräts: Wähle einen anderen Namen`))
	for _, wrong := range [][2]string{
		{"No space left on device", "Der Speicherplatz ist voll"}, {"There is not enough space on the disk.", "Der Speicherplatz ist voll"}, {"read-only file system", "Der Datenträger darf nur gelesen werden"},
		{"permission denied", "Der Zugriff ist nicht erlaubt"}, {"input/output error", "Lesen oder Schreiben ist fehlgeschlagen"}, {"no such file or directory", "Die Datei gibt es nicht"},
	} {
		act(t, ctx, wrong[0], run(fmt.Sprintf(`
			const send = WebSocket.prototype.send;
			WebSocket.prototype.send = function (message) {
				const { id, kind } = JSON.parse(message);
				if (kind !== "inspect") return send.call(this, message);
				WebSocket.prototype.send = send;
				this.dispatchEvent(new MessageEvent("message", {data: JSON.stringify({id, error: "x.pdn: " + %q})}));
			};`, wrong[0])), fromMenu("#game-menu", "#save-game"), press("dialog #save"), shows("x.pdn: "+wrong[1]))
	}
	act(t, ctx, "on paper", run(`dispatchEvent(new Event("beforeprint"))`), holds(`document.querySelector(".printed h1").textContent.startsWith("Schwarz – Weiß")`))
	act(t, ctx, "a page that slept", button("Spielen"), oneMinute, press("#start-game"), square(11), square(15), has(2), shows("Dein Zug"), later(90), shows("Weiß gewinnt. Schwarz hat keine Zeit mehr: Die Seite schlief"))
}
