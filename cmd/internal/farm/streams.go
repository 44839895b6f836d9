package farm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The names on the server. A subject of a task is work.KIND.PRIORITY.NEEDS.PRODUCER.IDENTITY: the server refuses a
// second message of the same subject, so that a producer that was ended and starts again adds no task twice, however
// much time has passed. A subject of a result is result.PRODUCER.IDENTITY.
const (
	workStream    = "WORK"
	resultStream  = "RESULTS"
	failedStream  = "FAILED"
	workerBucket  = "WORKERS"
	largeBucket   = "LARGE"
	failedSubject = "work.failed"

	noticeSubject  = "zonda.queues"    // a message says that there is a new queue
	abandonSubject = "zonda.abandoned" // a message names a producer that wants no results of tasks in progress
)

const (
	resultAge  = 30 * 24 * time.Hour // results that no producer takes are removed
	failedAge  = resultAge
	largeAge   = resultAge
	taskAge    = resultAge // a producer that is still there asks again
	failedMost = 10_000
)

// subject is the address of a task.
type subject struct {
	kind     string
	priority int
	needs    string // Needs.digest
	producer string
	identity string
}

func (s subject) String() string {
	return fmt.Sprintf("work.%s.%d.%s.%s.%s", s.kind, s.priority, s.needs, s.producer, s.identity)
}

// parseSubject reads a subject of the stream WORK. What is none has empty parts.
func parseSubject(text string) (s subject) {
	parts := strings.Split(text, ".")
	const whole = 6
	if len(parts) != whole || parts[0] != "work" {
		return s
	}
	priority, err := strconv.Atoi(parts[2])
	if err != nil {
		return s
	}
	return subject{parts[1], priority, parts[3], parts[4], parts[5]}
}

// resultSubject returns the subject of a result.
func resultSubject(producer, identity string) string { return "result." + producer + "." + identity }

// streams are the streams and buckets on the server.
type streams struct {
	work, results, failed jetstream.Stream
	workers               jetstream.KeyValue
	large                 jetstream.ObjectStore
}

// openStreams opens the streams and makes those that do not exist, with this number of replicas.
func openStreams(ctx context.Context, js jetstream.JetStream, replicas int) (s streams, err error) {
	open := func(c jetstream.StreamConfig) jetstream.Stream {
		if err != nil {
			return nil
		}
		c.Storage, c.Replicas = jetstream.FileStorage, replicas
		var stream jetstream.Stream
		stream, err = js.CreateStream(ctx, c)
		if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // made with other settings, such as replicas
			stream, err = js.Stream(ctx, c.Name)
		}
		return stream
	}
	s.work = open(jetstream.StreamConfig{
		Name: workStream, Subjects: []string{"work.*.*.*.*.*"}, Retention: jetstream.WorkQueuePolicy,
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxAge: taskAge,
	})
	s.results = open(jetstream.StreamConfig{
		Name: resultStream, Subjects: []string{"result.*.*"}, MaxMsgsPerSubject: 1, MaxAge: resultAge,
	})
	s.failed = open(jetstream.StreamConfig{
		Name: failedStream, Subjects: []string{failedSubject}, MaxMsgs: failedMost, MaxAge: failedAge,
	})
	if err != nil {
		return s, err
	}
	if s.workers, err = js.KeyValue(ctx, workerBucket); errors.Is(err, jetstream.ErrBucketNotFound) {
		s.workers, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: workerBucket, TTL: presenceTTL, Storage: jetstream.MemoryStorage, Replicas: replicas,
		})
	}
	if err != nil {
		return s, err
	}
	if s.large, err = js.ObjectStore(ctx, largeBucket); errors.Is(err, jetstream.ErrBucketNotFound) {
		s.large, err = js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: largeBucket, TTL: largeAge, Replicas: replicas})
	}
	return s, err
}

// The codes of errors of a server that nats.go has no names for.
const (
	codeNoResources = 10023
	codeNoStorage   = 10047
	codeNotStored   = 10077 // with the reason in the text
)

// The reasons with codeNotStored, as the server writes them.
const (
	reasonThere = "maximum messages per subject exceeded"
	reasonBytes = "maximum bytes exceeded"
)

// isThere reports whether the server refused a task because it has the task already.
func isThere(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == codeNotStored && strings.Contains(api.Description, reasonThere)
}

// isFull reports whether the store of the server has no room.
func isFull(err error) bool {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return false
	}
	return api.ErrorCode == codeNoResources || api.ErrorCode == codeNoStorage ||
		api.ErrorCode == codeNotStored && strings.Contains(api.Description, reasonBytes)
}

// storeError returns the error of a message that was not stored, in words.
func storeError(err error) error {
	switch {
	case isFull(err):
		return errors.New("the store of the server is full: it needs room, or producers that take their results")
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrNoStreamResponse),
		errors.Is(err, jetstream.ErrJetStreamNotEnabled):
		return errors.New("the server does not store messages: its disk may be full, or it starts")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		return errors.New("the server does not answer")
	}
	return fmt.Errorf("the server does not take a message: %w", err)
}

