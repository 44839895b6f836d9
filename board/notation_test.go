package board

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestMoveText(t *testing.T) {
	tests := map[string]struct{ fen, moves string }{
		"quiet":               {"B:W32:B1,9", "1-5 1-6 9-13 9-14"},
		"capture":             {"B:W18,19:B15", "15x22 15x24"},
		"several pieces":      {"B:W18,26:B14", "14x30"},
		"circle":              {"B:W6,7,14,15:BK2", "2x2"},
		"same ends, one way":  {"B:W9,10,17,25:B6", "6x29 6x15"},
		"same ends, two ways": {"B:W9,10,17,18:B6", "6x13x22 6x15x22"},
		"white, two ways":     {"W:W27:B15,16,23,24", "27x18x11 27x20x11"},
		"two ways further on": {"B:W9,10,17,18,25:B6", "6x13x22x29 6x15x22x29"},
		"short way and round": {"B:W9,10,11,17,18:BK15", "15x8 15x22x13x6x15x8"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.ElementsMatch(t, strings.Fields(test.moves), moveTexts(position(t, test.fen)))
		})
	}
}

func TestLineText(t *testing.T) {
	p := Start()
	var line []Move
	for text := range strings.FieldsSeq("11-15 22-18 15x22 25x18 8-11 29-25") {
		m, err := p.ParseMove(text)
		require.NoError(t, err)
		line = append(line, m)
		p = p.Play(m)
	}
	require.Equal(t, "11-15 22-18 15x22 25x18 8-11 29-25", Start().LineText(line))
	require.Empty(t, Start().LineText(nil))
}

func TestParseMove(t *testing.T) {
	tests := map[string]struct{ fen, texts, move string }{
		"quiet":                  {"B:W32:B9", "9-14 9x14 9X14 9:14 09-14 009-014", "9-14"},
		"capture":                {"B:W18:B15", "15x22 15-22 15X22 15:22", "15x22"},
		"whole path, not needed": {"B:W18,26:B14", "14x30 14-30 14x23x30 14-23-30 14:23x30", "14x30"},
		"some landing squares":   {"B:W9,17,25,26:B6", "6x13x22x31 6x22x31 6x13x31 6x31", "6x31"},
		"circle":                 {"B:W6,7,14,15:BK2", "2x2 2-2 2x9x18x11x2 2x11x18x9x2 2x18x2 2x9x2", "2x2"},
		"whole path, needed":     {"B:W9,10,17,18:B6", "6x13x22 6-13-22", "6x13x22"},
		"short way":              {"B:W9,10,11,17,18:BK15", "15x8", "15x8"},
		"round, either way":      {"B:W9,10,11,17,18:BK15", "15x22x13x6x15x8 15x6x13x22x15x8 15x6x8", "15x22x13x6x15x8"},
		"part of what is needed": {"B:W9,10,17,18,25:B6", "6x13x29 6x13x22x29", "6x13x22x29"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := position(t, test.fen)
			for text := range strings.FieldsSeq(test.texts) {
				m, err := p.ParseMove(text)
				require.NoError(t, err)
				require.Equal(t, test.move, p.MoveText(m), text)
			}
		})
	}
}

// Texts of moves with blanks, which the table of TestParseMove cannot hold, and from books, web pages and other alphabets.
func TestParseMoveForms(t *testing.T) {
	for want, form := range map[string]struct {
		fen   string
		texts []string
	}{
		"11-15": {"B:W21-32:B1-12", []string{
			"11 15", " 11  15\n", "1115", "11 - 15", "11- 15", "11.15", "11\u201315", "11\u2014 15", "11\u221215", "11\u201115", "11\u201015",
			"11\u00ad-15", "11\u00ad15", "1\u00ad1-15", "11\u00d715", "11\u00a015", "11\u2009-\u200915", "\u200b11-15\ufe0f", "\ufeff11-15",
		}},
		"8-11":  {"B:W32:B8", []string{"8 11", "811", "0811", "08 11", "8.11"}},
		"15x22": {"B:W18:B15", []string{"15\u00d722", "15\u271522", "15\u271622", "15\u044522", "15 x 22", "1522", "15 22"}},
		"14x30": {"B:W18,26:B14", []string{"14x23 23x30", "14-23 23-30", "14\u00d723 23\u00d730", "14 23 30", "14 30", "1430", "14.23.30"}},
		"2x2":   {"B:W6,7,14,15:BK2", []string{"2 2", "2x9 9x18 18x11 11x2", "2 9 18 11 2"}},
	} {
		p := position(t, form.fen)
		for _, text := range form.texts {
			m, err := p.ParseMove(text)
			require.NoError(t, err, "%q", text)
			require.Equal(t, want, p.MoveText(m), "%q", text)
		}
	}
	_, err := position(t, "B:W32:B1,11").ParseMove("1 12")
	require.EqualError(t, err, "move 1-12 is illegal: the piece on 1 can move 1-5 or 1-6")
}

