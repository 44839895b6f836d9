package main

import (
	"bufio"
	"bytes"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// TestHubProgram talks to the program itself, begun in both ways: by its argument and by
// the first line. Whatever happens, nothing comes on stderr, which hosts mix in with the
// answers.
func TestHubProgram(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	for name, arguments := range map[string][]string{"argument": {"hub"}, "first line": nil} {
		for _, end := range []string{"quit\n", ""} { // or the end of the input
			t.Run(name+" "+strings.TrimSpace(end), func(t *testing.T) {
				t.Parallel()
				command := exec.Command(program, arguments...)
				var complaints bytes.Buffer
				command.Stderr = &complaints
				in, err := command.StdinPipe()
				require.NoError(t, err)
				out, err := command.StdoutPipe()
				require.NoError(t, err)
				require.NoError(t, command.Start())
				hang := time.AfterFunc(time.Minute, func() { _ = command.Process.Kill() })
				defer hang.Stop()
				lines := bufio.NewScanner(out)
				// tell sends lines and reads up to the one that begins with a word.
				tell := func(word string, sent ...string) {
					t.Helper()
					_, err := io.WriteString(in, strings.Join(sent, "\n")+"\n")
					require.NoError(t, err)
					for lines.Scan() {
						if strings.HasPrefix(lines.Text(), word) {
							return
						}
						require.NotContains(t, lines.Text(), "error", sent)
					}
					require.Fail(t, "no answer", "%s to %s", word, sent)
				}
				tell("wait", "hub")
				tell(`init message="set-param: 'unknown' is no parameter`, "set-param name=variant value=english", "set-param name=unknown value=1", "init")
				tell("ready")
				tell("done move=", `pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="11-15"`, "level move-time=0.05", "go think")
				tell("error", "nonsense")
				tell("pong", "go ponder", "ping")
				_, err = io.WriteString(in, end)
				require.NoError(t, err)
				require.NoError(t, in.Close())
				last := ""
				for lines.Scan() {
					last = lines.Text()
				}
				require.Regexp(t, "^done move=", last, "the search is not left without an answer")
				require.NoError(t, command.Wait())
				require.Empty(t, complaints.String())
			})
		}
	}
}

// TestFirstLine: whatever is not the word alone begins the text protocol.
func TestFirstLine(t *testing.T) {
	for text, want := range map[string]bool{
		"hub\n": true, "hub": true, " hub \r\n": true, "hub\nhub\n": true,
		"": false, "\n": false, "\nhub\n": false, "hubs\n": false, "hu\n": false, "hub x\n": false, "uci\n": false, "h": false,
		strings.Repeat(" ", 1<<16): false, strings.Repeat("x", 1<<16): false,
	} {
		require.Equal(t, want, <-hubAsked(bufio.NewReader(strings.NewReader(text))), "%.20q", text)
	}
	in, out := io.Pipe()
	asked := hubAsked(bufio.NewReader(in))
	_, err := io.WriteString(out, "d\n")
	require.NoError(t, err)
	require.False(t, <-asked, "a short line is known at once")
}
