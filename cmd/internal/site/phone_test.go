package site

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/client/testdata/fake"
)

// small is an expression: what a finger can press that is less than 44 pixels high where nothing else lies there.
const small = `[...document.querySelectorAll("button:not(.move, .g), .toggle input, .pick select")].filter(e => {
	const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
	if (!e.checkVisibility() || e.disabled || e.closest(".board, .lines") || y < 22 || y > innerHeight - (e.closest(".tabbar") ? 22 : 78) || x < 0 || x > innerWidth) return false;
	const pressed = up => { const found = document.elementFromPoint(x, y + up); return found && (e.contains(found) || found.contains(e)); };
	return !pressed(-20) || !pressed(20);
}).map(e => e.ariaLabel || e.innerText)`

// TestPhoneReads: on a phone every sentence can be read, and all that is pressed has room for a finger.
func TestPhoneReads(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "x.pdn"), []byte(twelve()), 0o600))
	s := started(t, Options{Folder: folder})
	ctx := browser(t, 390)
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Moves"), holds(`(n => n.scrollWidth <= n.clientWidth && n.scrollHeight <= n.parentElement.clientHeight)(document.querySelector(".off-note span"))`))
	act(t, ctx, "a message", square(11), square(15), has(1),
		fromMenu(".topbar .menu-box.phone > button", ".topbar #paste-game"), chromedp.SendKeys("dialog #paste", "B:W18:B14"), press("dialog #read"), shows("Loaded"),
		holds(`document.querySelector(".topbar .toast .notice").getBoundingClientRect().width > 40 && document.querySelector(".topbar .toast").getBoundingClientRect().width > 200`))
	act(t, ctx, "a menu", press(".topbar .menu-box.phone > button"), holds(`!!document.querySelector(".menu")`))
	require.Empty(t, evaluated[[]string](t, ctx, `[...document.querySelectorAll(".menu > button")].filter(b => b.offsetHeight < 44).map(b => b.innerText)`))
	act(t, ctx, "closed", chromedp.KeyEvent("\x1b"), holds(`!document.querySelector(".menu")`))
	for _, view := range []string{"Analyse", "Problems", "Games", "Play", "More"} {
		act(t, ctx, view, pressSeen(".tabbar button", fmt.Sprintf("b.innerText.trim() === %q", view)))
		act(t, ctx, "touch targets of "+view, holds(`!!document.querySelector(".side .side-in")`), settled)
		require.Empty(t, evaluated[[]string](t, ctx, small), view)
	}
}

// TestProblemButtonsOnPhone: the buttons of a problem are seen whole, however many lines its title takes.
func TestProblemButtonsOnPhone(t *testing.T) {
	long(t)
	ctx, s := browser(t, 390), started(t, Options{})
	act(t, ctx, "open", chromedp.EmulateViewport(390, 760, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Navigate(s.Address()), toStudies, shows("Problem 1 of 30"))
	const hidden = `(() => {
		const tabs = document.querySelector(".tabbar").getBoundingClientRect().top;
		return [...document.querySelectorAll(".helps button")].filter(b => { const r = b.getBoundingClientRect(); return r.bottom > tabs || !b.contains(document.elementFromPoint(r.x + r.width / 2, r.bottom - 2)); }).length;
	})()`
	tall := 0
	for n := 1; n <= 30; n++ {
		act(t, ctx, "problem", run(fmt.Sprintf(`document.querySelector('[data-problem="%d"]').click()`, n)), shows(fmt.Sprintf("Problem %d of 30", n)))
		require.Zero(t, evaluated[int](t, ctx, hidden), "problem %d", n)
		if evaluated[float64](t, ctx, `document.querySelector(".task").getBoundingClientRect().height`) > 84 {
			tall++
		}
	}
	require.NotZero(t, tall, "titles of two lines")
}

// TestTabStays: the tab that was chosen in Analyse is there again after another view.
func TestTabStays(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), button("Report"), button("Games"), button("Analyse"),
		holds(`[...document.querySelectorAll("[role=tab]")].find(b => b.checkVisibility() && b.ariaSelected === "true").innerText === "Report"`))
}

