package work

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
)

// remover removes results from the server, beside the producer that has taken them.
type remover struct {
	link     *Link
	subjects chan string
	ended    chan struct{}
}

// newRemover returns a remover. The caller must call close.
func newRemover(l *Link) *remover {
	r := &remover{l, make(chan string, resultBuffer), make(chan struct{})}
	go func() {
		defer close(r.ended)
		for subject := range r.subjects {
			// A result that stays is found by the next run of the producer, or is removed when it is old.
			_ = l.removeResults(context.Background(), subject)
		}
	}()
	return r
}

// close waits until all is removed.
func (r *remover) close() {
	close(r.subjects)
	<-r.ended
}

// removeResults removes the results at a subject, which may have wildcards.
func (l *Link) removeResults(ctx context.Context, subject string) error {
	ctx, cancel := context.WithTimeout(ctx, leaveTimeout)
	defer cancel()
	return l.streams.results.Purge(ctx, jetstream.WithPurgeSubject(subject))
}

// remove removes the result at a subject.
func (p *producer) remove(subject string) { p.remover.subjects <- subject }

// forget removes the results from before for which this run did not ask: the run before had stored them.
func (p *producer) forget() {
	for subject := range p.earlier {
		p.remove(subject)
	}
}
