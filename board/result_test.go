package board

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestResults(t *testing.T) {
	tests := []struct {
		result, opposite Result
		text             string
	}{
		{Unknown, Unknown, "unknown"},
		{Loss, Win, "loss"},
		{Draw, Draw, "draw"},
		{Win, Loss, "win"},
	}
	for _, test := range tests {
		require.Equal(t, test.opposite, test.result.Opposite())
		require.Equal(t, test.text, test.result.String())
	}
	require.Zero(t, Unknown)
}
