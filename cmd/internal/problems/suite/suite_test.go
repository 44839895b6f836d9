package suite

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// The texts of one problem in the formats.
const (
	oneCSV  = "# c\nid,fen,result\na,B:W30:B21,WIN\n"
	oneEPD  = "# c\n\nB: W30: B21. result WIN\n"
	oneJSON = "# c\n\n{\"fen\": \"B:W30:B21\", \"result\": \"win\", \"other\": 1}\n"
	onePDN  = "[Event \"\"]\n[FEN \"B:W30:B21\"]\n[Result \"1-0\"]\n*\n"
)

// The extension tells the format, and where it does not the text.
func TestRead(t *testing.T) {
	for name, want := range map[string]struct {
		text   string
		format Format
	}{
		"a.csv":     {oneCSV, CSV},
		"A.CSV":     {oneCSV, CSV},
		"a.epd":     {oneEPD, EPD},
		"a.txt":     {oneEPD, EPD},
		"a.pdn":     {onePDN, PDN},
		"suite":     {oneCSV, CSV},
		"b":         {"\uFEFF" + oneCSV, CSV},
		"lines":     {oneEPD, EPD},
		"lines.doc": {"\uFEFF" + oneEPD, EPD},
		"quoted":    {"\"B:W30:B21\" result WIN", EPD},
		"a.jsonl":   {oneJSON, JSON},
		"objects":   {oneJSON, JSON},
		"spaces":    {"{ \"fen\" : \"B:W30:B21\", \"result\": \"win\"}", JSON},
		"comment":   {"{\"quoted\" comment}\n" + onePDN, PDN},
		"games":     {onePDN, PDN},
		"games.":    {"\uFEFF\r\n% c\r\n" + onePDN, PDN},
		"prosa":     {"{ a comment }\n" + onePDN, PDN},
	} {
		for _, r := range []*strings.Reader{strings.NewReader(want.text)} {
			suite, err := Read(name, iotest.OneByteReader(r))
			require.NoError(t, err, name)
			require.Equal(t, want.format, suite.Format, name)
			require.Equal(t, name, suite.Name)
			require.Empty(t, suite.Malformed, name)
			require.Len(t, suite.Problems, 1, name)
			require.Equal(t, "B:W30:B21", suite.Problems[0].Position.FEN())
			require.Equal(t, "win", suite.Problems[0].Wanted())
		}
	}
}

// What a list of rated problems prints is read again.
func TestObjects(t *testing.T) {
	const rows = "id,fen,result,key_moves,claim,line,themes,rating,deviation\n" +
		"a,B:WK31:BK18,WIN,18-23,value,18-23 31-27,trapped-king net,1234,56.5\n" +
		"b,\"W:W23,24,28,30,32:B2,11,15,16,17,22\",,24-19,man,24-19 15x24 28x12,shot,570,87\n"
	want, err := ReadCSV("a.csv", strings.NewReader(rows))
	require.NoError(t, err)
	require.Len(t, want.Problems, 2)
	var lines strings.Builder
	for _, p := range want.Problems {
		require.NoError(t, json.NewEncoder(&lines).Encode(p.Object()))
	}
	got, err := Read("-", strings.NewReader(lines.String()))
	require.NoError(t, err)
	require.Empty(t, got.Malformed)
	for i := range want.Problems {
		want.Problems[i].Source, got.Problems[i].Source = "", ""
	}
	require.Equal(t, want.Problems, got.Problems)

	bad, err := Read("a.json", strings.NewReader(lines.String()+"{\"fen\": 7}\n[\n{\"fen\": \"B:W30:B21\", \"claim\": \"x\"}\n"))
	require.NoError(t, err)
	require.Len(t, bad.Problems, 2)
	require.Len(t, bad.Malformed, 3)
	require.ErrorContains(t, bad.Malformed[0], "a.json:3: this is no problem in JSON: field fen cannot be a number")
	require.ErrorContains(t, bad.Malformed[2], `a.json:5: claim "x" is not value, man, save or ground`)
}

