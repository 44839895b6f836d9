package farm

import (
	"context"
	"encoding/json"
	"fmt"
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
	requireDone := ask(t, c, 50)
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
	requireDone()
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

// A task may be as long as the room for tasks or the longest message. One that is a byte longer ends the producer, which says so.
func TestLongestTask(t *testing.T) {
	t.Parallel()
	for _, room := range []int64{1 << 20, 16 << 20} {
		t.Run(strconv.FormatInt(room, 10), func(t *testing.T) {
			t.Parallel()
			s := startSmallServer(t, room)
			l, _ := linkTo(t, s)
			c := newPool(l, "producer")
			input, _, err := bulky(0)(t.Context(), sum{})
			require.NoError(t, err)
			task, err := newTask(c.Job.Needs, input, 0)
			require.NoError(t, err)
			empty, err := json.Marshal(task)
			require.NoError(t, err)
			address := subject{squares, DefaultPriority, c.Job.Needs.digest(), "producer", task.Identity}.String()
			most := min(int(room/taskShare)-recordBytes-len(address), int(l.conn.MaxPayload()))
			worker, _ := linkTo(t, s)
			startWorker(t, newWorker(worker, "a", 1))
			take, found := collect(t)
			c.Input = bulky(most - len(empty))
			require.NoError(t, c.Do(limited(t), numbers(1), take))
			requireSquares(t, found, 1)
			c.Input = bulky(most - len(empty) + 1)
			err = c.Do(limited(t), numbers(1), take)
			require.ErrorContains(t, err, fmt.Sprintf("has %d bytes, and the server takes at most %d: ", most+1, most))
		})
	}
}

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
	l, _ := linkTo(t, s)
	l.pace.reconcile = time.Second
	c := newPool(l, "producer")
	c.Input = bulky(room / 50)
	requireDone := ask(t, c, tasks)
	ownLink(t, s)
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 1))
	requireDone()
	info, err := own.streams.work.Info(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, room/taskShare, info.Config.MaxBytes)
}

// countedSquarer counts the tasks that it has begun.
type countedSquarer struct {
	squarer
	begun *atomic.Int64
}

func (c countedSquarer) Do(ctx context.Context, input json.RawMessage) (any, error) {
	c.begun.Add(1)
	return c.squarer.Do(ctx, input)
}

// A thread does another task while a result waits for room on the server, but no third one.
func TestResultsWait(t *testing.T) {
	t.Parallel()
	const room, tasks = 1 << 20, 6
	s := startSmallServer(t, room)
	l, _ := linkTo(t, s)
	stuff(t, l, "result.stranger.1.token.", room/16)
	requireDone := ask(t, newPool(l, "producer"), tasks)
	worker, _ := linkTo(t, s)
	w := newWorker(worker, "a", 1)
	var begun atomic.Int64
	w.Kinds = Kinds{squares: func(*Files) (Doer, error) { return countedSquarer{begun: &begun}, nil }}
	startWorker(t, w)
	soon(t, func() bool { return begun.Load() == 2 }, "another task")
	time.Sleep(200 * time.Millisecond) // if there is a third one
	require.EqualValues(t, 2, begun.Load())
	require.NoError(t, l.streams.results.Purge(t.Context()))
	requireDone()
}

// A store with less room than before has lower bounds at once, and what does not fit any more is asked for again.
func TestLoweredRoom(t *testing.T) {
	t.Parallel()
	const before, room, tasks = 64 << 20, 1 << 20, 100
	store := t.TempDir()
	s, err := StartServer(t.Context(), ServerOptions{Store: store, Listen: "127.0.0.1:0", MaxMiB: before >> 20}, silent)
	require.NoError(t, err)
	l, _ := linkTo(t, s)
	c := newPool(l, "producer")
	c.Input = bulky(room / 50)
	requireDone := ask(t, c, tasks)
	require.NoError(t, s.Close())
	s, err = StartServer(t.Context(), ServerOptions{Store: store, Listen: "127.0.0.1:0", MaxMiB: room >> 20}, silent)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	for name, share := range map[string]int64{workStream: taskShare, resultStream: resultShare, largeStream: largeShare, failedStream: failedShare} {
		stream, err := ownLink(t, s).js.Stream(t.Context(), name)
		require.NoError(t, err)
		require.Equal(t, room/share, stream.CachedInfo().Config.MaxBytes, name)
	}
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 1))
	requireDone()
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