// Three digits name two moves if both are legal.
func TestJoinedSquares(t *testing.T) {
	paths, err := ParsePaths("112")
	require.NoError(t, err)
	require.Equal(t, []Path{{0, 11}, {10, 1}}, paths)
	_, err = ParsePath("112")
	require.EqualError(t, err, `move "112" is ambiguous: 1-12 or 11-2`)
	_, err = position(t, "B:W6,7,9,15,16:BK1,K11").ParseMove("112")
	require.EqualError(t, err, `move "112" is ambiguous: 1x12 or 11x2`)
}

func TestMoveWords(t *testing.T) {
	for line, want := range map[string][]string{
		"":                           nil,
		"11-15 23-19 8-11":           {"11-15", "23-19", "8-11"},
		"1. 11-15 23-19 2. 8-11":     {"11-15", "23-19", "8-11"},
		"11 15 23 19\n8 11":          {"11 15", "23 19", "8 11"},
		"1. 11 15 1... 23 19 2. 811": {"11 15", "23 19", "811"},
		"1115 2319 811":              {"1115", "2319", "811"},
		"11-15 23 hello":             {"11-15", "23 hello"},
		"11-15 23":                   {"11-15", "23"},
		"11\u201315 23\u201319":      {"11\u201315", "23\u201319"},
		"Draw. 11-15":                {"Draw.", "11-15"},
	} {
		require.Equal(t, want, MoveWords(line), "%q", line)
	}
}

