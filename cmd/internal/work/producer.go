package work

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// producer asks for pieces and takes their results. All of it runs on one goroutine.
type producer struct {
	link     *Link
	job      Job
	progress func(Progress)

	queue    jetstream.Consumer
	needs    string            // Needs.digest
	asked    map[string]*order // by their identities
	taken    map[string]bool   // identities of pieces that are done
	earlier  map[string]bool   // identities with a result from before
	window   int               // pieces that may be asked for at the same time
	failures []error           // of pieces that were set aside
	foreign  int               // results that nobody asked for
	remover  *remover
	looks    int // calls of look
	seen     Progress
}

const (
	leastWindow = 64
	mostWindow  = 20_000
	perThread   = 4 // pieces that are asked for, for each thread of the workers

	progressPause = time.Second
	resultBuffer  = 512 // results that wait for the producer in its memory
)

// run asks for all pieces and takes their results. If ctx ends, the pieces that no worker has begun are taken back.
func (p *producer) run(ctx context.Context, orders iter.Seq2[*order, error]) (err error) {
	last, err := p.open(ctx)
	if err != nil {
		return err
	}
	results, stop, err := p.subscribe(ctx, last)
	if err != nil {
		return err
	}
	defer stop()
	p.remover = newRemover(p.link)
	defer p.remover.close()
	next, end := iter.Pull2(orders)
	defer end()
	defer func() {
		if err != nil {
			p.withdraw(ctx)
		}
	}()
	if err := p.loop(ctx, next, results); err != nil {
		return err
	}
	p.forget(ctx)
	return p.failed()
}

// open makes the queue and finds the results from before. It returns the sequence of the last result of all.
func (p *producer) open(ctx context.Context) (last uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	p.window, p.earlier, p.taken = leastWindow, map[string]bool{}, map[string]bool{}
	if p.needs, err = p.job.Needs.digest(); err != nil {
		return 0, err
	}
	if p.queue, err = p.link.openQueue(ctx, p.job); err != nil {
		return 0, fmt.Errorf("the queue of %s: %w", p.job.Needs.Kind, err)
	}
	info, err := p.link.streams.results.Info(ctx, jetstream.WithSubjectFilter(resultSubject(p.job.Producer, "*")))
	if err != nil {
		return 0, fmt.Errorf("the results from before: %w", err)
	}
	for name := range info.State.Subjects {
		p.earlier[name] = true
	}
	return info.State.LastSeq, nil
}

// subscribe returns the results that come after the last one.
func (p *producer) subscribe(ctx context.Context, last uint64) (<-chan jetstream.Msg, func(), error) {
	consumer, err := p.link.streams.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultSubject(p.job.Producer, "*")},
		DeliverPolicy:  jetstream.DeliverByStartSequencePolicy, OptStartSeq: last + 1,
	})
	if err != nil {
		return nil, nil, fmt.Errorf("the results: %w", err)
	}
	results, ended := make(chan jetstream.Msg, resultBuffer), make(chan struct{})
	consuming, err := consumer.Consume(func(m jetstream.Msg) {
		select {
		case results <- m:
		case <-ended:
		}
	})
	if err != nil {
		return nil, nil, fmt.Errorf("the results: %w", err)
	}
	return results, func() {
		close(ended)
		consuming.Stop()
	}, nil
}

// loop asks for pieces and takes results until all pieces are done.
func (p *producer) loop(ctx context.Context, next func() (*order, error, bool), results <-chan jetstream.Msg) error {
	progress, reconcile := time.NewTicker(progressPause), time.NewTicker(p.link.pace.reconcile)
	defer progress.Stop()
	defer reconcile.Stop()
	more := true
	for more || len(p.asked) > 0 {
		for more && len(p.asked) < p.window && len(results) == 0 && ctx.Err() == nil {
			var err error
			if more, err = p.askSome(ctx, next); err != nil {
				return err
			}
		}
		if !more && len(p.asked) == 0 {
			break
		}
		var err error
		select {
		case m := <-results:
			err = p.receive(ctx, answerOf(m))
		case <-progress.C:
			p.look(ctx)
		case <-reconcile.C:
			err = p.reconcile(ctx)
		case <-p.link.back:
			err = p.reconcile(ctx)
		case <-p.link.Closed():
			err = errClosed
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// askBatch is the number of pieces that a producer asks for before it waits for the server.
const askBatch = 64

// askSome asks for the next pieces, and reports whether there may be more.
func (p *producer) askSome(ctx context.Context, next func() (*order, error, bool)) (more bool, err error) {
	var some []*order
	for range min(askBatch, p.window-len(p.asked)) {
		o, err, ok := next()
		if err != nil {
			return false, err
		}
		if !ok {
			return false, p.ask(ctx, some)
		}
		taken, err := p.note(ctx, o)
		if err != nil {
			return false, err
		}
		if !taken {
			some = append(some, o)
		}
	}
	return true, p.ask(ctx, some)
}

// note keeps the order of a piece. It reports whether the piece has a result from before, which it takes.
func (p *producer) note(ctx context.Context, o *order) (taken bool, err error) {
	identity := o.piece.Identity
	if p.asked[identity] != nil {
		return false, fmt.Errorf("piece %s of %s is there twice", short(identity), p.job.Needs.Kind)
	}
	p.asked[identity] = o
	if name := resultSubject(p.job.Producer, identity); p.earlier[name] {
		delete(p.earlier, name)
		return p.takeEarlier(ctx, name)
	}
	return false, nil
}

// failed returns the errors of the pieces that were set aside.
func (p *producer) failed() error {
	if p.foreign > 0 {
		p.link.say("%d results for which nobody has asked were left out", p.foreign)
	}
	if len(p.failures) == 0 {
		return nil
	}
	const shown = 5
	err := errors.Join(p.failures[:min(shown, len(p.failures))]...)
	return fmt.Errorf("%d pieces of %s were set aside, all others are done: %w", len(p.failures), p.job.Needs.Kind, err)
}

// subjectOf returns the subject of a piece.
func (p *producer) subjectOf(identity string) string {
	return subject{p.job.Needs.Kind, p.job.Priority, p.needs, p.job.Producer, identity}.String()
}

// withdraw takes the pieces back that wait, and those in progress: a worker that is at one still stores its result,
// which the producer finds when it starts again.
func (p *producer) withdraw(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTimeout)
	defer cancel()
	err := p.link.streams.work.Purge(ctx, jetstream.WithPurgeSubject(p.subjectOf("*")))
	if err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		p.link.say("the pieces that wait could not be taken back: %v", err)
	}
}
