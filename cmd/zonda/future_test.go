package main

import (
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// TestFuture plays drawn endings against an opponent without databases who sees a few plies,
// with the hardest draws played and without, and counts how often he loses. No
// draw may be lost. The long test plays ZONDA_GAMES games of ZONDA_PIECES pieces each, against a depth of
// ZONDA_DEPTH, at ZONDA_NODES nodes or ZONDA_MS milliseconds a move; ZONDA_SEED draws others.
func TestFuture(t *testing.T) {
	library, problems := egdb.Open(egdb.Options{BuiltIn: true})
	require.Empty(t, problems)
	const enough = 300 // games: with fewer, chance has its say
	pieces, games := setting("ZONDA_PIECES", 6), setting("ZONDA_GAMES", 500)
	limits := search.Limits{MoveRule: board.DefaultMoveRule, Nodes: uint64(setting("ZONDA_NODES", 3000)), MoveTime: time.Duration(setting("ZONDA_MS", 0)) * time.Millisecond}
	if os.Getenv(longTests) == "" {
		games = 5
	}
	whole := search.AllTechniques()
	without, err := whole.Without("future")
	require.NoError(t, err)
	var won [2]int
	for i, side := range []struct {
		name string
		use  search.Techniques
	}{{"with", whole}, {"without", without}} {
		random := rand.New(rand.NewPCG(uint64(setting("ZONDA_SEED", 1)), uint64(pieces)))
		for range games {
			c := search.Conversion{Databases: library, Hash: 4, Limits: limits, Techniques: side.use, Defend: shortSighted(setting("ZONDA_DEPTH", 3))}
			r := c.Play(search.KnownEnding(random, library, pieces, board.Draw))
			require.NotEqual(t, board.Loss, r.Result, r.Start)
			if r.Result == board.Win {
				won[i]++
			}
		}
		t.Logf("%s: %d of %d drawn endings of %d pieces won", side.name, won[i], games, pieces)
	}
	if games >= enough {
		require.Greater(t, won[0], won[1])
	}
}

// shortSighted returns a player without databases who looks so many plies ahead.
func shortSighted(depth int) func(g *board.Game) board.Move {
	s := search.New(1, 1)
	return func(g *board.Game) board.Move {
		limits := search.Limits{Depth: search.Depth(depth), MoveRule: board.DefaultMoveRule}
		return s.NewRun(g, limits, nil).Search().Move()
	}
}
