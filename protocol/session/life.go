package session

import (
	"context"
	"sync"

	"github.com/zonda-checkers/zonda/engine"
)

// state is what a session does: see the drawing in the package comment.
type state int

const (
	idle state = iota
	searching
	pondering
)

// life is the one place that knows whether a search runs. The lock of the session guards it.
type life struct {
	state state
	stop  context.CancelFunc // tells the search to end
	hit   chan struct{}      // closed when the expected move was played
	calls int                // of report and done that run
	ended *sync.Cond         // one of them has ended
}

// change runs f with the session locked. While a search runs it returns engine.ErrSearching and does not run f, nor after Close.
func (s *Session) change(f func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return engine.ErrClosed
	case s.state != idle:
		return engine.ErrSearching
	}
	return f()
}

// begin runs work in the background until it returns, and then done. Stop ends the context of work, PonderHit closes hit if the
// work ponders.
func (s *Session) begin(ctx context.Context, ponders bool, work func(ctx context.Context, hit <-chan struct{}), done func()) error {
	return s.change(func() error {
		ctx, stop := context.WithCancel(ctx)
		hit := make(chan struct{})
		s.state, s.stop, s.hit = searching, stop, hit
		if ponders {
			s.state = pondering
		}
		go func() {
			defer stop()
			work(ctx, hit)
			s.call(func() {
				s.mu.Lock()
				s.state = idle
				s.mu.Unlock()
				done()
			})
		}()
		return nil
	})
}

// call calls report or done.
func (s *Session) call(f func()) {
	s.mu.Lock()
	s.calls++
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.calls--
		s.ended.Broadcast()
		s.mu.Unlock()
	}()
	f()
}

// Stop makes the running search end within milliseconds. If no search runs, Stop does nothing. Wait waits for the end.
func (s *Session) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != idle {
		s.stop()
	}
}

// PonderHit tells a search with Limits.Ponder that the expected move was played: the engine's clock starts now. If no such
// search runs, PonderHit does nothing.
func (s *Session) PonderHit() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == pondering {
		s.state = searching
		close(s.hit)
	}
}

// Wait returns when all searches are over and their done has returned. It must not be called from report or done.
func (s *Session) Wait() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.state != idle || s.calls > 0 {
		s.ended.Wait()
	}
}

// Searching reports whether a search runs. If its done runs, Searching returns false when that has returned: a front end that has
// read the last line of an answer may ask for the next one at once. It must not be called from done.
func (s *Session) Searching() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.state == idle && s.calls > 0 {
		s.ended.Wait()
	}
	return s.state != idle
}
