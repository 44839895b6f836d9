package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"go.uber.org/zap"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/session"
)

// Session is the conversation with one page about one engine. Use NewSession, and Close at the end.
type Session struct {
	engine *session.Session
	kinds  map[string]Kind
	send   func(message any)

	mu        sync.Mutex
	databases <-chan struct{} // closed when the databases are open of which the page was told last; nil before the first

	busy    chan struct{} // has a place for each slow request that may be answered at once
	waiting sync.WaitGroup
}

// mostSlow is the largest number of slow requests that are answered at once. More wait.
const mostSlow = 8

// NewSession returns a session about an engine, which the caller owns. Send takes every message for the page; several
// goroutines call it.
func NewSession(e *session.Session, send func(message any), kinds []Kind) *Session {
	s := &Session{engine: e, kinds: map[string]Kind{}, send: send, busy: make(chan struct{}, mostSlow)}
	for _, k := range kinds {
		s.kinds[k.Name] = k
	}
	return s
}

// Engine returns the engine of the session.
func (s *Session) Engine() *session.Session { return s.engine }

// Emit sends an event.
func (s *Session) Emit(name string, body any) { s.send(Event{name, body}) }

// Take answers a message of the page. It returns before a slow request is answered. What is wrong with a message is told
// in the reply; the ID of the reply is 0 if the message has none that can be read.
func (s *Session) Take(ctx context.Context, message []byte) {
	var r Request
	if err := json.Unmarshal(message, &r); err != nil {
		s.send(Reply{ID: r.ID, Error: "the message is no request: " + err.Error()})
		return
	}
	k, known := s.kinds[r.Kind]
	switch {
	case !known:
		s.send(Reply{ID: r.ID, Error: "unknown request " + board.Quote(r.Kind)})
	case !k.Slow:
		s.answer(ctx, k, r)
	default:
		s.waiting.Go(func() {
			select {
			case s.busy <- struct{}{}:
				s.answer(ctx, k, r)
				<-s.busy
			case <-ctx.Done():
			}
		})
	}
}

func (s *Session) answer(ctx context.Context, k Kind, r Request) {
	body, err := s.guarded(ctx, k, r)
	if err != nil {
		s.send(Reply{ID: r.ID, Error: err.Error()})
		return
	}
	s.send(Reply{ID: r.ID, Body: body})
}

// guarded answers a request; a panic becomes an error, so that one page cannot end the others.
func (s *Session) guarded(ctx context.Context, k Kind, r Request) (body any, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			s.engine.Log().Error("panic", zap.Any("reason", reason), zap.ByteString("stack", debug.Stack()))
			body, err = nil, fmt.Errorf("%s has failed: %v", r.Kind, reason)
		}
	}()
	return k.run(ctx, s, r.Body)
}

// Close stops the search and waits for it and for the slow requests, whose contexts the caller has ended.
func (s *Session) Close() {
	s.stopSearch()
	s.waiting.Wait()
	s.stopSearch() // of a slow request that came between
}

// ErrStopped is the error of a search whose result is not wanted any more.
var ErrStopped = errors.New("stopped")
