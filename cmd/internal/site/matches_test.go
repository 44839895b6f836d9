package site

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/protocol/client"
	"github.com/zonda-checkers/zonda/protocol/client/testdata/fake"
)

// lab opens the view of matches, also on a phone, whose tabs lead elsewhere.
var lab = run(`[...document.querySelectorAll(".rail button, .topbar nav button")].find(b => b.innerText.trim() === "Lab" || b.textContent.trim() === "Lab").click()`)

// TestMatches watches a match that is being played, stops it, makes it go on to its end, and tells why another one cannot.
func TestMatches(t *testing.T) {
	long(t)
	folder := t.TempDir()
	slow := func(name, seed string) string {
		return client.Spec{Name: name, Command: fake.Command("random="+seed, "late=200")}.String()
	}
	o := match.Options{EngineFlags: match.EngineFlags{Engine: []string{slow("Alpha", "1"), slow("Beta", "2")}}, Games: new(8), MoveRule: new(10),
		LimitFlags: match.LimitFlags{Nodes: new(uint64(1))}, Resume: filepath.Join(folder, "a.match")}
	ended := make(chan error, 1)
	go func() { ended <- played(context.Background(), o) }()
	program, err := os.Executable()
	require.NoError(t, err)
	s := started(t, Options{Folder: folder, Zonda: program})
	for _, width := range []int64{390, 1400} {
		ctx := browser(t, width, "Applying inline style")
		act(t, ctx, "watch", chromedp.Navigate(s.Address()), holds(`!!document.querySelector(".sheet")`), lab, shows("Alpha against Beta"), shows("running"), shows("live"), shows("of 8 games"), chromedp.Evaluate[chromedp.Void](axe(t)))
		act(t, ctx, "the game grows", run(`window.before = document.querySelectorAll(".sheet .move").length`),
			holds(`document.querySelectorAll(".sheet .move").length > window.before && !!document.querySelector(".sheet [aria-current=step]")`))
		accessible(t, ctx, "matches")
		fits(t, ctx, "matches")
		picture(t, ctx, "matches-running-"+map[int64]string{1400: "1400", 390: "390"}[width])
		if width == 390 {
			continue
		}
		act(t, ctx, "stop", button("Stop"), shows("stopped"))
		require.ErrorIs(t, <-ended, match.ErrStopAsked)
		act(t, ctx, "go on", button("Go on"), answered("Start them"), shows("running"), shows("live"))
	}
	ctx := browser(t, 1400)
	act(t, ctx, "most games", chromedp.Navigate(s.Address()), holds(`!!document.querySelector(".sheet")`), lab, holds(`/[5-8] of 8 games/.test(document.body.innerText)`))
	act(t, ctx, "the end", shows("8 of 8 games"), shows("over"))
	act(t, ctx, "a game", press(`.glist .g:nth-child(3)`), holds(`!document.querySelector("#follow").checked && document.querySelectorAll(".sheet .move").length > 5 && document.querySelectorAll(".sheet .comment").length <= 1`),
		holds(`/^.+ at depth \d+, [\d.]+ s$|^[\d.]+ s$/.test(document.querySelector(".at .what p:nth-child(2)").innerText)`))
	header, err := match.ReadHeader(o.Resume)
	require.NoError(t, err)
	header.Specs = []string{`name=A cmd=/nowhere`, `name=B cmd=/nowhere`}
	j, err := match.CreateJournal(filepath.Join(folder, "b.match"), header)
	require.NoError(t, err)
	require.NoError(t, j.Close())
	act(t, ctx, "a match that cannot", fromMenu("#match-menu", "#match-b\\.match"), shows("A against B"), shows("0 of 8 games"), button("Go on"), answered("Start them"),
		shows("The match did not go on"), shows("/nowhere"))
}

// TestCrossTable shows a match of three engines.
func TestCrossTable(t *testing.T) {
	long(t)
	folder := t.TempDir()
	engine := func(name, seed string) string {
		return client.Spec{Name: name, Command: fake.Command("random=" + seed)}.String()
	}
	o := match.Options{EngineFlags: match.EngineFlags{Engine: []string{engine("Alpha", "1"), engine("Beta", "2"), engine("Gamma", "3")}}, Games: new(2), MoveRule: new(10),
		LimitFlags: match.LimitFlags{Nodes: new(uint64(1))}, Resume: filepath.Join(folder, "three.match")}
	require.NoError(t, played(context.Background(), o))
	ctx, s := browser(t, 390), started(t, Options{Folder: folder})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), holds(`!!document.querySelector(".sheet")`), lab, shows("6 of 6 games"), shows("Alpha, Beta, Gamma"),
		holds(`document.querySelectorAll(".cross-table tbody tr").length === 3`))
	cells := evaluated[[]string](t, ctx, `[...document.querySelectorAll(".cross-table tbody tr")].map(r => [...r.children].map(c => c.innerText).join("|"))`)
	score := `\+\d =\d −\d`
	for i, want := range []string{`Alpha\|\|S\|S`, `Beta\|S\|\|S`, `Gamma\|S\|S\|`} {
		require.Regexp(t, "^"+strings.ReplaceAll(want, "S", score)+"$", cells[i])
	}
	fits(t, ctx, "cross table")
	picture(t, ctx, "cross-table-390")
	wide := browser(t, 1400)
	act(t, wide, "a game that comes when another view is open", chromedp.Navigate(s.Address()), shows("Black to move"), typed("11-15"), has(1), heldBack("matchGame"), lab, shows("6 of 6 games"),
		button("Analyse"), has(1), replied, typed("23-19"), has(2))
}

// TestProofsCanBeBegun: the page has the commands that prove the position of Analyse, which the program takes as they stand.
func TestProofsCanBeBegun(t *testing.T) {
	ofBoard(t)
	ctx, s := browser(t, 1400), started(t, Options{Folder: t.TempDir()})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("W:W18,19,20,21,22,26,29,31,32:B1,2,3,5,6,8,10,11,12"), shows("White to move"), lab, button("Proofs"), press(".proofs summary"))
	require.Equal(t, []string{`zonda prove "W:W18,19,20,21,22,26,29,31,32:B1,2,3,5,6,8,10,11,12"`, `zonda prove serve --goal "W:W18,19,20,21,22,26,29,31,32:B1,2,3,5,6,8,10,11,12 = draw" --store draw.tree`},
		evaluated[[]string](t, ctx, `[...document.querySelectorAll(".proofs code")].map(c => c.innerText)`))
	for _, width := range []int64{1280, 390, 320} {
		act(t, ctx, "size", chromedp.EmulateViewport(width, 844), holds(`[...document.querySelectorAll(".proofs, .proofs code")].every(e => e.scrollWidth <= e.clientWidth)`))
	}
}
