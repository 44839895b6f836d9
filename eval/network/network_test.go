package network

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

func TestBuiltIn(t *testing.T) {
	require.Same(t, BuiltIn(), BuiltIn())
	require.NotEmpty(t, BuiltIn().Note())
	require.False(t, BuiltIn().Evaluate(board.Start()).IsProven())
	require.Less(t, len(networkFile), MaxFileBytes)
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

// Scores of large leads keep growing, so that a side that is ahead still wins more men and trades others.
func TestLeadsGrow(t *testing.T) {
	const oneMan = 30 // hundredths of a man, of which a man is worth about 100 in an even position
	p, err := board.ParseFEN("B:W21,22,25,26,29,30,31,32:B1,2,3,4,5,6,7,8")
	require.NoError(t, err)
	score := BuiltIn().Evaluate(p)
	for square := board.Square(8); square < board.MaxPieces; square++ {
		p.Black |= square.Bit()
		more := BuiltIn().Evaluate(p)
		require.Greater(t, more, score+oneMan, p.FEN())
		score = more
	}
	fewer, err := board.ParseFEN("B:W25,26,29,30:B1,2,3,4,5,6,7,8")
	require.NoError(t, err)
	require.Greater(t, BuiltIn().Evaluate(fewer), score, "the same lead with fewer pieces")
}
