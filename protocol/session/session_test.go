package session

import (
	"context"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// hang is how long a test waits for what should come at once.
const hang = time.Minute

// small returns an engine with a small table, closed at the end of the test.
func small(t *testing.T) *Session {
	e := New()
	require.NoError(t, e.SetOption("Hash", "1"))
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	return e
}

// endless returns an engine in the middle of an endless search.
func endless(t *testing.T) *Session {
	e := small(t)
	require.NoError(t, e.Start(t.Context(), search.Limits{Infinite: true}, nil, nil))
	require.True(t, e.Searching())
	return e
}

// within fails the test if f does not return.
func within(t *testing.T, f func()) {
	returned := make(chan struct{})
	go func() {
		defer close(returned)
		f()
	}()
	select {
	case <-returned:
	case <-time.After(hang):
		require.FailNow(t, "the call does not return")
	}
}

// game plays moves from the start position.
func game(t *testing.T, moves ...string) *board.Game {
	g := board.NewGame(board.Start())
	for _, text := range moves {
		m, err := g.Position().ParseMove(text)
		require.NoError(t, err)
		g.Play(m)
	}
	return g
}

func TestStartSearchesTheGame(t *testing.T) {
	e := small(t)
	g := game(t, "11-15", "23-19")
	require.NoError(t, e.SetGame(g))
	var reports, results []search.Info
	require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 5},
		func(l engine.Lines) { reports = append(reports, l.Info) },
		func(l engine.Lines, _ error) { results = append(results, l.Info) }))
	e.Wait()
	require.Len(t, results, 1)
	require.NotEmpty(t, reports)
	require.Equal(t, reports[len(reports)-1].Move(), results[0].Move())
	require.Equal(t, search.Depth(5), results[0].Depth)
	_, err := g.Position().ParseMove(g.Position().MoveText(results[0].Move()))
	require.NoError(t, err)
	require.False(t, e.Searching())
}

func TestWaitReturnsAfterDone(t *testing.T) {
	e := small(t)
	for range 20 {
		var done atomic.Bool
		require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 1}, nil, func(engine.Lines, error) {
			time.Sleep(time.Millisecond)
			done.Store(true)
		}))
		within(t, e.Wait)
		require.True(t, done.Load())
	}
}

func TestIdleCallsReturn(t *testing.T) {
	e := small(t)
	within(t, func() { e.Stop(); e.PonderHit(); e.Wait() })
	require.False(t, e.Searching())
}

func TestStartTwiceIsRefused(t *testing.T) {
	e := endless(t)
	called := func(engine.Lines, error) { t.Error("the refused search ran") }
	require.ErrorIs(t, e.Start(t.Context(), search.Limits{Depth: 1}, nil, called), engine.ErrSearching)
	e.Stop()
	within(t, e.Wait)
	require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 1}, nil, nil))
	within(t, e.Wait)
}

// The result may be answered by the next search at once.
func TestStartFromDone(t *testing.T) {
	e := small(t)
	second := make(chan error, 1)
	require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 1}, nil, func(engine.Lines, error) {
		second <- e.Start(t.Context(), search.Limits{Depth: 1}, nil, nil)
	}))
	within(t, e.Wait)
	require.NoError(t, <-second)
	within(t, e.Wait)
}

// The end of the context ends a search, whose done gets the error and what was found, and no later search.
func TestTheContextEndsASearch(t *testing.T) {
	e := small(t)
	ctx, cancel := context.WithCancel(t.Context())
	var best search.Info
	var failed error
	require.NoError(t, e.Start(ctx, search.Limits{Infinite: true}, nil, func(l engine.Lines, err error) { best, failed = l.Info, err }))
	cancel()
	within(t, e.Wait)
	require.ErrorIs(t, failed, context.Canceled)
	require.False(t, best.Move().IsNone())
	require.Empty(t, e.Ready(), "nothing has failed")
	require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 3}, nil, func(l engine.Lines, err error) { best, failed = l.Info, err }))
	within(t, e.Wait)
	require.NoError(t, failed)
	require.Equal(t, search.Depth(3), best.Depth)
}

