package site

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

// serious lists the faults that axe finds on the page, also those of headings, landmarks and the sizes of targets.
const serious = `axe.run({resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r => r.violations
	.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 120) + " " + (n.any[0]?.message ?? "")).join(" | ")).join("\n"))`

// mouseOnly lists what hears clicks and cannot be reached by keyboard: neither itself nor a part of it takes the focus. Preact keeps
// the functions that hear events in the property __e of an element; without any the list would prove nothing.
const mouseOnly = `(() => {
	const hears = [...document.querySelectorAll("*")].filter(e => e.__e?.onClick);
	const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";
	return hears.length < 5 ? "only " + hears.length + " elements hear clicks"
		: hears.filter(e => !e.matches(focusable) && !e.querySelector(focusable)).map(e => e.outerHTML.slice(0, 120)).join("\n");
})()`

// clippedRings lists what takes the focus with a ring that something around it cuts off, by more than a pixel.
const clippedRings = `(() => {
	const cut = [], before = document.activeElement;
	const shown = e => e.checkVisibility() && e.getBoundingClientRect().width > 1 && !e.disabled && !e.closest("[inert], .sr");
	for (const e of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")) {
		if (!shown(e) || e.closest("svg")) continue;
		e.focus({focusVisible: true});
		const on = e.matches(".toggle input") ? e.nextElementSibling : e, style = getComputedStyle(on), width = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
		if (style.outlineStyle === "none" || width <= 0) continue;
		const b = on.getBoundingClientRect(), ring = {left: b.left - width, top: b.top - width, right: b.right + width, bottom: b.bottom + width};
		for (let up = on.parentElement; up && up !== document.body; up = up.parentElement) {
			const own = getComputedStyle(up);
			if (own.overflowX === "visible" && own.overflowY === "visible" || own.display === "contents") continue;
			const c = up.getBoundingClientRect(), over = [];
			const x = own.overflowX !== "visible", y = own.overflowY !== "visible";
			if (x && ring.left < c.left - 1 && b.left >= c.left - 1) over.push("left");
			if (x && ring.right > c.right + 1 && b.right <= c.right + 1) over.push("right");
			if (y && ring.top < c.top - 1 && b.top >= c.top - 1) over.push("top");
			if (y && ring.bottom > c.bottom + 1 && b.bottom <= c.bottom + 1) over.push("bottom");
			if (over.length) cut.push(on.localName + "#" + on.id + "." + on.className + " in " + up.className + ": " + over);
		}
	}
	before?.focus?.();
	return [...new Set(cut)].join("\n");
})()`

// settled waits until nothing fades: the engine has lines of the position on the board, and no movement is under way.
var settled = holds(`!document.querySelector(".verdict.stale, .lines.stale .line") && document.getAnimations().every(a => a.effect.getComputedTiming().iterations === Infinity)`)

// accessible fails if axe finds a serious fault, if something can be pressed by a mouse alone, or if a ring of the focus is cut off.
func accessible(t *testing.T, ctx context.Context, view string) {
	t.Helper()
	assert.Empty(t, evaluated[string](t, ctx, mouseOnly), view)
	assert.Empty(t, evaluated[string](t, ctx, clippedRings), "%s: rings of the focus", view)
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

// sizes are windows: a phone, a tablet that stands, a laptop, a large screen.
var sizes = [][2]int64{{390, 844}, {820, 1180}, {1400, 900}, {1920, 1080}}

// TestViews opens every view at four sizes, light and dark: nothing is wider than the window, and axe finds no serious fault.
func TestViews(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "games.pdn"), []byte(strings.Repeat(annotated, 120)), 0o600))
	proved(t, filepath.Join(folder, "drawn.tree"))
	script := axe(t)
	for _, size := range sizes {
		for _, theme := range []string{"light", "dark"} {
			t.Run(fmt.Sprintf("%d-%s", size[0], theme), func(t *testing.T) {
				ctx := browser(t, size[0], "Applying inline style") // axe tries to, in vain
				require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(size[0], size[1])))
				views(t, ctx, started(t, Options{Folder: folder}), script, theme, func(view string) {
					act(t, ctx, view, settled)
					accessible(t, ctx, view)
					fits(t, ctx, view)
					picture(t, ctx, fmt.Sprintf("%s-%d-%s", view, size[0], theme))
				})
			})
		}
	}
}

