package api

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/engine"
)

// TestPool draws requests of several clients: nobody gets more than there is, everybody is served in the end, and a client with
// fewer searches comes first.
func TestPool(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		engines := make([]*engine.Engine, rapid.IntRange(1, 3).Draw(t, "engines"))
		for i := range engines {
			engines[i] = &engine.Engine{}
		}
		queue, perClient := rapid.IntRange(0, 4).Draw(t, "queue"), rapid.IntRange(1, 4).Draw(t, "perClient")
		p := newPool(engines, queue, perClient)
		var tickets []*ticket
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "reserve") {
				name := fmt.Sprint(rapid.IntRange(0, 2).Draw(t, "client"))
				switch ticket, err := p.reserve(name); err {
				case nil:
					tickets = append(tickets, ticket)
				case errBusy:
					require.Equal(t, perClient, p.held[name].tickets)
				case errFull:
					require.Len(t, p.waiting, queue)
					require.Empty(t, p.free)
				default:
					t.Fatal(err)
				}
			} else if len(tickets) > 0 {
				at := rapid.IntRange(0, len(tickets)-1).Draw(t, "ticket")
				tickets[at].end()
				tickets = append(tickets[:at], tickets[at+1:]...)
			}
			busy, waiting := p.counts()
			require.Equal(t, len(tickets), busy+waiting)
			require.True(t, waiting == 0 || busy == len(engines), "an engine rests while somebody waits")
			require.LessOrEqual(t, waiting, queue)
		}
		for _, ticket := range tickets {
			ticket.end()
		}
		require.Empty(t, p.held)
		require.Len(t, p.free, len(engines))
	})
}

// TestPoolIsFair lets one client take all engines and wait first.
func TestPoolIsFair(t *testing.T) {
	t.Parallel()
	p := newPool([]*engine.Engine{{}, {}}, 10, 10)
	reserve := func(name string) *ticket {
		ticket, err := p.reserve(name)
		require.NoError(t, err)
		return ticket
	}
	first, _, greedy, other := reserve("a"), reserve("a"), reserve("a"), reserve("b")
	first.end()
	require.NotNil(t, other.engine, "b has no search, a has one")
	require.Nil(t, greedy.engine)
	p.close()
	_, err := p.reserve("c")
	require.ErrorIs(t, err, errShutdown)
}
