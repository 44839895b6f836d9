package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// hang is how long a test waits for what should come at once.
const hang = time.Minute

// background searches the start position on another goroutine.
func background(r *Run) <-chan Info {
	done := make(chan Info, 1)
	go func() { done <- r.Search() }()
	return done
}

func requireEnds(t *testing.T, done <-chan Info) Info {
	select {
	case best := <-done:
		return best
	case <-time.After(hang):
		require.FailNow(t, "the search does not end")
		return Info{}
	}
}

// requireRuns checks that the search does not end of itself. That a search which
// would end needs longer than this is no failure.
func requireRuns(t *testing.T, done <-chan Info) {
	select {
	case <-done:
		require.FailNow(t, "the search ended of itself")
	case <-time.After(30 * time.Millisecond):
	}
}

func startRun(limits Limits, report func(Info)) *Run {
	return newWith(1).NewRun(board.NewGame(board.Start()), limits, report)
}

func TestStopFromElsewhere(t *testing.T) {
	begun := make(chan struct{}, 1)
	run := startRun(Limits{Infinite: true}, func(Info) {
		select {
		case begun <- struct{}{}:
		default:
		}
	})
	done := background(run)
	<-begun
	run.Stop()
	run.Stop()
	requireLine(t, board.Start(), requireEnds(t, done).PV)
}

// A search that is stopped before it begins still ends its first iteration.
func TestStopBeforeSearch(t *testing.T) {
	const few = 2000 // nodes: the first iteration and what is left of an allowance
	for name, limits := range map[string]Limits{
		"infinite": {Infinite: true}, "ponder": {Ponder: true}, "depth": {Depth: 30}, "lines": {Infinite: true, MultiPV: 4},
	} {
		t.Run(name, func(t *testing.T) {
			reports := 0
			run := startRun(limits, func(Info) { reports++ })
			run.Stop()
			best := requireEnds(t, background(run))
			require.Positive(t, best.Depth)
			require.Less(t, best.Nodes, uint64(few))
			requireLine(t, board.Start(), best.PV)
			require.NotEmpty(t, best.PV)
			require.Positive(t, reports)
		})
	}
}

// A stopped search leaves no half results in the table. With men alone a position
// always comes at the same ply, so that the table does not change the score.
func TestStoppedSearchesLeaveTheTableSound(t *testing.T) {
	const depth = 6
	g := game(t, "W:W18,21,23,27,29,30,32:B2,5,6,9,12,14,20", "")
	s := searcher(with("table"))
	want := s.NewRun(g, Limits{Depth: depth}, nil).Search()
	s.Clear()
	for n := range want.Nodes / 4 {
		s.NewRun(g, Limits{Depth: depth, Nodes: n + 1}, nil).Search()
	}
	require.Equal(t, want.Score, s.NewRun(g, Limits{Depth: depth}, nil).Search().Score)
}

func TestInfiniteWaitsForStop(t *testing.T) {
	run := startRun(Limits{Infinite: true, Depth: 1}, nil)
	done := background(run)
	requireRuns(t, done)
	run.PonderHit() // means nothing here
	requireRuns(t, done)
	run.Stop()
	require.Equal(t, Depth(1), requireEnds(t, done).Depth)
}

func TestPonderHitEndsTheWait(t *testing.T) {
	run := startRun(Limits{Ponder: true, Depth: 1}, nil)
	done := background(run)
	requireRuns(t, done)
	run.PonderHit()
	requireEnds(t, done)
}

func TestPonderHitStartsTheClock(t *testing.T) {
	for name, limits := range map[string]Limits{
		"move time": {Ponder: true, MoveTime: time.Millisecond},
		"clock":     {Ponder: true, Clock: &Clock{Remaining: time.Millisecond}},
		"quick":     {Ponder: true, MoveTime: time.Millisecond, QuickOnlyMove: true},
	} {
		t.Run(name, func(t *testing.T) {
			run := startRun(limits, nil)
			done := background(run)
			requireRuns(t, done)
			run.PonderHit()
			requireLine(t, board.Start(), requireEnds(t, done).PV)
		})
	}
}

// The time spent pondering is not taken from the move's.
func TestPonderedTimeIsFree(t *testing.T) {
	run := startRun(Limits{Ponder: true, MoveTime: time.Hour}, nil)
	time.Sleep(time.Millisecond)
	before := run.elapsed()
	run.PonderHit()
	require.GreaterOrEqual(t, time.Duration(run.hard.Load()), before+time.Hour-moveOverhead)
	require.Less(t, time.Duration(run.hard.Load()), run.elapsed()+time.Hour)
}

func TestPonderHitBeforeSearch(t *testing.T) {
	run := startRun(Limits{Ponder: true, Depth: 2}, nil)
	run.PonderHit()
	requireEnds(t, background(run))
}

func TestInfinitePonderWaitsForStop(t *testing.T) {
	run := startRun(Limits{Ponder: true, Infinite: true, Depth: 1}, nil)
	done := background(run)
	run.PonderHit()
	requireRuns(t, done)
	run.Stop()
	requireEnds(t, done)
}

func TestMoveTimeEnds(t *testing.T) {
	for _, limits := range []Limits{
		{MoveTime: 5 * time.Millisecond},
		{MoveTime: time.Nanosecond},
		{Clock: &Clock{Remaining: 50 * time.Millisecond}},
		{Clock: &Clock{Remaining: -time.Hour}},
		{Clock: &Clock{Remaining: 50 * time.Millisecond, MovesToGo: 1}},
	} {
		best := requireEnds(t, background(startRun(limits, nil)))
		requireLine(t, board.Start(), best.PV[:1])
	}
}
