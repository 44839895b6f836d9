package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// step holds the result of one search in a game.
type step struct {
	move  string
	nodes uint64
}

// playOut plays a game against itself at fixed depth.
func playOut(s *sourced, start board.Position, depth Depth, plies int) (steps []step) {
	g := board.NewGame(start)
	for range plies {
		if _, over := g.Outcome(); over {
			break
		}
		best := s.NewRun(g, Limits{Depth: depth}, nil).Search()
		steps = append(steps, step{g.Position().MoveText(best.Move()), best.Nodes})
		g.Play(best.Move())
	}
	return steps
}

const gamePlies = 40

func TestSameGameTwice(t *testing.T) {
	once := playOut(newWith(1), board.Start(), 6, gamePlies)
	require.Len(t, once, gamePlies)
	require.Equal(t, once, playOut(newWith(1), board.Start(), 6, gamePlies))
}

func TestClearForgetsEverything(t *testing.T) {
	s := newWith(1)
	once := playOut(s, board.Start(), 6, gamePlies)
	poison := position(t, "W:W18,21,23,27,29,30,32:B2,5,6,9,12,14,20")
	playOut(s, poison, 8, 10)
	require.NotEqual(t, once, playOut(s, board.Start(), 6, gamePlies), "the past makes no difference: nothing to clear")
	playOut(s, poison, 8, 10)
	s.Clear()
	require.Equal(t, once, playOut(s, board.Start(), 6, gamePlies))
}

func TestClearForgetsEveryWorker(t *testing.T) {
	s := newWith(2)
	s.NewRun(board.NewGame(board.Start()), Limits{Depth: 8}, nil).Search()
	s.Clear()
	for _, w := range s.workers {
		require.Equal(t, history{}, w.history)
	}
	require.Zero(t, s.table.perMilleUsed())
}

// After SetHash and Clear, a Searcher plays the same game as a new one.
func TestSetHashKeepsWorking(t *testing.T) {
	s := newWith(1)
	first := playOut(s, board.Start(), 5, 10)
	require.NoError(t, s.SetHash(2))
	require.NoError(t, s.SetHash(1))
	s.Clear()
	require.Equal(t, first, playOut(s, board.Start(), 5, 10))
}
