package checkerboard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// after returns the position that moves lead to.
func after(t testing.TB, p board.Position, moves ...string) board.Position {
	t.Helper()
	game := board.NewGame(p)
	require.NoError(t, game.PlayText(moves...))
	return game.Position()
}

// TestGetMoveFollowsTheGame: without "set gamehist" the game is put together from the
// requests, as long as one move of the opponent leads from one to the next.
func TestGetMoveFollowsTheGame(t *testing.T) {
	e := session.New()
	defer func() { require.NoError(t, e.Close()) }()
	a := NewAdapter(e)
	start := position(t, "B:W18,K32:B1,15")
	require.NoError(t, a.Begin(Request{Position: start, MaxTime: 1}, func(string) {}, func(Answer) {}))
	e.Stop()
	e.Wait()
	answered := after(t, start, "15x22")

	reply := after(t, answered, "32-27")
	game := a.gameFor(Request{Position: reply})
	require.Equal(t, start, game.Start())
	require.Len(t, game.Moves(), 2)
	require.Equal(t, reply, game.Position())

	tests := map[string]struct {
		request Request
		moves   int
	}{
		"the opponent's move":         {Request{Position: reply}, 2},
		"info bit 0":                  {Request{Position: reply, Info: uint32(forgetHistory)}, 0},
		"the same position again":     {Request{Position: start}, 0},
		"the engine's own move":       {Request{Position: answered}, 0},
		"two moves on":                {Request{Position: after(t, reply, "22-26")}, 0},
		"another position":            {Request{Position: board.Start()}, 0},
		"the other side to move":      {Request{Position: answered.Mirror()}, 0},
		"the opponent's other moves":  {Request{Position: after(t, answered, "32-28")}, 2},
		"more pieces than there were": {Request{Position: position(t, "B:WK27,30:B1,22")}, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			game := a.gameFor(test.request)
			require.Len(t, game.Moves(), test.moves)
			require.Equal(t, test.request.Position, game.Position())
		})
	}

	a.NewGame()
	require.Empty(t, a.gameFor(Request{Position: reply}).Moves())
}

// TestToldHistoryComesFirst: "set gamehist" counts before the game followed, once, and
// only if it ends in the position asked about.
func TestToldHistoryComesFirst(t *testing.T) {
	e := session.New()
	defer func() { require.NoError(t, e.Close()) }()
	a := NewAdapter(e)
	const told = "set gamehist B:WK31:BK1,K2,K9 1-5 31-27 5-1"
	now := position(t, "W:WK27:BK1,K2,K9")

	for _, request := range []Request{{Position: now}, {Position: now, Info: uint32(forgetHistory)}} {
		_, err := a.Command(told)
		require.NoError(t, err)
		require.Len(t, a.gameFor(request).Moves(), 3)
		require.Empty(t, a.gameFor(request).Moves(), "it counts once")
	}
	_, err := a.Command(told)
	require.NoError(t, err)
	require.Empty(t, a.gameFor(Request{Position: board.Start()}).Moves())
	require.Empty(t, a.gameFor(Request{Position: now}).Moves(), "it was for the other request")
}
