package work

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
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

// withdraw takes the pieces back that wait, and those in progress: a worker that is at one still stores its result,
// which the producer finds when it starts again, unless the job says that workers abandon it.
func (p *producer) withdraw(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTimeout)
	defer cancel()
	err := p.link.streams.work.Purge(ctx, jetstream.WithPurgeSubject(p.subjectOf("*")))
	if err == nil && p.job.Abandon {
		err = p.link.conn.Publish(abandonSubject, []byte(p.job.Producer))
	}
	if err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		p.link.say("the pieces that wait could not be taken back: %v", err)
	}
}

// dropStale removes pieces that a run before asked for with other needs or another priority and did not take back: it
// was killed, and this run asks for them anew.
func (p *producer) dropStale(ctx context.Context) error {
	mine := subject{p.job.Needs.Kind, p.job.Priority, p.needs, p.job.Producer, "*"}
	waiting, err := p.subjects(ctx, p.link.streams.work, "work."+p.job.Needs.Kind+".*.*."+p.job.Producer+".*")
	if err != nil {
		return err
	}
	stale := map[subject]bool{}
	for name := range waiting {
		s := parseSubject(name)
		s.identity = "*"
		if s != mine {
			stale[s] = true
		}
	}
	for s := range stale {
		if err := p.link.streams.work.Purge(ctx, jetstream.WithPurgeSubject(s.String())); err != nil {
			return err
		}
	}
	return nil
}

// unserved returns why no worker does pieces with these needs, "" if one of them can.
func unserved(workers []Presence, n Needs) string {
	if len(workers) == 0 {
		return fmt.Sprintf("no worker is there for pieces of %s: start one with zonda work", n.Kind)
	}
	for _, w := range workers {
		if w.Abilities.lacks(n) == "" {
			return ""
		}
	}
	first := workers[0]
	return fmt.Sprintf("no worker can do pieces of %s; worker %s on %s: %s", n.Kind, first.Name, first.Host, first.Abilities.lacks(n))
}

// warn says once why no worker does the pieces. It says so again if there was a worker meanwhile, or for another reason.
func (p *producer) warn(workers []Presence) {
	why := unserved(workers, p.job.Needs)
	if why != "" && why != p.unserved {
		p.link.say("%s", why)
	}
	p.unserved = why
}
