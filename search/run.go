package search

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Searcher owns what lasts from one search to the next: the transposition table and
// the workers with their histories. One Run at a time.
type Searcher struct {
	table   *table
	workers []*worker
	use     Techniques

	searched  bool      // since it was cleared
	databases Databases // nil for none
	distances Distances // nil for none
	antiBook  AntiBook  // nil for none

	baffled  uint64      // salt of the goal of the last search that saw no way to convert a win, 0 for none
	analysis *retrograde // of that ending, once begun
}

// New returns a Searcher with a table of hashMiB MiB (at least 1) that searches on
// threads goroutines (at least 1).
func New(hashMiB, threads int) *Searcher {
	s := &Searcher{table: newTable(hashMiB), use: AllTechniques()}
	s.SetThreads(threads)
	return s
}

// SetHash replaces the table by an empty one of the given size in MiB. If there is no memory
// for it, that is the error, and the table stays.
func (s *Searcher) SetHash(mib int) error {
	t, err := takeTable(mib)
	if err != nil {
		return err
	}
	s.table.release()
	s.table = t
	return nil
}

// processors is how many the program might use when it began: the machine's, or what a container or GOMAXPROCS leaves of them.
var processors = runtime.GOMAXPROCS(0)

// SetThreads sets the number of workers; those that stay keep what they learned. There are never more than
// processors: more would only take turns, and a stop would wait for each.
func (s *Searcher) SetThreads(n int) {
	n = min(n, processors)
	for len(s.workers) < n {
		s.workers = append(s.workers, &worker{})
	}
	s.workers = s.workers[:n:n]
}

// SetTechniques switches parts of the search on and off.
func (s *Searcher) SetTechniques(use Techniques) { s.use = use }

// Clear forgets all that could change the next search: table and histories.
func (s *Searcher) Clear() {
	s.searched = false
	s.baffled, s.analysis = 0, nil
	s.table.clear()
	for _, w := range s.workers {
		w.history = history{}
	}
}

// Renewed returns a Searcher of the same size and settings that has learned nothing, in
// the place of one whose search panicked: s must not be used again.
func (s *Searcher) Renewed() *Searcher {
	s.table.clear()
	fresh := &Searcher{table: s.table, use: s.use, databases: s.databases}
	fresh.SetThreads(len(s.workers))
	return fresh
}

// Run is one search. Stop and PonderHit may be called from any goroutine, also
// before Search.
type Run struct {
	searcher *Searcher
	game     *board.Game
	limits   Limits
	report   func(Info)

	begin    time.Time
	soft     atomic.Int64 // nanoseconds after begin
	hard     atomic.Int64
	ponders  atomic.Bool
	stop     atomic.Bool
	granted  atomic.Uint64 // nodes that workers were allowed to visit
	hits     atomic.Uint64 // answers of the databases that workers told of
	once     sync.Once
	released chan struct{} // closed when an endless search may return
}

// NewRun prepares the search of the game's current position. The clock starts now,
// or at PonderHit. Report, if not nil, is called from within Search with every new
// line; the run reads game until Search returns.
func (s *Searcher) NewRun(game *board.Game, limits Limits, report func(Info)) *Run {
	if report == nil {
		report = func(Info) {}
	}
	r := &Run{
		searcher: s, game: game, limits: limits, report: report,
		begin: time.Now(), released: make(chan struct{}),
	}
	r.ponders.Store(limits.Ponder)
	if limits.Ponder {
		r.start(unlimited, 0)
	} else {
		r.start(limits.budget(), 0)
	}
	return r
}

func (r *Run) start(b budget, since time.Duration) {
	r.soft.Store(int64(addDuration(b.soft, since)))
	r.hard.Store(int64(addDuration(b.hard, since)))
}

// addDuration adds without running over.
func addDuration(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// Stop ends the search as soon as possible; Search then returns the best so far.
func (r *Run) Stop() {
	r.stop.Store(true)
	r.release()
}

// PonderHit tells a pondering run that its position is now on the board: the clock
// starts.
func (r *Run) PonderHit() {
	if r.ponders.Load() {
		r.start(r.limits.budget(), r.elapsed())
		r.ponders.Store(false)
		if !r.limits.Infinite {
			r.release()
		}
	}
}

func (r *Run) release() { r.once.Do(func() { close(r.released) }) }

func (r *Run) elapsed() time.Duration { return time.Since(r.begin) }

// endless reports whether the run must not return of itself at the moment.
func (r *Run) endless() bool { return r.limits.Infinite || r.ponders.Load() }

// allowanceNodes is how many nodes a worker visits between two looks at the clock
// and the stop flag: a fraction of a millisecond.
const allowanceNodes = 512

// visits returns how many nodes all workers together were allowed so far. Allow adds to
// the count also where nothing is left to allow.
func (r *Run) visits() uint64 {
	if limit := r.limits.Nodes; limit > 0 {
		return min(r.granted.Load(), limit)
	}
	return r.granted.Load()
}

// allow returns how many nodes a worker may visit before it asks again, 0 to stop. The
// first iteration, over in no time, always comes to its end, so that a search stopped at
// once still has a move with a reason; only a node limit is stricter.
func (r *Run) allow(iteration Depth) int {
	if iteration > 1 && (r.stop.Load() || int64(r.elapsed()) >= r.hard.Load()) {
		return 0
	}
	granted := r.granted.Add(allowanceNodes)
	if limit := r.limits.Nodes; limit > 0 && granted > limit {
		return max(allowanceNodes-int(min(granted-limit, allowanceNodes)), 0)
	}
	return allowanceNodes
}
