package evaltune

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// The leaves of a game are quiet, are not known to the databases, have the score of a search and no result. The
// positions of the game are those of a game without leaves.
func TestLeaves(t *testing.T) {
	play := quick(t)
	plain := NewPlayer(play).Game(rand.New(rand.NewPCG(3, 0)))
	play.Leaves, play.LeafNodes = 40, 60
	p := NewPlayer(play)
	samples := p.Game(rand.New(rand.NewPCG(3, 0)))
	require.Equal(t, plain, samples[:len(plain)])
	leaves := samples[len(plain):]
	require.NotEmpty(t, leaves)
	require.LessOrEqual(t, len(leaves), play.Leaves)
	scored := 0
	for _, s := range leaves {
		require.True(t, s.Leaf())
		require.NoError(t, s.check())
		require.Zero(t, s.Position.Jumpers())
		require.Greater(t, s.Position.Pieces(), 6)
		require.LessOrEqual(t, max(s.Score, -s.Score), certain)
		if s.Score != p.play.sources().Evaluation().Evaluate(s.Position) {
			scored++
		}
	}
	require.Positive(t, scored, "the score is that of a search")
	require.Equal(t, samples, p.Game(rand.New(rand.NewPCG(3, 0))), "the same random numbers, the same leaves")
}

// A picker keeps early and late positions with the same chance.
func TestLeafPickerIsFair(t *testing.T) {
	const positions, most, rounds = 40, 4, 3000
	count := [positions]int{}
	for seed := range uint64(rounds) {
		l := leafPicker{Evaluator: eval.BuiltIn(), most: most}
		l.begin(seed)
		for i := range positions {
			l.Evaluate(board.Position{Black: board.Bitboard(i) + 1, White: 1 << 31})
		}
		require.Len(t, l.kept, most)
		for _, p := range l.kept {
			count[p.Black-1]++
		}
	}
	const expected = rounds * most / positions
	for i, n := range count {
		require.InDelta(t, expected, n, expected/4, "position %d", i)
	}
}
