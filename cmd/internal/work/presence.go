package work

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Presence is what a worker says of itself every presencePause. The server forgets it after presenceTTL.
type Presence struct {
	Name      string    `json:"name"`
	Host      string    `json:"host"`
	Threads   int       `json:"threads"`
	Busy      int       `json:"busy"` // pieces in progress
	Done      uint64    `json:"done"` // pieces since Began
	Failed    uint64    `json:"failed"`
	Began     time.Time `json:"began"`
	Abilities Abilities `json:"abilities"`
}

const (
	presencePause = 10 * time.Second
	presenceTTL   = 3 * presencePause
)

// announce stores the presence of a worker.
func (l *Link) announce(ctx context.Context, p Presence) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = l.streams.workers.Put(ctx, p.Name, data)
	return err
}

// parsePresence reads a presence from a message.
func parsePresence(data []byte) (p Presence, err error) {
	if err = json.Unmarshal(data, &p); err == nil && (p.Name == "" || p.Threads < 1 || p.Busy < 0) {
		err = errors.New("the presence of a worker has no name or no threads")
	}
	return p, err
}

// Workers returns the workers that are there.
func (l *Link) Workers(ctx context.Context) (all []Presence, err error) {
	watcher, err := l.streams.workers.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, watcher.Stop()) }()
	for {
		select {
		case entry := <-watcher.Updates():
			if entry == nil { // there is no more
				return all, nil
			}
			if p, err := parsePresence(entry.Value()); err == nil { // what another program put there is no worker
				all = append(all, p)
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
