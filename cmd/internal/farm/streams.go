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
// much time has passed. A subject of a result is result.PRODUCER.IDENTITY.USER.PROCESS, with the name of the worker: a worker may publish
// only those of its user.
const (
	workStream   = "WORK"
	resultStream = "RESULTS"
	failedStream = "FAILED"
	workerBucket = "WORKERS"
	workerStream = "KV_" + workerBucket // as JetStream calls it
	largeBucket  = "LARGE"
	largeStream  = "OBJ_" + largeBucket // as JetStream calls it

	noticeSubject  = "zonda.queues"    // a message says that there is a new queue, and names the worker that it is for, if it is for one
	abandonSubject = "zonda.abandoned" // a message names a producer that wants no results of tasks in progress
	drainSubject   = "zonda.drain"     // a message names a worker that is to end when it has finished its tasks
)

const (
	resultAge = 30 * 24 * time.Hour // results that no producer takes are removed
	failedAge = resultAge
	largeAge  = resultAge
	taskAge   = resultAge // a producer that is still there asks again
	maxFailed = 10_000
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

// missingSubject returns the subject at which workers of a user say which large data the server should have, by its checksum.
func missingSubject(user string) string { return missingPrefix + user }

const missingPrefix = "zonda.missing."

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

// resultSubject returns the subject of the result of a worker.
func resultSubject(producer, identity, user, process string) string {
	return "result." + producer + "." + identity + "." + user + "." + process
}

// resultsOf returns the subjects of the results of all workers for a task, or for "*" for all tasks.
func resultsOf(producer, identity string) string { return resultSubject(producer, identity, "*", "*") }

// failedSubject returns the subject at which a worker says which tasks failed permanently.
func failedSubject(user, process string) string { return failedPrefix + user + "." + process }

const failedPrefix = "work.failed."

// identityOf returns the identity of the task of a result, "" if the subject is none of a result.
func identityOf(resultSubject string) string {
	if parts := strings.Split(resultSubject, "."); len(parts) == resultParts {
		return parts[2]
	}
	return ""
}

// workerOf returns the full name of the worker of a result, "" if the subject is none of a result.
func workerOf(resultSubject string) string {
	if parts := strings.Split(resultSubject, "."); len(parts) == resultParts {
		return parts[3] + "." + parts[4]
	}
	return ""
}

const resultParts = 5 // of the subject of a result

// streams are the streams and buckets on the server.
type streams struct {
	work, results, failed, chunks jetstream.Stream // chunks are the parts of the objects of large
	workers                       jetstream.KeyValue
	large                         jetstream.ObjectStore
}

// The shares of the store that each stream may fill: all of it divided by these numbers. If tasks could fill the room of results, no task
// could be done any more. The rest is for what the server itself keeps.
const (
	resultShare = 2
	largeShare  = 4
	taskShare   = 8
	failedShare = 16 // the oldest go
)

// maxPresences is the number of bytes of the presences of workers and producers, which are in the memory of each server that has them.
const maxPresences = 16 << 20

// streamConfigs returns how the streams are made, on a server whose store has this number of bytes; 0 if that is not known.
func streamConfigs(replicas int, room int64) (all []jetstream.StreamConfig) {
	for _, c := range []jetstream.StreamConfig{
		{
			Name: workStream, Subjects: []string{"work.*.*.*.*.*"}, Retention: jetstream.WorkQueuePolicy,
			Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxAge: taskAge,
			MaxBytes: room / taskShare,
		},
		{
			Name: resultStream, Subjects: []string{resultsOf("*", "*")}, MaxMsgsPerSubject: 1, MaxAge: resultAge,
			Discard: jetstream.DiscardNew, MaxBytes: room / resultShare,
		},
		{
			Name: failedStream, Subjects: []string{failedSubject("*", "*")}, MaxMsgs: maxFailed, MaxAge: failedAge,
			MaxBytes: room / failedShare,
		},
	} {
		c.Storage, c.Replicas = jetstream.FileStorage, replicas
		all = append(all, c)
	}
	return all
}

// openStreams opens the streams, and makes those that do not exist with this number of replicas. It may be called again at any time:
// somebody may have deleted a stream, or the server may have lost its store. It returns the names of those that it made, but for
// the workers, of whom a server that starts knows nothing. Streams that an older program made, or for a store of another size, change.
func openStreams(ctx context.Context, js jetstream.JetStream, replicas int, room int64) (s streams, made []string, err error) {
	for try := 1; ; try++ {
		var more []string
		s, more, err = openOrMake(ctx, js, replicas, room)
		made = append(made, more...)
		if !isMadeByOthers(err) || try == maxOpenings {
			return s, made, err
		}
		pause(ctx, openingPause)
	}
}

// How often openStreams tries while others make the same streams, and the pause between two tries.
const (
	maxOpenings  = 20
	openingPause = 20 * time.Millisecond
)

// isMadeByOthers reports whether the server could not make a stream because somebody else has made one of this name, with other bounds, or
// is making it. A disk that takes no stream has the same error.
func isMadeByOthers(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) || errors.As(err, &api) && api.ErrorCode == codeNotMade
}

