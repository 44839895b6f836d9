package page

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine/judge"
)

const games = `[Event "<b>& \"one\""]
[Black "</script><script>alert(1)</script>"]
[Result "1-0"]
1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 *

[FEN "W:WK30,K31:BK1,K18"]
1. 30-25 1-5 *

[FEN "B:W18:B14"] *
`

// judged returns the studies of the games.
func judged(t *testing.T) []*judge.Study { return studies(t, games) }

// studies returns the studies of games that are judged.
func studies(t *testing.T, text string) []*judge.Study {
	var c judge.Collection
	require.NoError(t, c.Read("games.pdn", strings.NewReader(text)))
	settings := judge.Settings{Nodes: 500, Threads: 1, HashMiB: 1, Concurrency: 1}
	require.NoError(t, judge.Run(context.Background(), &c, settings, func(judge.Finding) error { return nil }))
	return c.Studies
}

func written(t *testing.T, studies []*judge.Study) string {
	var out bytes.Buffer
	endings, err := judge.Settings{}.OpenEndings()
	require.NoError(t, err)
	defer func() { require.NoError(t, endings.Close()) }()
	require.NoError(t, Write(&out, "games.pdn", "500 nodes a position", studies, endings))
	return out.String()
}

// The report is one file that loads nothing, its elements are closed in the order in which they
// were opened, and what games say of themselves is text, not code.
func TestPage(t *testing.T) {
	text := written(t, judged(t))
	require.Equal(t, text, written(t, judged(t)), "the same bytes each time")
	require.NotRegexp(t, `(?i)\b(src|href)="[^#]|@import|url\([^#]|https?:`, strings.ReplaceAll(text, "http://www.w3.org/2000/svg", ""))
	require.NotContains(t, text, "alert(1)</script>")
	require.NotContains(t, text, "<b>&")
	require.Equal(t, 3, strings.Count(text, `<section class="game"`))
	require.Equal(t, 6+2+3, strings.Count(text, `<button class="m `), "every move, and the starts")
	require.Contains(t, text, "1...</span>", "White moves first")
	for _, want := range []string{"prefers-color-scheme: dark", "<polyline", "(databases)", "blunder", "better:", "10 moves of both sides or more longer", `aria-label="blunders">??</th>`,
		`one&#34; · Single Corner</p>`} {
		require.Contains(t, text, want)
	}
	wellFormed(t, text)
}

// TestWhy: beside a move that lost a draw stands how it loses, and how others would that look natural; beside one that lost a win what
// draws.
func TestWhy(t *testing.T) {
	text := written(t, studies(t, "[FEN \"B:WK7,K11:BK4,22\"]\n1. 22-25 *\n\n[FEN \"W:WK32:BK26\"]\n1. 32-28 *\n\n[FEN \"W:WK8,K22:BK2,K19\"]\n1. 8-3 *\n"))
	wellFormed(t, text)
	text = regexp.MustCompile(`<span class="one">(\S+)</span>`).ReplaceAllString(text, "$1")
	require.Contains(t, text, `<p class="why">22-25 looks natural and loses in 6 moves: 7-10 25-29 10-14 29-25 14-17 – and no move of Black is safe. </p>`)
	require.Contains(t, text, `<article class="fault blunder" aria-label="1. 22-25??">`)
	require.Contains(t, text, `<p class="why">32-28 looks natural and throws the win away: 26-22 and 26-23 draw. </p>`)
	require.Regexp(t, `<p class="why">8-3 looks natural and loses in 7 moves: .*</p>\n<p class="why">22-25 looks natural and loses in 7 moves: .*</p>`+
		`\n<p class="why">22-26 looks .*</p>\n<p class="why">8-4 looks .*</p>`, text)
	require.NotContains(t, written(t, judged(t)[:1]), `class="why"`, "an opening")
}

