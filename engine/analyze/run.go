package analyze

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// Run finds the verdicts that the studies lack. A game is searched from its last position to its
// first, so that what is learned of a position helps to judge those that led there. Half a study
// begins anew if that makes its verdicts those of a run without an end. Run calls report after each verdict, one call at a time, and returns the first error, which is
// ctx.Err() if ctx ends before all is done.
func Run(ctx context.Context, studies []*Study, settings Settings, report func(*Study, Verdict) error) error {
	pending := slices.DeleteFunc(slices.Clone(studies), (*Study).Done)
	if settings.repeatable() {
		for _, s := range pending {
			s.forget()
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	todo, done := make(chan *Study), make(chan finding)
	go deal(ctx, pending, todo)
	var workers sync.WaitGroup
	for range settings.Concurrency {
		workers.Go(func() { settings.work(ctx, todo, done) })
	}
	go func() {
		workers.Wait()
		close(done)
	}()
	var failed error
	for f := range done {
		if failed != nil {
			continue // only let the workers end
		}
		failed = f.err
		if failed == nil {
			f.study.add(f.verdict)
			failed = report(f.study, f.verdict)
		}
		if failed != nil {
			stop()
		}
	}
	if failed == nil {
		return ctx.Err()
	}
	return failed
}

// finding is a verdict on the position that is next in a study, or why there is none.
type finding struct {
	study   *Study
	verdict Verdict
	err     error
}

// deal hands out studies in their order.
func deal(ctx context.Context, studies []*Study, out chan<- *Study) {
	defer close(out)
	for _, s := range studies {
		select {
		case out <- s:
		case <-ctx.Done():
			return
		}
	}
}

// work searches games with an engine of its own until there are no more or ctx ends.
func (s Settings) work(ctx context.Context, in <-chan *Study, out chan<- finding) {
	e, err := s.newEngine()
	if err != nil {
		out <- finding{err: err}
		return
	}
	defer func() { _ = e.Close() }() // no log file: nothing can be lost
	for study := range in {
		if err := s.study(ctx, e, study, out); err != nil {
			if ctx.Err() == nil {
				out <- finding{err: fmt.Errorf("game %d: %w", study.Number, err)}
			}
			return
		}
	}
}

// study searches the positions of a game that have no verdict, the last one first.
func (s Settings) study(ctx context.Context, e *engine.Engine, study *Study, out chan<- finding) error {
	if err := e.NewGame(); err != nil {
		return err
	}
	for i := study.left - 1; i >= 0; i-- {
		v, err := s.verdict(ctx, e, study.positions[i])
		if err != nil {
			return err
		}
		out <- finding{study: study, verdict: v}
	}
	return nil
}

// verdict searches a position.
func (s Settings) verdict(ctx context.Context, e *engine.Engine, p board.Position) (Verdict, error) {
	if !p.HasMove() {
		return finished(), nil
	}
	if err := e.SetGame(board.NewGame(p)); err != nil {
		return Verdict{}, err
	}
	var best search.Info
	if err := e.Start(s.limits(), nil, func(i search.Info) { best = i }); err != nil {
		return Verdict{}, err
	}
	unlink := context.AfterFunc(ctx, e.Stop)
	e.Wait()
	unlink()
	if err := ctx.Err(); err != nil {
		return Verdict{}, err // the search may not be whole
	}
	return newVerdict(best, e.Probe(p)), nil
}
