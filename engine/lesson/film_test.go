package lesson

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// TestFilmShares: the pictures of a long film share its moves, so that none has many of them, and each begins where the one before ends.
func TestFilmShares(t *testing.T) {
	f := newFault(t, board.Start().FEN(), "11-15", "23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15 28-24", "11-16")
	for played, want := range map[int][]int{
		1: {2, 1, 0}, 3: {2, 1, 1, 1, 0}, 4: {2, 2, 1, 1, 0}, 5: {2, 2, 2, 1, 0}, 7: {2, 3, 3, 1, 0}, 9: {2, 3, 3, 3, 0},
	} {
		film := Film(f.At, f.Move, append([]board.Move{f.Move}, f.After[:played]...), f.Better[0])
		var moves []int
		at, line := f.At.Play(f.Move), f.After
		for i, picture := range film {
			moves = append(moves, len(picture.Arrows))
			if i == 0 {
				continue
			}
			require.Equal(t, at, picture.Position)
			for range picture.Arrows {
				at, line = at.Play(line[0]), line[1:]
			}
		}
		require.Equal(t, want, moves)
	}
}
