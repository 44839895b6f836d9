package work

import (
	"context"
	"time"
)

// Exchange gives pieces to the workers of a server one by one, for a producer that chooses its next piece by the results
// so far. It is for one goroutine.
type Exchange[P, R any] struct {
	crew     *Crew[P, R]
	producer *producer
	ready    []Outcome[P, R]
}

// Outcome is what came of a piece.
type Outcome[P, R any] struct {
	Piece  P
	Result R
	Worker string
	Failed string // why the piece was set aside; then there is no result
}

// NewExchange begins to work on the job of a crew, whose Do must not be called. The caller must call Close.
func NewExchange[P, R any](ctx context.Context, c *Crew[P, R]) (*Exchange[P, R], error) {
	p := newProducer(c.Link, c.Job, c.Progress)
	if err := p.begin(ctx); err != nil {
		return nil, err
	}
	return &Exchange[P, R]{crew: c, producer: p}, nil
}

// Publish asks for a piece. It waits until the server has the piece, however long that takes. It may be called again for
// a piece whose outcome came. What Receive returned last must be stored by then: the server forgets it.
func (e *Exchange[P, R]) Publish(ctx context.Context, piece P) error {
	e.producer.release(ctx)
	o, err := e.crew.newOrder(ctx, piece)
	if err != nil {
		return err
	}
	o.take = func(r Result) error {
		result, err := e.crew.unpack(piece, r)
		if err == nil {
			e.ready = append(e.ready, Outcome[P, R]{Piece: piece, Result: result, Worker: r.Worker})
		}
		return err
	}
	o.fail = func(r Result) {
		e.ready = append(e.ready, Outcome[P, R]{Piece: piece, Worker: r.Worker, Failed: r.Failed})
	}
	taken, err := e.producer.note(ctx, o)
	if err != nil || taken {
		return err
	}
	return e.producer.ask(ctx, []*order{o})
}

// Receive waits for outcomes and returns them: none if about a second has passed without any. What it returned before
// must be stored by then: the server forgets it.
func (e *Exchange[P, R]) Receive(ctx context.Context) ([]Outcome[P, R], error) {
	e.producer.release(ctx)
	for began := time.Now(); len(e.ready) == 0 && time.Since(began) < progressPause; {
		if err := e.producer.await(ctx); err != nil {
			return nil, err
		}
	}
	for len(e.producer.results) > 0 {
		if err := e.producer.await(ctx); err != nil {
			return nil, err
		}
	}
	ready := e.ready
	e.ready = nil
	return ready, nil
}

// Threads returns how many pieces the workers of the server can do at once, 0 if that is not known yet.
func (e *Exchange[P, R]) Threads() int { return e.producer.seen.Threads }

// Close takes the pieces back that have no outcome. If finished is true, all outcomes are stored, and no more are wanted.
func (e *Exchange[P, R]) Close(finished bool) { e.producer.end(context.Background(), finished) }
