package work

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
)

// lookTimeout bounds a look at the queue.
const lookTimeout = progressPause

// looksPerWindow is the number of looks at the queue for each look at the workers.
const looksPerWindow = 5

// look reports the progress, and sets the window to what the workers can do.
func (p *producer) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	if p.looks%looksPerWindow == 0 {
		workers, err := p.link.Workers(ctx)
		if err != nil {
			return
		}
		p.seen = Progress{Workers: len(workers)}
		for _, w := range workers {
			p.seen.Threads += w.Threads
		}
		p.warn(workers)
		p.window = min(max(leastWindow, perThread*p.seen.Threads), mostWindow)
	}
	p.looks++
	info, err := p.queue.Info(ctx)
	if err != nil || p.progress == nil {
		return
	}
	p.seen.Waiting, p.seen.InProgress, p.seen.Redelivered = info.NumPending, info.NumAckPending, info.NumRedelivered
	p.progress(p.seen)
}

// reconcile compares the pieces that were asked for with what the server has. It takes results that did not come, and
// asks again for pieces that the server has lost. A piece leaves the queue only after its result is stored, so the
// queue is read first.
func (p *producer) reconcile(ctx context.Context) error {
	waiting, err := p.subjects(ctx, p.link.streams.work, p.subjectOf("*"))
	if err != nil {
		return nil // the server is gone; the next call comes soon
	}
	answered, err := p.subjects(ctx, p.link.streams.results, resultSubject(p.job.Producer, "*"))
	if err != nil {
		return nil
	}
	for identity, o := range p.asked {
		name := resultSubject(p.job.Producer, identity)
		switch {
		case answered[name] > 0:
			message, err := p.fetch(ctx, name)
			if err != nil || message == nil {
				continue
			}
			if err := p.receive(ctx, *message); err != nil {
				return err
			}
		case waiting[p.subjectOf(identity)] == 0:
			p.link.say("piece %s of %s is asked for again: the server does not have it", short(identity), o.piece.Kind)
			if err := p.askAgain(ctx, o); err != nil {
				return err
			}
		}
	}
	return nil
}

// subjects returns the number of messages of a stream by their subjects.
func (p *producer) subjects(ctx context.Context, stream jetstream.Stream, filter string) (map[string]uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, err
	}
	return info.State.Subjects, nil
}
