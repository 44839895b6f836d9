package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// A result is known by the rules, or by databases that have values for its number of pieces.
func TestKnownResult(t *testing.T) {
	three := fewer{small, 3}
	for _, tt := range []struct {
		says, fen string
		databases Databases
		want      board.Result // Unknown if the result is not known
	}{
		{"the game goes on", "B:WK31:BK18,K19", nil, board.Unknown},
		{"the side to move has no piece", "B:WK31:B", three, board.Loss},
		{"the databases know a win", "B:WK31:BK18,K19", three, board.Win},
		{"the databases know a draw", "B:WK32:BK1", three, board.Draw},
		{"too many pieces", "B:WK31,K32:BK18,K19", three, board.Unknown},
		{"databases that do not know the position", "B:WK31:BK18,K19", fewer{&endgames{pieces: 2}, 3}, board.Unknown},
	} {
		result, known := KnownResult(board.NewGame(position(t, tt.fen)), tt.databases)
		require.Equal(t, tt.want, result, tt.says)
		require.Equal(t, tt.want != board.Unknown, known, tt.says)
	}
}

// Draws by repetition and by the move rule come before the values of the databases.
func TestKnownResultByTheRules(t *testing.T) {
	g := board.NewGame(position(t, "B:WK31:BK18,K19"))
	require.NoError(t, g.PlayText("18-15", "31-26", "15-18", "26-31"))
	result, known := KnownResult(g, fewer{small, 3})
	require.Equal(t, board.Win, result)
	require.True(t, known)
	g.MoveRule = len(g.Moves())
	result, known = KnownResult(g, fewer{small, 3})
	require.Equal(t, board.Draw, result, "the move rule")
	require.True(t, known)
	require.NoError(t, g.PlayText("18-15", "31-26", "15-18", "26-31"))
	g.MoveRule = 0
	result, known = KnownResult(g, fewer{small, 3})
	require.Equal(t, board.Draw, result, "the third occurrence")
	require.True(t, known)
}
