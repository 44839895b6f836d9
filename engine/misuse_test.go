package engine

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// TestLimitsBelowZeroAreRefused: they are not taken for limits that are not set.
func TestLimitsBelowZeroAreRefused(t *testing.T) {
	e := small(t)
	for text, limits := range map[string]search.Limits{
		"depth -1 is below 0":        {Depth: -1},
		"move time -1ns is below 0":  {MoveTime: -1},
		"-2 lines are below 0":       {Depth: 1, MultiPV: -2},
		"increment -1s is below 0":   {Clock: &search.Clock{Remaining: time.Second, Increment: -time.Second}},
		"-1 moves to go are below 0": {Clock: &search.Clock{Remaining: time.Second, MovesToGo: -1}},
	} {
		within(t, func() {
			_, err := e.Search(context.Background(), game(t, "11-15"), limits, nil)
			require.EqualError(t, err, text)
		})
	}
	require.Equal(t, board.Start(), e.Position(), "nothing has changed")
	within(t, func() {
		_, err := e.Search(context.Background(), game(t), search.Limits{Clock: &search.Clock{Remaining: -time.Second}}, nil)
		require.NoError(t, err, "a clock may be below 0")
	})
}

// broken is an evaluation that panics. It cannot be compared.
type broken func()

func (b broken) Evaluate(board.Position) eval.Score { b(); return 0 }

func (broken) Note() string { return "broken" }

// TestAFailedSearchReturnsItsError, wherever it fails, with a legal move.
func TestAFailedSearchReturnsItsError(t *testing.T) {
	fail := func(search.Info) { panic("of a test") }
	for name, c := range map[string]struct {
		option, value string
		limits        search.Limits
		report        func(search.Info)
		evaluator     eval.Evaluator
	}{
		"report":         {limits: search.Limits{Depth: 5}, report: fail},
		"report of book": {limits: search.Limits{MoveTime: hang}, report: fail},
		"level":          {option: "Level", value: "1", limits: search.Limits{Depth: 5}, report: fail},
		"evaluation":     {limits: search.Limits{Depth: 5}, evaluator: broken(func() { panic("of a test") })},
	} {
		e := small(t)
		if c.option != "" {
			require.NoError(t, e.SetOption(c.option, c.value))
		}
		require.NoError(t, e.SetEvaluator(c.evaluator))
		within(t, func() {
			best, err := e.Search(context.Background(), game(t), c.limits, c.report)
			require.ErrorIs(t, err, ErrFailed, name)
			require.EqualError(t, err, "the search failed: of a test")
			require.False(t, best.Move().IsNone())
			require.Empty(t, e.Ready(), "the error is told once")
		})
		require.False(t, e.Searching())
	}
}

// TestAFailureBesideTheSearch: a receiver that panics when it is told a proof ends the search with an error, not the process.
func TestAFailureBesideTheSearch(t *testing.T) {
	p := fromFEN(t, provable)
	s := &solver{position: p, stop: func() {}, last: anyMove(p), report: func(search.Info) { panic("of a test") },
		prove: func(context.Context) Proof { return Proof{Value: board.Win} }}
	within(t, func() { s.run(context.Background()) })
	require.PanicsWithValue(t, "of a test", func() { s.conclude(search.Info{}) })
}

// TestAnEvaluationThatCannotBeCompared may be set again and again.
func TestAnEvaluationThatCannotBeCompared(t *testing.T) {
	e := small(t)
	for range 3 {
		require.NoError(t, e.SetEvaluator(broken(func() {})))
		best, err := e.Search(context.Background(), game(t), search.Limits{Depth: 3}, nil)
		require.NoError(t, err)
		require.Equal(t, search.Depth(3), best.Depth)
	}
}

// TestCloseInsideACallback returns, and the search ends.
func TestCloseInsideACallback(t *testing.T) {
	for _, where := range []string{"report", "done"} {
		e := New()
		closing := func(at string) func(search.Info) {
			return func(search.Info) {
				if at == where {
					require.NoError(t, e.Close())
				}
			}
		}
		require.NoError(t, e.Start(search.Limits{Depth: 6}, closing("report"), closing("done")))
		open := e.databases
		within(t, func() { e.Wait(); <-open.opened })
		require.ErrorIs(t, e.NewGame(), ErrClosed)
		require.Eventually(t, func() bool {
			open.using.RLock()
			defer open.using.RUnlock()
			return len(open.library.Slices()) == 0
		}, hang, time.Millisecond, "the files are closed")
	}
}

