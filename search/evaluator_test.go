package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Two searches with weights of their own run beside each other, and each finds what it finds alone.
func TestTwoSetsOfWeights(t *testing.T) {
	l := eval.BuiltIn().Learned()
	clear(l.Patterns[0])
	for h := range l.Heuristics {
		if eval.Heuristics()[h].Name != "men" {
			clear(l.Heuristics[h][:])
		}
	}
	other, err := l.Weights()
	require.NoError(t, err)
	searchBy := func(s *Searcher) Info {
		return s.NewRun(board.NewGame(board.Start()), Limits{Depth: 9}, nil).Search()
	}
	plain, changed := New(1, 1), New(1, 1)
	changed.SetEvaluator(other)
	want, wantChanged := searchBy(plain), searchBy(changed)
	require.NotEqual(t, want.Nodes, wantChanged.Nodes)
	plain.Clear()
	changed.Clear()
	var best Info
	done := make(chan struct{})
	go func() {
		defer close(done)
		best = searchBy(plain)
	}()
	require.Equal(t, wantChanged.Nodes, searchBy(changed).Nodes)
	<-done
	require.Equal(t, want.Nodes, best.Nodes)
	changed.SetEvaluator(nil)
	again := searchBy(changed)
	require.Equal(t, []any{want.Nodes, want.Score, want.PV}, []any{again.Nodes, again.Score, again.PV}, "nothing is left of the other weights")
}
