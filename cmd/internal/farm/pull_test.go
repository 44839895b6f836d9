package farm

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"
)

// waitingRequests returns how many requests for tasks wait at all queues of a server.
func waitingRequests(t *testing.T, l *Link) (all int) {
	t.Helper()
	for info := range l.streams.work.ListConsumers(t.Context()).Info() {
		require.Equal(t, maxWaiting, info.Config.MaxWaiting)
		all += info.NumWaiting
	}
	return all
}

// meeting does a square when all threads of a worker are at one.
type meeting struct {
	squarer
	all *sync.WaitGroup
}

func (m meeting) Do(ctx context.Context, input json.RawMessage) (any, error) {
	m.all.Done()
	m.all.Wait()
	return m.squarer.Do(ctx, input)
}

// A worker without tasks waits with one request for each queue, whatever its threads are; all of them work when there are tasks.
func TestOneRequest(t *testing.T) {
	t.Parallel()
	const threads = 8
	for _, kinds := range []int{1, 3} {
		t.Run(fmt.Sprint(kinds), func(t *testing.T) {
			t.Parallel()
			s := startServer(t, t.TempDir())
			l, _ := linkTo(t, s)
			for i := range kinds {
				c := newPool(l, "producer")
				c.Job.Priority = i
				require.NoError(t, c.Do(t.Context(), numbers(0), nil)) // makes the queue
			}
			worker, _ := linkTo(t, s)
			worker.pace.idle = time.Second // threads that become free one after the other ask one by one until then
			w := newWorker(worker, "a", threads)
			var all sync.WaitGroup
			all.Add(threads)
			w.Kinds = Kinds{squares: func(*Files) (Doer, error) { return meeting{all: &all}, nil }}
			startWorker(t, w)
			soon(t, func() bool { return waitingRequests(t, l) == kinds }, "one request")
			take, found := collect(t)
			c := newPool(l, "producer")
			c.Job.Priority = 0
			require.NoError(t, c.Do(limited(t), numbers(threads), take), "all threads work")
			requireSquares(t, found, threads)
			soon(t, func() bool { return waitingRequests(t, l) == kinds }, "one request again")
		})
	}
}

// TestBusyWorkers: tasks of a queue whose workers are all busy with those of another one wait, and no delivery of them counts as an
// attempt of which a worker has died.
func TestBusyWorkers(t *testing.T) {
	t.Parallel()
	const workers, tasks = 3, 6
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	l.pace.ackWait = patience // of a host, however slow, nobody thinks that it has died
	busy, other := newPool(l, "busy"), newPool(l, "other")
	busy.Job.Priority, other.Job.Priority = 0, 1
	busy.Input = sleepy
	for _, c := range []*Pool[sum, square]{busy, other} {
		require.NoError(t, c.Do(t.Context(), numbers(0), nil)) // makes the queue
	}
	all := make([]*Worker, workers)
	for i := range all {
		worker, _ := linkTo(t, s)
		all[i] = newWorker(worker, fmt.Sprint(i), 1)
		startWorker(t, all[i])
	}
	soon(t, func() bool { return waitingRequests(t, l) == 2*workers }, "requests at both queues")
	done := make(chan error, 1)
	go func() { done <- busy.Do(t.Context(), numbers(4*workers), func(sum, square) error { return nil }) }()
	soon(t, func() bool { return messages(t, l.streams.work) == 4*workers }, "the workers are busy")
	take, found := collect(t)
	require.NoError(t, other.Do(t.Context(), numbers(tasks), take))
	requireSquares(t, found, tasks)
	for _, w := range all {
		require.Zero(t, w.again.Load())
	}
	require.NoError(t, <-done)
}

// sleepy makes tasks of half a second.
func sleepy(_ context.Context, s sum) (any, uint64, error) {
	s.Sleep = time.Second / 2
	return s, 0, nil
}

// hearRequests returns the requests for tasks from now on, as the server hears them.
func hearRequests(t *testing.T, own *Link) <-chan *nats.Msg {
	t.Helper()
	heard := make(chan *nats.Msg, 100)
	_, err := own.conn.ChanSubscribe(takeSubject, heard)
	require.NoError(t, err)
	require.NoError(t, own.conn.Flush())
	return heard
}

