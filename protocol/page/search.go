package page

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// job is a search of the session's engine.
type job struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when best and err are set
	best   search.Info
	err    error
}

// begin stops the search that runs and starts another one. It ends with limits, with ctx, or when another one begins.
func (s *Session) begin(ctx context.Context, g *board.Game, limits search.Limits, report func(search.Info)) *job {
	ctx, cancel := context.WithCancel(ctx)
	j := &job{cancel: cancel, done: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
	s.search = j
	go func() {
		defer close(j.done)
		defer cancel()
		j.best, j.err = s.engine.Search(ctx, g, limits, report)
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
