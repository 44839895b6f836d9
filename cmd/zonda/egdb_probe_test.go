package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Each line that is not blank gets an answer on one line.
func FuzzProbeLines(f *testing.F) {
	f.Add("B:WK29:BK1,K2\n\n  W:W18:B9 \r\nnonsense\x00\x1b\n")
	f.Add("\u0085\u2028")
	f.Fuzz(func(t *testing.T, text string) {
		answer := probing(func(p board.Position) string { return p.FEN() })
		lines := 0
		for row, err := range file.Lines(strings.NewReader(text)) {
			require.NoError(t, err)
			lines++
			fen := row.Fields[0]
			value, err := answer(fen)
			if err != nil {
				value = "error: " + err.Error()
			}
			require.NotContains(t, oneLine(fen)+value, "\n")
		}
		require.LessOrEqual(t, lines, strings.Count(text, "\n")+1)
	})
}
