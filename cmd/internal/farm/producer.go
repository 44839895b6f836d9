package farm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// producer asks for tasks and takes their results. All of it runs on one goroutine.
type producer struct {
	link     *Link
	job      Job
	progress func(Progress)

	queue       jetstream.Consumer
	needs       string            // Needs.digest
	asked       map[string]*order // by their identities
	taken       map[string]bool   // identities of tasks that are done
	earlier     map[string]string // subjects of results from before, by the identities of their tasks
	window      int               // tasks that may be asked for at the same time
	failures    []failure         // tasks that failed permanently, and may be tried again
	foreign     int               // results that nobody asked for
	bad         int               // results that were none of their tasks
	retries     chan *nats.Msg    // asks to try the failures again
	returned    chan string       // subjects of tasks for a certain worker, which has given them back
	roomless    []*order          // tasks for which the server has no room yet
	full        time.Time         // when it had no room for a task
	again       bool              // tasks were asked for again, which may wait though they are done
	unserved    string            // why no worker does the tasks, as it was said last
	held        []stored          // results that were taken, and are not yet stored elsewhere
	results     chan *nats.Msg
	stop        func()        // of results
	outputs     chan output   // that were read beside the loop
	ended       chan struct{} // closed at the end
	readers     chan struct{} // holds a value for each output that is being read
	shows       *time.Ticker
	compares    *time.Ticker
	remove      chan<- stored // takes the results to remove
	finish      func()        // ends remove
	refreshes   int           // calls of refresh
	began       time.Time
	host        string
	said        time.Time // when the producer was announced
	takenBefore int       // length of taken at the last call of isStuck
	stuck       int       // calls of isStuck in a row at which nothing had moved
	seen        Progress
	present     []Presence // the workers, as they were counted last
	trust       *trust
	recalls     bool // results are used again
}

const (
	minWindow = 64
	maxWindow = 20_000
	perThread = 4 // tasks that are asked for, for each thread of the workers

	maxReaders    = 8 // outputs that are read at the same time
	progressPause = time.Second
	resultBuffer  = maxWindow // results that wait for the producer in its memory
)

// newProducer returns a producer. The caller must call begin, and then end.
func newProducer(l *Link, j Job, progress func(Progress)) *producer {
	return &producer{
		link: l, job: j, progress: progress, asked: map[string]*order{}, taken: map[string]bool{}, earlier: map[string]string{},
		trust:   newTrust(0),
		results: make(chan *nats.Msg, resultBuffer), retries: make(chan *nats.Msg, 1), returned: make(chan string, minWindow),
		outputs: make(chan output), ended: make(chan struct{}), readers: make(chan struct{}, maxReaders),
	}
}

// run asks for all tasks and takes their results. If ctx ends, the tasks that no worker has begun are taken back.
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
	if err := wait(ctx, p.link.say, func() error { return p.open(ctx) }); err != nil {
		return err
	}
	p.remove, p.finish = remover(p.link)
	p.began = time.Now()
	p.host, _ = os.Hostname() // a host without a name has none
	p.shows, p.compares = time.NewTicker(p.link.pace.show), time.NewTicker(p.link.pace.reconcile)
	p.refresh(ctx)
	return nil
}

// end ends what begin began. If the producer is done, all results that it took are stored; what it has asked for and
// not got is taken back.
func (p *producer) end(ctx context.Context, done bool) {
	p.shows.Stop()
	close(p.ended)
	if done {
		p.release(len(p.held))
	}
	p.finish()
	p.stop()
	p.withdraw(ctx, done)
}

// open makes the queue, listens to results, and finds those from before. The server sends each result when a worker publishes it; what
// does not arrive, reconcile finds in the stream.
func (p *producer) open(ctx context.Context) error {
	ctx, cancel := p.link.attempt(ctx, requestTimeout)
	defer cancel()
	p.window = minWindow
	p.needs = p.job.Needs.digest()
	if err := p.link.restore(ctx); err != nil { // the server may have lost its streams since they were opened
		return err
	}
	var err error
	if p.queue, _, err = p.link.openQueue(ctx, p.job); err != nil {
		return fmt.Errorf("the queue of %s: %w", p.job.Needs.Kind, plain{err})
	}
	if err := p.dropStale(ctx); err != nil {
		return fmt.Errorf("the tasks from before: %w", plain{err})
	}
	listening, err := p.link.conn.ChanSubscribe(resultsOf(p.job.Producer, "*"), p.results)
	if err != nil {
		return fmt.Errorf("the results: %w", plain{err})
	}
	noBack, err := p.takeBack()
	if err != nil {
		return err
	}
	noRetries, err := p.listenToRetries()
	if err != nil {
		return err
	}
	p.stop = func() {
		noBack()
		noRetries()
		_ = listening.Unsubscribe() // the connection may be closed
	}
	earlier, err := p.subjects(ctx, p.link.streams.results, resultsOf(p.job.Producer, "*"))
	if err != nil {
		p.stop()
		return fmt.Errorf("the results from before: %w", plain{err})
	}
	for name := range earlier {
		p.earlier[identityOf(name)] = name
	}
	return nil
}

