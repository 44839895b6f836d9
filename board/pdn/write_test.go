package pdn

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
	"pgregory.net/rapid"
)

func written(t require.TestingT, g *Game) string {
	var b strings.Builder
	require.NoError(t, Write(&b, g))
	return b.String()
}

func TestWrite(t *testing.T) {
	g := NewGame(board.Start())
	g.Tags = Tags{{"Annotator", `a "b" \`}, {"Black", "Tinsley,\nMarion"}, {"Site", " "}, {"Event", "x"}}
	g.Result = board.BlackWon
	g.Comments = []string{"", "a {b} c"}
	m, err := g.Start.ParseMove("11-15")
	require.NoError(t, err)
	n := g.Add(m)
	n.NAGs = []NAG{Good, 255}
	n.Comments = []string{"[%clk 0:05:00]", "and then\n%2 words " + strings.Repeat("long ", 13) + "[%eval 0.12] more"}
	m, err = g.Start.ParseMove("9-14")
	require.NoError(t, err)
	n.Variations = []Line{{Comments: []string{"or"}}}
	n.Variations[0].Add(m)
	require.Equal(t, `[Event "x"]
[Black "Tinsley, Marion"]
[Result "1-0"]
[GameType "21"]
[Annotator "a \"b\" \\"]

{a (b) c} 1. 11-15 $1 $255 {[%clk 0:05:00]} {and then %2 words long long long
long long long long long long long long long long [%eval 0.12] more} ({or}
1. 9-14) *

`, written(t, g))
}

func TestWriteWhiteFirst(t *testing.T) {
	g := readOne(t, `[FEN "W:W18,21:B10,11"] 18-14 10x17 21x14 {b} 11-15 14-10 (14-9) 15-18 *`)
	text := written(t, g)
	require.Contains(t, text, "\n1... 18-14 2. 10x17 21x14 {b} 3. 11-15 14-10 (3... 14-9) 4. 15-18 *\n")
}

func TestWriteRefuses(t *testing.T) {
	legal := board.Move{From: 10, To: 14}
	deep := func() Line {
		var l Line
		for range MaxDepth + 1 {
			outer := Line{Moves: []Node{{Move: legal, Variations: []Line{l}}}}
			if len(l.Moves) == 0 {
				outer.Moves[0].Variations = nil
			}
			l = outer
		}
		return l
	}
	require.NoError(t, Write(&strings.Builder{}, &Game{Start: board.Start(), Line: deep()}))
	for _, c := range []struct {
		message string
		game    Game
	}{
		{"move 1-2 is illegal", Game{Line: Line{Moves: []Node{{Move: board.Move{To: 1}}}}}},
		{"no moves", Game{Line: Line{Moves: []Node{{Move: legal, Variations: []Line{{}}}}}}},
		{"deeper than 64", Game{Line: Line{Moves: []Node{{Move: legal, Variations: []Line{deep()}}}}}},
		{"is impossible", Game{Start: board.Position{Black: 1, White: 1}}},
		{"is impossible", Game{Start: board.Position{Turn: 7}}},
		{`want "Event"`, Game{Tags: Tags{{"event", "a"}}}},
		{`want "A_b"`, Game{Tags: Tags{{"A b", "a"}}}},
		{`want "Black"`, Game{Tags: Tags{{"Red", "a"}}}},
		{`tag name ""`, Game{Tags: Tags{{"", "a"}}}},
		{"tag FEN follows", Game{Tags: Tags{{"FEN", "a"}}}},
		{"tag Result follows", Game{Tags: Tags{{"Result", "*"}}}},
		{"tag White is given twice", Game{Tags: Tags{{"White", "a"}, {"White", "b"}}}},
		{"it is Russian draughts", Game{Tags: Tags{{"Event", "a"}, {"GameType", "25,W,8,8,A0,0"}}}},
		{"larger than", Game{Line: Line{Comments: []string{strings.Repeat("a", MaxGameSize)}}}},
	} {
		if c.game.Start == (board.Position{}) {
			c.game.Start = board.Start()
		}
		var b strings.Builder
		require.ErrorContains(t, Write(&b, &c.game), c.message)
		require.Empty(t, b.String())
	}
}

// drawnText is text that gives a writer trouble.
func drawnText() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		rapid.SampledFrom([]string{
			"", "[%clk 0:01:02]", "{", "}", "(", ")", "*", "1-0", `[Event "x"]`, "%", "a\n\n[Event \"x\"]", `\`, `"`, `"]`, "[%",
			"$1", "11-15", strings.Repeat("word ", 40), strings.Repeat("%a [b ", 20), "\ufeff", "/FEN \"B:W1:B2\"/",
		}),
	)
}

func drawTags(t *rapid.T) Tags {
	names := rapid.SliceOfDistinct(rapid.OneOf(
		rapid.SampledFrom([]string{"Event", "Site", "Date", "Round", "White", "Black", "GameType", "Annotator"}),
		rapid.StringMatching(`[A-Z][A-Za-z0-9_]{0,8}`),
	), strings.ToLower).Draw(t, "names")
	var tags Tags
	for _, name := range names {
		if name == properName(name) && name != tagFEN && name != tagResult && name != tagSetUp {
			tags = append(tags, Tag{name, drawnText().Draw(t, "value")})
		}
		if tags.folded().foreign() != "" {
			tags = tags[:len(tags)-1]
		}
	}
	return tags
}

func drawPosition(t *rapid.T) board.Position {
	p := board.Start()
	for range rapid.IntRange(0, 60).Draw(t, "plies before") {
		if m, ok := drawMove(t, p); ok {
			p = p.Play(m)
		}
	}
	return p
}

func drawMove(t *rapid.T, p board.Position) (board.Move, bool) {
	var l board.MoveList
	if p.Moves(&l); l.Len() == 0 {
		return board.Move{}, false
	}
	return l.At(rapid.IntRange(0, l.Len()-1).Draw(t, "move")), true
}

func drawLine(t *rapid.T, p board.Position, depth, plies int) Line {
	comments := rapid.SliceOfN(drawnText(), 0, 2)
	l := Line{Comments: comments.Draw(t, "comments before")}
	for range plies {
		m, ok := drawMove(t, p)
		if !ok {
			break
		}
		n := l.Add(m)
		n.Comments = comments.Draw(t, "comments")
		n.NAGs = rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 2), func(b []byte) (nags []NAG) {
			for _, n := range b {
				nags = append(nags, NAG(n))
			}
			return nags
		}).Draw(t, "glyphs")
		for depth < 3 && rapid.IntRange(0, 5).Draw(t, "variation") == 0 {
			n.Variations = append(n.Variations, drawLine(t, p, depth+1, rapid.IntRange(1, 4).Draw(t, "plies")))
		}
		p = p.Play(m)
	}
	return l
}

func drawGame(t *rapid.T) *Game {
	start := drawPosition(t)
	return &Game{
		Tags:   drawTags(t),
		Start:  start,
		Line:   drawLine(t, start, 0, rapid.IntRange(0, 20).Draw(t, "plies")),
		Result: board.Winner(rapid.IntRange(0, int(board.BothLost)).Draw(t, "result")),
	}
}

// asRead returns g as it comes back: with white space folded, brackets round and what
// is empty left out.
func asRead(g *Game) *Game {
	var tags Tags
	for _, t := range g.Tags.ordered() {
		t.Value = file.OneLine(t.Value)
		if t.Value != "" && (t.Name != tagGameType || t.Value != englishDraughts) {
			tags = append(tags, t)
		}
	}
	return &Game{Tags: tags, Start: g.Start, Line: lineAsRead(g.Line), Result: g.Result}
}

func lineAsRead(l Line) Line {
	read := Line{Comments: commentsAsRead(l.Comments)}
	for _, n := range l.Moves {
		m := read.Add(n.Move)
		m.Comments, m.NAGs = commentsAsRead(n.Comments), append([]NAG(nil), n.NAGs...)
		for _, v := range n.Variations {
			m.Variations = append(m.Variations, lineAsRead(v))
		}
	}
	return read
}

func commentsAsRead(comments []string) (read []string) {
	for _, c := range comments {
		if c = cleanComment(c); c != "" {
			read = append(read, c)
		}
	}
	return read
}

func TestWriteThenReadIsTheIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.SliceOfN(rapid.Custom(drawGame), 1, 3).Draw(t, "games")
		var text strings.Builder
		for _, g := range games {
			text.WriteString(written(t, g))
		}
		back, errs := readAll(t, strings.NewReader(text.String()))
		require.Len(t, back, len(games))
		for i, g := range games {
			require.Nil(t, errs[i])
			require.Equal(t, asRead(g), back[i])
			require.Equal(t, written(t, g), written(t, back[i]))
		}
	})
}

// strictToken is a word of the writing grammar; strings and comments are taken out.
var strictToken = regexp.MustCompile(
	`^\(*([1-9][0-9]*\.(\.\.)?|[1-9][0-9]?(-[1-9][0-9]?|(x[1-9][0-9]?)+)|\$[0-9]+|"")?\)*$`)

func TestWritingIsStrict(t *testing.T) {
	tags := regexp.MustCompile(`(?m)^\[[A-Z][A-Za-z0-9_]* "([^"\\]|\\.)+"\]\n`)
	comments := regexp.MustCompile(`\{[^}]*\}`)
	rapid.Check(t, func(t *rapid.T) {
		text := written(t, drawGame(t))
		require.True(t, utf8.ValidString(text))
		head, body, ok := strings.Cut(text, "\n\n")
		require.True(t, ok)
		require.Empty(t, tags.ReplaceAllString(head+"\n", ""))
		body, ok = strings.CutSuffix(body, "*\n\n")
		require.True(t, ok)
		require.NotContains(t, body, "\n\n")
		for _, line := range strings.Split(body, "\n") {
			require.NotRegexp(t, `^[[%]`, line)
		}
		body = comments.ReplaceAllString(body, `""`)
		for _, word := range strings.Fields(body) {
			require.Regexp(t, strictToken, word)
		}
		require.Equal(t, strings.Count(body, "("), strings.Count(body, ")"))
	})
}

func TestLinesAreShort(t *testing.T) {
	g := readOne(t, longGame)
	n := &g.Moves[3]
	n.Comments = []string{strings.Repeat("some words ", 50)}
	for _, line := range strings.Split(written(t, g), "\n") {
		require.LessOrEqual(t, len(line), lineWidth)
	}
}
