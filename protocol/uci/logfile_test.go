package uci

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// logged returns the lines of a kind, "received" or "sent", that a log holds.
func logged(t *testing.T, path, kind string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for entry := range strings.Lines(string(text)) {
		var fields struct{ Msg, Line string }
		require.NoError(t, json.Unmarshal([]byte(entry), &fields), entry)
		if fields.Msg == kind {
			lines = append(lines, fields.Line)
		}
	}
	return lines
}

func TestTheLogHoldsTheConversation(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a name with blanks.log")
	c := newTalk(t)
	c.ask("readyok", "isready", "setoption name LogFile value "+path, "isready")
	c.until("readyok")
	answer := c.ask("bestmove .*", "go depth 1")
	c.ask("reply 0 .*", "get \xff\x1b")
	c.ask("readyok", "setoption name LogFile value", "isready")
	c.finish()

	require.Equal(t, []string{"isready", "go depth 1", "get \uFFFD\x1b", "setoption name LogFile value"},
		logged(t, path, "received"))
	require.Equal(t, append([]string{"readyok"}, append(answer, "reply 0 ?")...), logged(t, path, "sent"))
}

func TestALogThatCannotBeOpenedLeavesTheOldOne(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "log")
	c := newTalk(t)
	c.send("setoption name LogFile value " + path)
	for _, bad := range []string{folder, filepath.Join(folder, "missing", "log"), strings.Repeat("x", 10_000)} {
		c.send("setoption name LogFile value " + bad)
		line := c.next()
		require.Regexp(t, `^info string error: setoption: option LogFile: open the log ".*`, line)
		requireClear(t, line)
	}
	c.ask("readyok", "isready")
	c.finish()
	require.Contains(t, logged(t, path, "sent"), "readyok")
}

func TestALogIsContinued(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log")
	for range 2 {
		c := newTalk(t)
		c.ask("readyok", "setoption name LogFile value "+path, "isready")
		c.finish()
	}
	require.Equal(t, []string{"isready", "isready"}, logged(t, path, "received"))
}
