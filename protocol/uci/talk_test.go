package uci

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// patience is how long an answer may take: only a hang takes longer.
const patience = 20 * time.Second

// talk is a conversation with a session, a line at a time, through pipes in memory.
type talk struct {
	t     testing.TB
	in    *io.PipeWriter
	lines <-chan string // what the session printed, closed at its end
	ended <-chan error  // what Run returned
	line  string        // the last line read
	best  string        // first move of the best line since the last bestmove
	where string        // in a script
}

// newTalk begins a conversation about a fresh engine.
func newTalk(t testing.TB) *talk {
	e := session.New()
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	return talkAbout(t, e)
}

func talkAbout(t testing.TB, e *session.Session) *talk {
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
		_, _ = io.Copy(io.Discard, outReader) // behind a line that no one should print
	}()
	t.Cleanup(func() { _ = in.Close() })
	return &talk{t: t, in: in, lines: lines, ended: ended}
}

// send sends lines in one piece.
func (c *talk) send(lines ...string) {
	c.t.Helper()
	sent := make(chan error, 1)
	go func() {
		_, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n")
		sent <- err
	}()
	select {
	case err := <-sent:
		require.NoError(c.t, err, c.where)
	case <-time.After(patience):
		require.FailNow(c.t, "no one reads", "%s\nafter: %s", c.where, c.line)
	}
}

// next returns the next line that the session prints.
func (c *talk) next() string {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		require.True(c.t, ok, "%s\nthe session has ended\nafter: %s", c.where, c.line)
		c.line = line
		c.check(line)
		return line
	case <-time.After(patience):
		require.FailNow(c.t, "no answer", "%s\nafter: %s", c.where, c.line)
		return ""
	}
}

var (
	bestLine = regexp.MustCompile(`^info depth .* multipv 1 .* pv (\S+)`)
	bestMove = regexp.MustCompile(`^bestmove (\S+)`)
)

// check holds every answer to a rule: a move is announced by a line that begins with
// it.
func (c *talk) check(line string) {
	c.t.Helper()
	if found := bestLine.FindStringSubmatch(line); found != nil {
		c.best = found[1]
	}
	if found := bestMove.FindStringSubmatch(line); found != nil && found[1] != noMove {
		require.Equal(c.t, c.best, found[1], "%s\nthe best move and the best line before it", c.where)
		c.best = ""
	}
}

// result matches the lines that until does not pass over: they end something.
var result = regexp.MustCompile(`^(bestmove|move|reply|readyok|total \d+|info string)\b`)

// until returns the lines up to the first that matches the whole pattern; before it
// come only lines that say how a search goes or describe something.
func (c *talk) until(pattern string) (lines []string) {
	c.t.Helper()
	wanted := whole(pattern)
	for {
		line := c.next()
		lines = append(lines, line)
		if wanted.MatchString(line) {
			return lines
		}
		require.NotRegexp(c.t, result, line, "%s\nwaiting for %s", c.where, pattern)
	}
}

func whole(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) }

// ask sends lines and returns those up to the first that matches the pattern.
func (c *talk) ask(pattern string, lines ...string) []string {
	c.t.Helper()
	c.send(lines...)
	return c.until(pattern)
}

// end closes the input.
func (c *talk) end() { require.NoError(c.t, c.in.Close()) }

// finish ends the conversation: the session has no more to say and returns.
func (c *talk) finish() {
	c.t.Helper()
	c.end()
	select {
	case line, more := <-c.lines:
		require.False(c.t, more, "%s\nnothing should follow, but: %s", c.where, line)
	case <-time.After(patience):
		require.FailNow(c.t, "the session does not end", c.where)
	}
	require.NoError(c.t, <-c.ended)
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

func position(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// after returns the position that moves lead to.
func after(t testing.TB, p board.Position, moves ...string) board.Position {
	t.Helper()
	game := board.NewGame(p)
	require.NoError(t, game.PlayText(moves...))
	return game.Position()
}
