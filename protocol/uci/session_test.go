package uci

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/protocol/session"
)

func TestAMegabyteOnOneLineIsOneError(t *testing.T) {
	megabyte := strings.Repeat("11-15 ", 1<<18)
	out := converse(t, []byte("position fen W:W18:B9\nposition startpos moves "+megabyte+"\nmoves\n"))
	require.Equal(t, "info string error: a line is longer than 65536 bytes\nmoves 18-14 18-15\n", out)
}

// TestALongGameFitsALine plays far more moves than any game has.
func TestALongGameFitsALine(t *testing.T) {
	there, back := "1-5 32-28 ", "5-1 28-32 "
	out := converse(t, []byte("position fen B:WK32:BK1 moves "+strings.Repeat(there+back, 3000)+"1-6\nmoves\n"))
	require.Equal(t, "moves 32-27 32-28\n", out)
}

func TestNothingIsTakenAfterQuit(t *testing.T) {
	require.Equal(t, "readyok\n", converse(t, []byte("isready\nquit\nisready\n")))
	out := converse(t, []byte("go infinite\nquit\nisready\n"))
	require.Regexp(t, `bestmove \S+( ponder \S+)?\n$`, out)
	require.NotContains(t, out, "readyok")
}

func TestTheLastLineNeedsNoEnd(t *testing.T) {
	require.Equal(t, "readyok\n", converse(t, []byte("isready")))
}

func TestAReadingErrorEndsTheSession(t *testing.T) {
	e := session.New()
	defer func() { require.NoError(t, e.Close()) }()
	var out bytes.Buffer
	broken := errors.New("broken")
	err := NewSession(e, &out).Run(context.Background(), iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
}

// TestTheEndOfTheContextStopsTheSearch: an interrupted program still prints its move.
func TestTheEndOfTheContextStopsTheSearch(t *testing.T) {
	e := session.New()
	defer func() { require.NoError(t, e.Close()) }()
	ctx, cancel := context.WithCancel(context.Background())
	silence, writer := io.Pipe()
	defer writer.Close()
	var out bytes.Buffer
	s := NewSession(e, &out)
	require.False(t, s.take("go infinite"))
	cancel()
	require.NoError(t, s.Run(ctx, silence))
	require.Regexp(t, `bestmove \S+( ponder \S+)?\n$`, out.String())
}

// fullDisk is a writer without room.
type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// A session whose answers cannot be written ends with the reason, also while it thinks and while commands come.
func TestFullOutput(t *testing.T) {
	for _, text := range []string{"isready\n", "uci\nquit\n", "go infinite\nisready\n", "help\ngo depth 3\n"} {
		e := session.New()
		in, host := io.Pipe() // it stays open
		go func() { _, _ = io.WriteString(host, text) }()
		require.ErrorIs(t, NewSession(e, fullDisk{}).Run(context.Background(), in), errFull, text)
		require.NoError(t, e.Close())
		require.NoError(t, in.Close())
	}
}
