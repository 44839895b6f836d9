package pdn

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// readOne returns the only game in text, which must be sound.
func readOne(t *testing.T, text string) *Game {
	t.Helper()
	games, errs := readAll(t, strings.NewReader(text))
	require.Len(t, games, 1)
	require.Nil(t, errs[0])
	return games[0]
}

// moves returns the moves played in g as text.
func moves(g *Game) string { return g.Start.LineText(g.History().Moves()) }

func TestReadMoves(t *testing.T) {
	start, ring := board.Start().FEN(), "B:W6,15,16,24:BK1"
	for _, c := range []struct{ name, fen, text, want string }{
		{"plain", start, "1. 11-15 23-19 2. 8-11", "11-15 23-19 8-11"},
		{"no numbers", start, "11-15 23-19 8-11", "11-15 23-19 8-11"},
		{"glued numbers", start, "1.11-15 23-19 2.8-11", "11-15 23-19 8-11"},
		{"bare numbers", start, "1 11-15 23-19 2 8-11", "11-15 23-19 8-11"},
		{"number for White too", start, "1. 11-15 1. ... 23-19 2... 8-11", "11-15 23-19 8-11"},
		{"line break behind a number", start, "1.\n11-15\n23-19 2.\r\n8-11", "11-15 23-19 8-11"},
		{"quiet with x", start, "11x15 23X19 8:11", "11-15 23-19 8-11"},
		{"blanks", start, "11 - 15 23- 19 8 -11 22\u00a0-\u00a017", "11-15 23-19 8-11 22-17"},
		{"leading zeros", start, "11-15 23-19 08-011", "11-15 23-19 8-11"},
		{"joined", start, "1115 2319 811", "11-15 23-19 8-11"},
		{"junk", start, "11-15,foo 23-19 8-11.,22-17", "11-15 23-19 8-11 22-17"},
		{"algebraic", start, "F6-E5 e3f4 g7f6", "11-15 23-19 8-11"},
		{"algebraic from the other side", start, "c3-d4 d6c5", "11-15 23-19"},
		{"algebraic capture", "B:W15:B11,K32", "f6xd4", "11x18"},
		{"whole path", ring, "1x10x19x28", "1x28"},
		{"some of the path", ring, "1x19x28", "1x28"},
		{"ends", ring, "1x12", "1x12"},
		{"stops short", "B:W6,15:B1,2", "1x10", "1x19"},
		{"stops short in the middle", ring, "1x10x19 x 12", "1x12"},
		{"ambiguous", "B:W6,7,14,15:B2", "2x18", ""},
		{"no more than needed", "B:W6,7,14,15:B2", "2x9x18", "2x9x18"},
		{"line comment", start, "11-15\n% 23-18 is another move\n23-19", "11-15 23-19"},
		{"percent within a line", start, "11-15 {100\n% sure} 23-19", "11-15 23-19"},
	} {
		t.Run(c.name, func(t *testing.T) {
			games, errs := readAll(t, strings.NewReader("[FEN \""+c.fen+"\"]\n"+c.text+" *"))
			require.Len(t, games, 1)
			if c.want == "" {
				require.NotNil(t, errs[0])
				return
			}
			require.Nil(t, errs[0])
			require.Equal(t, c.want, moves(games[0]))
		})
	}
}

