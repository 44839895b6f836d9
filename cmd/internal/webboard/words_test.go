package webboard

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

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
		shows("Joe Black"), shows("Red to move"), button("Endings"), shows("Red wins in 6 moves"), press("#walk"), shows("Red wins: White has no pieces left"))
	require.NotContains(t, strings.ReplaceAll(evaluated[string](t, ctx, "document.body.innerText"), "Joe Black", ""), "Black")
	require.NotContains(t, strings.ReplaceAll(evaluated[string](t, ctx, `[...document.querySelectorAll("[aria-label], [title]")].map(e => e.ariaLabel + " " + e.title).join("\n")`), "Joe Black", ""), "Black")
}