// Work takes the place of a search until it is over: changes are refused, Stop ends it, done follows.
func TestWorkInPlaceOfASearch(t *testing.T) {
	e := small(t)
	var done bool
	require.NoError(t, e.Do(t.Context(), func(ctx context.Context) { <-ctx.Done() }, func() { done = e.SetGame(game(t, "11-15")) == nil }))
	require.ErrorIs(t, e.Start(t.Context(), search.Limits{Depth: 1}, nil, nil), engine.ErrSearching)
	require.ErrorIs(t, e.SetOption("Hash", "2"), engine.ErrSearching)
	e.PonderHit()
	require.True(t, e.Searching())
	e.Stop()
	within(t, e.Wait)
	require.True(t, done, "done may change what work could not")
}

func TestChangesAreRefusedWhileSearching(t *testing.T) {
	e := endless(t)
	before := e.Game()
	require.ErrorIs(t, e.SetGame(game(t, "11-15")), engine.ErrSearching)
	require.ErrorIs(t, e.NewGame(), engine.ErrSearching)
	for _, o := range Options() {
		old := e.Option(o.Name)
		require.ErrorIs(t, e.SetOption(o.Name, o.Default), engine.ErrSearching, o.Name)
		require.Equal(t, old, e.Option(o.Name))
	}
	require.Equal(t, before, e.Game())
	require.True(t, e.Searching())
}

// TestWhatCannotBeSearched is the error of done.
func TestWhatCannotBeSearched(t *testing.T) {
	e := small(t)
	var failed error
	limits := search.Limits{Depth: 1, SearchMoves: []board.Move{{From: 0, To: 31}}}
	require.NoError(t, e.Start(t.Context(), limits, nil, func(_ engine.Lines, err error) { failed = err }))
	within(t, e.Wait)
	require.ErrorIs(t, failed, board.ErrIllegal)
	require.Equal(t, []string{failed.Error()}, e.Ready())
}

func TestGameIsACopy(t *testing.T) {
	e := small(t)
	mine := game(t, "11-15")
	require.NoError(t, e.SetGame(mine))
	other := e.Game()
	require.Equal(t, mine, other)
	mine.Play(mustMove(t, mine, "23-19"))
	other.Play(mustMove(t, other, "24-20"))
	require.Equal(t, game(t, "11-15"), e.Game())
}

func mustMove(t *testing.T, g *board.Game, text string) board.Move {
	m, err := g.Position().ParseMove(text)
	require.NoError(t, err)
	return m
}

func TestNewGameForgets(t *testing.T) {
	e := small(t)
	nodes := func() (n uint64) {
		require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 7}, nil, func(l engine.Lines, _ error) { n = l.Nodes }))
		e.Wait()
		return n
	}
	first := nodes()
	require.NotEqual(t, first, nodes(), "nothing is remembered: nothing to forget")
	require.NoError(t, e.SetGame(game(t, "11-15")))
	require.NoError(t, e.NewGame())
	require.Equal(t, game(t), e.Game())
	require.Equal(t, first, nodes())
}

// The whole game counts: what repeats it is a draw.
func TestSearchKnowsThePast(t *testing.T) {
	p, err := board.ParseFEN("B:WK32:BK1,K2,K3")
	require.NoError(t, err)
	g := board.NewGame(p)
	for _, text := range []string{"1-5", "32-28", "5-1"} {
		g.Play(mustMove(t, g, text))
	}
	e := small(t)
	require.NoError(t, e.SetOption("EGDBPieces", "0"), "they know that the win is not gone by coming back once")
	require.NoError(t, e.SetGame(g))
	var best search.Info
	require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 6}, nil, func(l engine.Lines, _ error) { best = l.Info }))
	e.Wait()
	require.Zero(t, best.Score)
	require.Equal(t, mustMove(t, g, "28-32"), best.Move())
}