// toSettings opens the settings, and toHelp the rules, at any width.
var (
	toSettings = pressSeen("button", `(b.ariaLabel === "Settings" || b.textContent === "More")`)
	toHelp     = pressSeen("button", `(b.ariaLabel ?? b.textContent) === "Rules and help"`)
	gameMenu   = pressSeen("button", `b.ariaLabel?.startsWith("Game:")`)
	closed     = chromedp.Steps(press(`dialog [aria-label="Close"]`), holds(`!document.querySelector("dialog")`))
)

// views opens every view and calls check in each.
func views(t *testing.T, ctx context.Context, s *Server, script, theme string, check func(view string)) {
	t.Helper()
	const pieces = `document.querySelectorAll(".piece").length`
	act(t, ctx, "open", chromedp.Navigate(s.Address()), holds(pieces+" === 24"), toSettings, chosen("theme", theme), shows("Shortest wins"), chromedp.Evaluate[chromedp.Void](script))
	check("settings")
	act(t, ctx, "rules", toHelp, holds(`!!document.querySelector("dialog")`))
	check("rules")
	act(t, ctx, "keys", closed, run(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "?", bubbles: true}))`), holds(`!!document.querySelector("dialog .kbd")`))
	check("keys")
	act(t, ctx, "engine", closed, button("Analyse"), press("#engine-on"), holds(`!!document.querySelector(".lines:not(.stale) .line")`))
	check("analyse")
	act(t, ctx, "files", button("Games"), button("Open…"), holds(`!!document.querySelector('[data-file="games.pdn"]')`))
	check("files")
	act(t, ctx, "a file", press(`[data-file="games.pdn"]`), holds(`!document.querySelector("dialog") && document.querySelectorAll("[data-game]").length > 5`))
	check("games")
	act(t, ctx, "game", press(`[data-game="3"]`), button("Analyse"), has(12), press(`[aria-label="To the end"]`), at("21x14"), shows("<script>alert"))
	check("game")
	act(t, ctx, "report", button("Report"), judged)
	check("report")
	act(t, ctx, "an ending", gameMenu, press("#paste-game"), chromedp.SendKeys("dialog #paste", "B:WK29:BK1,K2"), press("dialog #read"), holds(pieces+" === 3"), button("Endings"), shows("wins in 6 moves"))
	check("endings")
	act(t, ctx, "set up", press("#engine-on"), gameMenu, press("#set-up"), shows("Empty board"))
	check("position")
	act(t, ctx, "problems", toStudies, holds(`document.querySelectorAll(".glist .g, .set button").length > 5`))
	check("problems")
	if lab := pressSeen("button", `b.textContent === "Lab"`); evaluated[int](t, ctx, "innerWidth") < 600 {
		act(t, ctx, "lab", toSettings, lab)
	} else {
		act(t, ctx, "lab", lab)
	}
	act(t, ctx, "matches", holds(`document.querySelector(".app").dataset.view === "lab"`))
	check("lab")
	act(t, ctx, "proofs", button("Proofs"), shows("proven"))
	check("proofs")
	act(t, ctx, "play", button("Play"), holds(`!!document.querySelector("#start-game")`))
	check("play-setup")
	act(t, ctx, "game", press("#start-game"), square(11), square(15), has(2))
	check("play")
	act(t, ctx, "resign", resigned)
}

// TestDatabasesOpenAfterThePage: a page that begins with an ending shows it as an ending when the databases are open. Each page has
// an engine of its own, which opens them when the page first asks for a position.
func TestDatabasesOpenAfterThePage(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "an ending", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("B:WK29:BK1,K2"), holds(`document.querySelectorAll(".piece").length === 3`))
	act(t, ctx, "again", chromedp.Reload(), holds(`document.querySelector(".panel [role=tab][aria-selected=true]")?.innerText === "Endings"`), shows("wins in 6 moves"),
		holds(`document.querySelectorAll(".panel tbody tr").length > 3`))
}
