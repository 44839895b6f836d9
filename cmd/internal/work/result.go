package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// Result is what a worker answers to a piece, as it stands in a message.
type Result struct {
	Piece  string          `json:"piece"` // the identity of the piece
	Worker string          `json:"worker"`
	Took   time.Duration   `json:"took"`             // nanoseconds of the last attempt
	Output json.RawMessage `json:"output,omitempty"` // as the kind of work writes it
	Large  string          `json:"large,omitempty"`  // checksum of an output that is too long for a message
	Failed string          `json:"failed,omitempty"` // the last error of a piece that was given up
	Stack  string          `json:"stack,omitempty"`  // of a panic
}

// parseResult reads a result from a message.
func parseResult(data []byte, identity string) (r Result, err error) {
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("the result of piece %s is no JSON object of its kind: %w", short(identity), err)
	}
	if r.Piece != identity {
		return r, fmt.Errorf("the result of piece %s stands at the subject of piece %s", short(r.Piece), short(identity))
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
	return l.insist(ctx, requestTimeout, func(ctx context.Context) error {
		_, err := l.js.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data})
		return err
	})
}

// insist calls put, with so much time for each call, until it succeeds or ctx ends. While the server is gone or full
// it tries again, and says so once. An error that another attempt cannot change is returned at once.
func (l *Link) insist(ctx context.Context, long time.Duration, put func(context.Context) error) error {
	told := false
	for {
		attempt, cancel := context.WithTimeout(ctx, long)
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
		pause(ctx, storePause)
	}
}
