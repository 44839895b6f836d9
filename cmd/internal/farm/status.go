package farm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Status is what a server has.
type Status struct {
	Time      time.Time       `json:"time"`
	Queues    []QueueState    `json:"queues"`
	Workers   []Presence      `json:"workers"`
	Gone      []Presence      `json:"gone,omitempty"` // workers that were there in the last day, and ended without a word
	Producers []ProducerState `json:"producers,omitempty"`
	Results   uint64          `json:"results"` // that wait for their producers
	Done      uint64          `json:"done"`    // results since the store began
	Failed    uint64          `json:"failed"`  // tasks that failed permanently
	Bytes     uint64          `json:"bytes"`   // of tasks and results in the store
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
		q := queueState(info)
		if found, _ := queueOf(info); found.needs.Worker != "" && q.Waiting+uint64(q.InProgress) == 0 {
			continue // of a worker that verifies a result now and then
		}
		s.Queues = append(s.Queues, q)
	}
	if err := list.Err(); err != nil && !errors.Is(err, jetstream.ErrEndOfData) {
		return s, storeError(err)
	}
	slices.SortFunc(s.Queues, func(a, b QueueState) int { return cmp.Compare(a.Name, b.Name) })
	there, err := l.presences(ctx)
	if err != nil {
		return s, storeError(err)
	}
	byName := func(a, b Presence) int { return cmp.Or(cmp.Compare(a.Host, b.Host), cmp.Compare(a.Name, b.Name)) }
	slices.SortFunc(there.workers, byName)
	slices.SortFunc(there.gone, byName)
	s.Workers, s.Gone = there.workers, there.gone
	if s.Producers, err = l.producers(ctx, there.producers); err != nil {
		return s, storeError(err)
	}
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

// producers adds what the server has of producers to those that are there, and those of whom it has something but who are not there.
func (l *Link) producers(ctx context.Context, there []ProducerState) ([]ProducerState, error) {
	all := map[string]*ProducerState{}
	for _, p := range there {
		all[p.Producer] = &p
	}
	of := func(name, kind string) *ProducerState {
		if all[name] == nil {
			all[name] = &ProducerState{Producer: printable(name), Kind: printable(kind), Gone: true}
		}
		return all[name]
	}
	tasks, err := subjectsOf(ctx, l.streams.work, "work.>")
	if err != nil {
		return nil, err
	}
	for name := range tasks {
		s := parseSubject(name)
		of(s.producer, s.kind).Waiting++
	}
	results, err := subjectsOf(ctx, l.streams.results, "result.>")
	if err != nil {
		return nil, err
	}
	for name := range results {
		of(strings.Split(name, ".")[1], "").Results++
	}
	var sorted []ProducerState
	for _, name := range slices.Sorted(maps.Keys(all)) {
		p := all[name]
		p.Gone = p.Gone && !l.answers(ctx, name) // the server may have lost what it has said of itself
		sorted = append(sorted, *p)
	}
	return sorted, nil
}

// answers reports whether a producer is there, or may be.
func (l *Link) answers(ctx context.Context, producer string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := l.conn.RequestWithContext(ctx, backSubject(producer, l.user, "status"), nil)
	return !errors.Is(err, nats.ErrNoResponders)
}

// subjectsOf returns the number of messages of a stream by their subjects.
func subjectsOf(ctx context.Context, stream jetstream.Stream, filter string) (map[string]uint64, error) {
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, err
	}
	return info.State.Subjects, nil
}

// Drain tells the workers with a name, of a user or on a host of the name, to finish what they are at and to end. It returns their names.
func (l *Link) Drain(ctx context.Context, name string) (drained []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	workers, err := l.Workers(ctx)
	if err != nil {
		return nil, storeError(err)
	}
	for _, w := range workers {
		if user, _, _ := strings.Cut(w.Name, "."); w.Name != name && w.Host != name && user != name {
			continue
		}
		if err := l.conn.Publish(drainSubject, []byte(w.Name)); err != nil {
			return drained, err
		}
		drained = append(drained, w.Name)
	}
	if len(drained) == 0 {
		return nil, fmt.Errorf("no worker %s is there, and none on a host of that name", printable(name))
	}
	return drained, l.conn.FlushWithContext(ctx)
}

