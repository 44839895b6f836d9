package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// attempts is how often a task is tried before it fails permanently. What different hosts have tried has failed after maxHosts of them:
// a host that is ill fails the tasks of nobody but itself.
const (
	attempts = 5
	maxHosts = 3
)

// handle does the task of a message, stores the result, and then acknowledges the task. With the end of ctx the task is given back. It
// calls leave once, when the thread may begin another task: while one result is being stored, but not two.
func (t *thread) handle(ctx context.Context, message *nats.Msg, leave func()) {
	t.worker.busy.Add(1)
	free := sync.OnceFunc(func() {
		t.worker.busy.Add(-1)
		leave()
	})
	defer free()
	stop := keepAlive(message, t.worker.Link.pace.alive)
	defer stop()
	address := parseSubject(message.Subject)
	delivered := deliveries(message)
	failed := len(failedAttempts(message.Header)) // attempts before
	if delivered > 1 || failed > 0 {
		t.worker.again.Add(1)
	}
	task, left := t.enter(ctx, address.producer)
	if t.worker.Kinds[address.kind] != nil {
		t.worker.health.tries(address.kind)
	}
	result, err := t.attempt(task, message, delivered)
	given := task.Err() != nil && err != nil // back, by this worker or by the producer
	left()
	ctx, cancel := outlast(ctx, leaveTimeout)
	defer cancel()
	if given {
		t.worker.abandoned.Add(1)
		t.worker.giveBack(ctx, message, returned{})
		return
	}
	if err != nil {
		t.worker.health.fails(address.kind, err)
	}
	failed++
	panicked := errors.As(err, new(panicError)) // which is the fault of the task, not of the host
	switch {
	case err == nil:
		t.worker.health.isWell(address.kind)
		t.storing.Lock()
		defer t.storing.Unlock()
		free()
	case errors.As(err, new(Refusal)) || delivered > attempts || panicked && failed >= attempts:
		t.failPermanently(ctx, message, &result, err)
	case errors.As(err, new(Trouble)):
		t.worker.health.isIll(address.kind, err)
		t.worker.giveBack(ctx, message, returned{Unable: true})
		return
	default:
		if !t.worker.giveBack(ctx, message, returned{Unable: true, Failed: true, Host: t.worker.host}) {
			t.worker.Link.say("task %s of %s failed, attempt %d of %d: %v", short(address.identity), address.kind, failed, attempts, err)
			if !panicked {
				t.worker.health.isIll(address.kind, err)
			}
			return
		}
		t.failPermanently(ctx, message, &result, err)
	}
	if t.answer(ctx, address, result) {
		settle(message)
	} else {
		_ = message.Nak()
	}
}

// outlast returns a context that ends a while after ctx does.
func outlast(ctx context.Context, while time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(while, cancel) })
	return longer, func() {
		stop()
		cancel()
	}
}

// keepAlive tells the server at this interval that a task is in progress, until stop is called.
func keepAlive(message *nats.Msg, between time.Duration) (stop func()) {
	ended := make(chan struct{})
	go func() {
		tick := time.NewTicker(between)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = message.InProgress() // a server that is gone hears the next one
			case <-ended:
				return
			}
		}
	}()
	return func() { close(ended) }
}

// deliveries returns how often a message was delivered, this time included.
func deliveries(message *nats.Msg) int {
	meta, err := message.Metadata()
	if err != nil {
		return 1
	}
	return int(meta.NumDelivered)
}

// panicError is a panic while a task was done.
type panicError struct {
	reason any
	stack  string
}

func (p panicError) Error() string { return fmt.Sprintf("panic: %v", p.reason) }

// attempt does the task of a message once.
func (t *thread) attempt(ctx context.Context, message *nats.Msg, delivered int) (r Result, err error) {
	r = Result{Task: parseSubject(message.Subject).identity, Worker: t.worker.FullName()}
	p, err := parseTask(message.Data)
	if err != nil {
		return r, Refusal{err}
	}
	if delivered > attempts {
		return r, fmt.Errorf("no worker has answered in %d attempts; each may have died of the task", attempts)
	}
	began := time.Now()
	output, err := t.do(ctx, p)
	r.Took = time.Since(began)
	if err != nil {
		return r, err
	}
	if r.Output, err = json.Marshal(output); err != nil {
		return r, Refusal{err}
	}
	return r, nil
}

// do does a task. A panic becomes an error.
func (t *thread) do(ctx context.Context, p Task) (output any, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			t.drop(p.Kind)
			err = panicError{reason, string(debug.Stack())}
		}
	}()
	if why := t.worker.Abilities.lacks(Needs{Kind: p.Kind, Version: p.Version}); why != "" {
		return nil, Refusal{errors.New(why)} // it came through the queue of others
	}
	d, err := t.doer(p.Kind)
	if err != nil {
		return nil, err
	}
	return d.Do(ctx, p.Input)
}

// failPermanently puts a task that cannot be done into the stream FAILED, and the last error into the result.
func (t *thread) failPermanently(ctx context.Context, message *nats.Msg, r *Result, err error) {
	r.Failed, r.Refused = err.Error(), errors.As(err, new(Refusal))
	var p panicError
	if errors.As(err, &p) {
		r.Stack = p.stack
	}
	data, err := json.Marshal(FailedTask{Subject: message.Subject, Message: message.Data, Result: *r})
	if err == nil {
		err = t.worker.Link.store(ctx, failedSubject(t.worker.Link.user, t.worker.Name), data)
	}
	t.worker.Link.say("task %s of %s failed permanently: %s", short(r.Task), parseSubject(message.Subject).kind, r.Failed)
	if err != nil {
		t.worker.Link.say("the failed task is not in the stream %s: %v", failedStream, err)
	}
}

// FailedTask is a task that failed permanently, as it stands in a message of the stream FAILED.
type FailedTask struct {
	Subject string `json:"subject"`
	Message []byte `json:"message"` // what the server delivered
	Result  Result `json:"result"`
}

// Kind returns the kind of work of the task.
func (f FailedTask) Kind() string { return parseSubject(f.Subject).kind }

// answer stores a result and reports whether the server has it.
func (t *thread) answer(ctx context.Context, a subject, r Result) bool {
	data, err := t.pack(ctx, &r)
	if err == nil {
		err = t.worker.Link.store(ctx, resultSubject(a.producer, a.identity, t.worker.Link.user, t.worker.Name), data)
	}
	if err != nil {
		if ctx.Err() == nil {
			t.worker.Link.say("the result of task %s cannot be stored: %v", short(a.identity), err)
		}
		return false
	}
	t.worker.done.Add(1)
	if r.Failed != "" {
		t.worker.failed.Add(1)
	}
	return true
}

// pack returns a result as a message. A long output goes to the object store before.
func (t *thread) pack(ctx context.Context, r *Result) (data []byte, err error) {
	if len(r.Output) > maxInline {
		if r.Large, err = t.worker.Link.put(ctx, r.Output, false); err != nil {
			return nil, err
		}
		r.Output = nil
	}
	return json.Marshal(r)
}

// settle acknowledges a task. If that fails, the task comes again, and its result is found.
func settle(message *nats.Msg) {
	ctx, cancel := context.WithTimeout(context.Background(), leaveTimeout)
	defer cancel()
	_ = message.AckSync(nats.Context(ctx))
}