// openOrMake is openStreams for somebody who is alone.
func openOrMake(ctx context.Context, js jetstream.JetStream, replicas int, room int64) (s streams, made []string, err error) {
	var all []jetstream.Stream
	for _, c := range streamConfigs(replicas, room) {
		stream, err := js.Stream(ctx, c.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			if stream, err = js.CreateStream(ctx, c); err == nil {
				made = append(made, c.Name)
			}
		} else if err == nil {
			err = errors.Join(adjust(ctx, js, stream, c, room), makeRoom(ctx, stream, c))
		}
		if err != nil {
			return s, made, err
		}
		all = append(all, stream)
	}
	s.work, s.results, s.failed = all[0], all[1], all[2]
	if s.workers, err = js.KeyValue(ctx, workerBucket); errors.Is(err, jetstream.ErrBucketNotFound) {
		s.workers, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: workerBucket, TTL: presenceTTL, Storage: jetstream.MemoryStorage, Replicas: replicas, MaxBytes: maxPresences,
		})
	}
	if err != nil {
		return s, made, err
	}
	presences, err := js.Stream(ctx, workerStream)
	if err != nil {
		return s, made, err
	}
	bounded := presences.CachedInfo().Config
	bounded.MaxBytes = maxPresences
	if err := adjust(ctx, js, presences, bounded, maxPresences); err != nil {
		return s, made, err
	}
	if s.large, err = js.ObjectStore(ctx, largeBucket); errors.Is(err, jetstream.ErrBucketNotFound) {
		s.large, err = js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: largeBucket, TTL: largeAge, Replicas: replicas})
		if err == nil {
			made = append(made, largeBucket)
		}
	}
	if err != nil {
		return s, made, err
	}
	if s.chunks, err = js.Stream(ctx, largeStream); err != nil {
		return s, made, err
	}
	large := s.chunks.CachedInfo().Config
	large.MaxBytes = room / largeShare
	if err := adjust(ctx, js, s.chunks, large, room); err != nil {
		return s, made, err
	}
	return s, made, replicate(ctx, js, replicas)
}

// replicate gives each stream this number of replicas if it has fewer: whoever made it may have had an address without replicas.
func replicate(ctx context.Context, js jetstream.JetStream, replicas int) error {
	if replicas <= 1 {
		return nil
	}
	for _, name := range []string{workStream, resultStream, failedStream, workerStream, largeStream} {
		stream, err := js.Stream(ctx, name)
		if err != nil {
			return err
		}
		c := stream.CachedInfo().Config
		if c.Replicas >= replicas {
			continue
		}
		c.Replicas = replicas
		if _, err := js.UpdateStream(ctx, c); err != nil {
			return fmt.Errorf("the stream %s cannot have %d replicas: %w", name, replicas, plain{err})
		}
	}
	return nil
}

// adjust changes a stream that has other subjects or bounds than wanted. If the store has less room than other streams have been promised,
// the stream stays as it is.
func adjust(ctx context.Context, js jetstream.JetStream, stream jetstream.Stream, wanted jetstream.StreamConfig, room int64) error {
	c := stream.CachedInfo().Config
	bounded := room == 0 || wanted.MaxBytes == 0 || c.MaxBytes == wanted.MaxBytes
	if slices.Equal(c.Subjects, wanted.Subjects) && c.Discard == wanted.Discard && bounded {
		return nil
	}
	c.Subjects, c.Discard = wanted.Subjects, wanted.Discard
	if !bounded {
		c.MaxBytes = wanted.MaxBytes
	}
	if _, err := js.UpdateStream(ctx, c); err != nil && !isFull(err) {
		return err
	}
	return nil
}

