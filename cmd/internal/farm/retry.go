package farm

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
)

// retrySubject returns the subject at which a producer is asked to try the tasks again that have failed permanently.
func retrySubject(producer string) string { return "zonda.retry." + producer }

// failure is a task that failed permanently.
type failure struct {
	order *order
	err   error
}

// listenToRetries lets others ask the producer to try its failed tasks again, until stop is called.
func (p *producer) listenToRetries() (stop func(), err error) {
	listening, err := p.link.conn.ChanSubscribe(retrySubject(p.job.Producer), p.retries)
	return func() { _ = listening.Unsubscribe() }, err // the connection may be closed
}

// retry asks again for the tasks that have failed permanently, and answers with their number.
func (p *producer) retry(ctx context.Context, m *nats.Msg) error {
	failures := p.failures
	p.failures = nil
	_ = m.Respond([]byte(strconv.Itoa(len(failures)))) // who has asked may have left
	for _, f := range failures {
		o := f.order
		o.bad, o.refused, o.refusals, o.votes, o.addressee = 0, nil, nil, nil, ""
		delete(p.taken, o.task.Identity)
		p.asked[o.task.Identity] = o
		p.again = true
		if err := p.askAgain(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// Retry asks a producer to try its tasks again that have failed permanently, and returns how many there are.
func (l *Link) Retry(ctx context.Context, producer string) (tasks int, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	if producer == "" || strings.ContainsAny(producer, ".*> \t\r\n") { // it would be another subject
		return 0, fmt.Errorf("%s is no name of a producer", printable(strconv.Quote(producer)))
	}
	answer, err := l.conn.RequestWithContext(ctx, retrySubject(producer), nil)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return 0, fmt.Errorf("no producer %s is there; when it starts again, it tries its failed tasks by itself", producer)
	case err != nil:
		return 0, storeError(err)
	}
	return strconv.Atoi(string(answer.Data))
}
