package site

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/engine/judge"
)

// alike has variations that begin as the main line does, or as each other.
//
//go:embed library/testdata/alike.pdn
var alike string

// read returns the only game of a text.
func read(t *testing.T, text string) *pdn.Game {
	t.Helper()
	g, err := pdn.NewReader(strings.NewReader(text)).Read()
	require.NoError(t, err)
	return g
}

// annotatedGames returns games with variations, comments, glyphs and tags, at random, and one that was analysed.
func annotatedGames(t *testing.T, count int) []talk.Game {
	analysed := judge.Of(read(t, "1. 11-15 {mine} 23-19 (23-18 {theirs}) 2. 8-11 22-17 3. 9-13 {a trap} 17-14 4. 10x17 21x14 *"))
	require.NoError(t, judge.Run(t.Context(), analysed, judge.Settings{Nodes: 2000, Threads: 1, HashMiB: 1, Concurrency: 1},
		func(judge.Finding) error { return nil }))
	games := []talk.Game{talk.NewGame(read(t, alike)), talk.NewGame(analysed.Studies[0].Annotated(true))}
	for i := range count {
		games = append(games, drawnGame().Example(i))
	}
	return games
}

func drawnGame() *rapid.Generator[talk.Game] {
	return rapid.Custom(func(t *rapid.T) talk.Game {
		g := pdn.NewGame(board.Start())
		g.Tags = pdn.Tags{{Name: "Event", Value: "drawn"}, {Name: "Source", Value: "a"}, {Name: "Source", Value: "b"}}
		g.Line = drawnLine(t, g.Start, 8, 3)
		return talk.NewGame(g)
	})
}

// drawnLine returns at least one move. Few moves are legal, so that many variations begin alike.
func drawnLine(t *rapid.T, p board.Position, plies, depth int) (line pdn.Line) {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "(c)", "<d>"}), 0, 2)
	line.Comments = words.Draw(t, "before")
	for range rapid.IntRange(1, plies).Draw(t, "plies") {
		var legal board.MoveList
		if p.Moves(&legal); legal.Len() == 0 {
			break
		}
		n := line.Add(rapid.SampledFrom(legal.Slice()[:min(2, legal.Len())]).Draw(t, "move"))
		n.NAGs = []pdn.NAG{pdn.NAG(rapid.IntRange(1, 20).Draw(t, "glyph"))}
		n.Comments = words.Draw(t, "after")
		for range rapid.IntRange(0, min(2, depth)).Draw(t, "variations") {
			n.Variations = append(n.Variations, drawnLine(t, p, 3, depth-1))
		}
		p = p.Play(n.Move)
	}
	return line
}

// TestTreeKeepsGames: a game that the page has read and writes again is the same, word for word.
func TestTreeKeepsGames(t *testing.T) {
	long(t)
	built := api.Build(api.BuildOptions{
		EntryPoints: []string{"page/src/tree.ts"}, Bundle: true, Format: api.FormatIIFE, GlobalName: "tree", Target: api.ES2022,
	})
	require.Empty(t, built.Errors)
	ctx := browser(t, 1400)
	act(t, ctx, "load", chromedp.Navigate("about:blank"), run(string(built.OutputFiles[0].Contents)+"; window.tree = tree;"))
	for _, game := range annotatedGames(t, 100) {
		want, err := json.Marshal(game)
		require.NoError(t, err)
		got := evaluated[string](t, ctx, fmt.Sprintf("JSON.stringify(tree.toGame(tree.fromGame(%s)))", want))
		require.JSONEq(t, string(want), got)
		both, err := game.PDN()
		require.NoError(t, err)
		require.Equal(t, game, talk.NewGame(both))
	}
	promoted := evaluated[string](t, ctx, `(() => {
		const read = tree.fromGame({tags: [], start: "", comments: ["head"], result: "*", moves: [{move: "11-15", nags: [], comments: ["main"], variations: [
			{comments: ["why"], moves: [{move: "9-14", nags: [], comments: ["then"], variations: []}]}]}]});
		tree.promote(read.root.children[1]);
		return JSON.stringify(tree.toGame(read));
	})()`)
	removed := evaluated[string](t, ctx, `(() => {
		const read = tree.fromGame({tags: [], start: "", comments: ["head"], result: "*", moves: [{move: "11-15", nags: [], comments: ["main"], variations: [
			{comments: ["why"], moves: [{move: "9-14", nags: [], comments: ["then"], variations: []}]}]}]});
		tree.remove(read.root.children[0]);
		return JSON.stringify(tree.toGame(read));
	})()`)
	require.Contains(t, removed, `"comments":["head","why"],"moves":[{"move":"9-14"`, "and so they do before one that takes the place of a move")
	require.Contains(t, promoted, `"comments":["head","why"],"moves":[{"move":"9-14"`, "the words before a variation stay before its move")
}

// TestGlyphs: the signs of positions are shown as people write them, and say what they mean.
func TestGlyphs(t *testing.T) {
	long(t)
	ctx, s := browser(t, 1400), started(t, Options{})
	act(t, ctx, "open", chromedp.Navigate(s.Address()), shows("Black to move"), pasted("1. 11-15 $14 23-19 $3 $17 2. 8-11 $10 $146 *"), has(3))
	require.Equal(t, []string{"11-15 +=", "23-19!! ∓", "8-11 = $146"}, evaluated[[]string](t, ctx, `[...document.querySelectorAll(".sheet .move")].map(b => b.textContent)`))
	require.Equal(t, []string{"White is a little better", "", "Black is better", "Even", ""}, evaluated[[]string](t, ctx, `[...document.querySelectorAll(".sheet .glyph")].map(b => b.title)`))
}
