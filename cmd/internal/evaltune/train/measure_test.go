package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// A sample counts in the rows of its pieces, of its kings, and of games or leaves.
func TestRows(t *testing.T) {
	for want, s := range map[string]Sample{
		"games, 24-19 pieces, without kings": {Black: 0xFFF, White: 0xFFF00000, Result: board.Draw},
		"games, 18-13 pieces, with kings":    {Black: 0x1FF, White: 0xFF800000, Kings: 1, Result: board.Win},
		"games, 12-7 pieces, without kings":  {Black: 0xF, White: 0xE0000000, Result: board.Loss},
		"games, 6-1 pieces, with kings":      {Black: 1, Kings: 1, Result: board.Win},
		"leaves, leaves without kings":       {Black: 0xFFF, White: 0xFFF00000},
		"leaves, leaves with kings":          {Black: 0xFFF, White: 0xFFF00000, Kings: 1 << 31},
	} {
		names := ""
		for _, row := range rowsOf(&s) {
			if names != "" {
				names += ", "
			}
			names += rowNames[row]
		}
		require.Equal(t, want, names)
	}
	empty := Sample{Result: board.Draw} // a damaged file may have an empty board
	require.Contains(t, rowsOf(&empty), rowPieces+pieceRows-1)
}
