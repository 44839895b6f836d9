package work

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

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
