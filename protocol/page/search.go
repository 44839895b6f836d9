package page

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// begin stops the search that runs and starts another one. It ends with limits, with ctx, or when another one begins. Then done is
// called; its error is context.Canceled if limits have not ended the search.
func (s *Session) begin(ctx context.Context, g *board.Game, limits search.Limits, report func(engine.Lines), done func(engine.Lines, error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
	err := s.engine.SetGame(g)
	if err == nil {
		err = s.engine.Start(ctx, limits, report, done)
	}
	if err != nil {
		done(engine.Lines{}, err)
	}
}

// stopSearch stops the search and waits for its end.
func (s *Session) stopSearch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
}

// end is stopSearch with the session locked.
func (s *Session) end() {
	s.engine.Stop()
	s.engine.Wait()
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