func TestReadEncodings(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"UTF-8", "[Event \"Küche\"] *", "Küche"},
		{"Latin-1", "[Event \"K\xfcche\"] *", "Küche"},
		{"both", "[Event \"K\xfcche Küche\"] *", "Küche Küche"},
		{"byte order mark", "\ufeff[Event \"a\"] *", "a"},
		{"mark and line comment", "\ufeff% [Event \"b\"]\n[Event \"a\"] *", "a"},
		{"CRLF", "[Event \"a\"]\r\n[Site \"b\"]\r\n\r\n*\r\n", "a"},
		{"curly quotes", "[Event “a”] *", "a"},
		{"curly quotes of Windows", "[Event \x93a\x94] *", "a"},
		{"curly quotes within", "[Event \"“a” b\"] *", "“a” b"},
		{"no-break space", "[Event\u00a0\"a\u00a0b\"]\u00a0*", "a b"},
		{"no-break space of Latin-1", "[Event\xa0\"a\xa0b\"]\xa0*", "a b"},
		{"bare quotes", "[Event \"the \"great\" one\"] *", "the \"great\" one"},
		{"brackets", "[Event \"a [b] c\"] *", "a [b] c"},
		{"escapes", `[Event "a \"b\" c\\d e\f"] *`, `a "b" c\d e\f`},
		{"backslash at the end", `[Event "C:\"]`, `C:\`},
		{"no blank", `[Event"a"]*`, "a"},
		{"blanks", "[ Event  \"a\" ] *", "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, readOne(t, c.text).Tags.Get("event"))
		})
	}
}

func TestReadTree(t *testing.T) {
	g := readOne(t, `{zero} 11-15! $9 {one} (9-14 {in} (9-13? 22-18) 22-17 (no move)) 23-19 *`)
	require.Equal(t, []string{"zero"}, g.Comments)
	require.Len(t, g.Moves, 2)
	first := g.Moves[0]
	require.Equal(t, []NAG{Good, 9}, first.NAGs)
	require.Equal(t, []string{"one"}, first.Comments)
	require.Len(t, first.Variations, 1)
	variation := first.Variations[0]
	require.Len(t, variation.Moves, 2)
	require.Equal(t, []string{"in"}, variation.Moves[0].Comments)
	require.Equal(t, []string{"no move"}, variation.Moves[1].Comments)
	require.Equal(t, []NAG{Poor}, variation.Moves[0].Variations[0].Moves[0].NAGs)
}

// What is wrong in a bracket makes it a comment, to the letter.
func TestBracketsThatAreComments(t *testing.T) {
	for _, text := range []string{
		"9-14 hm", "23-19", "", "{a} {b}", "9-14 [22-18]", "see p. 12", "9-14 )", "9-14 -", "9-14 /x/", "Drawn. 9-14",
		`9-14 [Event "a"] 22-18`, "9-14 $999", "5x 14",
	} {
		g, err := NewReader(strings.NewReader("11-15 (" + text + ") 23-19 *")).Read()
		if text == "9-14 )" {
			require.Error(t, err)
			continue
		}
		require.NoError(t, err, text)
		require.Empty(t, g.Moves[0].Variations, text)
		require.Equal(t, "11-15 23-19", moves(g), text)
		want := strings.NewReplacer("{a} {b}", "(a) (b)").Replace(text)
		require.Equal(t, want, strings.Join(g.Moves[0].Comments, "|"))
	}
}

func TestReadResults(t *testing.T) {
	for _, c := range []struct {
		text string
		want board.Winner
	}{
		{`[Result "1-0"] 11-15 *`, board.BlackWon},
		{`11-15 1-0`, board.BlackWon},
		{`11-15 0-1.`, board.WhiteWon},
		{"11-15 1 - 0", board.BlackWon},
		{"11-15 1/2 - 1/2", board.Drawn},
		{"11-15 1/2", board.Drawn},
		{`[Result "1/2-1/2"] 1-1`, board.Drawn},
		{`[Result "?"] 11-15 0-2`, board.WhiteWon},
		{`[Result ""] 11-15 0-0`, board.BothLost},
		{`[Result "*"] 1. 2-0`, board.BlackWon},
		{`11-15 23-19`, board.Unfinished},
		{`11-15*`, board.Unfinished},
	} {
		require.Equal(t, c.want, readOne(t, c.text).Result, c.text)
	}
}

func TestErrorsNameGameAndLine(t *testing.T) {
	text := "% a\n\n[Event \"a\"]\n1. 11-15 *\n\n* * 1. *\n[Event \"b\"]\n\n1. 11-15\n 23-19\n{two\nlines} 2. 11-15 1-0\n9-14 22-18 * 11-16\n1. hm1"
	games, errs := readAll(t, strings.NewReader(text))
	require.Len(t, games, 4)
	require.Nil(t, errs[0])
	require.Equal(t, 2, errs[1].Game)
	require.Equal(t, 12, errs[1].Line())
	require.ErrorContains(t, errs[1], "game 2, line 12: move 11-15")
	require.Equal(t, "11-15 23-19", moves(games[1]))
	require.Equal(t, []string{"two lines", "11-15"}, games[1].Moves[1].Comments)
	require.Equal(t, board.BlackWon, games[1].Result)
	require.Nil(t, errs[2])
	require.Equal(t, 14, errs[3].Line())
}

func TestManyProblemsAreBounded(t *testing.T) {
	_, errs := readAll(t, strings.NewReader("11-15 "+strings.Repeat("hm1\n", 1000)))
	require.Len(t, errs[0].Problems, maxProblems)
	require.ErrorContains(t, errs[0], `game 1, line 1: "hm1" is neither a move nor a comment (and 9 more)`)
	require.Equal(t, 2, errs[0].Problems[1].Line)
}

func TestBrokenTags(t *testing.T) {
	for text, want := range map[string]Tags{
		`[Event "a]`:               {{"Event", "a"}},
		"[Event \"a\n[Site \"b\"]": {{"Event", "a"}, {"Site", "b"}},
		`[_a "x"]`:                 nil,
		`[é "x]`:                   nil,
		`[FEN "B::"]`:              {{"FEN", "B::"}},
		`[FEN "?:W1:B2"]`:          {{"FEN", "?:W1:B2"}},
		`[Result "Black"]`:         nil,
	} {
		games, errs := readAll(t, strings.NewReader(text+"\n*"))
		require.Len(t, games, 1, text)
		require.NotNil(t, errs[0], text)
		require.Equal(t, want, games[0].Tags, text)
	}
}

