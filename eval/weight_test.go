package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWeightAsText(t *testing.T) {
	require.Equal(t, "+1.00", Weight(weightUnit).String())
	require.Equal(t, "-0.50", Weight(-weightUnit/2).String())
	require.Equal(t, "0.00", Weight(0).String())
}

func TestWeightIsRoundedTowardsZero(t *testing.T) {
	require.Equal(t, Score(1), Weight(2*weightUnit-1).Score())
	require.Equal(t, Score(-1), Weight(1-2*weightUnit).Score())
}
