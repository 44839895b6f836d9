package farm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Status is what a server has.
type Status struct {
	Time    time.Time    `json:"time"`
	Queues  []QueueState `json:"queues"`
	Workers []Presence   `json:"workers"`
	Results uint64       `json:"results"` // that wait for their producers
	Done    uint64       `json:"done"`    // results since the store began
	Failed  uint64       `json:"failed"`  // tasks that failed permanently
	Bytes   uint64       `json:"bytes"`   // of tasks and results in the store
}

// QueueState is a queue of tasks with the same needs.
type QueueState struct {
	Name        string `json:"name"`
	Kind        string `json:"kind"`
	Priority    int    `json:"priority"`
	Release     string `json:"release"`
	Waiting     uint64 `json:"waiting"`
	InProgress  int    `json:"in_progress"`
	Redelivered int    `json:"redelivered"` // tasks in progress that a worker before did not finish
}

// Status returns what the server has now.
func (l *Link) Status(ctx context.Context) (s Status, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	s.Time = time.Now()
	list := l.streams.work.ListConsumers(ctx)
	for info := range list.Info() {
		s.Queues = append(s.Queues, queueState(info))
	}
	if err := list.Err(); err != nil && !errors.Is(err, jetstream.ErrEndOfData) {
		return s, storeError(err)
	}
	slices.SortFunc(s.Queues, func(a, b QueueState) int { return cmp.Compare(a.Name, b.Name) })
	if s.Workers, err = l.Workers(ctx); err != nil {
		return s, storeError(err)
	}
	slices.SortFunc(s.Workers, func(a, b Presence) int { return cmp.Compare(a.Name, b.Name) })
	work, err1 := l.streams.work.Info(ctx)
	results, err2 := l.streams.results.Info(ctx)
	failed, err3 := l.streams.failed.Info(ctx)
	if err := errors.Join(err1, err2, err3); err != nil {
		return s, storeError(err)
	}
	s.Results, s.Done, s.Failed = results.State.Msgs, results.State.LastSeq, failed.State.LastSeq
	s.Bytes = work.State.Bytes + results.State.Bytes
	return s, nil
}

func queueState(info *jetstream.ConsumerInfo) QueueState {
	q, _ := queueOf(info) // a queue of another program has a name only
	return QueueState{
		Name: q.name, Kind: q.needs.Kind, Priority: q.priority, Release: q.needs.Version.Release,
		Waiting: info.NumPending, InProgress: info.NumAckPending, Redelivered: info.NumRedelivered,
	}
}

// Failures returns the last tasks that failed permanently, the latest first, up to maximum.
func (l *Link) Failures(ctx context.Context, maximum int) (all []FailedTask, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	info, err := l.streams.failed.Info(ctx)
	if err != nil {
		return nil, storeError(err)
	}
	for n := info.State.LastSeq; n >= info.State.FirstSeq && n > 0 && len(all) < maximum; n-- {
		message, err := l.streams.failed.GetMsg(ctx, n)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			return nil, storeError(err)
		}
		var f FailedTask
		if json.Unmarshal(message.Data, &f) == nil { // what another program put there is no task
			f.clean()
			all = append(all, f)
		}
	}
	return all, nil
}

// PerMinute returns how many tasks a minute the workers that are there have done, each since it began.
func (s Status) PerMinute() (rate float64) {
	for _, w := range s.Workers {
		if minutes := w.Up.Minutes(); minutes > 0 {
			rate += float64(w.Done) / minutes
		}
	}
	return rate
}

// Presence is what a worker says of itself every presencePause. The server forgets it after presenceTTL.
type Presence struct {
	Name      string            `json:"name"`
	Host      string            `json:"host"`
	Threads   int               `json:"threads"`
	Busy      int               `json:"busy"` // tasks in progress
	Done      uint64            `json:"done"` // tasks since Began
	Failed    uint64            `json:"failed"`
	Began     time.Time         `json:"began"` // by the clock of its host
	Up        time.Duration     `json:"up"`    // since Began, in nanoseconds
	Abilities Abilities         `json:"abilities"`
	Ill       map[string]string `json:"ill,omitempty"` // why it does no tasks of a kind at the moment
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
	p.clean()
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
			if p, err := parsePresence(entry.Value()); err == nil && p.Name == entry.Key() { // what another program put there is no worker
				all = append(all, p)
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
