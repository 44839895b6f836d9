package client

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client/testdata/fake"
)

func TestMain(m *testing.M) {
	if fake.Asked() {
		os.Exit(fake.Main(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// patience is enough for a fake engine on a slow host.
const patience = time.Minute

// fakeSpec runs a fake engine.
func fakeSpec(protocol Protocol, arguments ...string) Spec {
	if protocol == Hub {
		arguments = append(arguments, "hub")
	}
	return Spec{Command: fake.Command(arguments...), Protocol: protocol}
}

// start starts an engine that the end of the test closes.
func start(t *testing.T, spec Spec, setup Setup) *Player {
	if setup.Patience == 0 {
		setup.Patience = patience
	}
	p, err := Start(context.Background(), spec, setup)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	return p
}

// request asks for a move of the game at a depth.
func request(g *board.Game) Request { return Request{Game: g, Limits: Limits{Depth: 1}} }

// newGame returns the game that begins with moves.
func newGame(t *testing.T, start board.Position, moves ...string) *board.Game {
	g := board.NewGame(start)
	for _, text := range moves {
		m, err := g.Position().ParseMove(text)
		require.NoError(t, err)
		g.Play(m)
	}
	return g
}

// eachProtocol runs a test for each protocol.
func eachProtocol(t *testing.T, test func(t *testing.T, protocol Protocol)) {
	for _, protocol := range []Protocol{UCI, Hub} {
		t.Run(protocol.String(), func(t *testing.T) { test(t, protocol) })
	}
}
