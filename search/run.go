package search

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"github.com/zonda-checkers/zonda/board"
)

// Run is one search. Stop and PonderHit may be called from any goroutine, also
// before Search.
type Run struct {
	searcher *Searcher
	game     *board.Game
	limits   Limits
	sources  Sources
	report   func([]Info)
	onlyMove bool // only one move may be played, so that a timed search needs only its score

	begin    time.Time
	since    atomic.Int64 // when the clock of the move began, in nanoseconds after begin: later than begin after PonderHit
	soft     atomic.Int64 // budget.soft, in nanoseconds after since
	hard     atomic.Int64 // budget.hard, in nanoseconds after begin
	ponders  atomic.Bool
	stop     atomic.Bool
	minNodes atomic.Uint64   // the least number of nodes that the search visits, even after its time is over
	granted  atomic.Uint64   // nodes that workers were allowed to visit
	hits     atomic.Uint64   // answers of the databases that workers have added
	released context.Context // ends when an endless search may return
	release  context.CancelFunc
}

// NewRun prepares the search of the game's current position, by its MoveRule, with the sources. If the evaluation, the bounds
// or the anti-book are others than those of the Run before, the search begins with an empty table; with other databases the
// caller decides by Clear. The clock starts at limits.Began, or at PonderHit if the limits say Ponder. Search calls report, if
// it is not nil, with the best lines after every iteration, the best first. The caller must not change game until Search
// returns. Do not call NewRun while a search runs.
func (s *Searcher) NewRun(game *board.Game, limits Limits, sources Sources, report func([]Info)) *Run {
	if report == nil {
		report = func([]Info) {}
	}
	s.prepare(sources)
	r := &Run{
		searcher: s, game: game, limits: limits, sources: sources, report: report,
		begin: limits.Began,
	}
	r.released, r.release = context.WithCancel(context.Background())
	if r.begin.IsZero() {
		r.begin = time.Now()
	}
	r.onlyMove = limits.QuickOnlyMove && limits.allowedMoves(game.Position()) == 1
	r.minNodes.Store(minSearchNodes)
	r.ponders.Store(limits.Ponder)
	if limits.Ponder {
		r.start(unlimited, 0)
	} else {
		r.start(r.budget(), 0)
	}
	return r
}

// budget returns the time that the run may use, from the start of its clock.
func (r *Run) budget() budget {
	if r.onlyMove {
		return r.limits.budget().forOnlyMove()
	}
	return r.limits.budget()
}

// start sets the times at which the run ends: the budget, counted from the time since after begin.
func (r *Run) start(b budget, since time.Duration) {
	r.since.Store(int64(since))
	r.soft.Store(int64(b.soft))
	r.hard.Store(int64(addDuration(b.hard, since)))
}

// softEnd returns the time after begin from which no new iteration begins, if the move deserves a part of the time that a
// game clock leaves for it.
func (r *Run) softEnd(part float64) time.Duration {
	soft := time.Duration(r.soft.Load())
	if r.limits.Clock != nil && soft != unlimited.soft {
		soft = clampTime(unlimited.soft, part*float64(soft))
	}
	return addDuration(soft, time.Duration(r.since.Load()))
}

// addDuration returns a + b, or the longest duration if the sum is too large for one.
func addDuration(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// Stop ends the search as soon as possible. Search then returns the best line found so far.
func (r *Run) Stop() {
	r.stop.Store(true)
	r.release()
}

// PonderHit tells a pondering run that its position is now on the board: the clock
// starts.
func (r *Run) PonderHit() {
	if r.ponders.Load() {
		r.start(r.budget(), r.elapsed())
		r.ponders.Store(false)
		if !r.limits.Infinite {
			r.release()
		}
	}
}

func (r *Run) elapsed() time.Duration { return time.Since(r.begin) }

// endless reports whether Search must not return before Stop or PonderHit is called.
func (r *Run) endless() bool { return r.limits.Infinite || r.ponders.Load() }

// A worker checks the time and the stop flag each nodesPerCheck nodes.
const (
	maxNodesPerCheck = 512              // a fraction of a millisecond; a search that must be repeatable always has this interval
	maxCheckInterval = time.Millisecond // after a longer interval the next one has half of the nodes, otherwise twice as many
)

// A search visits at least this number of nodes, even if its time is over. On a busy machine other programs may use the
// CPU for the whole time of a move, and a move that was not searched can turn a won game into a draw.
// An evaluation that is slow itself ends the search after minWork.
const (
	minSearchNodes = 4096  // about a millisecond
	minWinNodes    = 16384 // if the databases know a win: the least number of nodes until a conversion is found
	minWork        = 20 * time.Millisecond
)

// visits returns how many nodes all workers together were granted so far. It is never more than the node limit,
// though grantNodes counts on after the limit is reached.
func (r *Run) visits() uint64 {
	if limit := r.limits.Nodes; limit > 0 {
		return min(r.granted.Load(), limit)
	}
	return r.granted.Load()
}

// grantNodes returns how many of the wanted nodes a worker may visit. 0 means that the node limit is reached.
func (r *Run) grantNodes(wanted uint64) int {
	granted := r.granted.Add(wanted)
	if limit := r.limits.Nodes; limit > 0 && granted > limit {
		return int(wanted - min(granted-limit, wanted))
	}
	return int(wanted)
}
