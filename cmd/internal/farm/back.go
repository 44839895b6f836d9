package farm

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A worker may not publish tasks. It gives a task back by a request to its producer, which puts the task into the queue as a new message:
// each delivery of the old one counts as an attempt. If the producer is away, the worker refuses the delivery.

// backSubject returns the subject at which a producer gets tasks back from a worker, who may publish only at those of its user.
func backSubject(producer, user, process string) string {
	return "zonda.back." + producer + "." + user + "." + process
}

// returned is a task that a worker gives back.
type returned struct {
	Sequence uint64 `json:"sequence"`         // in the stream WORK
	Unable   bool   `json:"unable,omitempty"` // the worker cannot do it; otherwise it had no time
	Failed   bool   `json:"failed,omitempty"` // the worker has tried it, which counts as an attempt
	Host     string `json:"host,omitempty"`   // where it has tried
}

// failedByHeader has who has failed a task, one value for each attempt. The producer writes it.
const failedByHeader = "Zonda-Failed-By"

// failedAttempt is an attempt at a task: by a worker whose name the server has checked, on a host by the worker's word.
type failedAttempt struct{ worker, host string }

// String returns the attempt as it stands in a header.
func (f failedAttempt) String() string { return f.worker + " " + f.host }

// failedAttempts reads the attempts of a header.
func failedAttempts(header nats.Header) (all []failedAttempt) {
	for _, text := range header[failedByHeader] {
		worker, host, _ := strings.Cut(text, " ")
		all = append(all, failedAttempt{worker, host})
	}
	return all
}

// distinct returns how many of those who have failed a task are sure to be different: neither another name on the same host nor another
// host of the same user counts.
func distinct(all []failedAttempt) int {
	users, hosts := map[string]bool{}, map[string]bool{}
	for _, f := range all {
		users[partyOf(f.worker)], hosts[f.host] = true, true
	}
	return min(len(users), len(hosts))
}

// The answers of a producer to a task that was given back.
const (
	takenBack = "taken"
	spent     = "spent" // it is not tried again
	refused   = "no"    // it could not be put into the queue
)

// errGone is the error of a producer that does not answer.
var errGone = errors.New("the producer is away")

// giveBack gives a task back to its producer. It reports whether the task is not to be tried again. What the producer has taken back is
// not there any more and stays away.
func (w *Worker) giveBack(ctx context.Context, message *nats.Msg, r returned) (isSpent bool) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	answer, err := w.askBack(ctx, message, r)
	if err != nil {
		_ = message.NakWithDelay(w.Link.pace.retry) // if not, the task comes again later
	}
	return answer == spent
}

// askBack asks the producer of a task to take it back.
func (w *Worker) askBack(ctx context.Context, message *nats.Msg, r returned) (answer string, err error) {
	meta, err := message.Metadata()
	if err != nil {
		return "", err
	}
	r.Sequence = meta.Sequence.Stream
	data, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	reply, err := w.Link.conn.RequestWithContext(ctx, backSubject(parseSubject(message.Subject).producer, w.Link.user, w.Name), data)
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
	listening, err := p.link.conn.Subscribe(backSubject(p.job.Producer, "*", "*"), func(m *nats.Msg) {
		var r returned
		answer := refused
		if json.Unmarshal(m.Data, &r) == nil {
			parts := strings.Split(m.Subject, ".")
			answer = p.publishAgain(needs, strings.Join(parts[len(parts)-2:], "."), r)
		}
		_ = m.Respond([]byte(answer)) // a worker that has left needs none
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = listening.Unsubscribe() }, nil // the connection may be closed
}

// publishAgain puts a task with these needs, which a worker has given back, into the queue as a new message, and returns the answer for
// the worker. A task for a certain worker goes to another one if that worker cannot do it. It does not run on the goroutine of the producer.
func (p *producer) publishAgain(needs, worker string, r returned) string {
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
	failed := failedAttempts(message.Header)
	if r.Failed {
		failed = append(failed, failedAttempt{worker, printable(r.Host)})
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
	case s.needs == needs && l.isSpent(ctx, p.job.Needs, failed):
		return spent
	}
	again := &nats.Msg{Subject: message.Subject, Data: message.Data, Header: nats.Header{}}
	for _, f := range failed {
		again.Header.Add(failedByHeader, f.String())
	}
	if err = l.streams.work.DeleteMsg(ctx, r.Sequence); err == nil {
		_, err = l.js.PublishMsg(ctx, again)
	}
	if err != nil { // reconcile finds that the task is not there
		return refused
	}
	return takenBack
}

// isSpent reports whether a task with these needs that workers have failed is not tried again: attempts are enough if nobody else can do it.
func (l *Link) isSpent(ctx context.Context, n Needs, failed []failedAttempt) bool {
	if distinct(failed) >= maxHosts {
		return true
	}
	if len(failed) < attempts {
		return false
	}
	workers, err := l.Workers(ctx)
	return err == nil && !slices.ContainsFunc(workers, func(w Presence) bool {
		hasFailed := func(f failedAttempt) bool { return partyOf(f.worker) == partyOf(w.Name) }
		return w.serves(n) && !slices.ContainsFunc(failed, hasFailed)
	})
}
