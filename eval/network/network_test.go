package network

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

func TestBuiltIn(t *testing.T) {
	require.Same(t, BuiltIn(), BuiltIn())
	require.NotEmpty(t, BuiltIn().Note())
	require.False(t, BuiltIn().Evaluate(board.Start()).IsProven())
	require.Less(t, len(builtInFile), LongestFile)
}

// Fewer pieces than a network has learned from are evaluated by the linear evaluation, also by a fork.
func TestFewPieces(t *testing.T) {
	six, err := board.ParseFEN("B:WK6,25,26:BK3,4,10")
	require.NoError(t, err)
	n := network(t, randomWeights(64, 3))
	require.Equal(t, eval.BuiltIn().Evaluate(six), n.Evaluate(six))
	fork := n.Fork()
	require.Equal(t, eval.BuiltIn().Evaluate(six), fork.Evaluate(six))
	seven := six
	seven.White |= 1 << 28
	require.Equal(t, n.evaluateSlow(seven), n.Evaluate(seven))
	require.Equal(t, n.evaluateSlow(seven), fork.Evaluate(seven), "after fewer pieces")
}
