package analyze

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Run finds the verdicts that the studies lack. A game is searched from its last position to its first,
// so that the transposition table helps with the positions before. If the settings are repeatable, a
// game that is judged in part begins again: then its verdicts are those of a run that was not
// interrupted. Run calls report after each verdict, one call at a time, and returns the first error,
// which is ctx.Err() if ctx ends before all is done.
func Run(ctx context.Context, studies []*Study, settings Settings, report func(*Study, Verdict) error) error {
	pending := slices.DeleteFunc(slices.Clone(studies), (*Study).Done)
	if settings.repeatable() {
		for _, s := range pending {
			s.forget()
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	todo := make(chan *Study)
	group.Go(func() error { return deal(ctx, pending, todo) })
	var reporting sync.Mutex
	for range settings.Concurrency {
		group.Go(func() error {
			return settings.work(ctx, todo, func(s *Study, v Verdict) error {
				reporting.Lock()
				defer reporting.Unlock()
				if err := ctx.Err(); err != nil {
					return err
				}
				s.add(v)
				return report(s, v)
			})
		})
	}
	return group.Wait()
}

// deal hands out studies in their order.
func deal(ctx context.Context, studies []*Study, out chan<- *Study) error {
	defer close(out)
	for _, s := range studies {
		select {
		case out <- s:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// work searches games with an engine of its own until there are no more or ctx ends.
func (s Settings) work(ctx context.Context, in <-chan *Study, found func(*Study, Verdict) error) error {
	e, err := s.newEngine()
	if err != nil {
		return err
	}
	defer func() { _ = e.Close() }() // no log file: nothing can be lost
	for study := range in {
		if err := s.study(ctx, e, study, found); err != nil {
			return err
		}
	}
	return nil
}

// study searches the positions of a game that have no verdict, the last one first.
func (s Settings) study(ctx context.Context, e *engine.Engine, study *Study, found func(*Study, Verdict) error) error {
	if err := e.NewGame(); err != nil {
		return fmt.Errorf("game %d: %w", study.Number, err)
	}
	for i := study.left - 1; i >= 0; i-- {
		v, err := s.verdict(ctx, e, study.positions[i])
		if err == nil {
			v = s.solved(ctx, e, study, i, v)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", study.Number, err)
		}
		if err := found(study, v); err != nil {
			return err
		}
	}
	return nil
}

// verdict searches a position.
func (s Settings) verdict(ctx context.Context, e *engine.Engine, p board.Position) (Verdict, error) {
	if !p.HasMove() {
		return finished(), nil
	}
	best, err := e.Search(ctx, board.NewGame(p), s.limits(), nil)
	if err != nil {
		return Verdict{}, err
	}
	return newVerdict(best, e.Probe(p)), nil
}
