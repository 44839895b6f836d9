package network

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The fractions of a network make the same network again.
func TestFractions(t *testing.T) {
	n := BuiltIn()
	again, err := n.Weights().Network()
	require.NoError(t, err)
	require.Equal(t, n.numbers(), again.numbers())
	require.Equal(t, n.Note(), again.Note())
}
