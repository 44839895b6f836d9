package search

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
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
	searchBy := func(s *sourced) Info {
		return s.NewRun(board.NewGame(board.Start()), Limits{Depth: 9}, nil).Search()
	}
	plain, changed := newWith(1), newWith(1)
	changed.Evaluator = other
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
	changed.Evaluator = nil
	again := searchBy(changed)
	require.Equal(t, []any{want.Nodes, want.Score, want.PV}, []any{again.Nodes, again.Score, again.PV}, "nothing is left of the other weights")
}

// forked is an evaluation whose forks panic if two goroutines use one of them at the same time.
type forked struct {
	eval.Evaluator
	forks *atomic.Int64 // so far
}

func (f forked) Fork() eval.Evaluator {
	f.forks.Add(1)
	return &fork{Evaluator: f.Evaluator}
}

func (forked) Evaluate(board.Position) eval.Score { panic("a worker without a fork") }

type fork struct {
	eval.Evaluator
	busy atomic.Bool
}

func (f *fork) Evaluate(p board.Position) eval.Score {
	if !f.busy.CompareAndSwap(false, true) {
		panic("a fork of two workers")
	}
	defer f.busy.Store(false)
	return f.Evaluator.Evaluate(p)
}

// Each worker forks the evaluation once, and again when the evaluation changes.
func TestWorkersFork(t *testing.T) {
	one, other := forked{eval.BuiltIn(), &atomic.Int64{}}, forked{eval.BuiltIn(), &atomic.Int64{}}
	s := newWith(4)
	searchBy := func(e eval.Evaluator) {
		s.Evaluator = e
		s.NewRun(board.NewGame(board.Start()), Limits{Depth: 7}, nil).Search()
	}
	for range 3 {
		searchBy(one)
	}
	require.EqualValues(t, 4, one.forks.Load())
	searchBy(other)
	require.EqualValues(t, 4, other.forks.Load())
	searchBy(one)
	require.EqualValues(t, 8, one.forks.Load())
}

// indistinct is an evaluation that cannot be compared.
type indistinct func(board.Position) eval.Score

func (f indistinct) Evaluate(p board.Position) eval.Score { return f(p) }

func (indistinct) Note() string { return "of a test" }

// TestNothingIsLeftOfOtherSources: a search finds what it would find if the searches with other sources had not been.
func TestNothingIsLeftOfOtherSources(t *testing.T) {
	p := position(t, "B:WK10,K19,27:BK1,K2,K32")
	limits := Limits{Depth: 8}
	want := newWith(1).NewRun(board.NewGame(p), limits, nil).Search()
	for name, other := range map[string]Sources{
		"evaluation":            {Evaluator: eval.BuiltIn()},
		"indistinct evaluation": {Evaluator: indistinct(func(p board.Position) eval.Score { return eval.Score(p.Black % 50) })},
		"bounds":                {Bounds: partial{small}},
		"anti-book":             {AntiBook: newFew(p.Play(want.Move()))},
	} {
		s := newWith(1)
		for range 2 {
			s.Searcher.NewRun(board.NewGame(p), limits, other, nil).Search()
		}
		got := s.NewRun(board.NewGame(p), limits, nil).Search()
		require.Equal(t, []any{want.Nodes, want.Score, want.PV}, []any{got.Nodes, got.Score, got.PV}, name)
	}
}