// TestPasteFault: what is wrong with a text is said in the dialog, and nowhere else.
func TestPasteFault(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("1. 11-99"), holds(`!!document.querySelector("dialog .problem").innerText && !document.querySelector(".toast")`),
		chromedp.SendKeys("dialog #paste", "5"), holds(`!document.querySelector("dialog .problem").innerText`))
}

// TestRestOnPhone: a phone says in its one line that the engine rests while a game is judged, and that a game is over.
func TestRestOnPhone(t *testing.T) {
	long(t)
	ctx, s := browser(t, 390), started(t, Options{})
	line := func(text string) action {
		return holds(fmt.Sprintf(`document.querySelector(".engine").innerText.includes(%q)`, text))
	}
	act(t, ctx, "a report", chromedp.Navigate(s.Address()), shows("Moves"), square(11), square(15), has(1), press("#engine-on"), holds(`!!document.querySelector(".line")`),
		heldBack("report"), button("Report"), line("The engine rests"), holds(`document.querySelector(".engine header .ib").getBoundingClientRect().right <= 390`), released, holds(`!document.querySelector(".working")`))
	act(t, ctx, "the end", fragment("fen=B:WK29:B"), line("The game is over"))
}

// TestMatchOnPhone: a phone shows the standings of a match, and its title says which match it is.
func TestMatchOnPhone(t *testing.T) {
	long(t)
	folder := t.TempDir()
	engine := func(name string) string { return client.Spec{Name: name, Command: fake.Command("random=1")}.String() }
	require.NoError(t, played(t.Context(), match.Options{EngineFlags: match.EngineFlags{Engine: []string{engine("Alpha"), engine("Beta")}}, Games: new(2), MoveRule: new(10),
		LimitFlags: match.LimitFlags{Nodes: new(uint64(1))}, Resume: filepath.Join(folder, "a.match")}))
	ctx, s := browser(t, 390), started(t, Options{Folder: folder})
	act(t, ctx, "watch", chromedp.Navigate(s.Address()), holds(`!!document.querySelector(".tabbar")`), lab,
		holds(`document.querySelector(".list-head .tbl")?.checkVisibility() && document.querySelector(".ttl").innerText.replace(/\s+/g, " ") === "Alpha against Beta 2 of 2 games · over"`),
		holds(`/^\d+-\d+ \d+-\d+ \d+-\d+ · |^[A-Z][a-z]/.test(document.querySelector(".g .meta").innerText)`))
}

// TestBookOnPhone: the columns of the book are as wide as a phone, also beside the games of a collection.
func TestBookOnPhone(t *testing.T) {
	long(t)
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "x.pdn"), []byte(twelve()), 0o600))
	ctx, s := browser(t, 390), started(t, Options{Folder: folder})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Moves"), button("Games"), opens("x.pdn"), button("Analyse"), button("Book"), shows("Your games"), holds(`!!document.querySelector("#book .share")`))
	require.LessOrEqual(t, evaluated[float64](t, ctx, `document.querySelector("#book").getBoundingClientRect().right`), 390.)
}

// lowPhone is a telephone whose browser has its bar.
var lowPhone = chromedp.EmulateViewport(375, 667, chromedp.EmulateMobile, chromedp.EmulateTouch)

// reportOnPhone reads a report on a low phone: it scrolls with the page, its end is heard, and a press on a fault shows the board.
func reportOnPhone(t *testing.T, ctx context.Context, ready string) {
	t.Helper()
	act(t, ctx, "judge", pasted(judgedGame), has(5), lowPhone, hearing, pressSeen(`.phone-tabs [role=tab]`, `b === b.parentElement.lastChild`), judged,
		holds(`heard.some(text => text.startsWith(`+strconv.Quote(ready)+`))`), holds(`document.querySelector(".state").checkVisibility()`))
	require.Empty(t, evaluated[string](t, ctx, tooWide))
	const hidden = `[...document.querySelectorAll(".side, .side-in, .panel, .body")].filter(e => e.checkVisibility() && e.scrollHeight > e.clientHeight + 1).map(e => e.className).join()`
	require.Empty(t, evaluated[string](t, ctx, hidden), "no pane in a pane")
	act(t, ctx, "a fault", run(`document.querySelector(".tp .head button").scrollIntoView({block: "center", behavior: "instant"})`), holds("scrollY > 100"), press(".tp .head button"), at("17-22"), holds("scrollY === 0"))
}

