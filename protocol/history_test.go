package protocol

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
)

func position(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// after returns the position that moves lead to.
func after(t testing.TB, p board.Position, moves ...string) board.Position {
	t.Helper()
	game := board.NewGame(p)
	require.NoError(t, playAll(game, moves))
	return game.Position()
}

// TestGetMoveFollowsTheGame: without "set gamehist" the game is put together from the
// requests, as long as one move of the opponent leads from one to the next.
func TestGetMoveFollowsTheGame(t *testing.T) {
	e := engine.New()
	defer func() { require.NoError(t, e.Close()) }()
	s := NewSession(e, io.Discard)
	start := position(t, "B:W18,K32:B1,15")
	require.False(t, s.take("getmove "+start.FEN()+" 1"))
	s.finishJob()
	answered := after(t, start, "15x22")

	reply := after(t, answered, "32-27")
	game := s.plug.gameFor(MoveRequest{Position: reply})
	require.Equal(t, start, game.Start())
	require.Len(t, game.Moves(), 2)
	require.Equal(t, reply, game.Position())

	tests := map[string]struct {
		request MoveRequest
		moves   int
	}{
		"the opponent's move":         {MoveRequest{Position: reply}, 2},
		"info bit 0":                  {MoveRequest{Position: reply, Info: uint32(forgetHistory)}, 0},
		"the same position again":     {MoveRequest{Position: start}, 0},
		"the engine's own move":       {MoveRequest{Position: answered}, 0},
		"two moves on":                {MoveRequest{Position: after(t, reply, "22-26")}, 0},
		"another position":            {MoveRequest{Position: board.Start()}, 0},
		"the other side to move":      {MoveRequest{Position: answered.Mirror()}, 0},
		"the opponent's other moves":  {MoveRequest{Position: after(t, answered, "32-28")}, 2},
		"more pieces than there were": {MoveRequest{Position: position(t, "B:WK27,30:B1,22")}, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			game := s.plug.gameFor(test.request)
			require.Len(t, game.Moves(), test.moves)
			require.Equal(t, test.request.Position, game.Position())
		})
	}

	require.False(t, s.take("ucinewgame"))
	require.Empty(t, s.plug.gameFor(MoveRequest{Position: reply}).Moves())
}

// TestToldHistoryComesFirst: "set gamehist" counts before the game followed, once, and
// only if it ends in the position asked about.
func TestToldHistoryComesFirst(t *testing.T) {
	e := engine.New()
	defer func() { require.NoError(t, e.Close()) }()
	s := NewSession(e, io.Discard)
	const told = "set gamehist B:WK31:BK1,K2,K9 1-5 31-27 5-1"
	now := position(t, "W:WK27:BK1,K2,K9")

	for _, request := range []MoveRequest{{Position: now}, {Position: now, Info: uint32(forgetHistory)}} {
		require.False(t, s.take(told))
		require.Len(t, s.plug.gameFor(request).Moves(), 3)
		require.Empty(t, s.plug.gameFor(request).Moves(), "it counts once")
	}
	require.False(t, s.take(told))
	require.Empty(t, s.plug.gameFor(MoveRequest{Position: board.Start()}).Moves())
	require.Empty(t, s.plug.gameFor(MoveRequest{Position: now}).Moves(), "it was for the other request")
}
