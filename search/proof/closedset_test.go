package proof

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// TestClosedSet answers questions about random positions with the values of the databases, over leaves of fewer pieces: with a certificate,
// which the values are not part of.
func TestClosedSet(t *testing.T) {
	databases := library(t)
	random := rand.New(rand.NewPCG(9, 10))
	s := NewSolver(databases, certificate.Leaves{Pieces: 3, Sum: databases.Sum(3)}, Options{Table: testTable, Values: databases})
	held, won := 0, 0
	questions, minHeld, minWon := 40, 7, 2
	if long() {
		questions, minHeld, minWon = 150, 30, 10
	}
	for range questions {
		q := certificate.Question{Position: ending(random, 4+random.IntN(2)), Attacker: board.Color(random.IntN(2))}
		r := s.Solve(context.Background(), q, 20_000)
		if r.Answer == Unknown {
			continue
		}
		require.Equal(t, trueAnswer(databases, q), r.Answer == Yes, q.Position.FEN())
		requireProof(t, databases, r)
		switch {
		case r.Method == ByValues:
			held++
		case r.Answer == Yes && r.Nodes > 0:
			won++
		}
	}
	t.Log(held, won)
	require.Greater(t, held, minHeld)
	require.Greater(t, won, minWon)
}

// blind are values that take every position for a draw.
type blind struct{}

func (blind) Probe(board.Position) board.Result { return board.Draw }

// TestClosedSetNeedsNoTrust: a closed set that wrong values choose holds all the same, or there is none.
func TestClosedSetNeedsNoTrust(t *testing.T) {
	databases := library(t)
	random := rand.New(rand.NewPCG(11, 12))
	s := NewSolver(databases, certificate.Leaves{Pieces: 3, Sum: databases.Sum(3)}, Options{Table: testTable, Values: blind{}})
	held, refused := 0, 0
	for range 200 {
		q := certificate.Question{Position: ending(random, 4), Attacker: board.Color(random.IntN(2))}
		r := s.Solve(context.Background(), q, 20_000)
		if r.Answer == Unknown {
			refused++
			continue
		}
		require.Equal(t, trueAnswer(databases, q), r.Answer == Yes, q.Position.FEN())
		requireProof(t, databases, r)
		held++
	}
	t.Log(held, refused)
	require.Positive(t, held)
	require.Positive(t, refused)
}

// TestClosedSetInterrupted ends with the context, and with the memory, without an answer.
func TestClosedSetInterrupted(t *testing.T) {
	databases := library(t)
	q := question(t, "B:WK6,K7,K23:B9,K13,K17", board.White)
	leaves := certificate.Leaves{Pieces: 4, Sum: databases.Sum(4)}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	require.Equal(t, Unknown, NewSolver(databases, leaves, Options{Values: databases}).Solve(ended, q, 1).Answer)
	require.Equal(t, Unknown, NewSolver(databases, leaves, Options{Table: 4, Values: databases}).Solve(context.Background(), q, 1).Answer)
}
