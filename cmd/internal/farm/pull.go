package farm

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// puller takes tasks from the server for all threads of a worker: one request asks for as many tasks as threads are free. Its loop runs on
// one goroutine.
type puller struct {
	worker   *Worker
	queues   *queues
	working  context.Context // of tasks: it may go on when no new ones are taken
	free     []*thread       // threads without a task; the one that worked last is the last
	ended    chan *thread    // threads that have done their tasks
	answers  chan *nats.Msg  // to all requests
	requests map[*nats.Subscription]*request
	turn     time.Time      // when all requests have ended; they do after each pace.idle
	resume   time.Time      // the server is gone or starts: no request before
	tasks    sync.WaitGroup // in progress
}

// request asks for tasks of a queue, and has a subscription of its own for the answers.
type request struct {
	queue queue
	look  bool      // for tasks that wait already
	open  int       // tasks that may still come
	heard time.Time // when the server has last answered
}

// isAt reports whether a request is at a queue, and not at one of the same name before.
func (r *request) isAt(q queue) bool { return r.queue.is(q) }

// pullRequest is a request as JetStream reads it.
type pullRequest struct {
	Batch     int           `json:"batch"`
	Expires   time.Duration `json:"expires,omitempty"`
	NoWait    bool          `json:"no_wait,omitempty"`
	Heartbeat time.Duration `json:"idle_heartbeat,omitempty"`
}

// answerBuffer is the number of answers that wait for the puller in the memory of a worker.
const answerBuffer = 1024

func newPuller(w *Worker, q *queues, threads []*thread) *puller {
	return &puller{
		worker: w, queues: q, free: slices.Clone(threads), ended: make(chan *thread),
		answers: make(chan *nats.Msg, max(answerBuffer, 2*len(threads))), requests: map[*nats.Subscription]*request{},
	}
}

// run gives tasks to free threads until taking ends; the tasks may go on until ctx ends. When it returns no thread has a task.
func (p *puller) run(ctx, taking context.Context) error {
	p.working = ctx
	defer p.tasks.Wait()
	defer p.leave()
	pace := p.worker.Link.pace
	rests, turns, beats := time.NewTicker(pace.rest), time.NewTicker(pace.idle), time.NewTicker(clusterHeartbeat)
	defer rests.Stop()
	defer turns.Stop()
	defer beats.Stop()
	p.turn = time.Now()
	for taking.Err() == nil {
		served, changed := p.queues.current()
		up := p.worker.Link.connected()
		again := p.fill(taking, served)
		for news := false; !news; {
			news = true
			select {
			case <-again:
			case <-changed:
			case t := <-p.ended:
				p.free = append(p.free, t)
			case m := <-p.answers:
				news = p.hear(taking, m)
			case <-up.Done(): // the server has forgotten the requests
				p.withdraw(all)
			case p.turn = <-turns.C: // they end now, and become one
				p.withdraw(all)
			case <-beats.C:
				news = p.withdraw(p.isForgotten)
			case <-rests.C:
				p.rest()
				news = false
			case <-taking.Done():
			}
		}
	}
	return nil
}

// all is true for each request.
func all(*request) bool { return true }