func TestParseMoveErrors(t *testing.T) {
	const (
		start     = "B:W21-32:B1-12"
		twoWays   = "B:W9,10,17,18:B6"
		branching = "B:W10,18,19:B6"
		mustTake  = "B:W18:B1,15"
		noMove    = "B:W32:B28"
	)
	megabyte := strings.Repeat("1-", 1<<19)
	tests := []struct{ fen, text, err string }{
		{start, "", `"" is not a move such as 11-15 or 15x24`},
		{start, "hello", `"hello" is not a move such as 11-15 or 15x24`},
		{start, "11", `"11" is not a move such as 11-15 or 15x24`},
		{start, "11 ", `"11 " is not a move such as 11-15 or 15x24`},
		{start, "3333", `"3333" is not a move such as 11-15 or 15x24`},
		{start, "1118", `move 11-18 is illegal: the piece on 11 can move 11-15 or 11-16`},
		{start, "112", `move "112" is illegal`},
		{start, "11 18", `move 11-18 is illegal: the piece on 11 can move 11-15 or 11-16`},
		{start, "11 15 15", `move 11-15-15 is illegal: the piece on 11 can move 11-15 or 11-16`},
		{"B:W32:B1,11", "15 18", `move 15-18 is illegal: Black, who is to move, has no piece on 15`},
		{start, "11.", `"11." is not a move such as 11-15 or 15x24`},
		{start, "-", `move "-": "" is not a square, 1 to 32`},
		{start, "11-", `move "11-": "" is not a square, 1 to 32`},
		{start, "-15", `move "-15": "" is not a square, 1 to 32`},
		{start, "11--15", `move "11--15": "" is not a square, 1 to 32`},
		{start, "11-15-", `move "11-15-": "" is not a square, 1 to 32`},
		{start, "0-15", `move "0-15": "0" is not a square, 1 to 32`},
		{start, "11-33", `move "11-33": "33" is not a square, 1 to 32`},
		{start, "11-256", `move "11-256": "256" is not a square, 1 to 32`},
		{start, "267-15", `move "267-15": "267" is not a square, 1 to 32`},
		{start, "11-+15", `move "11-+15": "+15" is not a square, 1 to 32`},
		{start, "11 -- 15", `move "11 -- 15": "" is not a square, 1 to 32`},
		{start, "11-１５", `move "11-１５": "１５" is not a square, 1 to 32`},
		{start, "11-15!", `move "11-15!": "15!" is not a square, 1 to 32`},
		{start, "exf6", `move "exf6": "e" is not a square, 1 to 32`},
		{start, megabyte, `"` + megabyte[:40] + `"... is too long for a move`},
		{start, "10x11x12x10x11x12x10x11x12x10x", `"10x11x12x10x11x12x10x11x12x10x" is too long for a move`},

		{start, "11-16-20", "move 11-16-20 is illegal: the piece on 11 can move 11-15 or 11-16"},
		{start, "11-18", "move 11-18 is illegal: the piece on 11 can move 11-15 or 11-16"},
		{start, "11-8", "move 11-8 is illegal: the piece on 11 can move 11-15 or 11-16"},
		{start, "7-11", "move 7-11 is illegal: the piece on 7 cannot move"},
		{start, "11-11", "move 11-11 is illegal: the piece on 11 can move 11-15 or 11-16"},
		{start, "22-18", "move 22-18 is illegal: Black, who is to move, has no piece on 22"},
		{start, "15-18", "move 15-18 is illegal: Black, who is to move, has no piece on 15"},
		{"W:W21-32:B1-12", "11-15", "move 11-15 is illegal: White, who is to move, has no piece on 11"},
		{noMove, "28-32", "move 28-32 is illegal: the game is over"},
		{"W:W:B1", "1-5", "move 1-5 is illegal: the game is over"},

		{mustTake, "1-5", "move 1-5 is illegal: Black must capture"},
		{mustTake, "15-19", "move 15-19 is illegal: Black must capture"},
		{mustTake, "1-10", "move 1-10 is illegal: Black must capture with another piece"},
		{mustTake, "15x22x29", "move 15x22x29 is illegal: the piece on 15 can move 15x22"},
		{mustTake, "18x11", "move 18x11 is illegal: Black, who is to move, has no piece on 18"},

		{twoWays, "6x22", "move 6x22 is ambiguous: 6x13x22 or 6x15x22"},
		{twoWays, "6-22", "move 6x22 is ambiguous: 6x13x22 or 6x15x22"},
		{twoWays, "6x13", "move 6x13 stops short: the capture goes on, 6x13x22"},
		{"B:W18,26:B14", "14x23", "move 14x23 stops short: the capture goes on, 14x23x30"},
		{branching, "6x15", "move 6x15 stops short: the capture goes on, 6x15x22 or 6x15x24"},
		{"B:W6,7,14,15:BK2", "2x11", "move 2x11 stops short: the capture goes on, 2x9x18x11x2"},
		{"B:W6,7,14,15:BK2", "2x9x18x11x9", "move 2x9x18x11x9 is illegal: the piece on 2 can move 2x2"},
	}
	for _, test := range tests {
		m, err := position(t, test.fen).ParseMove(test.text)
		require.EqualError(t, err, test.err)
		require.True(t, m.IsNone(), "no move beside an error")
		require.ErrorIs(t, err, kindOf(test.err))
	}
}

// kindOf returns the error that a sentence about a move stands for.
func kindOf(why string) error {
	for _, kind := range []struct {
		word string
		err  error
	}{{"over", ErrOver}, {"ambiguous", ErrAmbiguous}, {"is illegal", ErrIllegal}, {"stops short", ErrIllegal}} {
		if strings.Contains(why, kind.word) {
			return kind.err
		}
	}
	return ErrSyntax
}

func TestMoveError(t *testing.T) {
	g := NewGame(position(t, "B:W9,10,17,18:B6"))
	_, err := g.Position().ParseMove("6x22")
	require.Equal(t, &MoveError{"6x22", g.Position(), ErrAmbiguous, "move 6x22 is ambiguous: 6x13x22 or 6x15x22"}, err)
	require.ErrorIs(t, g.PlayText("6x15x22", "9-14"), ErrIllegal)
	require.ErrorIs(t, NewGame(position(t, "B:W:B1")).PlayText("1-5"), ErrOver)
	require.ErrorIs(t, NewGame(Start()).PlayText("hello"), ErrSyntax)

	capture, err := position(t, "B:W18:B15").ParseMove("15x22")
	require.NoError(t, err)
	require.NoError(t, position(t, "B:W18:B15").CheckMove(capture))
	err = Start().CheckMove(capture)
	require.ErrorIs(t, err, ErrIllegal)
	require.EqualError(t, err, "move 15x22 is illegal in "+Start().FEN())
	require.EqualError(t, Start().CheckMove(Move{}), "move none is illegal in "+Start().FEN())
}

