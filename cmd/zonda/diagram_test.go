package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A diagram is of one position: a text with a second one is an error, and a text without an end is not read to its end.
func TestDiagramReadsOnePosition(t *testing.T) {
	c := diagramCommand{}
	require.NoError(t, c.readFEN("stdin", strings.NewReader("# a comment\n\n B:WK29:BK1,K2 \r\n")))
	require.Equal(t, "B:WK29:BK1,K2", c.FEN)
	require.EqualError(t, c.readFEN("stdin", strings.NewReader("B:WK29:BK1,K2\nB:W21:B1\n")), "stdin, line 2: a diagram has one position")
	zeros, err := os.Open("/dev/zero")
	if err != nil {
		t.Skip(err)
	}
	defer zeros.Close()
	require.NoError(t, c.readFEN("stdin", zeros))
}
