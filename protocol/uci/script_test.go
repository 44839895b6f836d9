package uci

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

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
