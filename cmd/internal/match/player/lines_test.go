package player

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestLineReader(t *testing.T) {
	in := newLineReader(iotest.OneByteReader(strings.NewReader("a\r\n\nb \xff\x00\nend")))
	for _, want := range []string{"a", "", "b \uFFFD\x00", "end"} {
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
	longest := strings.Repeat("x", maxLine-1)
	text, err := newLineReader(strings.NewReader(longest + "\nb")).next()
	require.NoError(t, err)
	require.Len(t, text, len(longest))

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