// Drop removes the tasks and results of a producer that is gone. It returns how many there were.
func (l *Link) Drop(ctx context.Context, producer string) (tasks, results int, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	there, err := l.presences(ctx)
	if err != nil {
		return 0, 0, storeError(err)
	}
	all, err := l.producers(ctx, there.producers)
	if err != nil {
		return 0, 0, storeError(err)
	}
	i := slices.IndexFunc(all, func(p ProducerState) bool { return p.Producer == producer })
	switch {
	case i < 0:
		return 0, 0, fmt.Errorf("the server has nothing of a producer %s", printable(producer))
	case l.answers(ctx, producer):
		return 0, 0, fmt.Errorf("the producer %s is there, on %s, and would ask again: end it first", printable(producer), all[i].Host)
	}
	err = l.streams.work.Purge(ctx, jetstream.WithPurgeSubject("work.*.*.*."+producer+".*"))
	if err == nil {
		err = l.conn.Publish(abandonSubject, []byte(producer))
	}
	if err == nil {
		err = l.streams.results.Purge(ctx, jetstream.WithPurgeSubject(resultsOf(producer, "*")))
	}
	return all[i].Waiting, all[i].Results, err
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
			if worker, ok := strings.CutPrefix(message.Subject, failedPrefix); ok {
				f.Result.Worker = worker // what the server has checked, not what the worker says
			}
			f.clean()
			all = append(all, f)
		}
	}
	return all, nil
}

// PerMinute returns how many tasks a minute the workers that are there have done, each since it began.
func (s Status) PerMinute() (rate float64) {
	for _, w := range s.Workers {
		rate += w.PerMinute()
	}
	return rate
}

// silentTimes is how often somebody who is there may fail to say so: a worker without anything new does it quietTimes, and may be late.
const silentTimes = quietTimes + 4

// Presence is what a worker says of itself again and again.
type Presence struct {
	Name      string            `json:"name"`
	Host      string            `json:"host"`
	Threads   int               `json:"threads"`
	Busy      int               `json:"busy"` // tasks in progress
	Done      uint64            `json:"done"` // tasks since Began
	Failed    uint64            `json:"failed"`
	Again     uint64            `json:"again,omitempty"`     // tasks that it got after somebody had not finished them
	Abandoned uint64            `json:"abandoned,omitempty"` // tasks in progress that it left, because their producer or itself ended
	Began     time.Time         `json:"began"`               // by the clock of its host
	Up        time.Duration     `json:"up"`                  // since Began, in nanoseconds
	Build     string            `json:"build,omitempty"`     // the version of the program with its commit
	Kind      string            `json:"kind,omitempty"`      // of the last task that it took
	LastError string            `json:"last_error,omitempty"`
	Abilities Abilities         `json:"abilities"`
	Ill       map[string]string `json:"ill,omitempty"`     // why it does no tasks of a kind at the moment
	Drained   bool              `json:"drained,omitempty"` // it finishes its tasks and takes no others
}

// serves reports whether a worker takes tasks with these needs, now or when it is well again.
func (p Presence) serves(n Needs) bool { return !p.Drained && p.Abilities.lacks(n) == "" }

// PerMinute returns how many tasks a minute a worker has done.
func (p Presence) PerMinute() float64 { return perMinute(p.Done, p.Up) }

// ProducerState is what a producer says of itself again and again, and what the server has of it.
type ProducerState struct {
	Producer string        `json:"producer"` // its name
	Host     string        `json:"host"`
	Kind     string        `json:"kind"`
	Output   string        `json:"output,omitempty"`    // where its results go
	Done     uint64        `json:"done"`                // tasks of this run
	Failed   uint64        `json:"failed"`              // of these, those that failed permanently
	Asked    int           `json:"asked"`               // tasks that it waits for
	Foreign  uint64        `json:"foreign,omitempty"`   // results for which it had not asked
	Bad      uint64        `json:"bad,omitempty"`       // results that were none of their tasks
	Left     uint64        `json:"left,omitempty"`      // what is left, in units of its own such as games; 0 if nobody knows
	TimeLeft time.Duration `json:"time_left,omitempty"` // nanoseconds; 0 if nobody knows
	Up       time.Duration `json:"up"`                  // since it began, in nanoseconds
	Gone     bool          `json:"gone,omitempty"`      // only its tasks and results are there
	Waiting  int           `json:"waiting"`             // its tasks on the server
	Results  int           `json:"results"`             // its results on the server
}

