package proof

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

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
