package match

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/match/player"
)

func TestTimeAMove(t *testing.T) {
	c := newClocks([2]player.Limits{{MoveTime: 100}, {Depth: 3}}, 20)
	require.EqualValues(t, 120, c.allowance(board.Black))
	require.True(t, c.spend(board.Black, 120))
	require.False(t, c.spend(board.Black, 121))
	require.EqualValues(t, 120, c.allowance(board.Black), "one move takes nothing from the next")
	require.Zero(t, c.allowance(board.White))
	require.True(t, c.spend(board.White, time.Hour))
}

func TestClockForTheGame(t *testing.T) {
	c := newClocks([2]player.Limits{{Time: 1000, Increment: 50}, {Time: 300}}, 20)
	require.EqualValues(t, 1020, c.allowance(board.Black))
	require.True(t, c.spend(board.Black, 400))
	require.Equal(t, [2]time.Duration{650, 300}, c.left)
	require.True(t, c.spend(board.Black, 670), "the margin is given")
	require.Equal(t, [2]time.Duration{50, 300}, c.left, "and not taken from the next move")
	require.False(t, c.spend(board.Black, 71))
	require.True(t, c.spend(board.White, 300))
	require.Equal(t, [2]time.Duration{50, 0}, c.increments())
	require.Zero(t, c.left[board.White])
	require.EqualValues(t, 20, c.allowance(board.White), "without time there is the margin")
}
