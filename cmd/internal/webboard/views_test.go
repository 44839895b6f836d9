package webboard

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// axe returns the checker of accessibility, a script.
func axe(t *testing.T) string {
	t.Helper()
	in, err := os.Open("testdata/axe.min.js.gz")
	require.NoError(t, err)
	defer in.Close()
	text, err := gzip.NewReader(in)
	require.NoError(t, err)
	script, err := io.ReadAll(text)
	require.NoError(t, err)
	return string(script)
}

// serious lists the serious faults that axe finds on the page.
const serious = `axe.run({resultTypes: ["violations"]}).then(r => r.violations.filter(v => v.impact === "serious" || v.impact === "critical")
	.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 120) + " " + (n.any[0]?.message ?? "")).join(" | ")).join("\n"))`

// mouseOnly lists what hears clicks and cannot be reached by keyboard: neither itself nor a part of it takes the focus. Preact keeps
// the functions that hear events in the property __e of an element; without any the list would prove nothing.
const mouseOnly = `(() => {
	const hears = [...document.querySelectorAll("*")].filter(e => e.__e?.onClick);
	const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";
	return hears.length < 5 ? "only " + hears.length + " elements hear clicks"
		: hears.filter(e => !e.matches(focusable) && !e.querySelector(focusable)).map(e => e.outerHTML.slice(0, 120)).join("\n");
})()`

// accessible fails if axe finds a serious fault, or if something can be pressed by a mouse alone.
func accessible(t *testing.T, ctx context.Context, view string) {
	t.Helper()
	assert.Empty(t, evaluated[string](t, ctx, mouseOnly), view)
	found, err := chromedp.Run(ctx, chromedp.Evaluate[string](serious, chromedp.EvalAwaitPromise))
	require.NoError(t, err)
	assert.Empty(t, found, view)
}

// fits fails if the page is wider than its window.
func fits(t *testing.T, ctx context.Context, view string) {
	t.Helper()
	over, err := chromedp.Run(ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth - innerWidth"))
	require.NoError(t, err)
	assert.LessOrEqual(t, over, 0, "%s is wider than the window", view)
}

const annotated = `[Event "Test <b>bold</b>"]
[Black "<script>alert(1)</script>"]
[White "Jordan"]
[Result "1-0"]
1. 11-15 {a <i>comment</i>} 22-18 2. 15x22 25x18 (26x17 8-11) 3. 12-16 18-14 4. 9x18 23x14 5. 10x17 21x14 *

`

// TestViews opens every view at both widths, light and dark: nothing is wider than the window, and axe finds no serious fault.
func TestViews(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "games.pdn"), []byte(strings.Repeat(annotated, 120)), 0o600))
	proved(t, filepath.Join(folder, "drawn.tree"))
	s := started(t, Options{Folder: folder})
	script := axe(t)
	for _, width := range []int64{1400, 390} {
		for _, theme := range []string{"light", "dark"} {
			ctx := browser(t, width, "Applying inline style") // axe tries to, in vain
			views(t, ctx, s, script, func(view string) {
				accessible(t, ctx, view)
				fits(t, ctx, view)
				picture(t, ctx, fmt.Sprintf("%s-%d-%s", view, width, theme))
			}, theme)
		}
	}
}

// views opens every view and calls check in each.
func views(t *testing.T, ctx context.Context, s *Server, script string, check func(view string), theme string) {
	t.Helper()
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), button("Settings"), choose("#theme", theme),
		chromedp.Evaluate[chromedp.Void](script))
	check("settings")
	act(t, ctx, "engine", button("Close"), press("#engine-on"), chromedp.WaitVisible(".line .score"))
	check("analyse")
	act(t, ctx, "files", opens("games.pdn"), lists("120 games"))
	act(t, ctx, "game", reads(3), shows("<script>alert(1)</script>"), has(12),
		press(`[aria-label="To the end"]`), at("21x14"))
	check("games")
	act(t, ctx, "report", button("Analyse"), button("Report"), button("Judge the game"), judged)
	check("report")
	act(t, ctx, "text", button("Game"))
	check("text")
	act(t, ctx, "set up", button("Set up a position"))
	check("setup")
	act(t, ctx, "problems", button("Problems"), shows("of 30 solved"))
	check("problems")
	act(t, ctx, "matches", button("Matches"), shows("There is no match"))
	check("matches")
	act(t, ctx, "proofs", button("Proofs"), shows("proven"))
	check("proofs")
	act(t, ctx, "play", button("Play"), shows("Your side"))
	check("play")
	act(t, ctx, "rules", press(".link"), shows("Checkers in four pictures"))
	check("rules")
	act(t, ctx, "game", button("Close"), chosen("clock", "5+3"), press("#start-game"), square(11), square(15), has(2))
	check("game")
	act(t, ctx, "resign", press("#resign"), shows("Resign? Zonda wins then."))
	check("resign")
	act(t, ctx, "the end", resigned)
	check("end")
}

// TestDatabasesOpenAfterThePage: a page that begins with an ending shows it as an ending when the databases are open. Each page has
// an engine of its own, which opens them when the page first asks for a position.
func TestDatabasesOpenAfterThePage(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "an ending", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("B:WK29:BK1,K2"), holds(`document.querySelectorAll(".piece").length === 3`))
	act(t, ctx, "again", chromedp.Reload(), holds(`document.querySelector("#tab-Endgame")?.ariaSelected === "true"`), shows("wins in 6 moves"),
		holds(`document.querySelectorAll(".explorer tbody tr").length > 3`))
}