func TestTextBeforeTheTags(t *testing.T) {
	games, errs := readAll(t, strings.NewReader("Games of 1923.\n\n{all} [Event \"a\"] 11-15 *"))
	require.Len(t, games, 1)
	require.NotNil(t, errs[0])
	require.Equal(t, "a", games[0].Tags.Get("Event"))
	require.Equal(t, []string{"Games of 1923.", "all"}, games[0].Comments)
	require.Equal(t, "11-15", moves(games[0]))
}

func TestNoGames(t *testing.T) {
	for _, text := range []string{"", " \n", "\ufeff", "* * *", "% only this", "1. *\n2.", "1-0\n0-1"} {
		_, err := NewReader(strings.NewReader(text)).Read()
		require.Equal(t, io.EOF, err, "%q", text)
	}
}

func TestReadStopsAtTheStreamsError(t *testing.T) {
	bad := errors.New("bad disk")
	r := NewReader(io.MultiReader(strings.NewReader("11-15 *\n9-14 "), iotest.ErrReader(bad)))
	_, err := r.Read()
	require.NoError(t, err)
	for range 2 {
		g, err := r.Read()
		require.ErrorIs(t, err, bad)
		require.ErrorContains(t, err, "line 2")
		require.Nil(t, g)
	}
}

// The result on the board is that of the rules, which count the moves without progress, too.
func TestBoardResult(t *testing.T) {
	black, white := strings.Fields("2-6 6-9 9-14 14-10 10-7 7-2"), strings.Fields("31-27 27-24 24-20 20-16 16-19 19-23 23-26 26-31")
	kings := `[FEN "B:WK31:BK2"]`
	for i := range 40 {
		kings += " " + black[i%len(black)] + " " + white[i%len(white)]
	}
	for _, c := range []struct {
		text string
		want board.Outcome
	}{
		{"11-15", board.Outcome{}},
		{`[FEN "B:W18:B15"] 15x22`, board.Outcome{Winner: board.BlackWon, By: board.NoPieces}},
		{`[FEN "W:W18:B15"] 18x11`, board.Outcome{Winner: board.WhiteWon, By: board.NoPieces}},
		{`[FEN "W:W18:B"]`, board.Outcome{Winner: board.WhiteWon, By: board.NoPieces}},
		{`[FEN "B:W5,13:B1"]`, board.Outcome{}},
		{`[FEN "B:WK32:BK1"] 1-5 32-28 5-1 28-32 1-5 32-28 5-1 28-32`, board.Outcome{Winner: board.Drawn, By: board.Threefold}},
		{kings, board.Outcome{Winner: board.Drawn, By: board.MoveRule}},
	} {
		o, over := readOne(t, c.text).History().Outcome()
		require.Equal(t, c.want, o, c.text)
		require.Equal(t, c.want.By != 0, over)
	}
}

// What is wrong with a move is told apart in every notation.
func TestMoveErrors(t *testing.T) {
	for text, kind := range map[string]error{
		"11-16 22-33": board.ErrSyntax, "11-18": board.ErrIllegal, "f6-e4 *": board.ErrSyntax, "c3-d4 d4-e5 *": board.ErrIllegal,
		`[FEN "B:W18:B15"] 15x22 22-26`: board.ErrOver,
	} {
		_, err := NewReader(strings.NewReader(text)).Read()
		var wrong *board.MoveError
		require.ErrorAs(t, err, &wrong, text)
		require.ErrorIs(t, err, kind, text)
	}
}

