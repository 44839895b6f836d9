package work

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The names on the server. A subject of a piece is work.KIND.PRIORITY.NEEDS.PRODUCER.IDENTITY: the server refuses a
// second message of the same subject, so that a producer that was ended and starts again adds no piece twice, however
// much time has passed. A subject of a result is result.PRODUCER.IDENTITY.
const (
	workStream    = "WORK"
	resultStream  = "RESULTS"
	failedStream  = "FAILED"
	workerBucket  = "WORKERS"
	largeBucket   = "LARGE"
	failedSubject = "work.failed"

	noticeSubject  = "zonda.queues"    // a message says that there is a new queue
	abandonSubject = "zonda.abandoned" // a message names a producer that wants no results of pieces in progress
)

const (
	resultAge  = 30 * 24 * time.Hour // results that no producer takes are removed
	failedAge  = resultAge
	largeAge   = resultAge
	pieceAge   = resultAge // a producer that is still there asks again
	failedMost = 10_000
)

// subject is the address of a piece.
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
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxAge: pieceAge,
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

// isThere reports whether the server refused a piece because it has the piece already.
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