func TestReadOfNonsense(t *testing.T) {
	for _, text := range []string{"", "nonsense", "\x00\x01", "::::", "1. 11-15 *", ";", "\""} {
		suite, err := Read("f", strings.NewReader(text))
		require.Error(t, err, "%q", text)
		require.Empty(t, suite.Problems)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{oneCSV, oneEPD, onePDN, oneJSON, "", "\uFEFF\"", "#"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		suite, err := Read("f", strings.NewReader(text))
		requireSound(t, suite, err)
	})
}

// read reads a file that is sound as a whole.
func read(t *testing.T, text string) Suite {
	suite, err := ReadCSV("file.csv", strings.NewReader(text))
	require.NoError(t, err)
	return suite
}

func TestReadCSV(t *testing.T) {
	suite := read(t, `# A comment, with "quotes
id,fen,result,key_moves
# another
one,"B:WK31:BK18,25",WIN,18-23 25-30

two,W:WK32:BK1,draw,
three,B:W30:B21,,21-25`)
	require.Empty(t, suite.Malformed)
	require.Len(t, suite.Problems, 3)
	one, two, three := suite.Problems[0], suite.Problems[1], suite.Problems[2]
	require.Equal(t, "one", one.ID)
	require.Equal(t, "file.csv:4", one.Source)
	require.Equal(t, "B:WK31:BK18,25", one.Position.FEN())
	require.Equal(t, board.Win, one.Result)
	require.Len(t, one.KeyMoves, 2)
	require.Equal(t, "win by 18-23 or 25-30", one.Wanted())
	require.Equal(t, board.Draw, two.Result)
	require.Empty(t, two.KeyMoves)
	require.Equal(t, "draw", two.Wanted())
	require.Equal(t, board.Unknown, three.Result)
	require.Equal(t, "21-25", three.Wanted())
	require.Equal(t, "file.csv:7", three.Source)
}

// Files from everywhere: the same row in other clothes.
func TestReadCSVInOtherShapes(t *testing.T) {
	want := read(t, "id,fen,result\na,B:W30:B21,WIN\n").Problems
	require.Len(t, want, 1)
	for name, text := range map[string]string{
		"no last newline":   "id,fen,result\na,B:W30:B21,WIN",
		"CRLF":              "id,fen,result\r\na,B:W30:B21,WIN\r\n",
		"byte order mark":   "\uFEFFid,fen,result\na,B:W30:B21,WIN",
		"mark and quotes":   "\uFEFF\"id\",fen,result\na,B:W30:B21,WIN",
		"quoted":            "\"id\",\"fen\",\"result\"\n\"a\",\"B:W30:B21\",\"WIN\"",
		"blanks":            " id , fen,result \n a , B:W30:B21 , WIN ",
		"upper case":        "ID,FEN,Result\na,B:W30:B21,WIN",
		"lower case":        "id,fen,result\na,b:w30:b21,win",
		"more columns":      "x,id,y,fen,z,result,note\n,a,\"1,2\",B:W30:B21,,WIN,\"two, words\"",
		"other order":       "result,fen,id\nWIN,B:W30:B21,a",
		"more fields":       "id,fen,result\na,B:W30:B21,WIN,more,and more",
		"a stray quote":     "id,fen,result,note\na,B:W30:B21,WIN,5\" board",
		"key moves missing": "id,fen,result,key_moves\na,B:W30:B21,WIN",
		"colours turned":    "id,fen,result\na,\"B:B21:W30.\",WIN",
		"blanks in the FEN": "id,fen,result\na,\"B : W 30 : B 21 .\",WIN",
		"quotes twice":      "id,fen,result\na,\"\"\"B:W30:B21\"\"\",WIN",
		"over two lines":    "id,note,fen,result\n\"a\",\"b\n\nc\",\"B:W30:\nB21\",WIN",
		"blanks around":     "id , fen, result\n a , \"B:W30:B21\" ,\tWIN \n \n",
		"semicolons":        "id;fen;result\na;B:W30:B21;WIN",
		"tabs":              "id\tfen\tresult\r\na\t\"B:W30:B21\"\tWIN",
		"separator named":   "sep=;\r\nid;fen;result\r\na;\"B:W30:B21\";WIN",
		"carriage returns":  "id,fen,result\ra,B:W30:B21,WIN\r",
		"a score":           "id,fen,result\na,B:W30:B21,1-0",
	} {
		suite := read(t, text)
		require.Empty(t, suite.Malformed, name)
		require.Len(t, suite.Problems, 1, name)
		suite.Problems[0].Source = want[0].Source
		require.Equal(t, want, suite.Problems, name)
	}
	commented := read(t, "\uFEFF# a comment\nid,fen,result\na,B:W30:B21,WIN")
	require.Len(t, commented.Problems, 1)
}

