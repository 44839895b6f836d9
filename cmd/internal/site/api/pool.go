package api

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/zonda-checkers/zonda/engine"
)

// pool holds the engines, and the requests that wait for one. An engine that is free goes to the client with the fewest
// searches; among equals, who came first is served first.
type pool struct {
	all       []*engine.Engine
	queue     int // requests that may wait
	perClient int // requests of one client, those that wait and those that are searched

	mu      sync.Mutex
	free    []*engine.Engine
	waiting []*ticket
	held    map[string]client
	closed  bool
	done    sync.WaitGroup // the tickets
}

// client is what one client has.
type client struct{ tickets, searches int }

// ticket is a request's right to an engine. Its owner calls wait once, and end at last.
type ticket struct {
	pool   *pool
	client string
	engine *engine.Engine
	ready  chan struct{} // closed when there is an engine
}

// Errors of a pool.
var (
	errBusy     = errors.New("this client has as many searches as it may have")
	errFull     = errors.New("the server is busy: all engines work, and the queue is full")
	errShutdown = errors.New("the server ends")
)

func newPool(engines []*engine.Engine, queue, perClient int) *pool {
	return &pool{all: engines, queue: queue, perClient: perClient, free: slices.Clone(engines), held: map[string]client{}}
}

// reserve returns a ticket for a client, or one of the errors above.
func (p *pool) reserve(name string) (*ticket, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return nil, errShutdown
	case p.held[name].tickets >= p.perClient:
		return nil, errBusy
	case len(p.free) == 0 && len(p.waiting) >= p.queue:
		return nil, errFull
	}
	t := &ticket{pool: p, client: name, ready: make(chan struct{})}
	p.change(name, 1, 0)
	p.done.Add(1)
	p.waiting = append(p.waiting, t)
	p.serve()
	return t, nil
}

// change counts tickets and searches of a client.
func (p *pool) change(name string, tickets, searches int) {
	c := p.held[name]
	c.tickets, c.searches = c.tickets+tickets, c.searches+searches
	if p.held[name] = c; c == (client{}) {
		delete(p.held, name)
	}
}

// serve gives free engines to those that wait.
func (p *pool) serve() {
	for len(p.free) > 0 && len(p.waiting) > 0 {
		next := 0
		for i, t := range p.waiting {
			if p.held[t.client].searches < p.held[p.waiting[next].client].searches {
				next = i
			}
		}
		t := p.waiting[next]
		p.waiting = slices.Delete(p.waiting, next, next+1)
		t.engine, p.free = p.free[0], p.free[1:]
		p.change(t.client, 0, 1)
		close(t.ready)
	}
}

// wait waits for the engine of a ticket.
func (t *ticket) wait(ctx context.Context) (*engine.Engine, error) {
	select {
	case <-t.ready:
		return t.engine, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// end gives back what the ticket holds: an engine, or the place in the queue.
func (t *ticket) end() {
	p := t.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.done.Done()
	if t.engine == nil {
		p.waiting = slices.DeleteFunc(p.waiting, func(other *ticket) bool { return other == t })
		p.change(t.client, -1, 0)
		return
	}
	p.change(t.client, -1, -1)
	p.free = append(p.free, t.engine)
	p.serve()
}

// counts returns how many engines work and how many requests wait.
func (p *pool) counts() (busy, waiting int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.all) - len(p.free), len(p.waiting)
}

// close lets nobody in from now on.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

// closeEngines closes the engines when all tickets have ended.
func (p *pool) closeEngines() error {
	p.close()
	p.done.Wait()
	var errs []error
	for _, e := range p.all {
		errs = append(errs, e.Close())
	}
	return errors.Join(errs...)
}

func (p *pool) isClosed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}
