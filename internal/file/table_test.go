package file

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// rows returns the rows of a text, each as its line and its fields.
func rows(t require.TestingT, text string) (all []Row) {
	for row, err := range Rows(strings.NewReader(text)) {
		require.NoError(t, err)
		all = append(all, row)
	}
	return all
}

// Lines are not cut into fields.
func TestLines(t *testing.T) {
	var all []Row
	for row, err := range Lines(strings.NewReader("# a\r\n\n \"b, c\nsep=;\n\"d;\te\"\xE9")) {
		require.NoError(t, err)
		all = append(all, row)
	}
	require.Equal(t, []Row{{3, []string{`"b, c`}}, {4, []string{"sep=;"}}, {5, []string{"\"d;\te\"é"}}}, all)
}

func TestRows(t *testing.T) {
	for text, want := range map[string][]Row{
		"":                              nil,
		"# a\n\n \t\n":                  nil,
		"a,b\n1,2\n":                    {{1, []string{"a", "b"}}, {2, []string{"1", "2"}}},
		"# c\r\na\r\n\r\n1,2,\r\n":      {{2, []string{"a"}}, {4, []string{"1", "2", ""}}},
		"a\r1,2\r":                      {{1, []string{"a"}}, {2, []string{"1", "2"}}},
		"a;b\n1;2,3\n":                  {{1, []string{"a", "b"}}, {2, []string{"1", "2,3"}}},
		"a\tb\n1\t2 \t\n":               {{1, []string{"a", "b"}}, {2, []string{"1", "2", ""}}},
		"sep=;\na\n1;2\n":               {{2, []string{"a"}}, {3, []string{"1", "2"}}},
		"sep=,\n\"1;2\",3":              {{2, []string{"1;2", "3"}}},
		"sep=\t\r\na,b\t1":              {{2, []string{"a,b", "1"}}},
		" a , \"b\" ,\t\"c,d\"\t\n":     {{1, []string{"a", "b", "c,d"}}},
		"\"a\"\"b\",\"\",\"\"\"\"":      {{1, []string{`a"b`, "", `"`}}},
		"\"a\nb\",\"c\n\n# d\"\ne":      {{1, []string{"a\nb", "c\n\n# d"}}, {5, []string{"e"}}},
		"\"5\" board\",6\" x,7\"":       {{1, []string{`5" board`, `6" x`, `7"`}}},
		"a,\"b,c\nd,e\n":                {{1, []string{"a", `"b,c`}}, {2, []string{"d", "e"}}},
		"a,\"b,c\nd,\"e\",f\n":          {{1, []string{"a", `"b,c`}}, {2, []string{"d", "e", "f"}}},
		"\"" + strings.Repeat("\n", 60): {{1, []string{`"`}}},
		"\xE9,\"\xE9\"":                 {{1, []string{"é", "é"}}},
	} {
		require.Equal(t, want, rows(t, text), "%q", text)
	}
	broken := errors.New("the disk is gone")
	var last Row
	var failed error
	for last, failed = range Rows(io.MultiReader(strings.NewReader("a\nb\nc"), iotest.ErrReader(broken))) {
	}
	require.Equal(t, 3, last.Line)
	require.ErrorIs(t, failed, broken)
	for last, failed = range Lines(iotest.ErrReader(broken)) {
	}
	require.Equal(t, 1, last.Line)
	require.ErrorIs(t, failed, broken)
}

// The values of a row go by the names of the columns, of which the first with a value counts.
func TestRecords(t *testing.T) {
	var all []Record
	for record, err := range Records("a.csv", strings.NewReader("Name,FEN,name\n,1,x\n2\n3,4,5,\n6,7,8,9\n"), []string{"id", "fen"}) {
		require.NoError(t, err)
		all = append(all, record)
	}
	require.Equal(t, []Record{
		{2, map[string]string{"name": "x", "fen": "1"}, false}, {3, map[string]string{"name": "2"}, false},
		{4, map[string]string{"name": "3", "fen": "4"}, false}, {5, map[string]string{"name": "6", "fen": "7"}, true},
	}, all)
	for text, want := range map[string]string{
		"": "a.csv: the file is empty", "# c\n": "a.csv: the file is empty", "x,y\n": `a.csv:1: a column id or fen is needed, not "x,y"`,
	} {
		for _, err := range Records("a.csv", strings.NewReader(text), []string{"id", "fen"}) {
			require.EqualError(t, err, want)
		}
	}
}

// Whatever a text is, its rows have fields and come in order, and the same rows come byte by byte.
func FuzzRows(f *testing.F) {
	for _, seed := range []string{"a,b\n1,2\n", "a;b\n\"1\n\";2", "sep=\"\n\"a\"", "\"\"\"", "a\t\"b\nc\td\"", "#\r\r\"\x00\"", "\xE9;\"\xE9"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line := 0
		for row, err := range Rows(strings.NewReader(text)) {
			if err != nil {
				return
			}
			require.Greater(t, row.Line, line)
			require.NotEmpty(t, row.Fields)
			line = row.Line
		}
	})
}
