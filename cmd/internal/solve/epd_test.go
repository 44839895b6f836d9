package solve

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// readEPD reads a file that is sound as a whole.
func readEPD(t *testing.T, text string) Suite {
	t.Helper()
	suite, err := ReadEPD("dir/tests.epd", strings.NewReader(text))
	require.NoError(t, err)
	return suite
}

func TestReadEPD(t *testing.T) {
	suite := readEPD(t, `# a comment; with "quotes

B:WK31:BK18,25 bm 18-23 25-30; id "two; ways"; result WIN
W:WK32:BK1 am 32-27; c0 "a comment; bm 1-5"; acd 12; id Payne's
W:W30:B21; result 1-0;
B:W30:B21
`)
	require.Empty(t, suite.Malformed)
	require.Equal(t, EPD, suite.Format)
	require.Len(t, suite.Problems, 4)
	one, two, three, four := suite.Problems[0], suite.Problems[1], suite.Problems[2], suite.Problems[3]
	require.Equal(t, "two; ways", one.ID)
	require.Equal(t, "dir/tests.epd:3", one.Source)
	require.Equal(t, "win by 18-23 or 25-30", one.Wanted())
	require.Equal(t, "Payne's", two.ID)
	require.Equal(t, "not 32-27", two.Wanted())
	require.Equal(t, "tests:5", three.ID)
	require.Equal(t, board.Loss, three.Result, "1-0 says that Black wins")
	require.Equal(t, "tests:6", four.ID)
	require.False(t, four.Answered())
}

// Lines from everywhere: the same problem in other clothes.
func TestReadEPDInOtherShapes(t *testing.T) {
	want := readEPD(t, "B:WK31:BK18,25 bm 18-23 25-30; id \"a\"; result WIN").Problems
	require.Len(t, want, 1)
	for name, line := range map[string]string{
		"CRLF":               "B:WK31:BK18,25 bm 18-23 25-30; id \"a\"; result WIN\r\n",
		"byte order mark":    "\uFEFFB:WK31:BK18,25 bm 18-23 25-30; id \"a\"; result WIN",
		"a final dot":        "B:WK31:BK18,25. bm 18-23 25-30; id \"a\"; result WIN",
		"a dot apart":        "B:WK31:BK18,25 . bm 18-23 25-30; id \"a\"; result WIN",
		"quoted":             "\"B:WK31:BK18,25.\" bm 18-23 25-30; id \"a\"; result WIN",
		"single quotes":      "'B:WK31:BK18,25' bm 18-23 25-30; id 'a'; result 'WIN'",
		"curly quotes":       "“B:WK31:BK18,25” bm 18-23 25-30; id “a”; result WIN",
		"blanks":             "B: WK31: BK18, 25 bm 18-23 25-30; id \"a\"; result WIN",
		"more blanks":        "  B : W K31 : B K18 , 25 .  bm  18-23   25-30 ;id a ; result  win ;;",
		"tabs":               "B:WK31:BK18,25\tbm\t18-23 25-30;\tid\ta;\tresult WIN",
		"no-break spaces":    "B:\u00a0WK31:BK18,25\u00a0bm 18-23\u00a025-30; id a; result WIN",
		"a semicolon first":  "B:WK31:BK18,25; bm 18-23 25-30; id a; result WIN",
		"commas":             "B:WK31:BK18,25 bm 18-23, 25-30; id a; result WIN",
		"other order":        "B:WK31:BK18,25 result WIN; id a; bm 18-23 25-30",
		"lower case":         "b:wk31:bk18,25 bm 18-23 25-30; id a; result win",
		"upper case":         "B:WK31:BK18,25 BM 18-23 25-30; ID a; Result WIN",
		"a score":            "B:WK31:BK18,25 bm 18-23 25-30; id a; result 1-0",
		"a score in quotes":  "B:WK31:BK18,25 bm 18-23 25-30; id a; result \"1-0\"",
		"colours turned":     "B:BK18,25:WK31 bm 18-23 25-30; id a; result WIN",
		"unknown operations": "B:WK31:BK18,25 acd 9; bm 18-23 25-30; x; id a; result WIN; c0 \"18-15; no\"",
	} {
		suite := readEPD(t, line)
		require.Empty(t, suite.Malformed, name)
		require.Len(t, suite.Problems, 1, name)
		suite.Problems[0].Source = want[0].Source
		require.Equal(t, want, suite.Problems, name)
	}
}

// Black has nothing left to follow his colour: the operation behind is none of his pieces.
func TestFENWithAnEmptySide(t *testing.T) {
	for _, line := range []string{"W:WK1:B bm 1-5", "W:B:WK1 bm 1-5", "W:W:B bm 1-5"} {
		suite := readEPD(t, line)
		require.Len(t, suite.Malformed, 1)
		require.NotContains(t, suite.Malformed[0].Error(), "bm", line)
	}
}

