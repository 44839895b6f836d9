package book

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// scored returns an entry of the starting position with so many moves.
func scored(visits []uint32, scores ...eval.Score) Entry {
	var moves board.MoveList
	board.Start().Moves(&moves)
	var e Entry
	for i, s := range scores {
		e.Moves = append(e.Moves, Move{Move: moves.At(i), Score: s, Visits: visits[i]})
	}
	return e
}

func chosen(l Level, e Entry) (scores []eval.Score) {
	for _, m := range l.Choices(e) {
		scores = append(scores, m.Score)
	}
	return scores
}

func TestLevels(t *testing.T) {
	e := scored(make([]uint32, 5), 1, 20, 18, -5, NoScore)
	require.Empty(t, chosen(Off, e))
	require.Equal(t, []eval.Score{20}, chosen(Best, e))
	require.Equal(t, []eval.Score{20, 18}, chosen(Good, e))
	require.Equal(t, []eval.Score{20, 18, 1}, chosen(All, e))
	require.EqualValues(t, 1, e.Moves[0].Score, "the entry stays as it is")
	require.Empty(t, chosen(All, Entry{}))
	for _, name := range Levels() {
		l, err := ParseLevel(name)
		require.NoError(t, err)
		require.Equal(t, name, l.String())
	}
	_, err := ParseLevel("Best")
	require.Error(t, err)
}

// A book of games has visits instead of scores.
func TestLevelsOfUnsearchedMoves(t *testing.T) {
	e := scored([]uint32{3, 12, 12, 2}, NoScore, NoScore, NoScore, NoScore)
	require.Len(t, Best.Choices(e), 1)
	require.EqualValues(t, 12, Best.Choices(e)[0].Visits)
	require.Len(t, Good.Choices(e), 2)
	require.Len(t, All.Choices(e), 3)
}
