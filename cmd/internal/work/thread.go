package work

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// thread does the pieces of a worker one after the other.
type thread struct {
	worker *Worker
	queues *queues
	doers  map[string]Doer // by the kind; made when they are needed

	mu       sync.Mutex
	producer string             // of the piece in progress, "" if there is none
	abandon  context.CancelFunc // ends the piece
}

// enter returns the context of a piece of a producer, which ends when the producer abandons it. The caller must call
// leave.
func (t *thread) enter(ctx context.Context, producer string) (piece context.Context, leave func()) {
	piece, cancel := context.WithCancel(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.producer, t.abandon = producer, cancel
	return piece, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.producer = ""
		cancel()
	}
}

// leavePiece ends the piece in progress if it is one of a producer.
func (t *thread) leavePiece(producer string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.producer == producer && producer != "" {
		t.abandon()
	}
}

// run does pieces until ctx ends.
func (t *thread) run(ctx context.Context) error {
	worked := time.Now()
	for turn := 0; ctx.Err() == nil; turn++ {
		served, changed := t.queues.current()
		if len(served) == 0 {
			select {
			case <-changed:
			case <-ctx.Done():
			}
			continue
		}
		message, err := t.next(ctx, served, turn)
		switch {
		case message != nil:
			t.handle(ctx, message)
			worked = time.Now()
		case err != nil:
			pause(ctx, storePause) // the server is gone or starts
		case time.Since(worked) > t.worker.Link.pace.rest:
			for kind := range t.doers { // the table of a proof and the engines of a match keep gigabytes
				t.drop(kind)
			}
		}
	}
	return nil
}

// next returns a piece, nil if none came soon. It looks into all queues, in the order of their priorities, and then
// waits for a piece of one of them: another one in each turn.
func (t *thread) next(ctx context.Context, served []queue, turn int) (jetstream.Msg, error) {
	if len(served) > 1 {
		for _, q := range served {
			batch, err := q.consumer.FetchNoWait(1)
			if err != nil {
				return nil, err
			}
			if message := <-batch.Messages(); message != nil {
				return message, nil
			}
		}
	}
	waiting, cancel := context.WithTimeout(ctx, t.worker.Link.pace.idle/time.Duration(len(served)))
	defer cancel()
	batch, err := served[turn%len(served)].consumer.Fetch(1, jetstream.FetchContext(waiting))
	if err != nil {
		return nil, err
	}
	message := <-batch.Messages()
	if err := batch.Error(); message == nil && err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	return message, nil
}

// pause waits so long, or until ctx ends.
func pause(ctx context.Context, long time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(long):
	}
}

// doer returns who does pieces of a kind.
func (t *thread) doer(kind string) (Doer, error) {
	if d := t.doers[kind]; d != nil {
		return d, nil
	}
	d, err := t.worker.Kinds[kind](&Files{link: t.worker.Link, folder: t.worker.Cache})
	if err == nil {
		t.doers[kind] = d
	}
	return d, err
}

// drop ends the doer of a kind. After a panic nobody knows its state.
func (t *thread) drop(kind string) {
	if d := t.doers[kind]; d != nil {
		delete(t.doers, kind)
		_ = d.Close() // a new one is made
	}
}

// close ends all doers.
func (t *thread) close() (err error) {
	for _, d := range t.doers {
		err = errors.Join(err, d.Close())
	}
	return err
}
