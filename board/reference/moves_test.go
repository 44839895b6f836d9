package reference

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// start is the position in which games begin.
var start = New([Squares]byte([]byte("bbbbbbbbbbbb........wwwwwwwwwwww")), 'b')

// The counts are those that everybody publishes for the start position.
func TestPerft(t *testing.T) {
	for depth, leaves := range []int{1, 7, 49, 302, 1469, 7361} {
		require.Equal(t, leaves, start.Perft(depth))
	}
}

// A king captures in a circle, along two paths, and ends where it began.
func TestCaptures(t *testing.T) {
	pieces := [Squares]byte([]byte(".B...ww......ww................."))
	moves := New(pieces, 'b').Moves()
	require.Len(t, moves, 2)
	for _, m := range moves {
		require.Equal(t, m.From(), m.To())
		require.ElementsMatch(t, []int{5, 6, 13, 14}, m.Captured)
		require.Equal(t, byte('w'), m.After.Turn())
		require.Equal(t, [Squares]byte([]byte(".B..............................")), m.After.Pieces())
		require.Empty(t, m.After.Moves())
	}
	require.Equal(t, moves[0].After, moves[1].After)
}

func TestSquareAt(t *testing.T) {
	require.Equal(t, 0, SquareAt(0, 1))
	require.Equal(t, 31, SquareAt(7, 6))
	for _, at := range []place{{0, 0}, {-1, 0}, {8, 1}, {1, -1}, {1, 8}} {
		require.Equal(t, -1, SquareAt(at.row, at.column))
	}
}