// fill asks for tasks for all free threads. Of several queues it looks into each, in the order of their priorities, and then waits for one
// task of each; of a single one it waits for all. Requests stay while no thread is free, since a task may be on its way: it goes back. It
// returns what gets a value when the queues are worth another look although no task has come; nil if they are not.
func (p *puller) fill(ctx context.Context, served []queue) (again <-chan time.Time) {
	p.collect()
	if len(p.free) == 0 {
		return nil
	}
	if !p.worker.Link.conn.IsConnected() {
		return time.After(storePause)
	}
	if left := time.Until(p.resume); left > 0 {
		return time.After(left)
	}
	health := p.worker.health
	able := health.able(served)
	if len(able) < len(served) || slices.ContainsFunc(able, health.isTried) {
		again = time.After(p.worker.Link.pace.retry)
	}
	p.withdraw(func(r *request) bool { return !slices.ContainsFunc(able, r.isAt) })
	for _, q := range able {
		most := len(p.free)
		switch {
		case health.isTried(q):
			most = 1
		case len(served) == 1:
			continue
		}
		if !p.take(ctx, q, most) {
			return time.After(storePause)
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
		if more := most - p.open(q); more > 0 {
			p.wait(q, more)
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

// open returns how many tasks of a queue may still come.
func (p *puller) open(q queue) (all int) {
	for _, r := range p.requests {
		if r.isAt(q) {
			all += r.open
		}
	}
	return all
}

// ask sends a request for tasks of a queue.
func (p *puller) ask(q queue, wanted pullRequest) *request {
	conn := p.worker.Link.conn
	inbox := conn.NewInbox()
	subscription, err := conn.ChanSubscribe(inbox, p.answers)
	if err != nil {
		p.resume = time.Now().Add(storePause)
		return nil
	}
	r := &request{queue: q, look: wanted.NoWait, open: wanted.Batch, heard: time.Now()}
	p.requests[subscription] = r
	data, _ := json.Marshal(wanted) // numbers
	if err := conn.PublishRequest(takePrefix+q.name, inbox, data); err != nil {
		p.end(subscription)
		return nil
	}
	return r
}

// take gives tasks that wait in a queue to free threads, up to a number, and reports whether the server has answered.
func (p *puller) take(ctx context.Context, q queue, most int) bool {
	asking, cancel := p.worker.Link.attempt(ctx, requestTimeout)
	defer cancel()
	r := p.ask(q, pullRequest{Batch: most, NoWait: true})
	for r != nil && r.open > 0 {
		select {
		case m := <-p.answers:
			p.hear(ctx, m)
		case <-asking.Done():
			p.withdraw(func(other *request) bool { return other == r })
			return false
		}
	}
	return time.Now().After(p.resume)
}

// clusterHeartbeat is the time between two signs that the leader of a queue knows of a request: a leader that dies takes the requests
// with it. A single server cannot die without its connections.
const clusterHeartbeat = 5 * time.Second

// wait asks for tasks of a queue, up to a number, until the next turn.
func (p *puller) wait(q queue, most int) {
	wanted := pullRequest{Batch: most, Expires: max(time.Until(p.turn.Add(p.worker.Link.pace.idle)), time.Millisecond)}
	if p.worker.Link.replicas > 1 && wanted.Expires > 2*clusterHeartbeat {
		wanted.Heartbeat = clusterHeartbeat
	}
	p.ask(q, wanted)
}

// isForgotten reports whether a leader that should know of a request says nothing.
func (p *puller) isForgotten(r *request) bool {
	return p.worker.Link.replicas > 1 && !r.look && time.Since(r.heard) > 2*clusterHeartbeat
}

// statusHeader has why a message without a text is no task.
const statusHeader = "Status"

// The values of statusHeader that are no faults.
const (
	heartbeatStatus = "100"
	emptyStatus     = "404" // of a look
	endedStatus     = "408"
)

// hear takes an answer: a task goes to a free thread. Without one it goes back, as others may have time for it, and so does a task for which
// the puller does not wait any more. It reports whether there may be something to ask for.
func (p *puller) hear(ctx context.Context, m *nats.Msg) (news bool) {
	r := p.requests[m.Sub]
	if status := m.Header.Get(statusHeader); len(m.Data) == 0 && status != "" {
		return p.hearStatus(r, m.Sub, status)
	}
	if r == nil || len(p.free) == 0 {
		p.tasks.Go(func() { p.giveBack(m) })
	} else {
		p.begin(ctx, m)
	}
	if r != nil {
		r.heard = time.Now()
		if r.open--; r.open == 0 {
			p.end(m.Sub)
		}
	}
	return true
}

// hearStatus takes what the server says of a request.
func (p *puller) hearStatus(r *request, s *nats.Subscription, status string) (news bool) {
	if r == nil {
		return false
	}
	r.heard = time.Now()
	if status == heartbeatStatus {
		return false
	}
	if !r.look || status != emptyStatus && status != endedStatus { // the server starts, or the queue is gone
		p.resume = time.Now().Add(storePause)
	}
	p.end(s)
	return true
}

// end forgets a request to which the server sends nothing any more.
func (p *puller) end(s *nats.Subscription) {
	p.requests[s].open = 0
	delete(p.requests, s)
	_ = s.Unsubscribe() // the connection may be closed
}

// withdraw ends some requests, and reports whether there were any. What is on its way still comes.
func (p *puller) withdraw(which func(*request) bool) (some bool) {
	for s, r := range p.requests {
		if which(r) {
			some = true
			r.open = 0
			delete(p.requests, s)
			_ = s.Drain() // the connection may be closed
		}
	}
	return some
}

// leave withdraws all requests, and gives the tasks back that are on their way.
func (p *puller) leave() {
	p.withdraw(all)
	ctx, cancel := context.WithTimeout(context.Background(), leaveTimeout)
	defer cancel()
	_ = p.worker.Link.conn.FlushWithContext(ctx) // if not, the tasks come again later
	for {
		select {
		case m := <-p.answers:
			if len(m.Data) > 0 {
				p.tasks.Go(func() { p.giveBack(m) })
			}
		default:
			return
		}
	}
}

// giveBack gives a task that nobody has begun back to its producer. The server would count it as an attempt that somebody has died of.
func (p *puller) giveBack(m *nats.Msg) {
	ctx, cancel := outlast(p.working, leaveTimeout)
	defer cancel()
	p.worker.giveBack(ctx, m, returned{})
}

// begin gives a task to a free thread.
func (p *puller) begin(ctx context.Context, m *nats.Msg) {
	last := len(p.free) - 1
	t := p.free[last]
	p.free = p.free[:last]
	p.tasks.Go(func() {
		t.handle(p.working, m, func() {
			t.worked = time.Now()
			select {
			case p.ended <- t:
			case <-ctx.Done():
			}
		})
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
