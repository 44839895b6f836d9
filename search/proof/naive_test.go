package proof

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// naive is a depth-first search with the mistake that the solver must not make: it takes a repetition as a draw, and
// stores a "no" that rests on it as if it held for every line.
type naive struct {
	leaves *leaves
	known  map[board.Position]state // open while the position is on the line
}

// wins reports whether the attacker wins p, as far as this search can tell.
func (s *naive) wins(p board.Position) bool {
	if v := s.leaves.known(p); v != open {
		return v == won
	}
	if v, seen := s.known[p]; seen {
		return v == won
	}
	s.known[p] = open
	win := s.decided(p)
	s.known[p] = stateOf(win)
	return win
}

// decided tries the moves of p until one decides it.
func (s *naive) decided(p board.Position) bool {
	var moves board.MoveList
	p.Moves(&moves)
	attacks := p.Turn == board.Black
	for _, m := range moves.Slice() {
		if s.wins(p.Play(m)) == attacks {
			return attacks
		}
	}
	return !attacks
}

// TestNaive asks questions of 3 pieces over leaves of 2, in which kings wander. The naive search must be wrong somewhere,
// or the questions are too easy to show that the solver is right. All its wrong answers are false "no".
func TestNaive(t *testing.T) {
	databases := library(t)
	s := newTestSolver(databases, 2)
	random := rand.New(rand.NewPCG(8, 9))
	const questions, budget = 30, 300_000
	wrong := 0
	for range questions {
		q := certificate.Question{Position: ending(random, 3), Attacker: board.Color(random.IntN(2))}
		win := trueAnswer(databases, q)
		require.Equal(t, stateOf(win).answer(), s.Solve(context.Background(), q, budget).Answer)
		n := naive{&s.leaves, map[board.Position]state{}}
		if says := n.wins(q.Turned().Position); says != win {
			require.False(t, says)
			wrong++
		}
	}
	t.Logf("%d of %d naive answers are wrong", wrong, questions)
	require.Positive(t, wrong)
}
