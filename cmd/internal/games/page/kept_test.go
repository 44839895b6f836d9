package page_test

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/games/page"
	"github.com/zonda-checkers/zonda/cmd/internal/games/pdncheck"
	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/engine/judge"
)

// pieces are what people write into games: W stands for a word.
var pieces = []string{
	" W ", "W", " {W} ", " [W] ", " (W) ", " *W ", "; W\n", "\n% W\n", " 1-0 W\n", " drawn. W\n", " *\n1-0 W\n", "± W ", " - W ", "\n[W \"x\"]\n", "\n[Event \"W\"]\n",
	"\n[Annotator \"W\"]\n", "\n[Opening \"W\"]\n", "\n[Result \"W\"]\n", "\n[FEN \"W\"]\n", " {[%W x]} ", " {[%clk 0:01] W} ", " {W 0.12/7} ", "<W>", "$201 {W} ", "\n[GameType \"20\"]\n{W}\n",
	" Black lost on time, W\n", " drawn 1-0 W\n", " good W move ", "…W ", " {a {W} b} ", " \"W W\" ", " $999 $W ", " ch. W =1 ", "\n[Result \"White resigns W\"]\n",
}

// TestEveryWordIsKept: what a person wrote stands in the output of every command that writes games, or the command says what it left out.
func TestEveryWordIsKept(t *testing.T) {
	names, err := filepath.Glob("../../../../board/pdn/testdata/*.pdn")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	var texts []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		texts = append(texts, strings.SplitAfter(string(text), "*\n")...)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(texts).Draw(t, "text")
		places := rapid.SliceOfN(rapid.IntRange(0, len(text)), 1, 3).Draw(t, "places")
		slices.SortFunc(places, func(a, b int) int { return b - a }) // from the end, so that no piece breaks another one
		var words []string
		for i, at := range places {
			words = append(words, fmt.Sprintf("zqword%c", 'a'+i))
			text = text[:at] + strings.ReplaceAll(rapid.SampledFrom(pieces).Draw(t, "piece"), "W", words[i]) + text[at:]
		}
		for command, output := range outputs(t, text) {
			output = strings.ToLower(strings.ReplaceAll(output, "\n", " "))
			for _, word := range words {
				if !strings.Contains(output, "left out") { // a game may be left out as a whole
					require.Contains(t, output, word, "%s: %q", command, text)
				}
			}
		}
	})
}

var element = regexp.MustCompile(`<[^>]*>`)

// outputs returns what commands write of the games of a text, and what they say.
func outputs(t require.TestingT, text string) map[string]string {
	var said, clean, annotated, report, article, copied strings.Builder
	list := pdncheck.NewList(&said, false, false, &clean)
	if err := list.Read("a.pdn", strings.NewReader(text)); err != nil {
		return nil // no game in it
	}
	var games judge.Collection
	require.NoError(t, games.Read("a.pdn", strings.NewReader(text)))
	told := strings.Join(games.Remarks, "\n")
	for _, err := range games.LeftOut {
		told += "\nleft out: " + err.Error()
	}
	require.NoError(t, games.WriteAnnotated(&annotated, false, func(left string) { told += "\n" + left }))
	require.NoError(t, page.Write(&report, "", "", games.Studies, nil))
	var all []*pdn.Game
	var remarks []string
	for g, err := range pdn.NewReader(strings.NewReader(text)).Told(func(r pdn.Remark) { remarks = append(remarks, r.In("a.pdn")) }) {
		require.NotNil(t, g, "%v", err)
		all = append(all, g)
		if g.StartKnown() {
			saved, err := talk.NewGame(g).Text()
			require.NoError(t, err)
			copied.WriteString(saved)
		} else {
			copied.WriteString("left out")
		}
	}
	require.NoError(t, page.WriteGames(&article, "", all))
	heard := "\n" + strings.Join(remarks, "\n")
	shown := func(page string) string { return html.UnescapeString(element.ReplaceAllString(page, "")) }
	return map[string]string{
		"pdn check --out": clean.String() + said.String(), "analyze --out": annotated.String() + told, "analyze --html": shown(report.String()) + told,
		"pdn page": shown(article.String()) + heard, "copy and save": copied.String() + heard,
	}
}
