package work

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
)

// remover removes results from the server, beside the producer that has taken them. A result that stays is found by
// the next run of the producer, or is removed when it is old.
type remover struct {
	link      *Link
	sequences chan uint64 // of messages in the stream RESULTS
	ended     chan struct{}
}

// newRemover returns a remover. The caller must close sequences; then all are removed when ended is closed.
func newRemover(l *Link) *remover {
	r := &remover{l, make(chan uint64, resultBuffer), make(chan struct{})}
	go func() {
		defer close(r.ended)
		for n := range r.sequences {
			ctx, cancel := context.WithTimeout(context.Background(), leaveTimeout)
			_ = l.streams.results.DeleteMsg(ctx, n)
			cancel()
		}
	}()
	return r
}

// forget removes the results from before for which this run did not ask: the run before had stored them.
func (p *producer) forget(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	for subject := range p.earlier {
		if p.link.streams.results.Purge(ctx, jetstream.WithPurgeSubject(subject)) != nil {
			return
		}
	}
}
