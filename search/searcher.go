package search

import (
	"runtime"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/memory"
)

// Searcher owns the data that last from one search to the next: the transposition table
// and the workers with their histories. Only one Run may search at a time.
type Searcher struct {
	table   *table
	workers []*worker
	use     Techniques

	parameters Parameters
	thresholds thresholds // of parameters

	sources  Sources // of the last Run
	searched bool    // a Run has searched since the table was last cleared

	conversion conversionState // of the won ending that was searched last
	guide      *Searcher       // of the short searches of Continue; nil before the first
}

// New returns a Searcher with a table of hashMiB MiB (at least 1) that searches on
// threads goroutines (at least 1).
func New(hashMiB, threads int) *Searcher {
	s := newSearcher(newTable(hashMiB))
	s.SetThreads(threads)
	return s
}

// newSearcher returns a Searcher without workers.
func newSearcher(t *table) *Searcher {
	return &Searcher{table: t, use: AllTechniques(), parameters: DefaultParameters(), thresholds: defaultThresholds}
}

// SetHash replaces the table by an empty one of the given size in MiB. If the operating system has too little
// memory for the new table, SetHash returns an error and keeps the old table.
func (s *Searcher) SetHash(mib int) error {
	if memory.Scarce {
		s.table.release()
		runtime.GC()
	}
	t, err := allocTable(mib)
	if err != nil {
		return err
	}
	s.table.release()
	s.table = t
	return nil
}

// cpus is the number of CPUs that the program could use when it began: those of the machine, of the
// container, or of GOMAXPROCS.
var cpus = runtime.GOMAXPROCS(0)

// SetThreads sets the number of workers. Workers that stay keep their histories. There are never more workers than
// CPUs: more workers would only take turns, and a stop would wait for each of them.
func (s *Searcher) SetThreads(n int) { s.setWorkers(min(n, cpus)) }

// setWorkers sets the number of workers, which may be more than the CPUs.
func (s *Searcher) setWorkers(n int) {
	for len(s.workers) < n {
		s.workers = append(s.workers, &worker{})
	}
	s.workers = s.workers[:n:n]
}

// SetTechniques switches parts of the search on and off.
func (s *Searcher) SetTechniques(use Techniques) { s.use = use }

// SetParameters gives the search other parameters. It calls Clear if they change. A parameter outside of its range is
// an error, which changes nothing. Do not call SetParameters while a search runs.
func (s *Searcher) SetParameters(p Parameters) error {
	if err := p.Check(); err != nil {
		return err
	}
	if p != s.parameters {
		s.parameters, s.thresholds = p, p.thresholds()
		s.Clear()
	}
	return nil
}

// Parameters returns the parameters of the search.
func (s *Searcher) Parameters() Parameters { return s.parameters }

// Clear deletes everything that could change the next search: the entries of the table, the histories and the analysis
// of a won ending.
func (s *Searcher) Clear() {
	s.searched = false
	s.conversion = conversionState{}
	s.table.clear()
	for _, w := range s.workers {
		w.history = history{}
	}
}

// Renewed returns a Searcher of the same size and settings as s, with an empty table and empty histories. It replaces s after a
// search that panicked. The caller must not use s again.
func (s *Searcher) Renewed() *Searcher {
	fresh := *s
	fresh.workers, fresh.guide = nil, nil
	fresh.setWorkers(len(s.workers))
	fresh.Clear()
	return &fresh
}

// prepare makes s ready for a search with the sources. What earlier searches found with another evaluation, other bounds or another
// anti-book is deleted. If only the databases are others, the analysis of a won ending is deleted, and the table stays: see NewRun.
func (s *Searcher) prepare(next Sources) {
	last := s.sources
	s.sources = next
	switch {
	case s.searched && !(Same(next.Evaluator, last.Evaluator) && Same(next.Bounds, last.Bounds) && Same(next.AntiBook, last.AntiBook)):
		s.Clear()
	case !Same(next.Databases, last.Databases):
		s.conversion = conversionState{}
	}
}

// Warm stores the result of an earlier search of p in the table: the best move m, and the score for the side to move at
// the given depth in plies. Warm ignores a proven score, since its line is not known, and a move that is not legal in p.
// Do not call Warm while a search runs.
func (s *Searcher) Warm(p board.Position, m board.Move, score eval.Score, depth Depth) {
	var moves board.MoveList
	p.Moves(&moves)
	index := slices.Index(moves.Slice(), m)
	if index < 0 || score.IsProven() {
		return
	}
	known, found := s.table.probe(p.Hash())
	if found && known.depth >= depth {
		return
	}
	s.table.store(p.Hash(), entry{score: score, depth: min(depth, MaxDepth), move: index, bound: exactScore})
}
