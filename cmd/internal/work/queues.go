package work

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// queue is a durable consumer of the stream WORK: the pieces of one kind, one priority and the same needs.
type queue struct {
	name     string
	priority int
	needs    Needs
	consumer jetstream.Consumer // nil until the worker takes pieces from it
}

const (
	queueAge    = resultAge // the time without use after which a queue is removed; its pieces stay
	mostPending = 100_000   // pieces in progress
)

// The keys of a consumer's metadata.
const (
	needsKey    = "needs"
	priorityKey = "priority"
)

// openQueue makes the queue for pieces of a job and tells the workers of it.
func (l *Link) openQueue(ctx context.Context, j Job) (jetstream.Consumer, error) {
	needs, err := json.Marshal(j.Needs)
	if err != nil {
		return nil, err
	}
	digest, err := j.Needs.digest()
	if err != nil {
		return nil, err
	}
	name := j.Needs.Kind + "-" + strconv.Itoa(j.Priority) + "-" + digest
	consumer, err := l.streams.work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable:       name,
		FilterSubject: subject{j.Needs.Kind, j.Priority, digest, "*", "*"}.String(),
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       l.pace.ackWait,
		// The worker that gets a piece once more than attempts times sets it aside: a limit of the server would leave
		// the piece in the stream for good if no worker lived at the last attempt.
		MaxDeliver:        -1,
		MaxAckPending:     mostPending,
		InactiveThreshold: queueAge,
		Metadata:          map[string]string{needsKey: string(needs), priorityKey: strconv.Itoa(j.Priority)},
	})
	if err != nil {
		return nil, err
	}
	return consumer, l.conn.Publish(noticeSubject, []byte(name))
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

// queuePause is the time between two looks at the queues of the server.
const queuePause = 30 * time.Second

// follow keeps the queues up to date until ctx ends.
func (q *queues) follow(ctx context.Context) error {
	notices := make(chan *nats.Msg, 1)
	subscription, err := q.link.conn.ChanSubscribe(noticeSubject, notices)
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
// pieces in it.
func (q *queues) judge(info *jetstream.ConsumerInfo) (found queue, ok bool) {
	found.name = info.Name
	if json.Unmarshal([]byte(info.Config.Metadata[needsKey]), &found.needs) != nil {
		return found, false // of another program
	}
	found.priority, _ = strconv.Atoi(info.Config.Metadata[priorityKey]) // 0 is as good as any
	why := q.abilities.lacks(found.needs)
	if waiting := info.NumPending + uint64(info.NumAckPending); why != "" && waiting > 0 && !q.refused[info.Name] {
		q.refused[info.Name] = true
		q.link.say("%d pieces of %s are not for this worker: %s", waiting, found.needs.Kind, why)
	}
	return found, why == ""
}
