package match

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An engine that restarts has a process for every game, and its words on standard error go to its file.
func TestRestartAndStderr(t *testing.T) {
	p := planOf(t, 4, engineOf("A"), engineOf("B"))
	p.Engines[0].Restart = true
	heard := &said{word: "uci", lines: map[string][]string{}}
	options := RunOptions{Concurrency: 1, Setup: options.Setup}
	options.Setup.Transcript = func(engine, direction, line string) {
		if line == "uci" {
			heard.hear(engine, direction, line)
		}
	}
	playAll(t, p, options)
	require.Len(t, heard.lines["A"], 4)
	require.Len(t, heard.lines["B"], 1)

	file := filepath.Join(t.TempDir(), "b.err")
	p = planOf(t, 2, engineOf("A"), engineOf("B", "crash=2"))
	p.Engines[1].Stderr = file
	playAll(t, p, options)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(text), "crash at move 2"), "a line of each crash: %s", text)
}
