package farm

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// publish puts a message onto a server as another program might.
func publish(t *testing.T, l *Link, subject, text string) {
	t.Helper()
	_, err := l.js.PublishMsg(context.Background(), &nats.Msg{Subject: subject, Data: []byte(text)})
	require.NoError(t, err)
}

// Messages that are none, and results that nobody asked for, are left out with one clear line; the rest goes on.
func TestForeignMessages(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, said := linkTo(t, s)
	c := newPool(l, "producer")
	worker, workerSaid := linkTo(t, s)
	digest := c.Job.Needs.digest()
	take, found := collect(t)
	done := make(chan error, 1)
	go func() { done <- c.Do(context.Background(), numbers(50), take) }()
	soon(t, func() bool { return messages(t, l.streams.work) == 50 }, "the tasks are asked for")
	publish(t, l, subject{squares, DefaultPriority, digest, "stranger", "1"}.String(), "no JSON")
	publish(t, l, subject{squares, DefaultPriority, digest, "stranger", "2"}.String(), `{"kind":"squares","identity":"2"}`)
	publish(t, l, resultSubject("producer", "nobody", "token", "x"), `{"piece":"nobody","output":{"number":1}}`)
	first, err := newTask(c.Job.Needs, sum{Number: 49}, 0)
	require.NoError(t, err)
	publish(t, l, resultSubject("producer", first.Identity, "token", "x"), "no JSON")
	soon(t, func() bool {
		p := statusOf(t, l).Producers
		return len(p) > 0 && p[0].Producer == "producer" && p[0].Foreign > 0 && p[0].Bad > 0
	}, "both are counted")
	startWorker(t, newWorker(worker, "a", 2))
	require.NoError(t, <-done)
	requireSquares(t, found, 50)
	require.Contains(t, said.String(), "1 results for which nobody has asked were left out")
	soon(t, func() bool { return strings.Count(workerSaid.String(), "failed permanently") == 2 }, workerSaid.String())
	require.Contains(t, workerSaid.String(), "task 1 of squares failed permanently: the task is no JSON object of its kind")
	require.Contains(t, workerSaid.String(), "task 2 of squares failed permanently: the identity of the task is not that of its input")
	require.EqualValues(t, 2, messages(t, l.streams.failed))
}

// startSmallServer starts a server whose store has this number of bytes.
func startSmallServer(t *testing.T, room int64) *Server {
	t.Helper()
	s, err := StartServer(context.Background(), ServerOptions{Store: t.TempDir(), Listen: "127.0.0.1:0", MaxMiB: room >> 20}, silent)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// stuff fills a stream with messages, the first ones of this size, until it has no room for an empty one.
func stuff(t *testing.T, l *Link, subjects string, size int) {
	t.Helper()
	for n := 0; ; n++ {
		_, err := l.js.Publish(t.Context(), subjects+strconv.Itoa(n), make([]byte, size))
		switch {
		case err == nil:
			continue
		case size == 0:
			return
		}
		require.True(t, isFull(err), "%v", err)
		size /= 2
	}
}

// bulky returns an input of tasks with a text of this number of bytes.
func bulky(size int) func(context.Context, sum) (any, uint64, error) {
	return func(_ context.Context, s sum) (any, uint64, error) {
		return struct {
			sum
			Text string
		}{s, strings.Repeat("x", size)}, 0, nil
	}
}

// tasksWait is what a producer says of tasks that have no room.
const tasksWait = "the server has no room for more tasks of squares: they wait until others are done"

// Tasks fill the room that they may have: that is told once, results still have room, and the rest goes there when others are done.
func TestFullStore(t *testing.T) {
	t.Parallel()
	const room, tasks = 1 << 20, 100
	s := startSmallServer(t, room)
	l, said := linkTo(t, s)
	c := newPool(l, "producer")
	c.Input = bulky(room / 50) // the window of a producer is more than the store has
	take, found := collect(t)
	ctx := limited(t)
	done := make(chan error, 1)
	go func() { done <- c.Do(ctx, numbers(tasks), take) }()
	soon(t, func() bool { return strings.Contains(said.String(), tasksWait) }, "it is told")
	worker, workerSaid := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 1))
	require.NoError(t, <-done)
	requireSquares(t, found, tasks)
	require.Equal(t, 1, strings.Count(said.String(), tasksWait), "once")
	require.Empty(t, workerSaid.String())
}