// queue is a durable consumer of the stream WORK: the tasks of one kind, one priority and the same needs.
type queue struct {
	name     string
	priority int
	needs    Needs
	consumer jetstream.Consumer // nil until the worker takes tasks from it
}

const (
	queueAge   = resultAge // the time without use after which a queue is removed; its tasks stay
	maxPending = 100_000   // tasks in progress
)

// The keys of a consumer's metadata.
const (
	needsKey    = "needs"
	priorityKey = "priority"
)

// openQueue makes the queue for tasks of a job and tells the workers of it.
func (l *Link) openQueue(ctx context.Context, j Job) (jetstream.Consumer, error) {
	needs, _ := json.Marshal(j.Needs) // texts and numbers
	digest := j.Needs.digest()
	name := j.Needs.Kind + "-" + strconv.Itoa(j.Priority) + "-" + digest
	consumer, err := l.streams.work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable:       name,
		FilterSubject: subject{j.Needs.Kind, j.Priority, digest, "*", "*"}.String(),
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       l.pace.ackWait,
		// The worker that gets a task once more than attempts times lets it fail permanently: a limit of the server would leave
		// the task in the stream for good if no worker lived at the last attempt.
		MaxDeliver:        -1,
		MaxAckPending:     maxPending,
		InactiveThreshold: queueAge,
		Metadata:          map[string]string{needsKey: string(needs), priorityKey: strconv.Itoa(j.Priority)},
	})
	if err != nil {
		return nil, err
	}
	return consumer, l.conn.Publish(noticeSubject, []byte(name))
}

// queueOf returns the queue behind a consumer. It is an error if the needs of the queue cannot be read.
func queueOf(info *jetstream.ConsumerInfo) (q queue, err error) {
	q.name = info.Name
	q.priority, _ = strconv.Atoi(info.Config.Metadata[priorityKey]) // 0 is as good as any
	return q, json.Unmarshal([]byte(info.Config.Metadata[needsKey]), &q.needs)
}

// queues are the queues that a worker can serve.
type queues struct {
	link      *Link
	abilities Abilities
	mu        sync.Mutex
	served    []queue         // the first priority first
	changed   chan struct{}   // closed when served changes
	refused   map[string]bool // queues of which was said why the worker does not serve them
}

func newQueues(l *Link, a Abilities) *queues {
	return &queues{link: l, abilities: a, changed: make(chan struct{}), refused: map[string]bool{}}
}

// current returns the queues, and a channel that is closed when there are others.
func (q *queues) current() ([]queue, <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.served, q.changed
}

// queuePause is the time between two checks of the queues of the server.
const queuePause = 30 * time.Second

// follow keeps the queues up to date until ctx ends.
func (q *queues) follow(ctx context.Context) error {
	notices := make(chan struct{}, 1)
	subscription, err := q.link.conn.Subscribe(noticeSubject, func(*nats.Msg) {
		select {
		case notices <- struct{}{}:
		default: // the next check is for this notice too
		}
	})
	if err != nil {
		return err
	}
	defer func() { _ = subscription.Unsubscribe() }() // the connection may be closed
	tick := time.NewTicker(queuePause)
	defer tick.Stop()
	for {
		q.refresh(ctx)
		select {
		case <-notices:
		case <-tick.C:
		case <-q.link.back:
		case <-ctx.Done():
			return nil
		}
	}
}

// refresh reads the queues of the server. If it fails, the queues stay as they are.
func (q *queues) refresh(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	list := q.link.streams.work.ListConsumers(ctx)
	var found []queue
	for info := range list.Info() {
		if served, ok := q.judge(info); ok {
			found = append(found, served)
		}
	}
	if list.Err() != nil {
		return
	}
	slices.SortFunc(found, func(a, b queue) int { return cmp.Or(cmp.Compare(a.priority, b.priority), cmp.Compare(a.name, b.name)) })
	q.mu.Lock()
	defer q.mu.Unlock()
	if slices.EqualFunc(found, q.served, func(a, b queue) bool { return a.name == b.name }) {
		return
	}
	for i := range found {
		var err error
		if found[i].consumer, err = q.link.streams.work.Consumer(ctx, found[i].name); err != nil {
			return
		}
	}
	q.served = found
	close(q.changed)
	q.changed = make(chan struct{})
}

// judge returns the queue of a consumer and whether the worker can serve it. If not, it says why, once, if there are
// tasks in it.
func (q *queues) judge(info *jetstream.ConsumerInfo) (found queue, ok bool) {
	found, err := queueOf(info)
	if err != nil {
		return found, false // of another program
	}
	why := q.abilities.lacks(found.needs)
	if waiting := info.NumPending + uint64(info.NumAckPending); why != "" && waiting > 0 && !q.refused[info.Name] {
		q.refused[info.Name] = true
		q.link.say("tasks of %s are not for this worker (waiting: %d): %s", found.needs.Kind, waiting, why)
	}
	return found, why == ""
}
