package geometry

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// TestSteps compares the neighbours of every square with rows and columns of the board.
func TestSteps(t *testing.T) {
	rows := [Directions]int{DownLeft: 1, DownRight: 1, UpLeft: -1, UpRight: -1}
	columns := [Directions]int{DownLeft: -1, DownRight: 1, UpLeft: -1, UpRight: 1}
	for d := range Directions {
		for s := range board.Square(board.Squares) {
			for steps, table := range map[int]*[Directions][board.Squares]board.Bitboard{1: &Steps, 2: &Leaps} {
				var want board.Bitboard
				for to := range board.Square(board.Squares) {
					if to.Row()-s.Row() == steps*rows[d] && to.Column()-s.Column() == steps*columns[d] {
						want = to.Bit()
					}
				}
				require.Equal(t, want, table[d][s], "%d steps from %v in direction %d", steps, s, d)
			}
		}
	}
}

func TestChoose(t *testing.T) {
	require.Equal(t, 225_792_840, Choose[32][12])
	require.Equal(t, 32, Choose[32][1])
	require.Equal(t, 1, Choose[0][0])
	require.Zero(t, Choose[4][5])
}
