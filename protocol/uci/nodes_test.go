package uci

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

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
