package hub

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/protocol/session"
)

// patience is how long an answer may take: only a hang takes longer.
const patience = time.Minute

// talk is a conversation with a session, a line at a time.
type talk struct {
	t     testing.TB
	in    *io.PipeWriter
	lines <-chan string
	ended <-chan error
	last  string // line sent or read
}

func newTalk(t testing.TB) *talk {
	e := session.New()
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	inReader, in := io.Pipe()
	outReader, out := io.Pipe()
	lines, ended := make(chan string, 1<<16), make(chan error, 1)
	go func() {
		ended <- NewSession(e, out).Run(context.Background(), inReader)
		_, _ = out.Close(), inReader.Close()
	}()
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(outReader); s.Scan(); {
			lines <- s.Text()
		}
	}()
	t.Cleanup(func() { _ = in.Close() })
	return &talk{t: t, in: in, lines: lines, ended: ended}
}

func (c *talk) send(format string, arguments ...any) {
	c.t.Helper()
	c.last = fmt.Sprintf(format, arguments...)
	sent := make(chan error, 1)
	go func() {
		_, err := io.WriteString(c.in, c.last+"\n")
		sent <- err
	}()
	select {
	case err := <-sent:
		require.NoError(c.t, err, c.last)
	case <-time.After(patience):
		require.FailNow(c.t, "no one reads", c.last)
	}
}

func (c *talk) next() string {
	c.t.Helper()
	select {
	case text, ok := <-c.lines:
		require.True(c.t, ok, "the session has ended after: %s", c.last)
		c.last = text
		return text
	case <-time.After(patience):
		require.FailNow(c.t, "no answer", "after: %s", c.last)
		return ""
	}
}

// until passes over info lines and returns the first other line.
func (c *talk) until() string {
	c.t.Helper()
	for {
		if text := c.next(); !strings.HasPrefix(text, "info ") {
			return text
		}
	}
}

// finish ends the input: the session has no more to say and returns.
func (c *talk) finish() {
	c.t.Helper()
	require.NoError(c.t, c.in.Close())
	select {
	case text, more := <-c.lines:
		require.False(c.t, more, "nothing should follow, but: %s", text)
	case <-time.After(patience):
		require.FailNow(c.t, "the session does not end")
	}
	require.NoError(c.t, <-c.ended)
}

// TestScripts plays the conversations in testdata. A line is "# comment", "> line sent",
// "< pattern of the next line that is no info", "<i pattern of the next line", or "<... pattern
// of a line with any before it that end nothing".
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	for _, script := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(script), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(script)
			require.NoError(t, err)
			c := newTalk(t)
			number := 0
			for step := range strings.Lines(string(text)) {
				number++
				kind, rest, _ := strings.Cut(strings.TrimSuffix(step, "\n"), " ")
				wanted := func(got string) {
					require.Regexp(t, regexp.MustCompile("^(?:"+rest+")$"), got, "%s:%d", script, number)
				}
				switch kind {
				case "", "#":
				case ">":
					c.send("%s", rest)
				case "<":
					wanted(c.until())
				case "<i":
					wanted(c.next())
				case "<...":
					for pattern := regexp.MustCompile("^(?:" + rest + ")$"); !pattern.MatchString(c.next()); {
						require.NotRegexp(t, "^(error|done|ready|pong)", c.last, "%s:%d", script, number)
					}
				default:
					require.FailNow(t, "not a line of a script", "%s:%d", script, number)
				}
			}
			c.finish()
		})
	}
}

// converse runs a session on the whole input at once and returns all that it prints.
func converse(t require.TestingT, input []byte) string {
	e := session.New()
	var out bytes.Buffer
	ended := make(chan error, 1)
	go func() { ended <- NewSession(e, &out).Run(context.Background(), bytes.NewReader(input)) }()
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(patience):
		require.FailNow(t, "the session does not end", "%q", input)
	}
	require.NoError(t, e.Close())
	return out.String()
}

// fullDisk is a writer without room.
type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// A session whose answers cannot be written ends with the reason.
func TestFullOutput(t *testing.T) {
	for _, text := range []string{"ping\n", "hub\nquit\n", "go think\nping\n"} {
		e := session.New()
		in, host := io.Pipe() // it stays open
		go func() { _, _ = io.WriteString(host, text) }()
		require.ErrorIs(t, NewSession(e, fullDisk{}).Run(context.Background(), in), errFull, text)
		require.NoError(t, e.Close())
		require.NoError(t, in.Close())
	}
}
