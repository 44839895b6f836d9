package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Two engines in one process evaluate by weights of their own.
func TestWeights(t *testing.T) {
	ahead, err := board.ParseFEN("B:W21,22,30,31:B1,2,10,11,12")
	require.NoError(t, err)
	none, err := eval.NewLearned().Weights()
	require.NoError(t, err)
	plain, other := New(), New()
	t.Cleanup(func() { require.NoError(t, plain.Close()) })
	t.Cleanup(func() { require.NoError(t, other.Close()) })
	require.NoError(t, other.SetEvaluator(none))
	require.Zero(t, other.Explain(ahead).Score())
	require.Equal(t, eval.BuiltIn().Evaluate(ahead), plain.Explain(ahead).Score())
	require.NoError(t, other.SetEvaluator(nil))
	require.Equal(t, plain.Explain(ahead), other.Explain(ahead))

	require.NoError(t, plain.Start(search.Limits{Infinite: true}, nil, nil))
	require.ErrorIs(t, plain.SetEvaluator(none), ErrSearching)
	plain.Stop()
	plain.Wait()
}
