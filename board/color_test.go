package board

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestColors(t *testing.T) {
	require.Equal(t, White, Black.Opponent())
	require.Equal(t, Black, White.Opponent())
	require.Equal(t, "Black", Black.String())
	require.Equal(t, "White", White.String())
	require.Equal(t, byte('B'), Black.Letter())
	require.Equal(t, byte('W'), White.Letter())
}
