package board

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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

// TestSteps compares the steps of single squares with coordinates.
func TestSteps(t *testing.T) {
	type way struct{ rows, columns int }
	steps := map[way]func(Bitboard) Bitboard{
		{1, -1}:  Bitboard.DownLeft,
		{1, 1}:   Bitboard.DownRight,
		{-1, -1}: Bitboard.UpLeft,
		{-1, 1}:  Bitboard.UpRight,
	}
	for way, shift := range steps {
		for _, s := range allSquares() {
			var expected Bitboard
			if to := reference.SquareAt(s.Row()+way.rows, s.Column()+way.columns); to >= 0 {
				expected = Square(to).Bit()
			}
			require.Equal(t, expected, shift(s.Bit()), "square %v by %v", s, way)
		}
	}
}

// TestStepsOfSets checks that a set steps as its squares do.
func TestStepsOfSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := Bitboard(rapid.Uint32().Draw(t, "a")), Bitboard(rapid.Uint32().Draw(t, "b"))
		require.Equal(t, a.DownLeft()|b.DownLeft(), (a | b).DownLeft())
		require.Equal(t, a.DownRight()|b.DownRight(), (a | b).DownRight())
		require.Equal(t, a.UpLeft()|b.UpLeft(), (a | b).UpLeft())
		require.Equal(t, a.UpRight()|b.UpRight(), (a | b).UpRight())
		require.Equal(t, a, a.Turned().Turned())
		require.Equal(t, a.UpLeft(), a.Turned().DownRight().Turned())
		require.Equal(t, a.UpRight(), a.Turned().DownLeft().Turned())
		require.Equal(t, len(members(a)), a.Count())
		if a != 0 {
			require.Equal(t, members(a)[0], a.First())
		}
	})
}

func TestTurned(t *testing.T) {
	for n := 1; n <= Squares; n++ {
		require.Equal(t, bitboard(33-n), bitboard(n).Turned())
	}
	require.Equal(t, WhiteBackRow, BlackBackRow.Turned())
}

func TestBackRows(t *testing.T) {
	require.Equal(t, bitboard(1, 2, 3, 4), BlackBackRow)
	require.Equal(t, bitboard(29, 30, 31, 32), WhiteBackRow)
	require.Equal(t, WhiteBackRow, CrowningRow(Black))
	require.Equal(t, BlackBackRow, CrowningRow(White))
}

func TestColors(t *testing.T) {
	require.Equal(t, White, Black.Opponent())
	require.Equal(t, Black, White.Opponent())
	require.Equal(t, "Black", Black.String())
	require.Equal(t, "White", White.String())
	require.Equal(t, byte('B'), Black.Letter())
	require.Equal(t, byte('W'), White.Letter())
}
