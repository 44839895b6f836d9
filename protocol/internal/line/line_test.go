package line

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/internal/file"
)

// TestLines reads texts whole and in pieces.
func TestLines(t *testing.T) {
	tooLong := fmt.Sprintf("error: a line is longer than %d bytes", maxLine)
	megabyte := strings.Repeat("x", 1<<20)
	full := strings.Repeat("y", maxLine)
	tests := map[string]struct {
		text string
		want []string
	}{
		"nothing":                {"", nil},
		"line ends":              {"a\nb\r\n\n\rc\n", []string{"a", "b", "", "", "c"}},
		"no end":                 {"a\nb", []string{"a", "b"}},
		"a megabyte":             {"a\n" + megabyte + "\nb\n", []string{"a", tooLong, "b"}},
		"two of them":            {megabyte + "\n" + megabyte + "\n", []string{tooLong, tooLong}},
		"a megabyte, no end":     {"a\n" + megabyte, []string{"a", tooLong}},
		"the longest line":       {full + "\nb", []string{full, "b"}},
		"one byte more":          {full + "y\nb", []string{tooLong, "b"}},
		"the longest, CRLF":      {full + "\r\nb", []string{full, "b"}},
		"noise":                  {"\x00\xff\n\x80", []string{"\xff", "\x80"}},
		"the longest and no end": {full, []string{full}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			read := func(line string, err error) bool {
				if err != nil {
					line = "error: " + err.Error()
				}
				got = append(got, line)
				return true
			}
			require.NoError(t, readLines(strings.NewReader(test.text), read))
			require.Equal(t, test.want, got)
			got = nil
			require.NoError(t, readLines(iotest.HalfReader(iotest.DataErrReader(strings.NewReader(test.text))), read))
			require.Equal(t, test.want, got)
		})
	}
}

func TestCutWord(t *testing.T) {
	for text, want := range map[string][2]string{
		"":                  {"", ""},
		"quit":              {"quit", ""},
		" \tgo  depth 3 \r": {"go", "depth 3"},
		"set\tname  a b":    {"set", "name  a b"},
	} {
		word, rest := CutWord(text)
		require.Equal(t, want, [2]string{word, rest}, "%q", text)
	}
}

// The lines of any text are its lines, whole and in pieces, and their first words have no blanks.
func FuzzReadLines(f *testing.F) {
	f.Add("uci\nposition startpos \r\n\n\rquit")
	f.Add("\x00\xff\n\n")
	f.Add("uci\rquit\r\x1A")
	f.Fuzz(func(t *testing.T, text string) {
		var lines []string
		read := func(line string, err error) bool {
			require.True(t, err == nil || len(line) == keptOfLongLine)
			require.LessOrEqual(t, len(line), maxLine)
			require.NotContains(t, line, "\n")
			word, rest := CutWord(line)
			require.NotContains(t, word, " ")
			require.True(t, word != "" || rest == "")
			lines = append(lines, line)
			return true
		}
		require.NoError(t, readLines(strings.NewReader(text), read))
		whole := lines
		lines = nil
		require.NoError(t, readLines(iotest.HalfReader(strings.NewReader(text)), read))
		require.Equal(t, whole, lines)
		decoded, err := io.ReadAll(file.Text(strings.NewReader(text)))
		require.NoError(t, err)
		want := bytes.Count(decoded, []byte("\n"))
		if len(decoded) > 0 && !bytes.HasSuffix(decoded, []byte("\n")) {
			want++
		}
		require.Len(t, lines, want)
	})
}