func TestFinishedGame(t *testing.T) {
	p, err := board.ParseFEN("W:W:B1")
	require.NoError(t, err)
	e := small(t)
	require.NoError(t, e.SetGame(board.NewGame(p)))
	var best search.Info
	require.NoError(t, e.Start(t.Context(), search.Limits{Infinite: true}, nil, func(l engine.Lines, _ error) { best = l.Info }))
	within(t, e.Wait)
	require.True(t, best.Move().IsNone())
}

func TestPonderHit(t *testing.T) {
	e := small(t)
	require.NoError(t, e.Start(t.Context(), search.Limits{Ponder: true, MoveTime: time.Millisecond}, nil, nil))
	time.Sleep(20 * time.Millisecond)
	require.True(t, e.Searching())
	e.PonderHit()
	within(t, e.Wait)
}

func TestCloseEndsTheSearch(t *testing.T) {
	e := New()
	var results atomic.Int32
	require.NoError(t, e.Start(t.Context(), search.Limits{Infinite: true}, nil, func(engine.Lines, error) { results.Add(1) }))
	within(t, func() { require.NoError(t, e.Close()) })
	require.Equal(t, int32(1), results.Load())
}

func TestCloseTwice(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("LogFile", filepath.Join(t.TempDir(), "log")))
	for range 2 {
		within(t, func() { require.NoError(t, e.Close()) })
	}
}

// Front ends call from several goroutines at once; every search that was begun
// hands over one result.
func TestCallsFromManyGoroutines(t *testing.T) {
	e := small(t)
	var started, results atomic.Int32
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for i := range 30 {
				if e.Start(t.Context(), search.Limits{Infinite: true}, func(engine.Lines) {}, func(engine.Lines, error) { results.Add(1) }) == nil {
					started.Add(1)
				}
				_ = e.Game().Position()
				_ = e.SetOption("MultiPV", "2")
				_ = e.Option("Hash")
				e.Log().Debug("noise")
				e.PonderHit()
				e.Stop()
				if i%3 == 0 {
					_ = e.NewGame()
				}
				_ = e.Searching()
			}
		})
	}
	within(t, all.Wait)
	e.Stop()
	within(t, e.Wait)
	require.Positive(t, started.Load())
	require.Eventually(t, func() bool { return started.Load() == results.Load() }, hang, time.Millisecond)
}

// TestAFailedSearchGivesAMove: the game goes on, what failed is told once, and the next
// search is as good as any.
func TestAFailedSearchGivesAMove(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("Threads", "2"))
	require.NoError(t, e.SetGame(game(t, "11-15", "22-18")))
	failed := func(i engine.Lines) {
		if i.Depth == 4 {
			panic("of a test")
		}
	}
	var best search.Info
	done := func(l engine.Lines, _ error) { best = l.Info }
	require.NoError(t, e.Start(t.Context(), search.Limits{Infinite: true}, failed, done))
	within(t, e.Wait)
	require.Equal(t, "15x22", e.Game().Position().MoveText(best.Move()), "the only one")
	require.Equal(t, []string{"the search failed: of a test"}, e.Ready())
	require.Empty(t, e.Ready())
	require.Equal(t, "2", e.Option("Threads"))

	require.NoError(t, e.Start(t.Context(), search.Limits{Depth: 5}, nil, done))
	within(t, e.Wait)
	require.Equal(t, search.Depth(5), best.Depth)
	require.Empty(t, e.Ready())
}

// TestLoaded: whoever cannot wait for databases sees when they are there.
func TestLoaded(t *testing.T) {
	e := small(t)
	require.NoError(t, e.SetOption("EGDBPath", t.TempDir()))
	<-e.Loaded()
	require.Len(t, e.Ready(), 1)
}

// TestBadValuesAreToldFromGoodOnes also while a search runs, which takes neither.
func TestBadValuesAreToldFromGoodOnes(t *testing.T) {
	e := endless(t)
	for option, values := range map[string][2]string{
		"Hash": {"32", "banana"}, "Threads": {"2", "0"}, "EGDBPath": {t.TempDir(), "/no/such/folder"},
	} {
		require.ErrorIs(t, e.SetOption(option, values[0]), engine.ErrSearching)
		require.ErrorContains(t, e.SetOption(option, values[1]), "option "+option)
	}
}
