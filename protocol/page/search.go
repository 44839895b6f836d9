package page

import (
	"cmp"
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// job is a search of the session's engine.
type job struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when best and err are set
	best   engine.Lines
	err    error
}

// begin stops the search that runs and starts another one. It ends with limits, with ctx, or when another one begins.
func (s *Session) begin(ctx context.Context, g *board.Game, limits search.Limits, report func(engine.Lines)) *job {
	ctx, cancel := context.WithCancel(ctx)
	j := &job{cancel: cancel, done: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
	s.search = j
	over := make(chan struct{})
	done := func(best engine.Lines, err error) {
		j.best, j.err = best, cmp.Or(err, ctx.Err())
		close(over)
	}
	err := s.engine.SetGame(g)
	if err == nil {
		err = s.engine.Start(limits, report, done)
	}
	if err != nil {
		done(engine.Lines{}, err)
	}
	stopped := make(chan struct{})
	unlink := context.AfterFunc(ctx, func() {
		defer close(stopped)
		s.engine.Stop()
	})
	go func() {
		defer close(j.done)
		defer cancel()
		if <-over; !unlink() {
			<-stopped // the next search must not be stopped
		}
	}()
	return j
}

// stopSearch stops the search and waits for its end.
func (s *Session) stopSearch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
}

// end is stopSearch with the session locked.
func (s *Session) end() {
	if s.search != nil {
		s.search.cancel()
		<-s.search.done
		s.search = nil
	}
}

// Best searches a problem with full strength, whatever option Level says, and returns the result. The search of the page,
// if there is one, ends.
func (s *Session) Best(ctx context.Context, p board.Position, limits search.Limits) (search.Info, error) {
	limits.Solve = true
	return s.searched(ctx, board.NewGame(p), limits)
}

func stop(_ context.Context, s *Session, _ Nothing) (Nothing, error) {
	s.stopSearch()
	return Nothing{}, nil
}
