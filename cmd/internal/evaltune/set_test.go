package evaltune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// What is good for White to move is as good for Black to move in the mirrored position:
// results and scores are those of the side to move, and keep their sign.
func TestPointOfWhite(t *testing.T) {
	p, err := board.ParseFEN("W:W28,31,32:B1,2")
	require.NoError(t, err)
	point := pointOf(Sample{p, board.Win, 100})
	require.Equal(t, board.Black, point.Position.Turn)
	require.Equal(t, 3, point.Position.Black.Count())
	require.Equal(t, float32(1), point.Result)
	require.Equal(t, float32(100), point.Score)
	p.Turn = board.Black
	require.Equal(t, Point{Position: p, Result: 0, Score: -100, games: 1}, pointOf(Sample{p, board.Loss, -100}))
}
