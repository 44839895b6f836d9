package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// The simulated opponent plays like a search without databases, but for the order of
// moves that look alike to it.
func TestOpponentIsSimulated(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	s, blind := withDatabases(3, 1), newWith(1)
	erred, missed, moves := 0, 0, 0
	for range 100 {
		p := knownEnding(random, small, 3, board.Draw)
		r := s.NewRun(board.NewGame(p), Limits{}, nil)
		w := s.workers[0]
		roots, g := r.rootMoves()
		w.reset(r, s.table, s.use, r.game)
		w.goal = g
		for _, m := range contenders(roots, false) {
			child := p.Play(m.move)
			reply := blind.NewRun(board.NewGame(child), Limits{Depth: 1}, nil).Search().Move()
			loses := child.HasMove() && probe(small, child.Play(reply)) == board.Win
			moves++
			if errs := w.replyLoses(p, m.move, 1); errs != loses {
				missed++
			} else if errs {
				erred++
			}
			require.Equal(t, g, w.goal)
			require.Equal(t, 3, w.databasePieces)
		}
	}
	require.Positive(t, erred, "or the test shows nothing")
	require.Less(t, 10*missed, moves)
}

// A move after which the opponent errs is played, if there is one, and keeps the draw.
func TestTrickiestDrawIsPlayed(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 4))
	chosen := 0
	for range 100 {
		g := board.NewGame(knownEnding(random, small, 3, board.Draw))
		p := g.Position()
		s := withDatabases(3, 1)
		r := s.NewRun(g, Limits{Nodes: 2000}, nil)
		best := r.Search()
		require.Equal(t, board.Draw, probe(small, p.Play(best.Move())), p)

		s.Clear()
		roots, goal := r.rootMoves()
		w := s.workers[0]
		w.reset(r, s.table, s.use, g)
		w.goal, r.limits = goal, Limits{}
		r.stop.Store(false)
		w.seekTrickyDraws(p, roots, trickyDraws{})
		first := contenders(roots, true)
		require.NotEmpty(t, first)
		if len(first) < len(contenders(roots, false)) {
			chosen++
			require.Equal(t, 1, first[0].errors)
		}
		for _, m := range roots {
			require.Equal(t, m.losesValue || m.errors < first[0].errors && m.lessTricky, !slices.ContainsFunc(first, func(f rootMove) bool { return f.move == m.move }))
		}
	}
	require.Positive(t, chosen, "or the test shows nothing")
}

// No opponent is simulated if a move wins or if the databases do not know the root.
func TestNoFutureWithoutDraw(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, value := range []board.Result{board.Win, board.Loss} {
		p := knownEnding(random, small, 3, value)
		s := withDatabases(3, 1)
		r := s.NewRun(board.NewGame(p), Limits{}, nil)
		roots, g := r.rootMoves()
		w := s.workers[0]
		w.reset(r, s.table, s.use, r.game)
		w.goal = g
		require.Equal(t, trickyDraws{}, w.seekTrickyDraws(p, roots, trickyDraws{}))
		require.Zero(t, w.nodes)
	}
}
