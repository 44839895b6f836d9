package network

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
)

func TestBuiltIn(t *testing.T) {
	require.Same(t, BuiltIn(), BuiltIn())
	require.NotEmpty(t, BuiltIn().Note())
	require.False(t, BuiltIn().Evaluate(board.Start()).IsProven())
	require.Less(t, len(builtInFile), LongestFile)
}
