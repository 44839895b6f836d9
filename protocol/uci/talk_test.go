package uci

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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

var nodesField = regexp.MustCompile(` nodes (\d+) `)

// TestNodeLimitIsExact asks for numbers around those at which the search looks up.
func TestNodeLimitIsExact(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 2} {
		c := newTalk(t)
		c.send(fmt.Sprintf("setoption name Threads value %d", threads))
		for _, position := range []string{"startpos", "fen W:W18,26,27,K5:B11,12,K29", "fen B:W9,10,17,18:B6"} {
			for _, n := range []int{1, 2, 3, 100, 511, 512, 513, 1024, 1025, 20000} {
				lines := c.ask("bestmove .*", "position "+position, fmt.Sprintf("go nodes %d", n))
				last := nodesField.FindStringSubmatch(lines[len(lines)-2])
				require.Equal(t, fmt.Sprint(n), last[1], "%s, %d threads", position, threads)
			}
		}
		c.finish()
	}
}

// timing matches what differs from one run to the next.
var timing = regexp.MustCompile(` (nps|time) \d+`)

// answer returns the lines of a search without their times.
func (c *talk) answer(command string) (lines []string) {
	c.t.Helper()
	for _, line := range c.ask("bestmove .*", command) {
		lines = append(lines, timing.ReplaceAllString(line, ""))
	}
	return lines
}

func TestANewGameRemembersNothing(t *testing.T) {
	t.Parallel()
	const command = "go depth 9"
	c := newTalk(t)
	first := c.answer(command)
	again := c.answer(command)
	require.NotEqual(t, first, again, "the table would be of no use")

	c.send("ucinewgame")
	require.Equal(t, first, c.answer(command), "after one search")

	c.ask("bestmove .*", "position fen W:W18,26,27,K5:B11,12,K29", "setoption name MultiPV value 3", "go nodes 50000")
	c.ask("move .*", "getmove B:W21-32:B1-12 0.02")
	c.ask("bestmove .*", "setoption name Threads value 2", "position startpos", "go depth 9")
	c.send("setoption name Threads value 1", "setoption name MultiPV value 1", "ucinewgame")
	require.Equal(t, first, c.answer(command), "after others")
	require.Equal(t, first, newTalk(t).answer(command), "in another session")
	c.finish()
}

func TestTheTableSizeMattersOnlyWhileItIsSet(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	first := c.answer("go depth 9")
	c.send("setoption name Hash value 1", "setoption name Hash value 64", "ucinewgame")
	require.Equal(t, first, c.answer("go depth 9"))
	c.finish()
}

// TestScripts plays the conversations in testdata. A line of a script is one of
//
//	# comment
//	> TEXT        a line sent
//	>" "TEXT"     the same as a Go string, for what cannot be written plainly
//	>.            the end of the input
//	< TEXT        the next line that must come
//	<~ PATTERN    the same as a regular expression for the whole line
//	<... PATTERN  the same, with any lines before it that end nothing
//
// After the last line of a script the session must have nothing more to say.
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
			for line := range strings.Lines(string(text)) {
				number++
				c.where = fmt.Sprintf("%s:%d", script, number)
				c.step(strings.TrimSuffix(line, "\n"))
			}
			c.finish()
		})
	}
}

// step does what one line of a script says.
func (c *talk) step(line string) {
	c.t.Helper()
	kind, text, _ := strings.Cut(line, " ")
	switch kind {
	case "", "#":
	case ">":
		c.send(text)
	case `>"`:
		raw, err := strconv.Unquote(text)
		require.NoError(c.t, err, c.where)
		c.send(raw)
	case ">.":
		c.end()
	case "<":
		require.Equal(c.t, text, c.next(), c.where)
	case "<~":
		require.Regexp(c.t, whole(text), c.next(), c.where)
	case "<...":
		c.until(text)
	default:
		require.FailNow(c.t, "not a line of a script", "%s: %s", c.where, line)
	}
}

var moveLine = regexp.MustCompile(`^move (\S+) result ([0-3]) fen (\S+)$`)

// TestGetMovePlaysAGame lets the engine play against itself: every position that it
// returns is the one after the move it names, and no result is claimed that is not
// true in the end.
func TestGetMovePlaysAGame(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	p := position(t, "B:W18,19,22,27,30:B3,5,10,12,K24")
	claimed := map[board.Color]string{}
	for range 60 {
		lines := c.ask("move .*", fmt.Sprintf("getmove %s 0.005", p.FEN()))
		for _, status := range lines[:len(lines)-1] {
			require.Regexp(t, `^status depth \d+/\d+/\d+\.\d time \d+\.\d\ds value=(win|loss|draw|(win |loss )?-?\d+) nodes \d+( \d+kN/s)? pv [-x0-9 ]+$`, status)
			require.NotRegexp(t, `[(){}]`, status)
		}
		found := moveLine.FindStringSubmatch(lines[len(lines)-1])
		require.NotNil(t, found, lines)
		if found[1] == noMove {
			require.Equal(t, "2", found[2])
			require.NotEqual(t, "1", claimed[p.Turn], "a claim that was not true")
			require.NotEqual(t, "2", claimed[p.Turn.Opponent()], "a claim that was not true")
			break
		}
		claimed[p.Turn] = found[2]
		p = after(t, p, found[1])
		require.Equal(t, p.FEN(), found[3])
	}
	c.finish()
}

// wonEndings are positions that the side to move wins: two in three plies, the others
// drawn at random.
var wonEndings = []string{
	"B:WK31:B18,25",
	"B:WK31:BK18,25",
	"W:WK1,24,K27:BK8,20,K26",
	"W:WK5,K23,K24:B1,8,K22",
	"B:W23,30:B13,K15,25,28",
	"W:W9,14,K17,19:BK24,K27",
	"B:W11,K28:BK2,K5,19,K23",
	"B:W21,29:B13,17,18,28",
	"B:WK7:B6,19,K21,K23,24",
	"W:W15,K20,30:BK4,5,6",
	"W:WK4,12,K25,K28:BK15,19",
	"B:WK1,8:BK2,6,K16,K17",
	"W:WK10,K12,21,27:BK22,K29",
	"B:W20:B4,17,K25,K27,K29",
	"B:WK14:B6,7,11,18,K26",
	"B:W13,K30:B2,9,16,K29",
}

// TestClaims: a win is claimed if the end of the game is seen, not where only the
// databases say so: they know no move rule.
func TestClaims(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	claims := map[string]bool{}
	for _, fen := range wonEndings {
		c.send("ucinewgame")
		lines := c.ask("move .*", "getmove "+fen+" 0.003")
		_, value, _ := strings.Cut(lines[len(lines)-2], "value=")
		want := " result 3 "
		if strings.HasPrefix(value, "win ") && !strings.HasPrefix(value, "win nodes") {
			want = " result 1 "
		}
		require.Contains(t, lines[len(lines)-1], want, value)
		claims[want] = true
	}
	require.Len(t, claims, 2)
	c.finish()
}
