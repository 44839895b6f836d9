package farm

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
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
		return len(p) > 0 && p[0].Producer == "producer" && p[0].Foreign == 1 && p[0].Bad == 1
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

// A full store is told once, and the work goes on when there is room.
func TestFullStore(t *testing.T) {
	t.Parallel()
	const room = 1 << 20
	s, err := StartServer(context.Background(), ServerOptions{Store: t.TempDir(), Listen: "127.0.0.1:0", MaxMiB: room >> 20}, silent)
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	l, said := linkTo(t, s)
	full := strings.Repeat("x", room/4)
	for n := 0; err == nil; n++ {
		_, err = l.js.Publish(context.Background(), resultSubject("stranger", strings.Repeat("1", n+1), "token", "x"), []byte(full))
	}
	require.True(t, isFull(err), "%v", err)
	info, err := l.streams.results.Info(t.Context())
	require.NoError(t, err)
	require.LessOrEqual(t, info.State.Bytes, uint64(room/resultShare), "there is room for tasks")
	take, found := collect(t)
	done := make(chan error, 1)
	go func() {
		c := newPool(l, "producer")
		c.Input = func(_ context.Context, s sum) (any, uint64, error) {
			return struct {
				sum
				Text string
			}{s, full}, 0, nil
		}
		done <- c.Do(context.Background(), numbers(6), take)
	}()
	const told = "the store of the server is full: it needs room, or producers that take their results; trying again"
	soon(t, func() bool { return strings.Contains(said.String(), told) }, "the full store is told")
	require.NoError(t, l.streams.results.Purge(context.Background()))
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 1))
	require.NoError(t, <-done)
	requireSquares(t, found, 6)
	require.Equal(t, 1, strings.Count(said.String(), told), "once")
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
	for range 5 {
		p.remove <- stored{resultSubject("producer", "a", "token", "x"), ""}
	}
	began := time.Now()
	p.end(t.Context(), false)
	require.Less(t, time.Since(began), 2*leaveTimeout)
}
