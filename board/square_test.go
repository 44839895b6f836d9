package board

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board/reference"
)

func TestSquares(t *testing.T) {
	require.EqualValues(t, reference.Squares, Squares)
	for i := range Squares {
		s, ok := SquareNumber(i + 1)
		require.True(t, ok)
		require.Equal(t, Square(i), s)
		require.Equal(t, i+1, s.Number())
		require.Equal(t, strconv.Itoa(i+1), s.String())
		require.Equal(t, i, reference.SquareAt(s.Row(), s.Column()))
		require.Equal(t, bitboard(i+1), s.Bit())
		require.True(t, bitboard(i+1).Has(s))
		require.False(t, (^bitboard(i + 1)).Has(s))
	}
}

func TestNoSuchSquare(t *testing.T) {
	for _, n := range []int{-1, 0, 33, 256, 1 << 40} {
		_, ok := SquareNumber(n)
		require.False(t, ok, n)
	}
}
