package client

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestLineReader(t *testing.T) {
	in := newLineReader(iotest.OneByteReader(strings.NewReader("a\r\n\nb \xff\x00\nend")))
	for _, want := range []string{"a", "", "b \uFFFD", "end"} {
		text, err := in.next()
		require.NoError(t, err)
		require.Equal(t, want, text)
	}
	for range 2 {
		_, err := in.next()
		require.Equal(t, io.EOF, err)
	}
}

// endless is a line without an end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'x'
	}
	return len(b), nil
}

func TestLongLines(t *testing.T) {
	maximum := strings.Repeat("x", maxLine-1)
	text, err := newLineReader(strings.NewReader(maximum + "\nb")).next()
	require.NoError(t, err)
	require.Len(t, text, len(maximum))

	in := newLineReader(endless{})
	for range 3 {
		text, err := in.next()
		require.Equal(t, errLongLine, err)
		require.LessOrEqual(t, len(text), maxLine+1<<13)
	}
}

func TestStderrTail(t *testing.T) {
	var l stderrTail
	require.Empty(t, l.last())
	for _, text := range []string{"loading", "cannot open \x1b[1mbook", " \t", ""} {
		l.add(text)
	}
	require.Equal(t, "cannot open [1mbook", l.last())
	for _, text := range []string{"panic: the sky falls", "", "goroutine 1 [running]:", "main.main()"} {
		l.add(text)
	}
	require.Equal(t, "panic: the sky falls", l.last())
}

// Whatever an engine writes, its lines are text without line ends, and the most useful of standard error is one line.
func FuzzLineReader(f *testing.F) {
	f.Add([]byte("uciok\r\n\ninfo \xff\x00\npanic: x\nend"))
	f.Fuzz(func(t *testing.T, output []byte) {
		in, tail := newLineReader(bytes.NewReader(output)), stderrTail{}
		lines := 0
		for {
			text, err := in.next()
			if err == io.EOF {
				break
			}
			if err != errLongLine {
				require.NoError(t, err)
				lines++
			}
			require.True(t, utf8.ValidString(text))
			require.NotContains(t, text, "\n")
			tail.add(text)
		}
		require.False(t, strings.ContainsFunc(tail.last(), unicode.IsControl))
		require.LessOrEqual(t, utf8.RuneCountInString(tail.last()), maxText)
		output = bytes.ReplaceAll(output, []byte{0}, nil) // they are left out
		want := bytes.Count(output, []byte("\n"))
		if len(output) > 0 && output[len(output)-1] != '\n' {
			want++
		}
		if len(output) <= maxLine {
			require.Equal(t, want, lines)
		}
	})
}