// PerMinute returns how many results a minute a producer has got.
func (p ProducerState) PerMinute() float64 { return perMinute(p.Done, p.Up) }

func perMinute(done uint64, up time.Duration) float64 {
	if up <= 0 {
		return 0
	}
	return float64(done) / up.Minutes()
}

// presenceTTL is the time of silence after which the server forgets who was there.
const presenceTTL = 24 * time.Hour

// producerKey begins the keys of producers among those of workers: no name of a worker has a stroke.
const producerKey = "producer/"

// announce stores what a worker or a producer says of itself.
func (l *Link) announce(ctx context.Context, key string, presence any) error {
	data, err := json.Marshal(presence)
	if err != nil {
		return err
	}
	ctx, cancel := l.attempt(ctx, requestTimeout)
	defer cancel()
	_, err = l.streams.workers.Put(ctx, key, data)
	return err
}

// maxPresence is the number of bytes that a worker may say of itself: what is longer is no presence.
const maxPresence = 64 << 10

// parsePresence reads the presence of a worker from a message.
func parsePresence(data []byte) (p Presence, err error) {
	if len(data) > maxPresence {
		return p, errors.New("the presence of a worker is too long")
	}
	if err = json.Unmarshal(data, &p); err == nil && (p.Name == "" || p.Threads < 1 || p.Busy < 0 || p.Up < 0) {
		err = errors.New("the presence of a worker has no name or no threads")
	}
	p.clean()
	return p, err
}

// parseProducer reads what a producer says of itself from a message.
func parseProducer(data []byte) (p ProducerState, err error) {
	if err = json.Unmarshal(data, &p); err == nil && (p.Producer == "" || p.Asked < 0 || p.Up < 0) {
		err = errors.New("a producer has no name or impossible numbers")
	}
	clean(&p.Producer, &p.Host, &p.Kind, &p.Output)
	return p, err
}

// presences are who has said something of themselves lately.
type presences struct {
	workers, gone []Presence // gone are workers that did not take leave
	producers     []ProducerState
}

// Workers returns the workers that are there.
func (l *Link) Workers(ctx context.Context) ([]Presence, error) {
	all, err := l.presences(ctx)
	return all.workers, err
}

// presences returns who is there or was. The times are those of the server: clocks of hosts may differ.
func (l *Link) presences(ctx context.Context) (all presences, err error) {
	stream, err := l.js.Stream(ctx, workerStream)
	if err != nil {
		return all, err
	}
	now := stream.CachedInfo().TimeStamp
	watcher, err := l.streams.workers.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return all, err
	}
	defer func() { err = errors.Join(err, watcher.Stop()) }()
	for {
		select {
		case entry := <-watcher.Updates():
			if entry == nil { // there is no more
				return all, nil
			}
			all.add(entry, now.Sub(entry.Created()) > silentTimes*l.pace.present)
		case <-ctx.Done():
			return all, ctx.Err()
		}
	}
}

// add adds what stands at a key. What another program put there is left out.
func (p *presences) add(entry jetstream.KeyValueEntry, silent bool) {
	if strings.HasPrefix(entry.Key(), producerKey) {
		if producer, err := parseProducer(entry.Value()); err == nil && producerKey+producer.Producer == entry.Key() && !silent {
			p.producers = append(p.producers, producer)
		}
		return
	}
	worker, err := parsePresence(entry.Value())
	switch {
	case err != nil || worker.Name != entry.Key(): // what another program put there is no worker
	case silent:
		p.gone = append(p.gone, worker)
	default:
		p.workers = append(p.workers, worker)
	}
}
