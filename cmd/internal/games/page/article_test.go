package page

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board/pdn"
)

const annotatedGames = `[Event "<script>alert(1)</script>"]
[Black "Ann <b>A</b>"]
[White "Ben"]
[Result "1-0"]
{A <i>quiet</i> start} 1. 11-15 $1 $201 {good & sound [%csl 15] [%cal 15-19,R22x18]} 22-18 {[%emt 0:00:01.250]} ({or} 1... 23-19 $201 {calm} 2. 8-11 (2. 9-14 $5))
2. 15x22 25x18 $4 {Zonda: blunder; White -1.20, before it even} ({Zonda: better; even} 2... 26x17) 3. 12-16 18-14 1-0

[FEN "W:WK30,K31:BK1,K18"]
1. 30-25 1-5 *

[FEN "W:WK30:BK1"]
*

[GameType "20"]
1. 32-28 *
`

func readGames(t *testing.T, text string) (games []*pdn.Game) {
	for g := range pdn.NewReader(strings.NewReader(text)).Games() {
		games = append(games, g)
	}
	require.Len(t, games, 4)
	return games
}

func articles(t *testing.T, text string) string {
	var out bytes.Buffer
	require.NoError(t, WriteGames(&out, "club.pdn", readGames(t, text)))
	if name := os.Getenv("ZONDA_PAGE"); name != "" {
		require.NoError(t, os.WriteFile(name, out.Bytes(), 0o600))
	}
	return out.String()
}

// TestGames: the page has the words of the author and nothing of the engine, loads nothing, has no script but its own, and is well formed.
func TestGames(t *testing.T) {
	text := articles(t, annotatedGames)
	require.Equal(t, text, articles(t, annotatedGames))
	require.NotRegexp(t, `(?i)\b(src|href)="[^#]|@import|url\([^#]|https?://[^w]`, text)
	require.Equal(t, 1, strings.Count(text, "<script"))
	for _, button := range regexp.MustCompile(`<button data-go[^>]*>`).FindAllString(text, -1) {
		require.Contains(t, button, "aria-label=", "an arrow is no name")
	}
	require.Contains(t, text, "sha256-"+strings.ReplaceAll(hash(articleScript), "+", "&#43;"))
	for _, not := range []string{"Zonda", "<i>quiet", "<b>A", "26x17", "blunder", "??", "%emt", "[%c", "$201", "calm</b>"} {
		require.NotContains(t, text[:strings.Index(text, "<script>")], not)
	}
	for _, want := range []string{"A &lt;i&gt;quiet&lt;/i&gt; start", "good &amp; sound", "Ann &lt;b&gt;A&lt;/b&gt; – Ben", "Black wins.", `11-15</button><b class="glyph">!</b>`, ">or</span>", ">calm</span>", `9-14</button><b class="glyph">!?</b>`,
		">22-18</button>", "1-5</button>", `data-marks="15 15-19 22-18"`, "Single Corner", "@media print"} {
		require.Contains(t, text, want)
	}
	require.Equal(t, 4, strings.Count(text, "<article>"))
	require.Equal(t, []int{3, 1}, []int{strings.Count(text, ">White to move<"), strings.Count(text, ">Black to move<")}, "below the diagrams")
	require.NotContains(t, text, " )")
	require.Equal(t, 4, strings.Count(text, `<span class="figure">`), "two that the author wants, and two starts")
	require.Equal(t, 1+2*2, strings.Count(text, "#45423c"), "a ring and two arrows are drawn by hand")
	d := xml.NewDecoder(strings.NewReader(regexp.MustCompile(`(?s)<!DOCTYPE html>|<style>.*?</style>|<script>.*?</script>|<meta[^>]*>`).ReplaceAllString(text, "")))
	d.Entity = xml.HTMLEntity
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
}

// TestHeading: a game without players is named by its date.
func TestHeading(t *testing.T) {
	for _, c := range []struct{ black, white, date, want string }{
		{"Ann", "Ben", "2026.03.14", "Ann – Ben"}, {"Ann", "", "", "Ann – White"}, {"", "Ben", "", "Black – Ben"},
		{"", "", "2026.03.14", "14 Mar 2026"}, {"", "", "????.??.??", "A game"}, {"", "", "", "A game"},
	} {
		tags := pdn.Tags{{Name: "Black", Value: c.black}, {Name: "White", Value: c.white}, {Name: "Date", Value: c.date}}
		require.Equal(t, c.want, Title("Games", []*pdn.Game{{Tags: tags}}))
	}
}

// TestFacts: a page says what is known of a game as people write it.
func TestFacts(t *testing.T) {
	for tags, want := range map[[3]string]string{
		{"Final", "1992.08.??", "3"}: "Final · Aug 1992 · round 3 · Cross", {"Final", "????.??.??", "?"}: "Final · Cross",
		{"?", "2026.03.14", "2.1"}: "14 Mar 2026 · 2.1 · Cross", {"", "1847", ""}: "1847 · Cross", {"", "spring 1850", ""}: "spring 1850 · Cross",
		{"", "1847.??.??", ""}: "1847 · Cross", {"", "1847-13-01", ""}: "1847 · Cross",
	} {
		require.Equal(t, want, facts(pdn.Tags{{Name: "Event", Value: tags[0]}, {Name: "Date", Value: tags[1]}, {Name: "Round", Value: tags[2]}}, "Cross"))
	}
	require.Equal(t, "½–½", short("1/2-1/2"))
}
