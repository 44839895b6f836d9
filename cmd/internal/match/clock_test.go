package match

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client"
)

func TestTimeAMove(t *testing.T) {
	c := newClocks([2]client.Limits{{MoveTime: 100}, {Depth: 3}}, [2]time.Duration{20, 7})
	allowed, bound := c.allowance(board.Black)
	require.True(t, bound)
	require.EqualValues(t, 120, allowed)
	c.spend(board.Black, 115)
	require.EqualValues(t, 120, c.deadline(board.Black), "one move takes nothing from the next")
	_, bound = c.allowance(board.White)
	require.False(t, bound)
	require.Zero(t, c.deadline(board.White))
}

func TestClockForTheGame(t *testing.T) {
	c := newClocks([2]client.Limits{{Time: 1000, Increment: 50}, {Time: 300}}, [2]time.Duration{20, 20})
	require.EqualValues(t, 1020, c.deadline(board.Black))
	c.spend(board.Black, 400)
	require.Equal(t, [2]time.Duration{650, 300}, c.left)
	c.spend(board.White, 310)
	require.EqualValues(t, 10, c.deadline(board.White), "the margin is there once, not for each move")
	c.spend(board.White, 10)
	allowed, bound := c.allowance(board.White)
	require.True(t, bound, "no time left is not the same as no clock")
	require.Zero(t, allowed)
	require.EqualValues(t, 1, c.deadline(board.White))
	require.Equal(t, [2]time.Duration{50, 0}, c.increments())
}

// After its forty moves a side has its time again, and what is left of it.
func TestClockIsRefilled(t *testing.T) {
	c := newClocks([2]client.Limits{{Time: 1000, Moves: 40}, {Time: 1000}}, [2]time.Duration{})
	require.Zero(t, c.movesToGo(board.White))
	for n := range 40 {
		require.Equal(t, 40-n, c.movesToGo(board.Black))
		require.EqualValues(t, 1000-10*n, c.left[board.Black])
		c.spend(board.Black, 10)
		c.spend(board.White, 10)
	}
	require.Equal(t, [2]time.Duration{1600, 600}, c.left)
	require.Equal(t, 40, c.movesToGo(board.Black))
}

// An engine's own margin is exact, and the other engine keeps that of the match.
func TestOwnMargin(t *testing.T) {
	p := planOf(t, 2, engineOf("A"), engineOf("B"))
	own := 5 * time.Millisecond
	p.Margin, p.ExactMargin, p.Engines[1].Margin = time.Second, false, &own
	require.Equal(t, []time.Duration{time.Second, own}, []time.Duration{p.margin(0), p.margin(1)})
	require.Equal(t, []bool{false, true}, []bool{p.exactMargin(0), p.exactMargin(1)})
}
