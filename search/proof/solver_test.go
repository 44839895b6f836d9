package proof

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// question reads a FEN.
func question(t testing.TB, fen string, attacker board.Color) certificate.Question {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return certificate.Question{Position: p, Attacker: attacker}
}

// TestDeterminism asks the same questions of a new solver and of one that has answered others before: answers, nodes,
// lines and certificates are the same. A larger budget changes nothing where the smaller one was enough.
func TestDeterminism(t *testing.T) {
	databases := library(t)
	used := newTestSolver(databases, 4)
	random := rand.New(rand.NewPCG(3, 4))
	const questions, budget = 10, 60_000
	for range questions {
		q := certificate.Question{Position: ending(random, 6), Attacker: board.Color(random.IntN(2))}
		first := newTestSolver(databases, 4).Solve(context.Background(), q, budget)
		require.Equal(t, first, used.Solve(context.Background(), q, budget))
		if first.Answer != Unknown {
			require.Equal(t, first, used.Solve(context.Background(), q, 2*budget))
		}
	}
}

// TestTurnedQuestion answers a question and the same one with the board turned.
func TestTurnedQuestion(t *testing.T) {
	databases := library(t)
	s := newTestSolver(databases, 6)
	q := question(t, "B:WK4,23,26:B1,K20,24", board.Black)
	r := s.Solve(context.Background(), q, 1_000_000)
	mirrored := s.Solve(context.Background(), certificate.Question{Position: q.Position.Mirror(), Attacker: board.White}, 1_000_000)
	require.Equal(t, r.Answer, mirrored.Answer)
	require.Equal(t, r.Nodes, mirrored.Nodes)
	for _, played := range []struct {
		q certificate.Question
		r Result
	}{{q, r}, {certificate.Question{Position: q.Position.Mirror(), Attacker: board.White}, mirrored}} {
		p := played.q.Position
		for _, text := range played.r.Line {
			m, err := p.ParseMove(text)
			require.NoError(t, err, "%v has no move %s", p, text)
			p = p.Play(m)
		}
	}
}

// TestKnown answers questions that need no search.
func TestKnown(t *testing.T) {
	databases := library(t)
	for _, fen := range []string{
		"B:WK29:BK1,K2", // won
		"B:W5:B1",       // lost: the only move gives the man away
		"W:W5:B1,9",     // White has no move
		"B:W5:B",        // Black has no pieces
	} {
		for _, attacker := range []board.Color{board.Black, board.White} {
			q := question(t, fen, attacker)
			r := newTestSolver(databases, 6).Solve(context.Background(), q, 1)
			require.Equal(t, ByDatabase, r.Method, fen)
			require.Zero(t, r.Nodes)
			require.Equal(t, trueAnswer(databases, q), r.Answer == Yes, fen)
			requireProof(t, databases, r)
		}
	}
}

// TestBudget ends near its budget without an answer, and at once if the context has ended.
func TestBudget(t *testing.T) {
	q := question(t, "B:W18,19,22,26,29:B3,5,8,10,12", board.White)
	s := newTestSolver(library(t), 4)
	const budget = 50_000
	r := s.Solve(context.Background(), q, budget)
	require.Equal(t, Unknown, r.Answer)
	require.InDelta(t, budget, r.Nodes, 2*board.MaxMoves)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	require.Equal(t, Unknown, s.Solve(ended, q, budget).Answer)
}

// TestFull goes on by alpha-beta alone when the memory is used up.
func TestFull(t *testing.T) {
	q := question(t, "B:W18,19,22,26,29:B3,5,8,10,12", board.White)
	s := NewSolver(library(t), certificate.Leaves{Pieces: 4}, Options{Table: 2})
	const budget = 400_000
	a := newAttempt(context.Background(), s, q, budget)
	a.advance(budget)
	require.Equal(t, Unknown, a.result.Answer)
	require.Equal(t, tacticsStage, a.stage)
	require.Greater(t, a.tactics.visited, uint64(budget/2))
	require.InDelta(t, budget, a.result.Nodes, 2*board.MaxMoves)
}

// TestValue finds values with one thread and with two: they are the same, and those of the databases.
func TestValue(t *testing.T) {
	databases := library(t)
	p := NewProver(databases, certificate.Leaves{Pieces: 4}, Options{Table: 2 * testTable})
	random := rand.New(rand.NewPCG(5, 6))
	const questions, budget = 12, 40_000
	seen := map[board.Result]int{}
	for range questions {
		position := ending(random, 5)
		one := p.Value(context.Background(), position, budget, 1)
		two := p.Value(context.Background(), position, budget, 2)
		require.Equal(t, one, two)
		value := databases.Probe(position)
		if !position.HasMove() {
			value = board.Loss
		}
		require.LessOrEqual(t, one.Low, value)
		require.GreaterOrEqual(t, one.High, value)
		seen[one.Known()]++
	}
	t.Log(seen)
	require.Positive(t, seen[board.Win])
	require.Positive(t, seen[board.Loss])
}

// TestBounds gives bounds from two answers.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		win, loss Answer
		low, high board.Result
	}{
		{Yes, Unknown, board.Win, board.Win},
		{Unknown, Yes, board.Loss, board.Loss},
		{No, No, board.Draw, board.Draw},
		{No, Unknown, board.Loss, board.Draw},
		{Unknown, No, board.Draw, board.Win},
		{Unknown, Unknown, board.Loss, board.Win},
	} {
		v := ValueOf(Result{Answer: c.win}, Result{Answer: c.loss})
		require.Equal(t, []board.Result{c.low, c.high}, []board.Result{v.Low, v.High})
	}
}
