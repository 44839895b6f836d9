package match

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/protocol/client"
)

func TestLimitFlags(t *testing.T) {
	ms, depth, nodes, clock := 50*time.Millisecond, 7, uint64(900), "10+0.5"
	for _, c := range []struct {
		flags LimitFlags
		want  client.Limits
	}{
		{LimitFlags{}, client.Limits{MoveTime: 100 * time.Millisecond}},
		{LimitFlags{MoveTime: &ms}, client.Limits{MoveTime: 50 * time.Millisecond}},
		{LimitFlags{Depth: &depth}, client.Limits{Depth: 7}},
		{LimitFlags{Nodes: &nodes}, client.Limits{Nodes: 900}},
		{LimitFlags{TC: &clock}, client.Limits{Time: 10 * time.Second, Increment: 500 * time.Millisecond}},
	} {
		l, err := c.flags.Limits()
		require.NoError(t, err)
		require.Equal(t, c.want, l)
	}
	forty, endless := "40/1:00", "inf"
	l, err := (&LimitFlags{TC: &forty}).Limits()
	require.NoError(t, err)
	require.Equal(t, client.Limits{Time: time.Minute, Moves: 40}, l)
	_, err = (&LimitFlags{TC: &endless}).Limits()
	require.ErrorIs(t, err, client.ErrEndless)
	_, err = (&LimitFlags{MoveTime: &ms, Depth: &depth}).Limits()
	require.EqualError(t, err, "movetime and depth: only one of them can be the limit")
}
