package eval

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// position reads a FEN.
func position(t testing.TB, fen string) board.Position {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// countsOf returns what the heuristics count for each side.
func countsOf(p board.Position) (black, white counts) {
	var v view
	v.take(p)
	v.lookAhead()
	black.take(&v, &ofBlack)
	white.take(&v, &ofWhite)
	return black, white
}