// TestAClosedEngine refuses what can be refused, opens nothing and knows nothing.
func TestAClosedEngine(t *testing.T) {
	e, ending := New(), position(t, "B:WK32:BK1,K2")
	require.Equal(t, board.Win, e.Probe(ending))
	require.NoError(t, e.Close())
	require.NoError(t, e.Close(), "once more")
	_, err := e.Search(context.Background(), game(t), search.Limits{Depth: 1}, nil)
	require.ErrorIs(t, err, ErrClosed)
	for _, err := range []error{
		e.Start(search.Limits{Depth: 1}, nil, nil), e.StartHurried(search.Limits{Depth: 1}, nil, nil), e.NewGame(), e.SetGame(game(t)),
		e.SetOption("EGDBPath", t.TempDir()), e.SetOption("Hash", "2"), e.SetEvaluator(nil), e.Without(), e.SetParameters(search.DefaultParameters()),
	} {
		require.ErrorIs(t, err, ErrClosed)
	}
	within(t, func() {
		<-e.Loaded()
		require.Empty(t, e.Ready())
		require.Equal(t, board.Unknown, e.Probe(ending))
		value, _ := e.Distance(ending)
		require.Equal(t, board.Unknown, value)
		require.Equal(t, Proof{}, e.Prove(context.Background(), ending))
		require.Zero(t, databasePieces(e))
		e.Stop()
		e.Wait()
	})
}

// TestWaitWaitsForEveryDone, also for one that has begun the next search.
func TestWaitWaitsForEveryDone(t *testing.T) {
	e := small(t)
	second, release := make(chan struct{}), make(chan struct{})
	require.NoError(t, e.Start(search.Limits{Depth: 1}, nil, func(search.Info) {
		require.NoError(t, e.Start(search.Limits{Depth: 1}, nil, func(search.Info) { close(second) }))
		<-second
		<-release
	}))
	<-second
	waited := make(chan struct{})
	go func() {
		e.Wait()
		close(waited)
	}()
	require.Never(t, func() bool {
		select {
		case <-waited:
			return true
		default:
			return false
		}
	}, 50*time.Millisecond, time.Millisecond)
	close(release)
	within(t, func() { <-waited })
}

// TestNobodyWaitsForAnOpening but the calls that need the files; the context of a search ends the waiting.
func TestNobodyWaitsForAnOpening(t *testing.T) {
	e := small(t)
	require.Empty(t, e.Ready())
	open := e.databases
	e.databases = &databases{begun: true, opened: make(chan struct{}), before: open}
	ctx, cancel := context.WithCancel(context.Background())
	within(t, func() {
		over := make(chan struct{})
		go func() {
			defer close(over)
			best, err := e.Search(ctx, game(t), search.Limits{Infinite: true}, nil)
			require.ErrorIs(t, err, context.Canceled)
			require.False(t, best.Move().IsNone())
		}()
		for range 10 {
			require.Equal(t, "1", e.Option("Hash"))
			require.NoError(t, e.SetOption("MultiPV", "2"))
			time.Sleep(time.Millisecond)
		}
		cancel()
		<-over
	})
	e.databases = open
}

// TestAGameThatIsOver has its result for an answer.
func TestAGameThatIsOver(t *testing.T) {
	e := small(t)
	for fen, want := range map[string]eval.Score{
		"W:W13,12:B9,8,6,5,3": eval.LossIn(0), "W:W:B1": eval.LossIn(0), "B:W:B1": eval.WinIn(0),
	} {
		within(t, func() {
			best, err := e.Search(context.Background(), board.NewGame(position(t, fen)), search.Limits{Infinite: true}, nil)
			require.NoError(t, err)
			require.Empty(t, best.PV)
			require.Equal(t, want, best.Score, fen)
		})
	}
}
