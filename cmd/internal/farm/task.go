package farm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/zonda-checkers/zonda/internal/file"
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
	Task   string          `json:"piece"` // the identity of the task
	Worker string          `json:"worker"`
	Took   time.Duration   `json:"took"`             // nanoseconds of the last attempt
	Output json.RawMessage `json:"output,omitempty"` // as the kind of work writes it
	Large  string          `json:"large,omitempty"`  // checksum of an output that is too long for a message
	Failed string          `json:"failed,omitempty"` // the last error of a task that was given up
	Stack  string          `json:"stack,omitempty"`  // of a panic
}

// parseResult reads a result from a message.
func parseResult(data []byte, identity string) (r Result, err error) {
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("the result of task %s is no JSON object of its kind: %w", short(identity), err)
	}
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
	return l.insist(ctx, requestTimeout, func(ctx context.Context) error {
		_, err := l.js.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data})
		return err
	})
}

// insist calls put, with a time limit for each call, until it succeeds or ctx ends. While the server is gone or full
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

// inlineMost is the number of bytes up to which a result stands in its message. A server takes messages of 1 MiB.
const inlineMost = 512 << 10

// maxLarge is the number of bytes that a deck, a network or a result may have: more is read by nobody, and would only take memory.
const maxLarge = 256 << 20

// Share puts data on the server, unless it is there, and returns its checksum, which is its name.
func (l *Link) Share(ctx context.Context, data []byte) (checksum string, err error) {
	if len(data) > maxLarge {
		return "", fmt.Errorf("data of %d MiB: at most %d MiB go to the server at once", len(data)>>20, maxLarge>>20)
	}
	checksum = sumOf(data)
	return checksum, l.insist(ctx, largeTimeout, func(ctx context.Context) error {
		if _, err := l.streams.large.GetInfo(ctx, checksum); err == nil {
			return nil
		}
		_, err := l.streams.large.Put(ctx, jetstream.ObjectMeta{Name: checksum}, bytes.NewReader(data))
		return err
	})
}

// largeTimeout bounds the time in which data comes from the server or goes to it.
const largeTimeout = 12 * requestTimeout

// shared returns the data of a checksum from the server.
func (l *Link) shared(ctx context.Context, checksum string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, largeTimeout)
	defer cancel()
	info, err := l.streams.large.GetInfo(ctx, checksum)
	if err != nil {
		return nil, fmt.Errorf("the data %s: %w", checksum, err)
	}
	if info.Size > maxLarge {
		return nil, fmt.Errorf("the data %s has %d MiB, more than %d MiB", checksum, info.Size>>20, maxLarge>>20)
	}
	data, err := l.streams.large.GetBytes(ctx, checksum)
	if err != nil {
		return nil, fmt.Errorf("the data %s: %w", checksum, err)
	}
	return data, checkSum(data, checksum)
}

// unshare removes data from the server.
func (l *Link) unshare(ctx context.Context, checksum string) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	return l.streams.large.Delete(ctx, checksum)
}

func checkSum(data []byte, checksum string) error {
	if sumOf(data) != checksum {
		return fmt.Errorf("the data %s is damaged", checksum)
	}
	return nil
}

// Files gives workers the large inputs of tasks. It keeps them in a folder.
type Files struct {
	link   *Link
	folder string
}

// Fetch returns the name of a file with the data of a checksum, which comes from the server only once.
func (f *Files) Fetch(ctx context.Context, checksum, extension string) (string, error) {
	if digest, err := hex.DecodeString(checksum); err != nil || len(digest) != sha256.Size {
		return "", errors.New("a checksum in the task has not 64 hexadecimal digits")
	}
	if extension != filepath.Ext("f"+extension) || filepath.Base("f"+extension) != "f"+extension {
		return "", errors.New("an extension in the task is none")
	}
	name := filepath.Join(f.folder, checksum+extension)
	data, err := os.ReadFile(name)
	if err == nil && checkSum(data, checksum) == nil {
		return name, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if data, err = f.link.shared(ctx, checksum); err != nil {
		return "", err
	}
	return name, file.WriteWhole(name, file.Bytes(data))
}