// A request that the server ends is made again, and so is one at a queue that is gone and comes again.
func TestEndedRequest(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	own := ownLink(t, s)
	requests := hearRequests(t, own)
	c := newPool(l, "producer")
	require.NoError(t, c.Do(t.Context(), numbers(0), nil)) // makes the queue
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 1))
	for _, end := range []func(request *nats.Msg){
		func(request *nats.Msg) {
			ended := &nats.Msg{Subject: request.Reply, Header: nats.Header{statusHeader: {endedStatus}}}
			require.NoError(t, own.conn.PublishMsg(ended))
		},
		func(*nats.Msg) {
			for info := range own.streams.work.ListConsumers(t.Context()).Info() {
				require.NoError(t, own.streams.work.DeleteConsumer(t.Context(), info.Name))
			}
			<-requests // which nobody takes
		},
	} {
		end(<-requests)
		take, found := collect(t)
		require.NoError(t, c.Do(limited(t), numbers(1), take))
		requireSquares(t, found, 1)
		soon(t, func() bool { return waitingRequests(t, l) == 1 }, "a request")
		for len(requests) > 1 {
			<-requests
		}
	}
}

// In a cluster a request asks for signs that its leader knows of it, and ends without them.
func TestForgottenRequest(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	requests := hearRequests(t, ownLink(t, s))
	worker, _ := linkTo(t, s)
	w := newWorker(worker, "a", 1)
	p := newPuller(w, newQueues(w), nil)
	p.turn = time.Now()
	for _, replicas := range []int{1, 3} {
		worker.replicas = replicas
		p.wait(queue{name: "x"}, 1)
		var wanted pullRequest
		require.NoError(t, json.Unmarshal((<-requests).Data, &wanted))
		require.Equal(t, replicas > 1, wanted.Heartbeat > 0)
		require.False(t, p.withdraw(p.isForgotten), "it is new")
		for _, r := range p.requests {
			r.heard = r.heard.Add(-time.Hour)
		}
		require.Equal(t, replicas > 1, p.withdraw(p.isForgotten))
		p.withdraw(all)
	}
}

// A task that is on its way to a worker that ends goes back.
func TestTaskOnItsWay(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	l.pace.ackWait, l.pace.reconcile = 2*patience, 2*patience // it comes again by nothing else
	requireDone := ask(t, newPool(l, "producer"), 1)
	var there queue
	for info := range l.streams.work.ListConsumers(t.Context()).Info() {
		var err error
		there, err = queueOf(info)
		require.NoError(t, err)
	}
	leaving, _ := linkTo(t, s)
	w := newWorker(leaving, "leaving", 1)
	p := newPuller(w, newQueues(w), nil)
	p.turn = time.Now()
	p.wait(there, 1)
	soon(t, func() bool { return inProgress(t, l) == 1 }, "the task is on its way")
	taking, stop := context.WithCancel(t.Context())
	stop()
	require.NoError(t, p.run(t.Context(), taking))
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 1))
	requireDone()
}

// inProgress returns how many tasks the server has given to workers.
func inProgress(t *testing.T, l *Link) (all int) {
	t.Helper()
	for info := range l.streams.work.ListConsumers(t.Context()).Info() {
		all += info.NumAckPending
	}
	return all
}

// A queue takes tasks for done that no worker had, as one whose file is damaged: they are asked for again.
func TestPassedTasks(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, said := linkTo(t, s)
	l.pace.reconcile = time.Second
	requireDone := ask(t, newPool(l, "producer"), 30)
	for info := range l.streams.work.ListConsumers(t.Context()).Info() {
		passed, other := info.Config, subject{"other", DefaultPriority, "needs", "stranger", "1"}.String()
		passed.FilterSubject = other
		require.NoError(t, l.streams.work.DeleteConsumer(t.Context(), passed.Name))
		queue, err := l.streams.work.CreateConsumer(t.Context(), passed)
		require.NoError(t, err)
		publish(t, l, other, "behind all tasks")
		m, err := queue.Next()
		require.NoError(t, err)
		require.NoError(t, m.DoubleAck(t.Context()))
		_, err = l.streams.work.UpdateConsumer(t.Context(), info.Config)
		require.NoError(t, err)
	}
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 2))
	requireDone()
	require.Contains(t, said.String(), "the server does not have 30 tasks of squares: asked for again")
}

// A queue takes a task for being done for an hour, as one whose file is damaged, though nobody does it: it is made again.
func TestStuckQueue(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, said := linkTo(t, s)
	l.pace.reconcile = time.Second
	requireDone := ask(t, newPool(l, "producer"), 30)
	for info := range l.streams.work.ListConsumers(t.Context()).Info() {
		long := info.Config
		long.AckWait = time.Hour
		queue, err := l.streams.work.UpdateConsumer(t.Context(), long)
		require.NoError(t, err)
		_, err = queue.Next()
		require.NoError(t, err)
	}
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 2))
	requireDone()
	require.Contains(t, said.String(), "the queue of squares gives no tasks though workers are free: it is made again")
}

// The answers to a request pass the accounts of workers for as long as the request waits.
func TestResponsesPass(t *testing.T) {
	require.Less(t, defaultPace().idle, maxResponse)
}
