package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ask puts tasks into the queue. A task that is there already stays there once. The messages go out together; what
// the server did not take is sent again, one task after the other.
func (p *producer) ask(ctx context.Context, orders []*order) error {
	futures := make([]jetstream.PubAckFuture, len(orders))
	for i, o := range orders {
		data, err := json.Marshal(o.task)
		if err != nil {
			return err
		}
		futures[i], err = p.link.js.PublishMsgAsync(&nats.Msg{Subject: p.subjectOf(o.task.Identity), Data: data})
		if err != nil {
			futures[i] = nil // the connection is closed, or too many messages are on their way
		}
	}
	for i, o := range orders {
		if p.isStored(ctx, futures[i]) {
			continue
		}
		if err := p.askAgain(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// isStored waits until the server has answered, and reports whether it has the task.
func (p *producer) isStored(ctx context.Context, f jetstream.PubAckFuture) bool {
	if f == nil {
		return false
	}
	select {
	case <-f.Ok():
		return true
	case err := <-f.Err():
		return isThere(err)
	case <-time.After(requestTimeout):
	case <-p.link.Closed():
	case <-ctx.Done():
	}
	return false
}

// askAgain puts a task into the queue, however long the server is gone or full.
func (p *producer) askAgain(ctx context.Context, o *order) error {
	data, err := json.Marshal(o.task)
	if err != nil {
		return err
	}
	if err := p.link.store(ctx, p.subjectOf(o.task.Identity), data); err != nil && !isThere(err) {
		return fmt.Errorf("task %s of %s: %w", short(o.task.Identity), p.job.Needs.Kind, err)
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
		p.remove <- message.sequence
		return false, nil
	}
	return true, p.receive(ctx, *message)
}

// answer is a message with a result.
type answer struct {
	subject  string
	data     []byte
	sequence uint64 // in the stream RESULTS
}

// answerOf returns a message that a consumer has delivered.
func answerOf(m jetstream.Msg) answer {
	a := answer{subject: m.Subject(), data: m.Data()}
	if meta, err := m.Metadata(); err == nil { // messages of consumers have it
		a.sequence = meta.Sequence.Stream
	}
	return a
}

// fetch returns the result at a subject, nil if there is none.
func (p *producer) fetch(ctx context.Context, subject string) (*answer, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	message, err := p.link.streams.results.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &answer{subject, message.Data, message.Sequence}, nil
}

// receive takes the result of a task. The error is that of the producer. A result that is not what it should be is
// removed, and reconcile asks for the task again.
func (p *producer) receive(ctx context.Context, a answer) error {
	identity := a.subject[strings.LastIndexByte(a.subject, '.')+1:]
	o := p.asked[identity]
	if o == nil {
		if p.taken[identity] { // the second result of a task that was done twice
			p.remove <- a.sequence
		} else {
			p.foreign++
		}
		return nil
	}
	r, err := p.unpack(ctx, a.data, identity)
	if err == nil && r.Failed == "" {
		err = o.take(r)
	}
	var bad badOutput
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &bad) && o.bad < maxBad:
		o.bad++
		p.link.say("a result was left out, its task is asked for again: %v", err)
		p.remove <- a.sequence
		return nil
	case errors.As(err, &bad):
		r.Failed = fmt.Sprintf("%d results are none of the task: %v", o.bad+1, err)
	case errors.Is(err, errLater):
		return nil
	case err != nil:
		return err
	}
	if r.Failed != "" {
		p.fail(o, r)
	}
	delete(p.asked, identity)
	p.taken[identity] = true
	p.held = append(p.held, held{a.sequence, r.Large})
	return nil
}

// maxBad is how many results that are none a producer leaves out before their task fails permanently.
const maxBad = attempts - 1

// held is a result on the server that a producer has taken.
type held struct {
	sequence uint64 // in the stream RESULTS
	large    string // checksum of its output, if that stands by itself
}

// release removes the first n results that are held from the server: they are now stored elsewhere.
func (p *producer) release(ctx context.Context, n int) {
	for _, h := range p.held[:n] {
		p.remove <- h.sequence
		if h.large != "" {
			_ = p.link.unshare(ctx, h.large) // if not, it is removed when it is old
		}
	}
	p.held = slices.Delete(p.held, 0, n)
}

// errLater is the error of a result of which a part did not come; reconcile takes the result.
var errLater = errors.New("a part of the result did not come")

// unpack reads a result from a message, with its output.
func (p *producer) unpack(ctx context.Context, data []byte, identity string) (r Result, err error) {
	if r, err = parseResult(data, identity); err != nil {
		return r, badOutput{err}
	}
	if r.Large == "" {
		return r, nil
	}
	r.Output, err = p.link.shared(ctx, r.Large)
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound):
		return r, badOutput{err}
	case err != nil:
		return r, errLater
	}
	return r, nil
}

// fail tells that a task failed permanently, or keeps the error.
func (p *producer) fail(o *order, r Result) {
	if o.fail != nil {
		o.fail(r)
		return
	}
	err := fmt.Errorf("task %s with the input %s: %s", short(o.task.Identity), o.task.Input, r.Failed)
	p.failures = append(p.failures, err)
	p.link.say("%v", err)
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

// remover removes results from the server, beside the producer that has taken them: those whose sequences in the stream
// RESULTS are sent to remove. The caller must call finish, which waits for leaveTimeout at most. A result that stays is
// found by the next run of the producer, or is removed when it is old.
func remover(l *Link) (remove chan<- uint64, finish func()) {
	sequences, ended := make(chan uint64, resultBuffer), make(chan struct{})
	all, leave := context.WithCancel(context.Background())
	go func() {
		defer close(ended)
		for n := range sequences {
			ctx, cancel := context.WithTimeout(all, leaveTimeout)
			_ = l.streams.results.DeleteMsg(ctx, n)
			cancel()
		}
	}()
	return sequences, func() {
		close(sequences)
		defer time.AfterFunc(leaveTimeout, leave).Stop()
		<-ended
	}
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
