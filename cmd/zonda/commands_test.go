package main

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// An interrupted scan tells where its entries are.
func TestAntiBookScanInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for out, left := range map[string]string{"": "only printed", "mine.txt": "kept in mine.txt"} {
		require.EqualError(t, antibookScanCommand{Walks: 1, From: "3move", Out: out}.Run(ctx), "interrupted; what was found is "+left)
	}
}

// An address of which a part is missing is that of this machine, or has the port of the protocol.
func TestDXPAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"": "localhost:27531", "host": "host:27531", ":99": ":99", "host:": "host:27531", "[::1]:7": "[::1]:7", "::1": "[::1]:27531",
	} {
		require.Equal(t, want, (&dxpCommand{Address: address}).address())
	}
}

// Each line that is not blank gets an answer on one line.
func FuzzProbeLines(f *testing.F) {
	f.Add("B:WK29:BK1,K2\n\n  W:W18:B9 \r\nnonsense\x00\x1b\n")
	f.Add("\u0085\u2028")
	f.Fuzz(func(t *testing.T, text string) {
		lines := 0
		for row, err := range file.Lines(strings.NewReader(text)) {
			require.NoError(t, err)
			lines++
			line, _ := egdbProbeCommand{}.line(row.Fields[0], board.Position.FEN)
			require.NotContains(t, line, "\n")
		}
		require.LessOrEqual(t, lines, strings.Count(text, "\n")+1)
	})
}
