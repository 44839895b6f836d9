package match

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/protocol/client/testdata/fake"
)

// talk returns what the fake engine says to lines, and its exit status.
func talk(arguments string, lines ...string) (string, int) {
	var out bytes.Buffer
	status := fake.Run(strings.Fields(arguments), strings.NewReader(strings.Join(lines, "\n")), &out)
	return out.String(), status
}

func TestFakeUCI(t *testing.T) {
	said, status := talk("", "isready", "position startpos moves 11-15", "position startpos moves 1-2",
		"go depth 1", "position fen W:W18:B", "position fen W:W:B18", "go", "stop", "quit", "isready")
	require.Zero(t, status)
	require.Regexp(t, `^readyok
info string error: .*
info depth 2 score cp 0 nodes 1000 time 1 pv (2\d-\d\d)
bestmove 2\d-\d\d
bestmove none
$`, said)
}

func TestFakeHub(t *testing.T) {
	said, status := talk("hub", "ping", "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"11-15 22-18 15x22x18\"",
		"level depth=1", "go think", "pos pos=short")
	require.Zero(t, status)
	require.Regexp(t, `^pong
info depth=2 mean-depth=2.5 score=-1.00 nodes=1000 time=0.00 nps=0.1 pv="2\dx\d+x22"
done move=2\dx\d+x22
error message="position 'short'"
$`, said)
}

func TestFakeMisbehaviour(t *testing.T) {
	for arguments, want := range map[string]string{
		"":                   "bestmove 9-13\nbestmove 9-13\n",
		"illegal=2":          "bestmove 9-13\nbestmove 1-32\n",
		"nonsense=1 none=2":  "bestmove banana\nbestmove none\n",
		"twice":              strings.Repeat("bestmove 9-13\n", 4),
		"late=1 illegal=1":   "bestmove 1-32\nbestmove 9-13\n",
		"late=2:1 illegal=2": "bestmove 9-13\nbestmove 1-32\n",
		"silent":             "",
		"leave=2":            "bestmove 9-13\n",
		"hang=2":             "bestmove 9-13\n",
	} {
		said, status := talk(arguments, "go", "go", "quit")
		require.Zero(t, status, arguments)
		require.Equal(t, want, bestMoves(said), arguments)
	}
	said, status := talk("longline=1", "go")
	require.Zero(t, status)
	require.Greater(t, len(said), 2<<20)
	_, status = talk("nostart")
	require.Equal(t, 1, status)
	_, status = talk("crash=2", "go", "go", "quit")
	require.Equal(t, 3, status)
	_, status = talk("crush=1")
	require.Equal(t, 2, status)
	said, _ = talk("refuse=hash", "setoption name Hash value 3", "setoption name MoveRule value 3")
	require.Equal(t, "info string error: Hash is refused, as asked\n", said)
}

// An engine that is to expect a reply names a legal one, if there is any.
func TestFakeExpect(t *testing.T) {
	said, _ := talk("expect", "position startpos moves 11-15", "go", "position fen W:W18:B14,5", "go")
	require.Contains(t, said, " pv 22-17 8-11\n")
	said, _ = talk("expect", "position fen W:W18:B14", "go")
	require.Contains(t, said, " pv 18x9\n")
	said, _ = talk("expect hub", "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"11-15 22-18\"", "go think")
	require.Contains(t, said, ` pv="15x22x18 25x18x22"`)
}

func bestMoves(said string) string {
	var found strings.Builder
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, "bestmove") {
			found.WriteString(line)
		}
	}
	return found.String()
}

func TestFakeCommand(t *testing.T) {
	command := fake.Command("crash=1")
	require.Equal(t, []string{"be-a-fake-engine", "crash=1"}, command[1:])
	require.False(t, fake.Asked())
}
