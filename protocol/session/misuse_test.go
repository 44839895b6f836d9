package session

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// TestCloseInsideACallback returns, and the search ends.
func TestCloseInsideACallback(t *testing.T) {
	for _, where := range []string{"report", "done"} {
		e := New()
		open := e.databases
		closing := func(at string) {
			if at == where {
				require.NoError(t, e.Close())
			}
		}
		require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 6}, func(engine.Lines) { closing("report") }, func(engine.Lines, error) { closing("done") }))
		within(t, func() { e.Wait(); <-open.opened })
		require.ErrorIs(t, e.NewGame(), engine.ErrClosed)
		require.Eventually(t, func() bool {
			open.using.RLock()
			defer open.using.RUnlock()
			return len(open.endings.Slices()) == 0
		}, hang, time.Millisecond, "the files are closed")
	}
}

// TestAClosedEngine refuses what can be refused, opens nothing and knows nothing.
func TestAClosedEngine(t *testing.T) {
	e, ending := New(), position(t, "B:WK32:BK1,K2")
	require.Equal(t, board.Win, e.Probe(ending))
	require.NoError(t, e.Close())
	require.NoError(t, e.Close(), "once more")
	for _, err := range []error{
		e.Start(t.Context(), search.Limits{Depth: 1}, nil, nil), e.StartHurried(t.Context(), search.Limits{Depth: 1}, nil, nil), e.NewGame(), e.SetGame(game(t)),
		e.SetOption("EGDBPath", t.TempDir()), e.SetOption("Hash", "2"), e.Tune(nil, search.DefaultParameters()),
	} {
		require.ErrorIs(t, err, engine.ErrClosed)
	}
	within(t, func() {
		<-e.Loaded()
		require.Empty(t, e.Ready())
		require.Equal(t, board.Unknown, e.Probe(ending))
		value, _ := e.Distance(ending)
		require.Equal(t, board.Unknown, value)
		require.Zero(t, databasePieces(e))
		e.Stop()
		e.Wait()
	})
}

// TestWaitWaitsForEveryDone, also for one that has begun the next search.
func TestWaitWaitsForEveryDone(t *testing.T) {
	e := small(t)
	second, release := make(chan struct{}), make(chan struct{})
	require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 1}, nil, func(engine.Lines, error) {
		require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 1}, nil, func(engine.Lines, error) { close(second) }))
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

// TestSearchingWaitsForDone, which prints the last line of an answer.
func TestSearchingWaitsForDone(t *testing.T) {
	e := small(t)
	begun, release, returned := make(chan struct{}), make(chan struct{}), make(chan bool, 1)
	require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 1}, nil, func(engine.Lines, error) {
		close(begun)
		<-release
	}))
	<-begun
	go func() { returned <- e.Searching() }()
	require.Never(t, func() bool { return len(returned) > 0 }, 50*time.Millisecond, time.Millisecond)
	close(release)
	within(t, func() { require.False(t, <-returned) })
}

// TestNobodyWaitsForAnOpening but the calls that need the files; Stop ends the waiting of a search.
func TestNobodyWaitsForAnOpening(t *testing.T) {
	e := small(t)
	require.Empty(t, e.Ready())
	open := e.databases
	e.databases = &databases{begun: true, opened: make(chan struct{}), using: &e.using, before: open}
	within(t, func() {
		var best search.Info
		require.NoError(t, e.Start(t.Context(), search.Limits{Infinite: true}, nil, func(l engine.Lines, err error) {
			require.ErrorIs(t, err, context.Canceled)
			best = l.Info
		}))
		for range 10 {
			require.Equal(t, "1", e.Option("Hash"))
			require.ErrorIs(t, e.SetOption("MultiPV", "2"), engine.ErrSearching)
			time.Sleep(time.Millisecond)
		}
		e.Stop()
		e.Wait()
		require.False(t, best.Move().IsNone())
	})
	e.databases = open
}
