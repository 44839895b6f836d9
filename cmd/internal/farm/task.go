package farm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// Task is a task, as it stands in a message.
type Task struct {
	Kind     string          `json:"kind"`
	Version  Version         `json:"version"` // of the program that may do it
	Input    json.RawMessage `json:"input"`   // what the kind of work needs to know; hundreds of bytes
	Budget   uint64          `json:"budget"`  // nodes that the task may need at most, 0 if nobody knows
	Identity string          `json:"identity"`
}

// newTask returns a task with its identity.
func newTask(n Needs, input any, budget uint64) (Task, error) {
	data, err := json.Marshal(input)
	if err != nil {
		return Task{}, err
	}
	p := Task{Kind: n.Kind, Version: n.Version, Input: data, Budget: budget}
	p.Identity, err = p.identify()
	return p, err
}

// identify returns the identity of a task: the checksum of its kind, its input and its version.
func (p *Task) identify() (string, error) {
	data, err := json.Marshal(struct {
		Kind    string
		Input   json.RawMessage
		Version Version
	}{p.Kind, p.Input, p.Version})
	if err != nil {
		return "", err
	}
	return sumOf(data), nil
}

// sumOf returns the SHA-256 of data in hexadecimal digits.
func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// parseTask reads a task from a message and checks it.
func parseTask(data []byte) (p Task, err error) {
	if err := json.Unmarshal(data, &p); err != nil {
		return p, fmt.Errorf("the task is no JSON object of its kind: %w", err)
	}
	identity, err := p.identify()
	if err != nil {
		return p, err
	}
	if identity != p.Identity {
		return p, errors.New("the identity of the task is not that of its input")
	}
	return p, nil
}

// Result is what a worker answers to a task, as it stands in a message.
type Result struct {
	Task    string          `json:"piece"` // the identity of the task
	Worker  string          `json:"worker"`
	Took    time.Duration   `json:"took"`              // nanoseconds of the last attempt
	Output  json.RawMessage `json:"output,omitempty"`  // as the kind of work writes it
	Large   string          `json:"large,omitempty"`   // checksum of an output that is too long for a message
	Failed  string          `json:"failed,omitempty"`  // the last error of a task that was given up
	Refused bool            `json:"refused,omitempty"` // it was given up at once, as nobody could do it
	Stack   string          `json:"stack,omitempty"`   // of a panic
}

// parseResult reads a result from a message.
func parseResult(data []byte, identity string) (r Result, err error) {
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("the result of task %s is no JSON object of its kind: %w", short(identity), err)
	}
	r.clean()
	if r.Task != identity {
		return r, fmt.Errorf("the result of task %s stands at the subject of task %s", short(r.Task), short(identity))
	}
	return r, nil
}

// short returns the first digits of an identity, for people.
func short(identity string) string {
	const digits = 12
	return identity[:min(digits, len(identity))]
}

// storePause is the time between two attempts to store something on a server that is gone or full.
const storePause = time.Second

// store puts a message into a stream and waits until the server has it, as insist does.
func (l *Link) store(ctx context.Context, subject string, data []byte) error {
	return l.insist(ctx, l.pace.answer, func(ctx context.Context) error {
		_, err := l.js.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data})
		return err
	})
}

// insist calls put, with a time limit for each call, until it succeeds or ctx ends. While the server is gone or full
// it tries again, and says so once. An error that another attempt cannot change is returned at once.
func (l *Link) insist(ctx context.Context, long time.Duration, put func(context.Context) error) error {
	told := false
	for {
		attempt, cancel := l.attempt(ctx, long)
		err := put(attempt)
		cancel()
		switch {
		case err == nil, errors.Is(err, nats.ErrMaxPayload), isThere(err):
			return err
		case errors.Is(err, nats.ErrConnectionClosed):
			return errClosed
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !told {
			told = true
			l.say("%v; trying again", storeError(err))
		}
		if isLost(err) {
			_ = l.restore(ctx) // if not, the next time
		}
		pause(ctx, storePause)
	}
}