// makeRoom removes the tasks of a store that has more of them than may be there, as one that an older program has filled: producers ask
// again.
func makeRoom(ctx context.Context, stream jetstream.Stream, c jetstream.StreamConfig) error {
	if c.Name != workStream || c.MaxBytes == 0 || stream.CachedInfo().State.Bytes <= uint64(c.MaxBytes) {
		return nil
	}
	return stream.Purge(ctx)
}

// errNoStreams is the error of a worker whose server has no streams yet.
var errNoStreams = errors.New("no producer has given work yet")

// openWorkerStreams opens what a worker needs. It makes nothing: that is for the server and the producers.
func openWorkerStreams(ctx context.Context, js jetstream.JetStream) (s streams, err error) {
	s.work, err = js.Stream(ctx, workStream)
	if err == nil {
		s.workers, err = js.KeyValue(ctx, workerBucket)
	}
	if err == nil {
		s.large, err = js.ObjectStore(ctx, largeBucket)
	}
	if err == nil {
		s.chunks, err = js.Stream(ctx, largeStream)
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) {
		err = errNoStreams
	}
	return s, err
}

// The codes of errors of a server that nats.go has no names for.
const (
	codeNoResources = 10023
	codeNoMemory    = 10028
	codeNoStorage   = 10047
	codeNotMade     = 10049 // of a stream, with the reason in the text
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
	return api.ErrorCode == codeNoResources || api.ErrorCode == codeNoMemory || api.ErrorCode == codeNoStorage ||
		api.ErrorCode == codeNotStored && strings.Contains(api.Description, reasonBytes)
}

// isLost reports whether the server has no stream for a message, or not the stream that was asked for.
func isLost(err error) bool {
	return errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound)
}

// storeError returns the error of a message that was not stored, in words.
func storeError(err error) error {
	switch {
	case isFull(err):
		return errors.New("the store of the server is full: it needs room, or producers that take their results")
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrNoStreamResponse),
		errors.Is(err, jetstream.ErrJetStreamNotEnabled):
		return errors.New("the server does not store messages: its disk may be full, or it starts")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout), errors.Is(err, context.Canceled):
		return errors.New("the server does not answer")
	}
	return fmt.Errorf("the server does not take a message: %w", plain{err})
}

// queue is a durable consumer of the stream WORK: the tasks of one kind, one priority and the same needs.
type queue struct {
	name     string
	created  time.Time // another one of the same name may have been made since
	priority int
	needs    Needs
}

// is reports whether two queues are the same.
func (q queue) is(other queue) bool { return q.name == other.name && q.created.Equal(other.created) }

const (
	queueAge   = resultAge // the time without use after which a queue is removed; its tasks stay
	maxPending = 100_000   // tasks in progress
	maxWaiting = 20_000    // workers that wait for a task

	addressedAge = time.Hour // the same for a queue of one worker
)

// The keys of a consumer's metadata.
const (
	needsKey    = "needs"
	priorityKey = "priority"
)

// openQueue opens the queue for tasks of a job. If it is not there it is made, and the workers are told of it.
func (l *Link) openQueue(ctx context.Context, j Job) (queue jetstream.Consumer, made bool, err error) {
	needs, _ := json.Marshal(j.Needs) // texts and numbers
	digest := j.Needs.digest()
	name := j.Needs.Kind + "-" + strconv.Itoa(j.Priority) + "-" + digest
	queue, err = l.streams.work.Consumer(ctx, name)
	if !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return queue, false, err
	}
	age := queueAge
	if j.Needs.Worker != "" { // its name will not come again
		age = addressedAge
	}
	queue, err = l.streams.work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable:       name,
		FilterSubject: subject{j.Needs.Kind, j.Priority, digest, "*", "*"}.String(),
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       l.pace.ackWait,
		// The worker that gets a task once more than attempts times lets it fail permanently: a limit of the server would leave
		// the task in the stream for good if no worker lived at the last attempt.
		MaxDeliver:        -1,
		MaxAckPending:     maxPending,
		MaxWaiting:        maxWaiting,
		InactiveThreshold: age,
		Metadata:          map[string]string{needsKey: string(needs), priorityKey: strconv.Itoa(j.Priority)},
	})
	if err != nil {
		return nil, true, err
	}
	return queue, true, l.conn.Publish(noticeSubject, []byte(j.Needs.Worker))
}