func TestRead(t *testing.T) {
	read := func(text string, maximum int) (games []*Game, errs []error) {
		for g, err := range Read(strings.NewReader(text)) {
			games, errs = append(games, g), append(errs, err)
			if len(games) == maximum {
				break
			}
		}
		return games, errs
	}
	const text = "[Event \"a\"] 1. 11-15 *\n\n[Event \"b\"] 1. 11-18 *\n\n[Event \"c\"] 1. 9-14 *\n"
	games, errs := read(text, 9)
	require.Len(t, games, 3)
	var broken *GameError
	require.ErrorAs(t, errs[1], &broken)
	require.Equal(t, 2, broken.Game)
	require.Equal(t, []error{nil, errs[1], nil}, errs)
	require.Equal(t, "c", games[2].Tags.Get("Event"))
	games, _ = read(text, 2)
	require.Len(t, games, 2)
	for _, text := range []string{"", "hello\n\nyou\n"} {
		games, errs = read(text, 9)
		require.Nil(t, games[len(games)-1])
		require.ErrorIs(t, errs[len(errs)-1], ErrNoGame, "%q", text)
	}
	bad := errors.New("bad disk")
	last := error(nil)
	for _, err := range Read(io.MultiReader(strings.NewReader("1. 11-15 *\n"), iotest.ErrReader(bad))) {
		last = err
	}
	require.ErrorIs(t, last, bad)
}

func TestFromGame(t *testing.T) {
	p, err := board.ParseFEN("B:W18:B14")
	require.NoError(t, err)
	played := board.NewGame(p)
	g := FromGame(played)
	require.Equal(t, &Game{Start: p}, g)
	require.NoError(t, played.PlayText("14x23"))
	g = FromGame(played)
	require.Equal(t, board.BlackWon, g.Result)
	require.Equal(t, played, g.History())
}

func TestWalk(t *testing.T) {
	g := readOne(t, "1. 11-15 22-18 (23-19 8-11) 15x22 *")
	var texts []string
	for p, n := range g.Walk(g.Start) {
		texts = append(texts, p.MoveText(n.Move))
		for _, v := range n.Variations {
			require.Equal(t, p, v.Positions(p)[0])
			require.Len(t, v.Positions(p), 3)
		}
		if len(texts) == 2 {
			break
		}
	}
	require.Equal(t, []string{"11-15", "22-18"}, texts)
	require.Equal(t, g.History().Position(), g.Positions(g.Start)[3])
}

// readAll returns the games of a stream and, for each, what was wrong with it.
func readAll(t require.TestingT, from io.Reader) ([]*Game, []*GameError) {
	var games []*Game
	var errs []*GameError
	for r := NewReader(from); ; {
		g, err := r.Read()
		if err == io.EOF || errors.Is(err, ErrNoGame) {
			return games, errs
		}
		var broken *GameError
		if err != nil {
			require.True(t, errors.As(err, &broken), "%v", err)
			require.NotEmpty(t, broken.Problems)
			require.Equal(t, len(games)+1, broken.Game)
		}
		require.NotNil(t, g)
		games, errs = append(games, g), append(errs, broken)
	}
}

// The files in testdata hold every leniency that is met in files. Beside each stands
// what is read, in strict notation, and behind each broken game its number and lines.
func TestReadFiles(t *testing.T) {
	names, err := filepath.Glob("testdata/*.pdn")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			file, err := os.Open(name)
			require.NoError(t, err)
			defer file.Close()
			want, err := os.ReadFile(strings.TrimSuffix(name, ".pdn") + ".want")
			require.NoError(t, err)
			require.Equal(t, string(want), transcript(t, file))
		})
	}
}

func transcript(t *testing.T, from io.Reader) string {
	var b strings.Builder
	games, errs := readAll(t, from)
	for i, g := range games {
		if err := Write(&b, g); err != nil {
			fmt.Fprintf(&b, "not to be written: %v %v %s\n\n", g.Tags, g.Comments, g.Result)
		}
		if errs[i] == nil {
			continue
		}
		for _, p := range errs[i].Problems {
			fmt.Fprintf(&b, "! game %d, line %d\n", errs[i].Game, p.Line)
		}
		b.WriteString("\n")
	}
	return b.String()
}