func TestFindMovesAndLonger(t *testing.T) {
	p := position(t, "B:W9,10,17,18,19:B6")
	texts := func(moves []Move) (texts []string) {
		for _, m := range moves {
			texts = append(texts, p.MoveText(m))
		}
		return texts
	}
	require.Equal(t, []string{"6x13x22", "6x15x22"}, texts(p.FindMoves(Path{5, 21})))
	require.Equal(t, []string{"6x15x22"}, texts(p.FindMoves(Path{5, 14, 21})))
	require.Empty(t, p.FindMoves(Path{5, 12}), "6x13 goes on")
	require.Equal(t, []string{"6x13x22"}, texts(p.Longer(Path{5, 12})))
	require.Equal(t, []string{"6x15x22", "6x24"}, texts(p.Longer(Path{5, 14})))
	require.Empty(t, p.Longer(Path{5, 10}))
	require.Equal(t, []string{"11-15"}, texts(Start().FindMoves(Path{10, 14})))
}

func TestFirstMove(t *testing.T) {
	p := position(t, "B:W9,10,17,18:B6")
	m, ok := p.FirstMove(5, 21)
	require.True(t, ok)
	require.Equal(t, "6x13x22", p.MoveText(m))
	_, ok = p.FirstMove(5, 12)
	require.False(t, ok)
}

// TestMoveTextRoundTrip writes every legal move of a position and reads it back,
// as the shortest text, as every complete path, and with the other separator.
func TestMoveTextRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition().Draw(t, "position")
		t.Log(p)
		p.eachMove(func(path Path, m Move) {
			shortest := p.MoveText(m)
			for _, text := range []string{
				shortest, strings.ReplaceAll(shortest, "x", "-"), path.text("x"), path.text("-"), path.text(":"),
			} {
				read, err := p.ParseMove(text)
				require.NoError(t, err)
				require.Equal(t, m, read, text)
			}
		})
		requireNeeded(t, p)
	})
}

// requireNeeded checks that exactly those moves are written in full whose ends
// alone do not say which they are. The ends are refused then, unless they are the
// complete path of a single jump.
func requireNeeded(t require.TestingT, p Position) {
	var l MoveList
	p.Moves(&l)
	same := map[[2]Square]int{}
	for _, m := range l.Slice() {
		same[[2]Square{m.From, m.To}]++
	}
	for _, m := range l.Slice() {
		ends := Path{m.From, m.To}.text("x")
		if same[[2]Square{m.From, m.To}] == 1 {
			require.Equal(t, ends, strings.ReplaceAll(p.MoveText(m), "-", "x"))
			continue
		}
		require.Equal(t, p.Path(m).text("x"), p.MoveText(m))
		read, err := p.ParseMove(ends)
		if err == nil {
			require.Equal(t, ends, p.MoveText(read))
			continue
		}
		require.ErrorContains(t, err, "ambiguous")
	}
}

// TestPerftTableMoveText does the same in the positions of the perft table, which
// are rich in captures by several paths.
func TestPerftTableMoveText(t *testing.T) {
	ambiguous := 0
	for _, row := range verifiedRows(t) {
		requireNeeded(t, row.position)
		for _, text := range moveTexts(row.position) {
			ambiguous += strings.Count(text, "x") / 2
		}
	}
	require.Positive(t, ambiguous, "the table has ambiguous captures")
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"11-15", "2x2", "6x22", "6x13x22", "-", "1-33", "x", "11--15", "2x9x18x11x2", "11 15", "1115", "112", "11\u201315", "11 . 15", "2x9 9x18 18x11 11x2", "1\u00ad1-15"} {
		for _, fen := range []string{
			"B:W21-32:B1-12", "B:W6,7,14,15:BK2", "B:W9,10,17,18:B6", "B:W6,7,8,14,15,16,22,23,24:BK2",
		} {
			f.Add(fen, text)
		}
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen)
		if err != nil {
			t.Skip()
		}
		m, err := p.ParseMove(text)
		if err != nil {
			requireClear(t, err)
			return
		}
		var l MoveList
		p.Moves(&l)
		require.Contains(t, l.Slice(), m)
		again, err := p.ParseMove(p.MoveText(m))
		require.NoError(t, err)
		require.Equal(t, m, again)
	})
}