// queueOf returns the queue behind a consumer. It is an error if the needs of the queue cannot be read.
func queueOf(info *jetstream.ConsumerInfo) (q queue, err error) {
	q.name, q.created = info.Name, info.Created
	q.priority, _ = strconv.Atoi(info.Config.Metadata[priorityKey]) // 0 is as good as any
	err = json.Unmarshal([]byte(info.Config.Metadata[needsKey]), &q.needs)
	q.needs.clean()
	return q, err
}

// queues are the queues that a worker can serve.
type queues struct {
	link      *Link
	worker    string // its full name
	abilities Abilities
	mu        sync.Mutex
	served    []queue         // the first priority first
	changed   chan struct{}   // closed when served changes
	returned  chan struct{}   // gets a value when a lost connection is there again, or the worker has other news of itself
	refused   map[string]bool // queues of which was said why the worker does not serve them
	// Only the goroutine of follow has these.
	listed  int  // queues of the server at the last list
	unclear bool // it could not be read, or has queues that the worker does not serve, and has not said why as they have no tasks yet
}

func newQueues(w *Worker) *queues {
	return &queues{link: w.Link, worker: w.FullName(), abilities: w.Abilities, changed: make(chan struct{}), returned: make(chan struct{}, 1), refused: map[string]bool{}}
}

// current returns the queues, and a channel that is closed when there are others.
func (q *queues) current() (served []queue, changed <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.served, q.changed
}

// The time between two checks of the queues of the server if some were unclear, and after how many of these times they are checked in any
// case: a notice tells of a new queue.
const (
	queuePause  = time.Minute
	queuePauses = 5
)

// follow keeps the queues up to date until ctx ends.
func (q *queues) follow(ctx context.Context) error {
	notices := make(chan struct{}, 1)
	subscription, err := q.link.conn.Subscribe(noticeSubject, func(m *nats.Msg) {
		if worker := string(m.Data); worker != "" && worker != q.worker {
			return
		}
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
	for known, pauses := false, 0; ; {
		if !known {
			q.refresh(ctx)
		}
		known = false
		select {
		case <-notices:
		case <-tick.C:
			pauses++
			known = !q.unclear && (pauses%queuePauses != 0 || q.areKnown(ctx))
		case <-q.link.back:
			q.tell()
		case <-ctx.Done():
			return nil
		}
	}
}

// tell makes the worker say what is new of itself.
func (q *queues) tell() {
	select {
	case q.returned <- struct{}{}:
	default: // it does
	}
}

// areKnown reports whether the server has as many queues as it had before, so that a list has nothing new.
func (q *queues) areKnown(ctx context.Context) bool {
	ctx, cancel := q.link.attempt(ctx, requestTimeout)
	defer cancel()
	info, err := q.link.streams.work.Info(ctx)
	return err == nil && info.State.Consumers == q.listed
}

// refresh reads the queues of the server. If it fails, the queues stay as they are.
func (q *queues) refresh(ctx context.Context) {
	ctx, cancel := q.link.attempt(ctx, requestTimeout)
	defer cancel()
	list := q.link.streams.work.ListConsumers(ctx)
	var found []queue
	listed := 0
	q.listed, q.unclear = 0, false
	for info := range list.Info() {
		listed++
		if served, ok := q.judge(info); ok {
			found = append(found, served)
		}
	}
	if list.Err() != nil {
		q.unclear = true
		_ = q.link.restore(ctx) // if not, the next time
		return
	}
	slices.SortFunc(found, func(a, b queue) int { return cmp.Or(cmp.Compare(a.priority, b.priority), cmp.Compare(a.name, b.name)) })
	q.mu.Lock()
	defer q.mu.Unlock()
	if slices.EqualFunc(found, q.served, queue.is) {
		q.listed = listed
		return
	}
	q.served, q.listed = found, listed
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
	if found.needs.Worker != "" && found.needs.Worker != q.worker {
		return found, false
	}
	why := q.abilities.lacks(found.needs)
	waiting := info.NumPending + uint64(info.NumAckPending)
	q.unclear = q.unclear || why != "" && waiting == 0
	if why != "" && waiting > 0 && !q.refused[info.Name] {
		q.refused[info.Name] = true
		q.link.say("tasks of %s are not for this worker (waiting: %d): %s", found.needs.Kind, waiting, why)
	}
	return found, why == ""
}
