//go:build unix

package main

import (
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// TestPrompt: at a terminal the program talks to a person, who sees whose move it is. The same lines through a pipe are those of
// a program, which reads info lines.
func TestPrompt(t *testing.T) {
	t.Parallel()
	program := exec.Command(programtest.Program(t))
	terminal, err := pty.Start(program)
	require.NoError(t, err)
	defer terminal.Close()
	hang := time.AfterFunc(time.Minute, func() { _ = program.Process.Kill() })
	defer hang.Stop()
	var shown strings.Builder
	// until reads to the next place where a text ends.
	until := func(text string) {
		one := make([]byte, 1)
		for begin := shown.Len(); !strings.HasSuffix(shown.String()[begin:], text); {
			_, err := terminal.Read(one)
			require.NoError(t, err, "waiting for %s after:\n%s", text, shown.String())
			shown.Write(one)
		}
	}
	until("Black> ")
	for _, line := range []string{"11-15", "undo", "11-99"} {
		_, err = io.WriteString(terminal, line+"\n")
		require.NoError(t, err)
		until("\nBlack> ")
	}
	_, err = io.WriteString(terminal, "quit\n")
	require.NoError(t, err)
	require.NoError(t, program.Wait())
	require.Contains(t, shown.String(), "Zonda plays 22-17 from its book.")
	require.Contains(t, shown.String(), "Taken back: 11-15 22-17")
	require.Contains(t, shown.String(), `Move "11-99": "99" is not a square`)
	require.NotContains(t, shown.String(), "info ")

	piped := exec.Command(programtest.Program(t))
	piped.Stdin = strings.NewReader("setoption name OwnBook value off\nplay 11-15\nstop\nundo\nquit\n")
	out, err := piped.Output()
	require.NoError(t, err)
	require.Contains(t, string(out), "info depth ")
	require.Contains(t, string(out), `info string error: unknown command "undo"`)
	require.NotContains(t, string(out), "> ")
}