// wellFormed reads the elements outside the script.
func wellFormed(t *testing.T, text string) {
	text = regexp.MustCompile(`(?s)<(script|style)>.*?</(script|style)>`).ReplaceAllString(text, "")
	text = regexp.MustCompile(`<(meta|br)([^>]*)>`).ReplaceAllString(text, "<$1$2/>")
	text = strings.Replace(text, "<!DOCTYPE html>", "", 1)
	in := xml.NewDecoder(strings.NewReader(text))
	in.Entity = xml.HTMLEntity
	for {
		_, err := in.Token()
		if err == io.EOF {
			return
		}
		require.NoError(t, err)
	}
}

// The small board of a fault has the pieces where they stand, and arrows with a point for every jump.
func TestBoard(t *testing.T) {
	p, err := board.ParseFEN("B:W18,26,32,K6:B2,15,K29")
	require.NoError(t, err)
	double, err := p.ParseMove("15x22x31")
	require.NoError(t, err)
	elements := string(newBoard(p, double, double))
	for _, use := range []string{`"#b" x="300" y="0"`, `"#W" x="200" y="100"`, `"#B" x="0" y="700"`, `"#w" x="600" y="700"`} {
		require.Contains(t, elements, "<use href="+use+"/>")
	}
	require.Equal(t, 2*2, strings.Count(elements, "L250 550L"), "a white edge and a line for each of two arrows: %s", elements)
}

// A chart has a point for every position, within its plot.
func TestChart(t *testing.T) {
	for _, s := range judged(t) {
		elements := string(newChart(s, s.Judgements()).Elements)
		points := func(class string) []string {
			return strings.Fields(regexp.MustCompile(`class="` + class + `" points="([^"]*)"`).FindStringSubmatch(elements)[1])
		}
		require.Len(t, points("line"), s.Positions())
		require.Len(t, points("area"), s.Positions()+2)
		require.Contains(t, elements, ">0</text>")
		require.NotContains(t, elements, "NaN")
		faults := 0
		for _, j := range s.Judgements() {
			if j.Mark.Fault() {
				faults++
			}
		}
		require.Equal(t, faults, strings.Count(elements, "</title></circle>"))
	}
}

// TestWords: the report keeps the author's comments, glyphs and variations, to any depth, as text, and leaves out what an
// earlier analysis wrote.
func TestWords(t *testing.T) {
	text := written(t, studies(t, `{before <b>all</b>} 1. 11-15! $1 {main} (1. 9-14 $16 {one} 22-18 (22-17 {two}) 2. 5-9) ({three} 1. 10-14)
		1... 23-19 $6 {Zonda: inaccuracy; Black +0.30, before it even} ({Zonda: even} 1... 22-17) 2. 8-11 {<script>} *`))
	wellFormed(t, text)
	start := strings.Index(text, `<p class="moves">`)
	moves := text[start:][:strings.Index(text[start:], "</p>")]
	words := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(moves, " ")), " ")
	require.Equal(t, "before &lt;b&gt;all&lt;/b&gt; start 1. 11-15 (!) main ( 1. 9-14 ± one 1... 22-18 ( 1... 22-17 two ) 2. 5-9 ) "+
		"( three 1. 10-14 ) 1... 23-19 2. 8-11 &lt;script&gt; *", words)
	require.Equal(t, 1, strings.Count(moves, `title="by the author of the game"`))
	require.Equal(t, 6, strings.Count(moves, `class="comment"`))
	require.Equal(t, 3, strings.Count(moves, `class="variation"`))
}

// Clocks and scores of a match are no words of an author; what stands beside them is.
func TestSpoken(t *testing.T) {
	require.Equal(t, []string{"a trap", "even at 3/4 time", "well played", "[sic]", "+0.12/17"}, spoken([]string{
		"a trap", "[%emt 0:00:00.108] +0.00/24", "[%clk 0:05:00] even at 3/4 time", "[%clk 0:04:59] [%emt 0:00:01] win 11/20",
		"[%emt 0:00:01]", "well [%emt 0:00:01]played", "[sic]", "+0.12/17",
	}))
}