// Tasks with which an older program has filled a store are removed, and asked for again as there is room.
func TestOverfullStore(t *testing.T) {
	t.Parallel()
	const room, tasks = 1 << 20, 100
	s := startSmallServer(t, room)
	own := ownLink(t, s)
	unbounded := own.streams.work.CachedInfo().Config
	unbounded.MaxBytes = -1
	_, err := own.js.UpdateStream(t.Context(), unbounded)
	require.NoError(t, err)
	l, said := linkTo(t, s)
	l.pace.reconcile = time.Second
	c := newPool(l, "producer")
	c.Input = bulky(room / 50)
	take, found := collect(t)
	done := make(chan error, 1)
	go func() { done <- c.Do(t.Context(), numbers(tasks), take) }()
	soon(t, func() bool { return strings.Contains(said.String(), tasksWait) }, "the store is full")
	ownLink(t, s)
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 1))
	require.NoError(t, <-done)
	requireSquares(t, found, tasks)
	info, err := own.streams.work.Info(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, room/taskShare, info.Config.MaxBytes)
}

// Results fill the room that they may have: that is told once, and the work goes on when they are taken.
func TestFullResults(t *testing.T) {
	t.Parallel()
	const room = 1 << 20
	s := startSmallServer(t, room)
	l, said := linkTo(t, s)
	stuff(t, l, "result.stranger.1.token.", room/16)
	take, found := collect(t)
	done := make(chan error, 1)
	go func() { done <- newPool(l, "producer").Do(t.Context(), numbers(6), take) }()
	worker, workerSaid := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 1))
	const told = "the store of the server is full: it needs room, or producers that take their results; trying again"
	soon(t, func() bool { return strings.Contains(workerSaid.String(), told) }, "it is told")
	require.NoError(t, l.streams.results.Purge(t.Context()))
	require.NoError(t, <-done)
	requireSquares(t, found, 6)
	require.Equal(t, 1, strings.Count(workerSaid.String(), told), "once")
	require.NotContains(t, said.String(), "room")
}

// A producer takes its results while the tasks of others fill the room of its next tasks.
func TestFullOfOthers(t *testing.T) {
	t.Parallel()
	const room, tasks, size = 1 << 20, 100, 16 << 10
	s := startSmallServer(t, room)
	l, said := linkTo(t, s)
	c := newPool(l, "producer")
	c.Input = bulky(size)
	take, found := collect(t)
	var taken atomic.Int64
	done := make(chan error, 1)
	go func() {
		done <- c.Do(context.Background(), numbers(tasks), func(s sum, r square) error {
			taken.Add(1)
			return take(s, r)
		})
	}()
	soon(t, func() bool { return strings.Contains(said.String(), tasksWait) }, "its tasks wait")
	stored := messages(t, l.streams.work)
	other, _ := linkTo(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var filling sync.WaitGroup
	filling.Go(func() { // takes what becomes free in parts that are smaller than a task
		for n := 0; ctx.Err() == nil; n++ {
			name := subject{"other", DefaultPriority, "needs", "stranger", strconv.Itoa(n)}.String()
			_, _ = other.js.Publish(ctx, name, make([]byte, size/16)) // there is no room most of the time
		}
	})
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 1))
	soon(t, func() bool { return taken.Load() >= int64(stored) }, "it takes the results of its tasks")
	cancel()
	filling.Wait()
	require.NoError(t, l.streams.work.Purge(t.Context(), jetstream.WithPurgeSubject("work.other.>")))
	require.NoError(t, <-done)
	requireSquares(t, found, tasks)
}

// A producer ends soon when the server is gone, whatever it has left there to remove.
func TestEndWithoutServer(t *testing.T) {
	t.Parallel()
	s, err := StartServer(t.Context(), ServerOptions{Store: t.TempDir(), Listen: "127.0.0.1:0"}, silent)
	require.NoError(t, err)
	l, _ := linkTo(t, s)
	p := newProducer(l, newPool(l, "producer").Job, nil)
	require.NoError(t, p.begin(t.Context()))
	require.NoError(t, s.Close())
	for range 60 {
		p.remove <- stored{resultSubject("producer", "a", "token", "x"), ""}
	}
	began := time.Now()
	p.end(t.Context(), false)
	require.Less(t, time.Since(began), time.Minute, "half the time that all would take")
}
