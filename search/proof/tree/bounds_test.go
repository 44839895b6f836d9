package tree_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// TestMerge holds what the manager rests on: facts may come in any order and more than once.
func TestMerge(t *testing.T) {
	value := rapid.SampledFrom([]board.Result{board.Loss, board.Draw, board.Win})
	bounds := rapid.Custom(func(t *rapid.T) tree.Bounds {
		return tree.Bounds{Low: value.Draw(t, "low"), High: value.Draw(t, "high")}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := bounds.Draw(t, "a"), bounds.Draw(t, "b"), bounds.Draw(t, "c")
		require.Equal(t, a, a.Merge(a), "idempotent")
		require.Equal(t, a.Merge(b), b.Merge(a), "commutative")
		require.Equal(t, a.Merge(b).Merge(c), a.Merge(b.Merge(c)), "associative")
		merged := a.Merge(b)
		require.False(t, merged.Low < a.Low || merged.High > a.High, "tightens")
	})
}
