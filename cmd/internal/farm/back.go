package farm

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A worker may not publish tasks. It gives a task back by a request to its producer, which puts the task into the queue as a new message:
// each delivery of the old one counts as an attempt. If the producer is away, the worker refuses the delivery.

// backSubject returns the subject at which a producer gets tasks back.
func backSubject(producer string) string { return "zonda.back." + producer }

// returned is a task that a worker gives back.
type returned struct {
	Sequence uint64   `json:"sequence"`            // in the stream WORK
	FailedBy []string `json:"failed_by,omitempty"` // the hosts that have failed it, one for each attempt
	Unable   bool     `json:"unable,omitempty"`    // the worker cannot do it; otherwise it had no time
}

// The answers of a producer to a task that was given back.
const (
	takenBack = "taken"
	spent     = "spent" // it is not tried again
	refused   = "no"    // it could not be put into the queue
)

// errGone is the error of a producer that does not answer.
var errGone = errors.New("the producer is away")

// giveBack gives a task back to its producer, with the hosts that have failed it. It reports whether the task is not to be tried again.
// What the producer has taken back is not there any more and stays away.
func (t *thread) giveBack(message jetstream.Msg, failedBy []string) (isSpent bool) {
	return t.put(message, returned{FailedBy: failedBy})
}

// refuse gives a task back as giveBack does, which the worker has tried and cannot do.
func (t *thread) refuse(message jetstream.Msg, failedBy []string) (isSpent bool) {
	return t.put(message, returned{FailedBy: failedBy, Unable: true})
}

// put gives a task back as r says.
func (t *thread) put(message jetstream.Msg, r returned) (isSpent bool) {
	ctx, cancel := context.WithTimeout(context.Background(), leaveTimeout)
	defer cancel()
	answer, err := t.ask(ctx, message, r)
	if err != nil {
		_ = message.NakWithDelay(t.worker.Link.pace.retry) // if not, the task comes again later
	}
	return answer == spent
}

// ask asks the producer of a task to take it back.
func (t *thread) ask(ctx context.Context, message jetstream.Msg, r returned) (answer string, err error) {
	meta, err := message.Metadata()
	if err != nil {
		return "", err
	}
	r.Sequence = meta.Sequence.Stream
	data, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	reply, err := t.worker.Link.conn.RequestWithContext(ctx, backSubject(parseSubject(message.Subject()).producer), data)
	if err != nil {
		return "", err
	}
	if answer = string(reply.Data); answer != takenBack && answer != spent {
		return "", errGone
	}
	return answer, nil
}

// takeBack takes tasks back that workers give back, until stop is called.
func (p *producer) takeBack() (stop func(), err error) {
	needs := p.needs
	listening, err := p.link.conn.Subscribe(backSubject(p.job.Producer), func(m *nats.Msg) {
		var r returned
		answer := refused
		if json.Unmarshal(m.Data, &r) == nil {
			answer = p.publishAgain(needs, r)
		}
		_ = m.Respond([]byte(answer)) // a worker that has left needs none
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = listening.Unsubscribe() }, nil // the connection may be closed
}

// publishAgain puts a task with these needs into the queue as a new message, and returns the answer for the worker. A task for a certain
// worker goes to another one if that worker cannot do it. It does not run on the goroutine of the producer.
func (p *producer) publishAgain(needs string, r returned) string {
	l := p.link
	ctx, cancel := l.attempt(context.Background(), requestTimeout)
	defer cancel()
	message, err := l.streams.work.GetMsg(ctx, r.Sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) { // it was withdrawn, or is done
		return takenBack
	}
	if err != nil {
		return refused
	}
	switch s := parseSubject(message.Subject); {
	case s.producer != p.job.Producer:
		return refused
	case s.needs != needs && r.Unable:
		if l.streams.work.DeleteMsg(ctx, r.Sequence) != nil {
			return refused
		}
		select {
		case p.returned <- message.Subject:
		default: // reconcile finds that the task is not there
		}
		return takenBack
	case s.needs == needs && l.isSpent(ctx, p.job.Needs, r.FailedBy):
		return spent
	}
	again := &nats.Msg{Subject: message.Subject, Data: message.Data, Header: nats.Header{}}
	if len(r.FailedBy) > 0 {
		again.Header[failedByHeader] = r.FailedBy
	}
	if err = l.streams.work.DeleteMsg(ctx, r.Sequence); err == nil {
		_, err = l.js.PublishMsg(ctx, again)
	}
	if err != nil { // reconcile finds that the task is not there
		return refused
	}
	return takenBack
}

// isSpent reports whether a task with these needs that hosts have failed is not tried again: attempts are enough if no other host can do it.
func (l *Link) isSpent(ctx context.Context, n Needs, failed []string) bool {
	distinct := len(slices.Compact(slices.Sorted(slices.Values(failed))))
	if distinct >= maxHosts {
		return true
	}
	if len(failed) < attempts {
		return false
	}
	workers, err := l.Workers(ctx)
	able := map[string]bool{}
	for _, w := range workers {
		if w.serves(n) {
			able[w.Host] = true
		}
	}
	return err == nil && distinct >= min(maxHosts, len(able))
}
