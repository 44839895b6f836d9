package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// newWith returns a searcher with a table of 1 MiB and n workers, which may be more than the CPUs.
func newWith(workers int) *sourced {
	s := New(1, 1)
	s.setWorkers(workers)
	return &sourced{Searcher: s}
}

// sourced is a Searcher with the sources of its searches.
type sourced struct {
	*Searcher
	Sources
}

func (s *sourced) NewRun(game *board.Game, limits Limits, report func(Info)) *Run {
	return s.Searcher.NewRun(game, limits, s.Sources, func(lines []Info) {
		for _, i := range lines {
			if report != nil {
				report(i)
			}
		}
	})
}

// Continue goes on with a line by the sources, without a search before.
func (s *sourced) Continue(p board.Position, line []board.Move, nodes uint64) []board.Move {
	return s.NewRun(board.NewGame(p), Limits{}, nil).Continue(p, line, nodes)
}

func TestFourWorkersAgreeOnTheRules(t *testing.T) {
	s := newWith(4)
	rapid.Check(t, func(t *rapid.T) {
		g := middlegame(t)
		limits := Limits{Depth: 5, MultiPV: rapid.IntRange(1, 3).Draw(t, "lines")}
		best := s.NewRun(g, limits, func(i Info) { requireLine(t, g.Position(), i.PV) }).Search()
		require.Equal(t, Depth(5), best.Depth)
		requireLine(t, g.Position(), best.PV)
	})
}

func TestFourWorkersProveTheTruth(t *testing.T) {
	s, o := newWith(4), threePieces()
	rapid.Check(t, func(t *rapid.T) {
		p := knownTo(o).Draw(t, "ending")
		truth, _ := o.of(p)
		requireTrue(t, truth, s.NewRun(board.NewGame(p), Limits{Depth: 8}, nil).Search().Score, p)
	})
}

func TestFourWorkersStop(t *testing.T) {
	s := newWith(4)
	for _, wait := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond} {
		run := s.NewRun(board.NewGame(board.Start()), Limits{Infinite: true}, nil)
		done := background(run)
		time.Sleep(wait)
		run.Stop()
		requireLine(t, board.Start(), requireEnds(t, done).PV)
	}
}

func TestNoMoreWorkersThanProcessors(t *testing.T) {
	s := New(1, cpus+1)
	require.Len(t, s.workers, cpus)
	s.SetThreads(cpus + 1)
	require.Len(t, s.workers, cpus)
}

func TestFourWorkersKeepLimits(t *testing.T) {
	s := newWith(4)
	best := s.NewRun(board.NewGame(board.Start()), Limits{Nodes: 20000}, nil).Search()
	require.LessOrEqual(t, best.Nodes, uint64(20000))
	sum := uint64(0)
	for _, w := range s.workers {
		sum += w.nodes
	}
	require.LessOrEqual(t, sum, uint64(20000))
	requireEnds(t, background(s.NewRun(board.NewGame(board.Start()), Limits{MoveTime: 5 * time.Millisecond}, nil)))
}

// One thread is deterministic whatever there was before it.
func TestBackToOneThread(t *testing.T) {
	s := newWith(1)
	once := playOut(s, board.Start(), 5, 10)
	s.setWorkers(4)
	s.NewRun(board.NewGame(board.Start()), Limits{Depth: 6}, nil).Search()
	s.SetThreads(1)
	s.Clear()
	require.Equal(t, once, playOut(s, board.Start(), 5, 10))
}

func TestMoreThreadsThanMoves(t *testing.T) {
	g := board.NewGame(position(t, "W:W32:B28,5"))
	best := newWith(8).NewRun(g, Limits{Depth: 5}, nil).Search()
	requireLine(t, g.Position(), best.PV)
}