func TestMalformedRowsArePassedOver(t *testing.T) {
	for row, want := range map[string]string{
		"only":                            "FEN \"\"",
		"a,":                              "FEN \"\"",
		"a,B:W1:B2,WIN":                   "man on 1",
		"a,B:W30:B21,MAYBE":               "not WIN, DRAW or LOSS",
		"a,B:W30:B21":                     "neither a result nor key moves",
		"a,B:W30:B21,,":                   "neither a result nor key moves",
		"a,B:W30:B21,WIN,21-26":           "key move: ",
		"a,B:W30:B21,WIN,21-25 21x17":     "key move: ",
		"a,B:W30:B21,WIN,nonsense":        "key move: ",
		"a,W:W5:B1,LOSS":                  "no move to make",
		"a,W:W:B1,LOSS":                   "no move to make",
		"a,W:W32:B,WIN":                   "no move to make",
		"a,B:W30:B21\x01,WIN":             "FEN",
		"a," + strings.Repeat("x", 1<<20): "FEN",
		"a,B:W30:B21,WIN," + strings.Repeat("1-5 ", 1<<18): "key move: ",
		"a,B:W30:B21," + strings.Repeat("W", 1<<20):        "not WIN, DRAW or LOSS",
		"a,B:W30:B21,WIN," + strings.Repeat("9", 1<<20):    "key move: ",
	} {
		suite := read(t, "id,fen,result,key_moves\n"+row+"\nlast,B:W30:B21,WIN\n")
		require.Len(t, suite.Malformed, 1, "%.80q", row)
		require.ErrorContains(t, suite.Malformed[0], want)
		require.True(t, strings.HasPrefix(suite.Malformed[0].Error(), "file.csv:2: "), suite.Malformed[0])
		require.Less(t, len(suite.Malformed[0].Error()), 300)
		require.Len(t, suite.Problems, 1, "%.80q", row)
		require.Equal(t, "last", suite.Problems[0].ID)
	}
}

func TestEveryMalformedRowHasItsLine(t *testing.T) {
	suite := read(t, "# c\nid,fen,result\n\nbad\na,B:W30:B21,WIN\n# c\nworse,x,y\n")
	require.Len(t, suite.Problems, 1)
	require.Equal(t, "file.csv:5", suite.Problems[0].Source)
	require.Len(t, suite.Malformed, 2)
	require.ErrorContains(t, suite.Malformed[0], "file.csv:4: ")
	require.ErrorContains(t, suite.Malformed[1], "file.csv:7: ")
}

func TestUselessFiles(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "the file is empty",
		"\uFEFF":                "the file is empty",
		"\n\n# nothing\n":       "the file is empty",
		"id,result\na,WIN":      "a column fen is needed",
		"fen,result\n":          "a column id is needed",
		"id,fen\na,B:W30:B21":   "result or key_moves",
		"\x00\x01\x02\xff\xfe,": "a column id is needed",
	} {
		suite, err := ReadCSV("file.csv", strings.NewReader(text))
		require.ErrorContains(t, err, want, "%q", text)
		require.ErrorContains(t, err, "file.csv:")
		require.Empty(t, suite.Problems)
	}
	require.Empty(t, read(t, "id,fen,result\n").Problems)
}

