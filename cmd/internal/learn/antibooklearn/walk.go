package antibooklearn

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/pool"
	"github.com/zonda-checkers/zonda/search"
)

// Walks are random lines from openings. Their moves look good to a quick search, so that a player without deep
// searches may reach the same positions.
type Walks struct {
	Roots  []board.Position
	Seed   uint64 // of the random numbers
	Number int    // number of walks
	Pieces int    // a walk ends at a position with fewer pieces
}

// Limits of walks.
const (
	naturalDrop eval.Score = 20  // largest difference between the best move and a move of a walk, in hundredths of a man
	walkEnds    eval.Score = 100 // a walk ends if a side has a larger score, in hundredths of a man
	walkPlies              = 60  // largest number of plies of a walk
)

// ScanWalks scans the positions that walks reach, each position once. Report is called after each walk, with
// the entries found that are not in known.
func ScanWalks(ctx context.Context, w Walks, c Criterion, known []antibook.Entry, o Options, report func([]antibook.Entry)) error {
	knownSet := antibook.NewSet(known)
	numbers := make([]uint64, w.Number)
	for i := range numbers {
		numbers[i] = uint64(i)
	}
	scanned := &visited{}
	work := func(ctx context.Context, a *analyzer, number uint64) ([]antibook.Entry, error) {
		return c.walk(ctx, a, w, rand.New(rand.NewPCG(w.Seed, number)), knownSet, scanned)
	}
	return reportOnce(ctx, o, numbers, work, report)
}

// reportOnce calls work for every item, as inParallel does, and report with the entries found that were not reported before.
func reportOnce[T any](ctx context.Context, o Options, items []T, work func(context.Context, *analyzer, T) ([]antibook.Entry, error), report func([]antibook.Entry)) error {
	reported := &visited{}
	return inParallel(ctx, o, items, work, func(_ T, found []antibook.Entry) {
		report(slices.DeleteFunc(found, func(e antibook.Entry) bool { return !reported.add(e.Position) }))
	})
}

// walk makes one walk from a random root and scans the positions that it reaches.
func (c Criterion) walk(ctx context.Context, a *analyzer, w Walks, random *rand.Rand, knownSet *antibook.Set, scanned *visited) (all []antibook.Entry, err error) {
	p := w.Roots[random.IntN(len(w.Roots))]
	for range walkPlies {
		if p.Pieces() < w.Pieces || !p.HasMove() {
			break
		}
		var found []antibook.Entry
		var quick map[board.Move]finding
		if scanned.add(p) {
			found, quick, err = c.scan(ctx, a, p, knownSet)
		} else {
			quick, err = a.quick(ctx, p, c)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
		m, ok := naturalMove(p, quick, random)
		if !ok {
			break
		}
		p = p.Play(m)
	}
	return all, nil
}

// naturalMove returns a random move that looks about as good as the best move; false if the game looks decided.
func naturalMove(p board.Position, quick map[board.Move]finding, random *rand.Rand) (board.Move, bool) {
	var moves board.MoveList
	p.Moves(&moves)
	best := -eval.Bound
	for _, o := range quick {
		best = max(best, o.score)
	}
	if best > walkEnds || best < -walkEnds {
		return board.Move{}, false
	}
	var good []board.Move
	for _, m := range moves.Slice() {
		if o, ok := quick[m]; ok && best-o.score <= naturalDrop {
			good = append(good, m)
		}
	}
	if len(good) == 0 {
		return board.Move{}, false
	}
	return good[random.IntN(len(good))], true
}

// visited is a set of positions for several goroutines. A position and its mirror count as one.
type visited struct{ positions sync.Map }

// add adds p and reports whether it is new.
func (v *visited) add(p board.Position) bool {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	_, known := v.positions.LoadOrStore(p, true)
	return !known
}

// analyzer searches positions on one thread. It uses no opening book. It uses no anti-book either, because a search that
// scores the entries as lost cannot check them.
type analyzer struct {
	engine *engine.Engine
}

func newAnalyzer(hashMiB int) (*analyzer, error) {
	e, err := engine.New(engine.Config{Hash: hashMiB})
	return &analyzer{e}, err
}

// Close ends the engine.
func (a *analyzer) Close() error { return a.engine.Close() }

// clear empties the transposition table, so that the next search depends on its position alone.
func (a *analyzer) clear() error { return a.engine.NewGame() }

// finding is the result of a search of a position, for the side that has just moved.
type finding struct {
	score     eval.Score
	depth     int
	goodDepth int // the depth of the last iteration with a score that looks good, 0 if there is none
}

// analyze searches p and returns the finding for the side that has just moved. A score of at least looks looks good.
func (a *analyzer) analyze(ctx context.Context, p board.Position, limits search.Limits, looks eval.Score) (o finding, err error) {
	report := func(i engine.Lines) {
		o.score, o.depth = -known(i.Info), int(i.Depth)
		if o.score >= looks {
			o.goodDepth = o.depth
		}
	}
	err = a.search(ctx, p, limits, report)
	return o, err
}

// known returns the score of a line: eval.Draw where the databases know that the line draws.
func known(i search.Info) eval.Score {
	if i.Known == board.Draw {
		return eval.Draw
	}
	return i.Score
}

// best returns the score of p for the side to move if it does not play the move without; ok is false if it has no other
// move.
func (a *analyzer) best(ctx context.Context, p board.Position, limits search.Limits, without board.Move) (score eval.Score, ok bool, err error) {
	for m := range p.Legal() {
		if m != without {
			limits.SearchMoves = append(limits.SearchMoves, m)
		}
	}
	if len(limits.SearchMoves) == 0 {
		return 0, false, nil
	}
	err = a.search(ctx, p, limits, func(l engine.Lines) { score = known(l.Info) })
	return score, true, err
}

func (a *analyzer) search(ctx context.Context, p board.Position, limits search.Limits, report func(engine.Lines)) error {
	_, err := a.engine.Play(ctx, board.NewGame(p), limits, report)
	return err
}

// Options say how many searches run at the same time, and how much memory they take.
type Options struct {
	Threads int // number of searches at the same time
	HashMiB int // size of the transposition table of each search
}

// analysis is a worker that has an analyzer.
type analysis[T, R any] struct {
	*analyzer
	work func(context.Context, *analyzer, T) (R, error)
}

func (a analysis[T, R]) Do(ctx context.Context, item T) (R, error) {
	result, err := a.work(ctx, a.analyzer, item)
	if err == nil {
		err = ctx.Err()
	}
	return result, err
}

// inParallel calls work for every item, on several goroutines, each of which has its own analyzer. It calls report with
// each result when the result is ready, one call at a time. It returns the first error, or the cause of the end of ctx.
func inParallel[T, R any](ctx context.Context, o Options, items []T, work func(context.Context, *analyzer, T) (R, error), report func(T, R)) error {
	newWorker := func() (pool.Worker[T, R], error) {
		a, err := newAnalyzer(max(1, o.HashMiB))
		return analysis[T, R]{a, work}, err
	}
	return pool.Goroutines[T, R]{Number: o.Threads, New: newWorker}.Do(ctx, pool.Tasks(items...), func(item T, result R) error {
		report(item, result)
		return nil
	})
}