// loop asks for tasks and takes results until all tasks are done.
func (p *producer) loop(ctx context.Context, next func() (*order, error, bool)) (err error) {
	for more := true; more || len(p.asked) > 0; {
		for more && len(p.asked) < p.window && len(p.results) == 0 && len(p.roomless) == 0 && ctx.Err() == nil {
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
		p.release(len(p.held)) // what takes results has stored them
	}
	return nil
}

// await handles what happens next: a result, about once a second a refresh of what is shown, the end.
func (p *producer) await(ctx context.Context) error {
	select {
	case m := <-p.results:
		return p.receive(ctx, answer{m.Subject, m.Data})
	case o := <-p.outputs:
		return p.takeOutput(ctx, o)
	case m := <-p.retries:
		return p.retry(ctx, m)
	case name := <-p.returned:
		o := p.asked[parseSubject(name).identity]
		if o == nil || o.reading || p.subjectOf(o) != name {
			return nil
		}
		o.refused = append(o.refused, partyOf(o.addressee))
		return p.pass(ctx, o)
	case <-p.shows.C:
		p.refresh(ctx)
		return p.askRoomless(ctx)
	case <-p.compares.C:
		return p.reconcile(ctx)
	case <-p.link.back:
		p.said = time.Time{} // the server may have forgotten that the producer is there
		return p.reconcile(ctx)
	case <-p.link.Closed():
		return errClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// askBatch is the number of tasks that a producer asks for before it waits for the server.
const askBatch = 64

// askSome asks for the next tasks, and reports whether there may be more.
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

// note keeps the order of a task. It reports whether the task has a result from before, which it takes.
func (p *producer) note(ctx context.Context, o *order) (taken bool, err error) {
	identity := o.task.Identity
	if p.asked[identity] != nil {
		return false, fmt.Errorf("task %s of %s is there twice", short(identity), p.job.Needs.Kind)
	}
	if p.recalls {
		if r := p.trust.recall(identity); r != nil {
			return true, o.take(*r)
		}
	}
	p.asked[identity] = o
	if name := p.earlier[identity]; name != "" {
		delete(p.earlier, identity)
		return p.takeEarlier(ctx, name)
	}
	return false, nil
}

// failed returns the errors of the tasks that failed permanently.
func (p *producer) failed() error {
	if p.foreign > 0 {
		p.link.say("%d results for which nobody has asked were left out", p.foreign)
	}
	if len(p.failures) == 0 {
		return nil
	}
	const shown = 5
	var err error
	for _, f := range p.failures[:min(shown, len(p.failures))] {
		err = errors.Join(err, f.err)
	}
	return fmt.Errorf("%d tasks of %s failed permanently, all others are done: %w", len(p.failures), p.job.Needs.Kind, err)
}

// subjectOf returns the subject of a task, for the worker that is asked.
func (p *producer) subjectOf(o *order) string {
	j, needs := p.jobFor(o.addressee), p.needs
	if o.addressee != "" {
		needs = j.Needs.digest()
	}
	return subject{j.Needs.Kind, j.Priority, needs, j.Producer, o.task.Identity}.String()
}

// allSubjects returns the subjects of all tasks of the producer.
func (p *producer) allSubjects() string {
	return "work." + p.job.Needs.Kind + ".*.*." + p.job.Producer + ".*"
}

// refreshTimeout bounds a refresh.
const refreshTimeout = progressPause

// refreshesPerWindow is after how many refreshes the workers are counted again.
const refreshesPerWindow = 5

// refresh reports the progress, and sets the window to what the workers can do.
func (p *producer) refresh(ctx context.Context) {
	ctx, cancel := p.link.attempt(ctx, refreshTimeout)
	defer cancel()
	p.announce(ctx)
	if p.refreshes%refreshesPerWindow == 0 {
		workers, err := p.link.crowd(ctx)
		if err != nil {
			return
		}
		p.seen, p.present = Progress{Workers: len(workers)}, workers
		for _, w := range workers {
			p.seen.Threads += w.Threads
		}
		p.warn(p.counting(workers))
		p.window = min(max(minWindow, perThread*p.seen.Threads), maxWindow)
	}
	p.refreshes++
	info, err := p.queue.Info(ctx)
	if err != nil || p.progress == nil {
		return
	}
	p.seen.Waiting, p.seen.InProgress, p.seen.Redelivered = info.NumPending, info.NumAckPending, info.NumRedelivered
	p.progress(p.seen)
}

// announce tells the server that the producer is there.
func (p *producer) announce(ctx context.Context) {
	if time.Since(p.said) < p.link.pace.present {
		return
	}
	p.said = time.Now()
	state := ProducerState{
		Producer: p.job.Producer, Host: p.host, Kind: p.job.Needs.Kind, Output: p.job.Output, Done: uint64(len(p.taken)), Failed: uint64(len(p.failures)),
		Asked: len(p.asked), Foreign: uint64(p.foreign), Bad: uint64(p.bad), Up: time.Since(p.began),
	}
	if p.job.Left != nil {
		state.Left, state.TimeLeft = p.job.Left()
	}
	_ = p.link.announce(ctx, producerKey+p.job.Producer, state) // if not, the next time
}

// reconcile compares the tasks that were asked for with what the server has. It makes the queue again if the server has lost it,
// takes results that did not come, and asks again for tasks that the server has lost. A task leaves the queue only after its result
// is stored, so the queue is read first.
func (p *producer) reconcile(ctx context.Context) error {
	if err := p.restore(ctx); err != nil {
		return nil // the server is gone; the next call comes soon
	}
	waiting, err := p.subjects(ctx, p.link.streams.work, p.allSubjects())
	if err != nil {
		return nil
	}
	queue, err := within(ctx, p.link, requestTimeout, p.queue.Info)
	if err != nil {
		return nil
	}
	// A queue whose file is damaged may take tasks for done that no worker had.
	passed := queue.NumPending == 0 && queue.NumAckPending == 0
	answered, err := p.subjects(ctx, p.link.streams.results, resultsOf(p.job.Producer, "*"))
	if err != nil {
		return nil
	}
	answers := map[string]string{}
	for name := range answered {
		identity := identityOf(name)
		if o := p.asked[identity]; o != nil && !o.hasHeard(name) {
			answers[identity] = name
		}
	}
	var lost []*order
	for identity, o := range p.asked {
		name := answers[identity]
		switch {
		case o.reading:
		case name != "":
			message, err := p.fetch(ctx, name)
			if err != nil || message == nil {
				continue
			}
			if err := p.receive(ctx, *message); err != nil {
				return err
			}
		case o.roomless:
		case o.addressee != "" && time.Since(o.since) > p.link.pace.verify:
			o.refused = append(o.refused, partyOf(o.addressee))
			if err := p.pass(ctx, o); err != nil {
				return err
			}
		case (o.addressee != "" || len(o.votes) > 0) && (!p.verifies(o) || waiting[p.subjectOf(o)] == 0):
			if err := p.pass(ctx, o); err != nil {
				return err
			}
		case waiting[p.subjectOf(o)] == 0:
			lost = append(lost, o)
		case o.addressee != "":
			_ = p.openAddressed(ctx, o.addressee) // if not, the next time
		case passed && p.purge(ctx, p.subjectOf(o)) == nil:
			lost = append(lost, o)
		}
	}
	maps.DeleteFunc(waiting, func(name string, _ uint64) bool { return parseSubject(name).needs != p.needs }) // in queues of one worker
	if p.isStuck(len(waiting)) {
		p.link.say("the queue of %s gives no tasks though workers are free: it is made again", p.job.Needs.Kind)
		_ = p.renewQueue(ctx) // if not, the next time
	}
	if len(lost) > 0 {
		p.again = true
		p.link.say("the server does not have %s of %s: asked for again", cli.Count(len(lost), "task", "tasks"), p.job.Needs.Kind)
	}
	for some := range slices.Chunk(lost, askBatch) {
		if err := p.ask(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// stuckTimes is how often in a row reconcile must find that nothing moves.
const stuckTimes = 2

// isStuck reports whether the queue takes tasks for being done though nobody does them, as one whose file is damaged: tasks wait, no result
// has come since the last call, and workers that can do them do nothing.
func (p *producer) isStuck(waiting int) bool {
	still := waiting > 0 && len(p.taken) == p.takenBefore && p.hasIdleWorkers()
	p.takenBefore = len(p.taken)
	if !still {
		p.stuck = 0
		return false
	}
	p.stuck++
	return p.stuck%stuckTimes == 0
}

// hasIdleWorkers reports whether there are workers that can do the tasks, and none of them does anything.
func (p *producer) hasIdleWorkers() (idle bool) {
	for _, w := range p.present {
		if !w.serves(p.job.Needs) || w.Ill[p.job.Needs.Kind] != "" {
			continue
		}
		if idle = true; w.Busy > 0 {
			return false
		}
	}
	return idle
}

// restore makes the streams and the queue again that the server has lost.
func (p *producer) restore(ctx context.Context) error {
	ctx, cancel := p.link.attempt(ctx, requestTimeout)
	defer cancel()
	if err := p.link.restore(ctx); err != nil {
		return err
	}
	queue, made, err := p.link.openQueue(ctx, p.job)
	if err != nil {
		return err
	}
	if made {
		p.link.say("the server had lost the queue of %s: it is made again", p.job.Needs.Kind)
	}
	p.queue = queue
	return nil
}

// subjects returns the number of messages of a stream by their subjects.
func (p *producer) subjects(ctx context.Context, stream jetstream.Stream, filter string) (map[string]uint64, error) {
	ctx, cancel := p.link.attempt(ctx, requestTimeout)
	defer cancel()
	return subjectsOf(ctx, stream, filter)
}

// renewQueue deletes the queue of the producer and makes it again.
func (p *producer) renewQueue(ctx context.Context) error {
	ctx, cancel := p.link.attempt(ctx, requestTimeout)
	defer cancel()
	if err := p.link.streams.work.DeleteConsumer(ctx, p.queue.CachedInfo().Name); err != nil {
		return err
	}
	_, _, err := p.link.openQueue(ctx, p.job)
	return err
}

// purge removes the tasks of a subject from the server, as long as the connection lasts and within requestTimeout.
func (p *producer) purge(ctx context.Context, subject string) error {
	ctx, cancel := p.link.attempt(ctx, requestTimeout)
	defer cancel()
	return p.link.streams.work.Purge(ctx, jetstream.WithPurgeSubject(subject))
}

// withdraw takes the tasks back that wait, and those in progress: a worker that is at one still stores its result,
// which the producer finds when it starts again. If the producer is done, nobody will ask for that result, nor if the job says
// so: the workers abandon the task. Of a producer that is done no result stays on the server.
func (p *producer) withdraw(ctx context.Context, done bool) {
	if !p.link.conn.IsConnected() {
		if len(p.asked) > 0 {
			p.link.say("the tasks that wait stay on the server, which is gone: the same command takes them up again")
		}
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTimeout)
	defer cancel()
	_ = p.link.streams.workers.Delete(ctx, producerKey+p.job.Producer) // if not, it is taken for gone a little later
	var err error
	if len(p.asked) > 0 || p.again {
		err = p.purge(ctx, p.allSubjects())
	}
	if err == nil && (done && p.again || !done && p.job.Abandon) {
		err = p.link.conn.Publish(abandonSubject, []byte(p.job.Producer))
	}
	if err == nil && done {
		err = p.link.streams.results.Purge(ctx, jetstream.WithPurgeSubject(resultsOf(p.job.Producer, "*")))
	}
	if err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		p.link.say("what is left of the work could not be removed from the server: %v", storeError(err))
	}
}

// dropStale removes tasks that a run before asked for with other needs or another priority and did not take back: it
// was killed, and this run asks for them anew.
func (p *producer) dropStale(ctx context.Context) error {
	mine := subject{p.job.Needs.Kind, p.job.Priority, p.needs, p.job.Producer, "*"}
	waiting, err := p.subjects(ctx, p.link.streams.work, p.allSubjects())
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
		if err := p.purge(ctx, s.String()); err != nil {
			return err
		}
	}
	return nil
}

// unserved returns why no worker does tasks with these needs, "" if one of them can.
func unserved(workers []Presence, n Needs) string {
	if len(workers) == 0 {
		return fmt.Sprintf("no worker is there for tasks of %s: start one with zonda work", n.Kind)
	}
	for _, w := range workers {
		if w.Abilities.lacks(n) == "" {
			return ""
		}
	}
	first := workers[0]
	return fmt.Sprintf("no worker can do tasks of %s; worker %s on %s: %s", n.Kind, first.Name, first.Host, first.Abilities.lacks(n))
}

// warn says once why no worker, of those whose results count, does the tasks. It says so again if there was a worker meanwhile, or for another reason.
func (p *producer) warn(workers []Presence) {
	why := unserved(workers, p.job.Needs)
	if why != "" && why != p.unserved {
		p.link.say("%s", why)
	}
	p.unserved = why
}
