package webboard

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/analyze"
	"github.com/zonda-checkers/zonda/cmd/internal/analyze/page"
)

// judgedGame has a fault and an author's words.
const judgedGame = `[FEN "B:W30:BK22"]
1. 22-17 {mine} 30-26 (30-25 {theirs}) 2. 17-22 26x17 *`

// TestReport: a game has the same report twice in a row, that of zonda analyze with its default, and the moves get comments
// on faults alone.
func TestReport(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	const report = `document.querySelector(".report").shadowRoot.querySelector("section").textContent`
	act(t, ctx, "judge", chromedp.Navigate(s.Address()), shows("Black to move"), pasted(judgedGame), has(5), button("Report"), button("Judge the game"), judged)
	first, words := evaluated[string](t, ctx, report), evaluated[string](t, ctx, gameShown)
	require.Equal(t, 2, strings.Count(words, "Zonda: "), "a fault and the better line: %s", words)
	require.Contains(t, words, "mine")
	require.Contains(t, words, "theirs")
	act(t, ctx, "again", button("Judge the game"), holds(`!document.querySelector("#make-report").disabled`), judged)
	require.Equal(t, first, evaluated[string](t, ctx, report))
	require.Equal(t, words, evaluated[string](t, ctx, gameShown))

	games := analyze.Of(read(t, judgedGame))
	settings := analyze.Settings{Nodes: analyze.DefaultNodes, Threads: 1, HashMiB: reportHash, Concurrency: 1}
	require.NoError(t, analyze.Run(t.Context(), games, settings, func(analyze.Finding) error { return nil }))
	var html strings.Builder
	require.NoError(t, page.WriteGame(&html, games.Studies[0]))
	text, err := json.Marshal(html.String())
	require.NoError(t, err)
	require.Equal(t, evaluated[string](t, ctx, `(() => {
		const other = document.createElement("div");
		other.innerHTML = `+string(text)+`;
		return other.querySelector("section").textContent;
	})()`), first)
}
