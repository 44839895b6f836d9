package solve

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

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
