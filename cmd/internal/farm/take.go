package farm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ask puts tasks into the queue. A task that is there already stays there once. The messages go out together; what
// the server did not take is sent again, one task after the other.
func (p *producer) ask(ctx context.Context, orders []*order) error {
	waiting, cancel := p.link.attempt(ctx, requestTimeout)
	defer cancel()
	futures := make([]jetstream.PubAckFuture, len(orders))
	for i, o := range orders {
		data, err := json.Marshal(o.task)
		if err != nil {
			return err
		}
		futures[i], err = p.link.js.PublishMsgAsync(&nats.Msg{Subject: p.subjectOf(o), Data: data})
		if err != nil {
			futures[i] = nil // the connection is closed, or too many messages are on their way
		}
	}
	for i, o := range orders {
		if isStored(waiting, futures[i]) {
			continue
		}
		if err := p.askAgain(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// isStored waits until the server has answered or ctx ends, and reports whether the server has the task.
func isStored(ctx context.Context, f jetstream.PubAckFuture) bool {
	if f == nil {
		return false
	}
	select {
	case <-f.Ok():
		return true
	case err := <-f.Err():
		return isThere(err)
	case <-ctx.Done():
	}
	return false
}

// askAgain puts a task into the queue, however long the server is gone. If the server has no room, the task waits in roomless: the producer
// must take results meanwhile, which gives room.
func (p *producer) askAgain(ctx context.Context, o *order) error {
	data, err := json.Marshal(o.task)
	if err != nil || o.roomless {
		return err
	}
	o.roomless = len(p.roomless) > 0
	if !o.roomless {
		err = p.link.insist(ctx, p.link.pace.answer, func(ctx context.Context) error {
			_, err := p.link.js.PublishMsg(ctx, &nats.Msg{Subject: p.subjectOf(o), Data: data})
			if o.roomless = isFull(err); o.roomless {
				return nil
			}
			return err
		})
	}
	if errors.Is(err, nats.ErrMaxPayload) || o.roomless && len(p.roomless) == 0 {
		if long := p.tooLong(ctx, o, len(data)); long != nil {
			return long
		}
	}
	switch {
	case o.roomless:
		p.roomless = append(p.roomless, o)
		p.tellFull()
	case err != nil && !isThere(err):
		return fmt.Errorf("task %s of %s: %w", short(o.task.Identity), p.job.Needs.Kind, err)
	}
	return nil
}

// recordBytes is what the server stores of a message beside its subject and its text.
const recordBytes = 30

// tooLong returns an error if a task of so many bytes has no room on the server at any time, or if the server takes no such message.
func (p *producer) tooLong(ctx context.Context, o *order, bytes int) error {
	most, reason := int(p.link.conn.MaxPayload()), "that is the longest message"
	ctx, cancel := p.link.attempt(ctx, requestTimeout)
	defer cancel()
	info, err := p.link.streams.work.Info(ctx)
	if err == nil && info.Config.MaxBytes > 0 {
		if room := int(info.Config.MaxBytes) - recordBytes - len(p.subjectOf(o)); room < most {
			most, reason = room, "tasks may fill an eighth of its store (zonda serve --max-mib)"
		}
	}
	if bytes <= most {
		return nil
	}
	return fmt.Errorf("task %s of %s has %d bytes, and the server takes at most %d: %s",
		short(o.task.Identity), p.job.Needs.Kind, bytes, most, reason)
}

// fullAge is the time without a task that has no room after which it is told again that there is one.
const fullAge = time.Minute

// tellFull says that tasks have no room, unless it was said a while ago.
func (p *producer) tellFull() {
	if time.Since(p.full) > fullAge {
		p.link.say("the server has no room for more tasks of %s: they wait until others are done", p.job.Needs.Kind)
	}
	p.full = time.Now()
}

// askRoomless asks again for the tasks that had no room, until one has none.
func (p *producer) askRoomless(ctx context.Context) error {
	orders := p.roomless
	p.roomless = nil
	for _, o := range orders {
		o.roomless = false
		if p.asked[o.task.Identity] != o { // it is done: another worker had it
			continue
		}
		if err := p.askAgain(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// takeEarlier takes a result from before, and reports whether there was one. A result that says only that the task
// failed permanently is removed: the task is tried again. So is a task whose result a server that is gone does not give.
func (p *producer) takeEarlier(ctx context.Context, subject string) (bool, error) {
	message, err := p.fetch(ctx, subject)
	if message == nil || err != nil {
		return false, context.Cause(ctx)
	}
	var r Result
	if err := json.Unmarshal(message.data, &r); err != nil || r.Failed != "" {
		p.remove <- stored{subject, r.Large}
		return false, nil
	}
	return true, p.receive(ctx, *message)
}

// answer is a message with a result.
type answer struct {
	subject string
	data    []byte
}

// fetch returns the result at a subject, nil if there is none.
func (p *producer) fetch(ctx context.Context, subject string) (*answer, error) {
	ctx, cancel := p.link.attempt(ctx, requestTimeout)
	defer cancel()
	message, err := p.link.streams.results.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &answer{subject, message.Data}, nil
}

// receive takes the result of a task. The error is that of the producer. An output that stands by itself is read beside the loop,
// and comes to takeOutput.
func (p *producer) receive(ctx context.Context, a answer) error {
	identity := identityOf(a.subject)
	o := p.asked[identity]
	switch {
	case o != nil && (o.reading || o.hasHeard(a.subject)):
		return nil
	case o == nil && p.taken[identity]: // the second result of a task that was done twice
		var r Result
		_ = json.Unmarshal(a.data, &r) // what is none has no output
		p.remove <- stored{a.subject, r.Large}
		return nil
	case o == nil:
		p.foreign++
		return nil
	}
	r, err := parseResult(a.data, identity)
	r.Worker = workerOf(a.subject) // what the server has checked, not what the worker says
	if err != nil {
		err = badOutput{error: err}
	}
	if err == nil && r.Large != "" {
		o.reading = true
		go func() {
			select {
			case p.readers <- struct{}{}:
			case <-p.ended:
				return
			}
			var err error
			r.Output, err = p.link.shared(ctx, r.Large)
			<-p.readers
			select {
			case p.outputs <- output{a.subject, o, r, err}:
			case <-p.ended:
			}
		}()
		return nil
	}
	return p.take(ctx, a.subject, o, r, err)
}

// output is a result whose output was read beside the loop.
type output struct {
	subject string
	order   *order
	result  Result
	err     error
}

// maxUnread is how often a producer tries to read an output before it asks for the task again.
const maxUnread = 3

// takeOutput takes a result with its output. What cannot be read is tried again by reconcile. What is damaged, or cannot be read
// several times, is removed: a worker that does the task again finds the same output, which it must store anew.
func (p *producer) takeOutput(ctx context.Context, o output) error {
	o.order.reading = false
	if o.err != nil {
		o.order.unread++
		if damaged := errors.Is(o.err, errDamaged) || errors.Is(o.err, jetstream.ErrObjectNotFound); !damaged && o.order.unread < maxUnread {
			return nil
		}
		o.order.unread = 0
		_ = p.link.unshare(ctx, o.result.Large) // if not, the output is damaged again
		o.err = badOutput{error: o.err, lost: true}
	}
	return p.take(ctx, o.subject, o.order, o.result, o.err)
}

// take takes the result of a task. A result that is not what it should be is removed, and the task is asked for again.
func (p *producer) take(ctx context.Context, subject string, o *order, r Result, err error) error {
	if p.trust.isBanned(r.Worker) {
		return p.refuseBanned(ctx, subject, o, r)
	}
	if err == nil && r.Refused && len(o.refusals) == 0 && len(o.votes) == 0 {
		o.refusals, o.refused = []Result{r}, append(o.refused, partyOf(r.Worker))
		if asked, err := p.askOther(ctx, o); asked || err != nil {
			p.remove <- stored{subject, r.Large}
			return err
		}
	}
	if err == nil && o.same != nil {
		var right *vote
		right, err = p.verify(ctx, subject, o, r)
		if right == nil {
			return err
		}
		subject, r = right.subject, right.result
	}
	return p.accept(ctx, subject, o, r, err)
}

// accept takes the result of a task that needs no verification any more.
func (p *producer) accept(ctx context.Context, subject string, o *order, r Result, err error) error {
	if err == nil && r.Failed == "" {
		err = o.take(r)
	}
	var bad badOutput
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &bad) && o.bad < maxBad:
		o.bad++
		p.bad++
		p.link.say("a result of worker %s is left out, its task is asked for again: %v", r.Worker, err)
		left := stored{subject, r.Large}
		if bad.lost {
			left.large = "" // it is not there, and the next result of the task may have the same output
		}
		p.remove <- left
		p.again = true
		if bad.lost {
			return p.askAgain(ctx, o)
		}
		banned := p.isBad(o, r.Worker, bad)
		o.refused = append(o.refused, partyOf(r.Worker))
		err := p.pass(ctx, o)
		if err == nil && p.asked[o.task.Identity] == o && o.addressee == "" {
			err = p.askAgain(ctx, o)
		}
		return cmp.Or(banned, err)
	case errors.As(err, &bad):
		r.Failed = printable(fmt.Sprintf("%d results are none of the task: %v", o.bad+1, err))
	case err != nil:
		return err
	}
	if r.Failed != "" {
		p.fail(o, r)
	}
	delete(p.asked, o.task.Identity)
	p.taken[o.task.Identity] = true
	p.held = append(p.held, stored{subject, r.Large})
	for _, v := range o.votes {
		if v.subject != subject {
			p.remove <- v.stored()
		}
	}
	if o.same != nil && r.Failed == "" {
		taken := takenResult{task: o.item, worker: r.Worker}
		if p.recalls {
			taken.output = r.Output
		}
		p.trust.taken[o.task.Identity] = taken
	}
	if r.Failed != "" {
		return nil
	}
	for _, refusal := range o.refusals {
		err = cmp.Or(err, p.isBad(o, refusal.Worker, errors.New(refusal.Failed)))
	}
	return err
}

// hasHeard reports whether the result at a subject is one that the task has already.
func (o *order) hasHeard(subject string) bool {
	return slices.ContainsFunc(o.votes, func(v vote) bool { return v.subject == subject })
}

// maxBad is how many results that are none a producer leaves out before their task fails permanently.
const maxBad = attempts - 1

// stored is a result on the server.
type stored struct {
	subject string
	large   string // checksum of its output, if that stands by itself
}

// release removes the first n results that are held from the server: they are now stored elsewhere.
func (p *producer) release(n int) {
	for _, h := range p.held[:n] {
		p.remove <- h
	}
	p.held = slices.Delete(p.held, 0, n)
}

// fail tells that a task failed permanently, or keeps the error.
func (p *producer) fail(o *order, r Result) {
	if o.fail != nil {
		o.fail(r)
		return
	}
	err := fmt.Errorf("task %s with the input %s, by worker %s: %s", short(o.task.Identity), o.task.Input, r.Worker, r.Failed)
	p.failures = append(p.failures, failure{o, err})
	p.link.say("%v", err)
}

// remover removes results with their outputs from the server, beside the producer that has taken them: those that are sent to remove. The
// caller must call finish, which waits for leaveTimeout at most. A result that stays is found by the next run of the producer, or
// is removed when it is old; so is an output. Results with the same output share it: who still needs it asks for its task again.
func remover(l *Link) (remove chan<- stored, finish func()) {
	results, ended := make(chan stored, resultBuffer), make(chan struct{})
	all, leave := context.WithCancel(context.Background())
	go func() {
		defer close(ended)
		for r := range results {
			ctx, cancel := context.WithTimeout(all, leaveTimeout)
			_ = l.streams.results.Purge(ctx, jetstream.WithPurgeSubject(r.subject))
			if r.large != "" {
				_ = l.unshare(ctx, r.large)
			}
			cancel()
		}
	}()
	return results, func() {
		close(results)
		defer time.AfterFunc(leaveTimeout, leave).Stop()
		<-ended
	}
}
