package farm

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// puller takes tasks from the server for all threads of a worker: one request asks for as many tasks as threads are free. Its loop runs on
// one goroutine.
type puller struct {
	worker   *Worker
	queues   *queues
	working  context.Context // of tasks: it may go on when no new ones are taken
	free     []*thread       // threads without a task; the one that worked last is the last
	ended    chan *thread    // threads that have done their tasks
	arrivals chan arrival
	waits    map[string]*requests // by the name of the queue
	turn     time.Time            // when all requests have ended; they do after each pace.idle
	tasks    sync.WaitGroup       // in progress
}

// requests wait for tasks of a queue.
type requests struct {
	ctx    context.Context
	cancel context.CancelFunc
	open   int // tasks that may still come
}

// arrival is a task for which the puller has waited, or a request that failed.
type arrival struct {
	from    *requests
	message jetstream.Msg // nil of a request that failed
	missing int           // tasks of a request that failed, which have not come
}

func newPuller(w *Worker, q *queues, threads []*thread) *puller {
	return &puller{
		worker: w, queues: q, free: slices.Clone(threads), ended: make(chan *thread), arrivals: make(chan arrival),
		waits: map[string]*requests{},
	}
}

// run gives tasks to free threads until taking ends; the tasks may go on until ctx ends. When it returns no thread has a task.
func (p *puller) run(ctx, taking context.Context) error {
	p.working = ctx
	defer p.tasks.Wait()
	rests := time.NewTicker(p.worker.Link.pace.rest)
	defer rests.Stop()
	turns := time.NewTicker(p.worker.Link.pace.idle)
	defer turns.Stop()
	p.turn = time.Now()
	for taking.Err() == nil {
		served, changed := p.queues.current()
		select {
		case <-p.fill(taking, served):
		case <-changed:
		case t := <-p.ended:
			p.free = append(p.free, t)
		case a := <-p.arrivals:
			p.arrive(taking, a)
		case p.turn = <-turns.C:
			p.waits = map[string]*requests{} // they end now, and become one
		case <-rests.C:
			p.rest()
		case <-taking.Done():
		}
	}
	return nil
}

// fill asks for tasks for all free threads. Of several queues it looks into each, in the order of their priorities, and then waits for one
// task of each; of a single one it waits for all. Requests stay while no thread is free, since a task may be on its way: it goes back. It
// returns what gets a value when the queues are worth another look although no task has come; nil if they are not.
func (p *puller) fill(ctx context.Context, served []queue) (again <-chan time.Time) {
	p.collect()
	if len(p.free) == 0 {
		return nil
	}
	health := p.worker.health
	able := health.able(served)
	if len(able) < len(served) || slices.ContainsFunc(able, health.isTried) {
		again = time.After(p.worker.Link.pace.retry)
	}
	p.stopWaits(able)
	for _, q := range able {
		most := len(p.free)
		switch {
		case health.isTried(q):
			most = 1
		case len(served) == 1:
			continue
		}
		if err := p.take(ctx, q, most); err != nil {
			return time.After(storePause) // the server is gone or starts
		}
		if len(p.free) == 0 {
			return nil
		}
	}
	for _, q := range able {
		most := 1
		switch {
		case health.isTried(q):
			continue
		case len(served) == 1:
			most = len(p.free)
		}
		r := p.waits[q.name]
		if r == nil {
			r = &requests{}
			r.ctx, r.cancel = context.WithTimeout(ctx, 2*p.worker.Link.pace.idle)
			p.waits[q.name] = r
		}
		if more := most - r.open; more > 0 {
			r.open += more
			until := p.turn.Add(p.worker.Link.pace.idle)
			p.tasks.Go(func() { p.wait(r, q, more, until) })
		}
	}
	return again
}

// collect notes which threads have done their tasks meanwhile.
func (p *puller) collect() {
	for {
		select {
		case t := <-p.ended:
			p.free = append(p.free, t)
		default:
			return
		}
	}
}