func TestBrokenFile(t *testing.T) {
	broken := errors.New("the disk is gone")
	sound := "id,fen,result\na,B:W30:B21,WIN\n"
	suite, err := ReadCSV("file.csv", io.MultiReader(strings.NewReader(sound), iotest.ErrReader(broken)))
	require.ErrorIs(t, err, broken)
	require.Len(t, suite.Problems, 1)
	_, err = ReadCSV("file.csv", iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
}

// A file comes in pieces of any size.
func TestSlowFile(t *testing.T) {
	suite, err := ReadCSV("file.csv", iotest.OneByteReader(strings.NewReader("\uFEFFid,fen,result\na,B:W30:B21,WIN\n")))
	require.NoError(t, err)
	require.Len(t, suite.Problems, 1)
}

func FuzzReadCSV(f *testing.F) {
	f.Add("id,fen,result,key_moves\na,\"B:WK31:BK18,25\",WIN,18-23\n")
	f.Add("\uFEFF# c\r\nid,fen,result\r\n\"a\"b,B:W30:B21,\"DRAW\r\n")
	f.Add("fen,id,key_moves\n,,\n\"\n")
	f.Add("sep=;\rid;fen;result\r\"a\rb\" ; B:W30:B21;WIN\r")
	f.Fuzz(func(t *testing.T, text string) {
		suite, err := ReadCSV("f", strings.NewReader(text))
		requireSound(t, suite, err)
	})
}

// A quote that is left open spoils its own row and no other.
func TestOpenQuote(t *testing.T) {
	suite := read(t, "id,name,fen,result\na,\"open,B:W30:B21,WIN\nb,closed,B:W30:B21,WIN\n")
	require.Len(t, suite.Malformed, 1)
	require.ErrorContains(t, suite.Malformed[0], "file.csv:2: ")
	require.Len(t, suite.Problems, 1)
	require.Equal(t, "b", suite.Problems[0].ID)
}

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
		"unknown operations": "B:WK31:BK18,25 acd 9; bm 18-23 25-30; noop; id a; result WIN; c0 \"18-15; no\"",
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
		"B:WK31:BK18,25 x; bm 18-23":               `"x" behind FEN "B:WK31:BK18,25" is no operation such as id`,
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

func TestReadGradedCSV(t *testing.T) {
	header := "id,fen,result,key_moves,claim,line,themes,rating,deviation,proof,source\n"
	suite := read(t, header+`a,"B:W13,16,17,19,21,22,24,25,31,32:B1,2,3,6,7,9,10,12,15,18",,10-14,man,10-14 17x10 7x14,shot 4-for-3,1610.5,80,tree,selfplay`+"\n")
	require.Empty(t, suite.Malformed)
	p := suite.Problems[0]
	require.Equal(t, Man, p.Claim)
	require.Equal(t, []string{"shot", "4-for-3"}, p.Themes)
	require.Equal(t, 1610.5, p.Rating)
	require.Equal(t, 80., p.Deviation)
	require.Equal(t, "10-14 17x10 7x14", p.Position.LineText(p.Line))
	require.Equal(t, board.Unknown, p.Result)
	require.Equal(t, []Problem{problem(t, "a", "B:W30:B21", "WIN", "")}, withoutSource(read(t, header+"a,B:W30:B21,WIN,,,a line,x,y,z").Problems),
		"without a claim the other columns may mean anything")
	for row, want := range map[string]string{
		"win,,,,":                  "claim \"win\" is not value, man, save or ground",
		"value,21-26,,,":           "line: ",
		"value,,,many,":            "rating \"many\" is not 0 to 10000",
		"value,,,NaN,":             "rating",
		"value,,,-1,":              "rating",
		"value,21-25,,900,1000000": "rating \"1000000\"",
	} {
		suite := read(t, header+"a,B:W30:B21,WIN,21-25,"+row+"\n")
		require.Len(t, suite.Malformed, 1, row)
		require.ErrorContains(t, suite.Malformed[0], want)
	}
}

// withoutSource returns problems as if they came from the place of the problem that the tests make.
func withoutSource(problems []Problem) []Problem {
	for i := range problems {
		problems[i].Source = "here"
	}
	return problems
}
