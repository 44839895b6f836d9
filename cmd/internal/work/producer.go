package work

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

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
	earlier  map[string]bool   // subjects of results from before
	window   int               // pieces that may be asked for at the same time
	failures []error           // of pieces that were set aside
	foreign  int               // results that nobody asked for
	unserved string            // why no worker does the pieces, as it was said last
	held     []held            // results that were taken, and are not yet stored elsewhere
	results  <-chan jetstream.Msg
	stop     func() // of results
	shows    *time.Ticker
	compares *time.Ticker
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

// newProducer returns a producer. The caller must call begin, and then end.
func newProducer(l *Link, j Job, progress func(Progress)) *producer {
	return &producer{link: l, job: j, progress: progress, asked: map[string]*order{}, taken: map[string]bool{}, earlier: map[string]bool{}}
}

// run asks for all pieces and takes their results. If ctx ends, the pieces that no worker has begun are taken back.
func (p *producer) run(ctx context.Context, orders iter.Seq2[*order, error]) error {
	if err := p.begin(ctx); err != nil {
		return err
	}
	next, stop := iter.Pull2(orders)
	defer stop()
	err := p.loop(ctx, next)
	p.end(ctx, err == nil)
	return cmp.Or(err, p.failed())
}

// begin opens the queue and listens to results.
func (p *producer) begin(ctx context.Context) error {
	last, err := p.open(ctx)
	if err != nil {
		return err
	}
	if p.results, p.stop, err = p.subscribe(ctx, last); err != nil {
		return err
	}
	p.remover = newRemover(p.link)
	p.shows, p.compares = time.NewTicker(progressPause), time.NewTicker(p.link.pace.reconcile)
	p.look(ctx)
	return nil
}

// end ends what begin began. If the producer is done, all results that it took are stored; what it has asked for and
// not got is taken back.
func (p *producer) end(ctx context.Context, done bool) {
	p.shows.Stop()
	p.compares.Stop()
	if done {
		p.release(ctx)
		p.forget(ctx)
	}
	if len(p.asked) > 0 {
		p.withdraw(ctx)
	}
	close(p.remover.sequences)
	<-p.remover.ended
	p.stop()
}

// open makes the queue and finds the results from before. It returns the sequence of the last result of all.
func (p *producer) open(ctx context.Context) (last uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	p.window = leastWindow
	if p.needs, err = p.job.Needs.digest(); err != nil {
		return 0, err
	}
	if p.queue, err = p.link.openQueue(ctx, p.job); err != nil {
		return 0, fmt.Errorf("the queue of %s: %w", p.job.Needs.Kind, err)
	}
	if err := p.dropStale(ctx); err != nil {
		return 0, fmt.Errorf("the pieces from before: %w", err)
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
func (p *producer) loop(ctx context.Context, next func() (*order, error, bool)) (err error) {
	for more := true; more || len(p.asked) > 0; {
		for more && len(p.asked) < p.window && len(p.results) == 0 && ctx.Err() == nil {
			if more, err = p.askSome(ctx, next); err != nil {
				return err
			}
		}
		if !more && len(p.asked) == 0 {
			break
		}
		if err := p.await(ctx); err != nil {
			return err
		}
		p.release(ctx) // what takes results has stored them
	}
	return nil
}

// await handles what happens next: a result, about once a second a look at the workers, the end.
func (p *producer) await(ctx context.Context) error {
	select {
	case m := <-p.results:
		return p.receive(ctx, answerOf(m))
	case <-p.shows.C:
		p.look(ctx)
		return nil
	case <-p.compares.C:
		return p.reconcile(ctx)
	case <-p.link.back:
		return p.reconcile(ctx)
	case <-p.link.Closed():
		return errClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
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