// stopWaits ends the requests to all queues but those.
func (p *puller) stopWaits(but []queue) {
	for name, r := range p.waits {
		if !slices.ContainsFunc(but, func(q queue) bool { return q.name == name }) {
			r.cancel()
			delete(p.waits, name)
		}
	}
}

// take gives tasks that wait in a queue to free threads, up to a number.
func (p *puller) take(ctx context.Context, q queue, most int) error {
	asking, cancel := p.worker.Link.attempt(ctx, requestTimeout)
	defer cancel()
	batch, err := q.consumer.FetchNoWait(most)
	if err != nil {
		return err
	}
	for {
		select {
		case m, more := <-batch.Messages():
			if !more {
				return batch.Error()
			}
			p.begin(ctx, m)
		case <-asking.Done():
			return asking.Err()
		}
	}
}

// clusterHeartbeat is the time between two signs that the leader of a queue knows of a request.
const clusterHeartbeat = 5 * time.Second

// wait waits for tasks of a queue, up to a number, until a time.
func (p *puller) wait(r *requests, q queue, most int, until time.Time) {
	left := max(time.Until(until), time.Millisecond)
	// A request ends at the server a tenth of its time, or a second, before it ends here.
	waiting, cancel := p.worker.Link.attempt(r.ctx, left+min(left/9, time.Second))
	defer cancel()
	options := []jetstream.FetchOpt{jetstream.FetchContext(waiting)}
	switch {
	case left <= 2*clusterHeartbeat:
	case p.worker.Link.replicas > 1: // a leader that dies takes the requests with it
		options = append(options, jetstream.FetchHeartbeat(clusterHeartbeat))
	default: // at each heartbeat the server looks at the requests of all workers: one is enough
		options = append(options, jetstream.FetchHeartbeat(left*9/20))
	}
	batch, err := q.consumer.Fetch(most, options...)
	if err == nil {
		for m := range batch.Messages() {
			most--
			p.send(r, arrival{from: r, message: m})
		}
		err = batch.Error()
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		pause(r.ctx, storePause) // the server is gone or starts
		p.send(r, arrival{from: r, missing: most})
	}
}

// send hands over an arrival, unless nobody waits for it any more: a task then goes back.
func (p *puller) send(r *requests, a arrival) {
	select {
	case p.arrivals <- a:
	case <-r.ctx.Done():
		if a.message != nil {
			p.giveBack(a.message)
		}
	}
}

// giveBack gives a task that nobody has begun back to its producer. The server would count it as an attempt that somebody has died of.
func (p *puller) giveBack(m jetstream.Msg) {
	ctx, cancel := outlast(p.working, leaveTimeout)
	defer cancel()
	p.worker.giveBack(ctx, m, returned{})
}

// arrive gives a task for which the puller has waited to a free thread. Without one the task goes back: others may have time for it.
func (p *puller) arrive(ctx context.Context, a arrival) {
	switch {
	case a.message == nil:
		a.from.open -= a.missing
		return
	case len(p.free) == 0:
		p.tasks.Go(func() { p.giveBack(a.message) })
	default:
		p.begin(ctx, a.message)
	}
	a.from.open--
}

// begin gives a task to a free thread.
func (p *puller) begin(ctx context.Context, m jetstream.Msg) {
	last := len(p.free) - 1
	t := p.free[last]
	p.free = p.free[:last]
	p.tasks.Go(func() {
		t.handle(p.working, m)
		t.worked = time.Now()
		select {
		case p.ended <- t:
		case <-ctx.Done():
		}
	})
}

// rest ends the doers of threads that have had no task for a while: the table of a proof and the engines of a match keep gigabytes.
func (p *puller) rest() {
	for _, t := range p.free {
		if time.Since(t.worked) > p.worker.Link.pace.rest {
			for kind := range t.doers {
				t.drop(kind)
			}
		}
	}
}
