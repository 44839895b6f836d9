package network

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/internal/evaltest"
)

// A score is kept until another position has its place. Whoever is to move is part of the position.
func TestCachedScores(t *testing.T) {
	c, p := newCached(network(t, randomWeights(64, 3))), board.Start()
	score := c.Evaluate(p)
	kept := &c.scores[cacheIndex(p)]
	require.Equal(t, cachedScore{p.Black, p.White, p.Kings, int16(score), p.Turn}, *kept)
	kept.score++
	require.Equal(t, score+1, c.Evaluate(p))
	kept.turn = board.White
	require.Equal(t, score, c.Evaluate(p))
	require.EqualValues(t, 16, unsafe.Sizeof(*kept))
	require.EqualValues(t, eval.MaxUnproven, int16(eval.MaxUnproven))
}

// The places of positions one move apart differ, so that a search keeps most of its scores.
func TestCacheIndex(t *testing.T) {
	const positions = 1 << cacheBits
	places := map[uint64]bool{}
	for _, p := range evaltest.Quiet(positions) {
		places[cacheIndex(p)] = true
	}
	const random = 0.632 // of the places are taken by as many random numbers
	t.Logf("%d of %d places", len(places), positions)
	require.Greater(t, float64(len(places)), 0.95*random*positions)
}