func TestLatin1(t *testing.T) {
	suite := readEPD(t, "B:WK31:BK18,25 id \"Fr\xfchst\xfcck\"\nB:WK31:BK18,25 id \"Frühstück\"")
	require.Equal(t, "Frühstück", suite.Problems[0].ID)
	require.Equal(t, "Frühstück", suite.Problems[1].ID)
	csv := read(t, "id,fen,result\r\nFr\xfchst\xfcck,B:W30:B21,WIN")
	require.Equal(t, "Frühstück", csv.Problems[0].ID)
}

func TestMalformedLinesArePassedOver(t *testing.T) {
	for line, want := range map[string]string{
		"nonsense":                                 "FEN \"nonsense\"",
		"; bm 11-15":                               "FEN \"\"",
		"B:W1:B2 bm 2-6":                           "man on 1",
		"B:W1 2:B2":                                "FEN \"B:W1\"",
		"B:WK31:BK18,25 bm 18-24":                  "key move: move 18-24",
		"B:WK31:BK18,25 am 18-24":                  "move to avoid: move 18-24",
		"B:WK31:BK18,25 bm":                        "bm says nothing",
		"B:WK31:BK18,25 bm ;id x":                  "bm says nothing",
		"B:WK31:BK18,25 bm 18-23; bm 25-30":        "bm is given twice",
		"B:WK31:BK18,25 id \"open; bm 25-30":       "a quote is not closed",
		"B:WK31:BK18,25 result 0-0":                "is not WIN, DRAW or LOSS",
		"B:WK31:BK18,25 bm 18-23; am 18-23":        "both a key move and one to avoid",
		"W:WK32:BK1 am 32-27 32-28":                "every move",
		"W:W5:B1":                                  "no move to make",
		strings.Repeat("B:", 1<<20):                "FEN",
		strings.Repeat("1, ", 1<<18):               "FEN",
		"B:W30:B21 bm " + strings.Repeat("9", 1e6): "too long for a move",
		strings.Repeat(";", 1<<16):                 "FEN",
		"B:W30:B21 2":                              "2 behind FEN \"B:W30:B21\" is a square without a comma",
		"B:W3 0:B21":                               "FEN",
		"B:W30:B21 22 bm 21-25":                    "22 behind FEN",
		"B:W30:B21\x01":                            "FEN",
	} {
		suite := readEPD(t, line+"\nB:W30:B21\n")
		require.Len(t, suite.Malformed, 1, "%.80q", line)
		require.ErrorContains(t, suite.Malformed[0], want)
		require.True(t, strings.HasPrefix(suite.Malformed[0].Error(), "dir/tests.epd:1: "), suite.Malformed[0])
		require.Less(t, len(suite.Malformed[0].Error()), 300)
		require.Len(t, suite.Problems, 1, "%.80q", line)
	}
}

func TestUselessLines(t *testing.T) {
	for _, text := range []string{"", "\uFEFF", "\n\n# nothing\n"} {
		_, err := ReadEPD("f.epd", strings.NewReader(text))
		require.EqualError(t, err, "f.epd: the file is empty")
	}
	broken := errors.New("the disk is gone")
	_, err := ReadEPD("f.epd", iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
}

func FuzzReadEPD(f *testing.F) {
	f.Add("B:WK31:BK18,25 bm 18-23 25-30; id \"two; ways\"; result WIN\r\n")
	f.Add("\uFEFF# c\n'B : W K31 : B K18 , 25 .' am 18-22; result 1-0; c0 \"\xfc\"")
	f.Add("“B:WK31:B” bm\n\";\"")
	f.Fuzz(func(t *testing.T, text string) {
		suite, err := ReadEPD("f", strings.NewReader(text))
		requireSound(t, suite, err)
	})
}

// requireSound checks what every reader promises.
func requireSound(t *testing.T, suite Suite, err error) {
	t.Helper()
	if err != nil {
		require.NotContains(t, err.Error(), "\n")
		require.True(t, strings.HasPrefix(err.Error(), "f:"))
	}
	for _, bad := range append(suite.Malformed, suite.Doubtful...) {
		require.NotContains(t, bad.Error(), "\n")
		require.True(t, strings.HasPrefix(bad.Error(), "f:"))
	}
	for _, p := range suite.Problems {
		require.True(t, p.Position.HasMove())
		require.NotEmpty(t, p.Source)
		require.Equal(t, p.Answered(), p.Wanted() != "")
		for _, m := range p.KeyMoves {
			require.True(t, p.SolvedBy(found(m, 0)))
		}
		for _, m := range p.Avoid {
			require.False(t, p.SolvedBy(found(m, decisive)))
		}
		require.NotPanics(t, func() { p.Position.LineText(p.Line) })
	}
}