// TestReportOnPhone with a server, in both languages.
func TestReportOnPhone(t *testing.T) {
	ofBoard(t)
	for language, ready := range map[string]string{"en": "The report is ready.", "de": "Der Bericht ist fertig."} {
		ctx, s := browser(t, 1400, "404 (Not Found)"), started(t, Options{})
		fewNodes(t, ctx)
		laid(t, ctx, s, inLanguage(language))
		reportOnPhone(t, ctx, ready)
	}
}

// TestWebReportOnPhone without a server.
func TestWebReportOnPhone(t *testing.T) {
	long(t)
	ctx, h := browser(t, 1400), hosted(t, "", "")
	notNew(t, ctx)
	act(t, ctx, "open", chromedp.Navigate(h.Address()), shows("Black to move"), allCome)
	reportOnPhone(t, ctx, "The report is ready.")
}

// TestVerdictOnPhone: a low phone shows whether a move of a problem was right.
func TestVerdictOnPhone(t *testing.T) {
	ofBoard(t)
	const seen = `(() => { const b = document.querySelector(".call").getBoundingClientRect(), call = e => e?.closest(".call"); return !!call(document.elementFromPoint(b.x + b.width / 2, b.y + 3)) && !!call(document.elementFromPoint(b.x + b.width / 2, b.bottom - 3)); })()`
	for _, size := range [][2]int64{{320, 568}, {375, 667}} {
		ctx, s := browser(t, 1400), started(t, Options{})
		act(t, ctx, "a problem", chromedp.Navigate(s.Address()), toStudies, shows("in 6"), chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateMobile, chromedp.EmulateTouch),
			square(26), square(22), holds(`!!document.querySelector(".call.red")`), holds(seen))
		act(t, ctx, "a hint", press("#hint"), holds(`document.querySelector(".call").innerText.includes("ring")`), holds(seen))
	}
}

// TestEndOnPhone: a low phone shows a hint whole, the question whether to resign, and at the end of a game how it has ended and the way to the
// report.
func TestEndOnPhone(t *testing.T) {
	ofBoard(t)
	const whole = `(e => { const b = e.getBoundingClientRect(); return [b.top + 3, b.bottom - 3].every(y => e.contains(document.elementFromPoint(b.x + b.width / 2, y))); })`
	seen := func(selectors ...string) action {
		return holds(fmt.Sprintf(`document.querySelectorAll(%[1]q).length === %[2]d && [...document.querySelectorAll(%[1]q)].every(%[3]s)`, strings.Join(selectors, ", "), len(selectors), whole))
	}
	for _, size := range [][2]int64{{320, 568}, {375, 667}, {390, 844}} {
		ctx, s := browser(t, 1400), started(t, Options{})
		act(t, ctx, "the end", chromedp.Navigate(s.Address()), shows("Black to move"), playing("Black", "1", "none", "start"), chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateMobile, chromedp.EmulateTouch),
			holds(`[...document.querySelectorAll(".pbar")].filter(e => e.checkVisibility()).length === 2`),
			run(`document.querySelector("#hint").click()`), seen("#show-hint"), holds("scrollY === 0"),
			run(`document.querySelector("#resign").click()`), seen("#yes"), holds("scrollY < 20"), run(`document.querySelector("#yes").click()`), holds(`!!document.querySelector("#report-game")`), seen("#report-game", ".end .call"), holds("scrollY < 20"))
	}
}
