package proof

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// TestCollect solves questions with a collection after every few positions. The answers stay right and have
// certificates, though much of the graph is gone.
func TestCollect(t *testing.T) {
	databases := library(t)
	s := newTestSolver(databases, 2)
	random := rand.New(rand.NewPCG(10, 11))
	const questions, most, between = 20, 60_000, 300
	answered, freed := 0, 0
	for range questions {
		q := certificate.Question{Position: ending(random, 3), Attacker: board.Color(random.IntN(2))}
		a := newAttempt(context.Background(), s, q, most)
		if a.ended() {
			continue
		}
		for g := s.graph; g.examined < most && g.nodes[0].state() == open; {
			g.search(g.examined + between)
			before := len(g.nodes)
			g.collect()
			freed += before - len(g.nodes)
		}
		if state := s.graph.nodes[0].state(); state != open {
			answered++
			require.Equal(t, trueAnswer(databases, q), state == won)
			a.answered(state, ByGraph, s.graph)
			requireProof(t, databases, a.told())
		}
	}
	t.Logf("%d answered, %d positions freed", answered, freed)
	require.Positive(t, answered)
	require.Positive(t, freed)
}
