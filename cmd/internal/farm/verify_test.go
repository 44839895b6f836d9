package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/internal/pool"
)

// forger does squares, and every tenth of its results is wrong.
type forger struct {
	squarer
	done *atomic.Int64
}

func (f forger) Do(ctx context.Context, input json.RawMessage) (any, error) {
	output, err := f.squarer.Do(ctx, input)
	if s, ok := output.(square); ok && f.done.Add(1)%10 == 0 {
		s.Number++
		return s, nil
	}
	return output, err
}

// startForger runs a worker that forges results.
func startForger(t *testing.T, s *Server, name string) (done *atomic.Int64) {
	t.Helper()
	link, _ := admitted(t, s, name)
	w := newWorker(link, "x", 2)
	done = &atomic.Int64{}
	w.Kinds = Kinds{squares: func(*Files) (Doer, error) { return forger{done: done}, nil }}
	startWorker(t, w)
	return done
}

// verified returns a producer of squares that lets this share of them be done twice.
func verified(l *Link, share float64) *Pool[sum, square] {
	c := newPool(l, "producer")
	c.Verify, c.Same = share, func(a, b square) bool { return a == b }
	c.Input = func(_ context.Context, s sum) (any, uint64, error) {
		s.Sleep = 2 * time.Millisecond
		if s.Number%50 == 0 {
			s.Long = maxInline + 1
		}
		return s, 0, nil
	}
	return c
}

// hasObjects reports whether a server has large data.
func hasObjects(t *testing.T, l *Link) bool {
	t.Helper()
	all, err := l.streams.large.List(t.Context())
	if !errors.Is(err, jetstream.ErrNoObjectsFound) {
		require.NoError(t, err)
	}
	return len(all) > 0
}

// missing returns the numbers below n that were not found.
func missing(found map[int]int, n int) iter.Seq2[sum, error] {
	return func(yield func(sum, error) bool) {
		for i := range n {
			if _, ok := found[i]; !ok && !yield(sum{Number: i}, nil) {
				return
			}
		}
	}
}

// A worker that forges every tenth result is named, its results are taken back, and in the end all are right.
func TestForger(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	for _, name := range []string{"anna", "berta"} {
		link, _ := admitted(t, s, name)
		startWorker(t, newWorker(link, "x", 2))
	}
	forgeries := startForger(t, s, "mallory")
	l, said := linkTo(t, s)
	awaitWorkers(t, l, 3)
	c, n := verified(l, size(0.5, 0.3)), size(400, 900)
	found := map[int]int{}
	ctx := limited(t)
	var taken []sum
	for round := 0; ; round++ {
		err := c.Do(ctx, missing(found, n), func(s sum, r square) error {
			require.NotContains(t, found, s.Number)
			found[s.Number] = r.Number
			return nil
		})
		if lie := (*pool.Forged[sum])(nil); errors.As(err, &lie) {
			require.Zero(t, round, "once")
			require.Equal(t, "mallory.x", lie.Worker)
			taken = lie.Tasks
			for _, task := range taken {
				require.Contains(t, found, task.Number)
				delete(found, task.Number)
			}
			continue
		}
		require.NoError(t, err)
		break
	}
	requireSquares(t, found, n)
	require.GreaterOrEqual(t, forgeries.Load(), int64(10))
	require.NotEmpty(t, taken)
	require.Equal(t, 1, strings.Count(said.String(), "has given a wrong result"), said.String())
	require.Contains(t, said.String(), "worker mallory.x has given a wrong result of task")
	soon(t, func() bool { return messages(t, l.streams.results) == 0 && messages(t, l.streams.work) == 0 }, "nothing stays")
	soon(t, func() bool { return !hasObjects(t, l) }, "no output stays")
}

// If two workers differ and there is no third one, the producer waits for it. Without verification nobody sees the lie.
func TestDispute(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	done := startForger(t, s, "mallory")
	done.Store(9) // its first result is wrong
	link, _ := admitted(t, s, "anna")
	startWorker(t, newWorker(link, "x", 1))
	l, said := linkTo(t, s)
	awaitWorkers(t, l, 2)
	c := verified(l, 1)
	found := map[int]int{}
	ended := make(chan error, 1)
	go func() {
		ended <- c.Do(context.Background(), numbers(1), func(s sum, r square) error {
			found[s.Number] = r.Number
			return nil
		})
	}()
	soon(t, func() bool { return strings.Contains(said.String(), "another one decides, which is not there yet") }, said.String())
	third, _ := admitted(t, s, "berta")
	startWorker(t, newWorker(third, "x", 1))
	soon(t, func() bool { return len(ended) > 0 }, "the third one decides")
	require.NoError(t, <-ended)
	requireSquares(t, found, 1)
	require.Contains(t, said.String(), "worker mallory.x has given a wrong result of task")
}

// failer does no task.
type failer struct {
	squarer
	err error
}

func (f failer) Do(context.Context, json.RawMessage) (any, error) { return nil, f.err }

// A worker that cannot do the tasks verifies none: another one is asked, or the only result is taken.
func TestVerifierFails(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{"trouble": Trouble{errors.New("the cache is full")}, "error": errors.New("the engine does not start")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t, t.TempDir())
			link, _ := admitted(t, s, "anna")
			startWorker(t, newWorker(link, "x", 2))
			link, _ = admitted(t, s, "berta")
			w := newWorker(link, "x", 2)
			w.host = "berta"
			w.Kinds = Kinds{squares: func(*Files) (Doer, error) { return failer{err: err}, nil }}
			startWorker(t, w)
			l, said := linkTo(t, s)
			l.pace.reconcile = time.Hour // what comes back is enough
			awaitWorkers(t, l, 2)
			ctx := limited(t)
			take, found := collect(t)
			require.NoError(t, verified(l, 1).Do(ctx, numbers(4), take))
			requireSquares(t, found, 4)
			require.NotContains(t, said.String(), "it is made again")
			require.Zero(t, messages(t, l.streams.failed))
		})
	}
}

// pretend says that an idle worker berta.x is there, with an illness if that is not empty.
func pretend(t *testing.T, l *Link, illness string) {
	t.Helper()
	p := newWorker(l, "x", 1)
	presence := Presence{Name: "berta.x", Host: "berta", Threads: 1, Abilities: p.Abilities}
	if illness != "" {
		presence.Ill = map[string]string{squares: illness}
	}
	require.NoError(t, l.announce(t.Context(), presence.Name, presence))
}

// A worker that is there and never answers is not waited for, and the queue of all is left alone meanwhile.
func TestSilentVerifier(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, said := linkTo(t, s)
	l.pace.reconcile, l.pace.present, l.pace.verify = 100*time.Millisecond, time.Minute, 2*time.Second
	pretend(t, l, "")
	link, _ := admitted(t, s, "anna")
	startWorker(t, newWorker(link, "x", 1))
	awaitWorkers(t, l, 2)
	ctx := limited(t)
	take, found := collect(t)
	require.NoError(t, verified(l, 1).Do(ctx, numbers(1), take))
	requireSquares(t, found, 1)
	require.NotContains(t, said.String(), "it is made again")
}

// A second result of the same user is removed, and does not hide that the worker that is asked became ill.
func TestSecondResult(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	l.pace.reconcile, l.pace.present, l.pace.verify = time.Second, time.Minute, time.Hour
	pretend(t, l, "")
	c := verified(l, 1)
	c.Input = func(_ context.Context, s sum) (any, uint64, error) { return s, 0, nil }
	requireDone := ask(t, c, 1)
	task, err := newTask(c.Job.Needs, sum{}, 0)
	require.NoError(t, err)
	result, err := json.Marshal(Result{Task: task.Identity, Output: json.RawMessage(`{"number":0}`)})
	require.NoError(t, err)
	publish(t, l, resultSubject("producer", task.Identity, "anna", "x"), string(result))
	soon(t, func() bool { return messages(t, l.streams.work) == 2 }, "another worker is asked")
	publish(t, l, resultSubject("producer", task.Identity, "anna", "y"), string(result))
	soon(t, func() bool { return messages(t, l.streams.results) == 1 }, "the second result is removed")
	pretend(t, l, "the cache is full")
	requireDone()
}

// A worker without time for a task that it is to verify gets it again: only one that cannot do it is not waited for.
func TestVerifierHasNoTime(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	l.pace.reconcile, l.pace.present, l.pace.verify = time.Hour, time.Minute, time.Hour
	pretend(t, l, "")
	link, _ := admitted(t, s, "anna")
	startWorker(t, newWorker(link, "x", 1))
	awaitWorkers(t, l, 2)
	ctx := limited(t)
	take, found := collect(t)
	done := make(chan error, 1)
	go func() { done <- verified(l, 1).Do(ctx, numbers(1), take) }()
	addressed := func() (sequence uint64) {
		soon(t, func() bool {
			m, err := l.streams.work.GetLastMsgForSubject(ctx, "work.squares.0.>")
			if err == nil {
				sequence = m.Sequence
			}
			return err == nil
		}, "berta is asked")
		return sequence
	}
	back := func(r returned) {
		data, err := json.Marshal(r)
		require.NoError(t, err)
		answer, err := l.conn.RequestWithContext(ctx, backSubject("producer", "berta", "x"), data)
		require.NoError(t, err)
		require.Equal(t, takenBack, string(answer.Data))
	}
	first := addressed()
	back(returned{Sequence: first})
	again := addressed()
	require.Greater(t, again, first)
	require.Empty(t, done)
	back(returned{Sequence: again, Unable: true})
	require.NoError(t, <-done)
	requireSquares(t, found, 1)
}

// Users of their own are parties, whatever their processes; of a shared user each process is one.
func TestParties(t *testing.T) {
	t.Parallel()
	require.Equal(t, partyOf("anna.x"), partyOf("anna.y"))
	require.NotEqual(t, partyOf("anna.x"), partyOf("berta.x"))
	require.NotEqual(t, partyOf("worker.x"), partyOf("worker.y"))
}

// garbler does no task, but gives something as its result.
type garbler struct{ squarer }

func (garbler) Do(context.Context, json.RawMessage) (any, error) { return "a text", nil }

// A worker whose results are none is named and banned after some tasks, fails no task, and what others do is right.
func TestGarbler(t *testing.T) {
	t.Parallel()
	for _, share := range []float64{0, 0.5} {
		t.Run(fmt.Sprint(share), func(t *testing.T) {
			t.Parallel()
			s := startServer(t, t.TempDir())
			link, _ := admitted(t, s, "mallory")
			w := newWorker(link, "x", 4)
			w.Kinds = Kinds{squares: func(*Files) (Doer, error) { return garbler{}, nil }}
			startWorker(t, w)
			l, said := linkTo(t, s)
			ctx := limited(t)
			take, found := collect(t)
			done := make(chan error, 1)
			go func() { done <- verified(l, share).Do(ctx, numbers(100), take) }()
			const named = "worker mallory.x has given bad results of 3 tasks of squares"
			soon(t, func() bool { return strings.Contains(said.String(), named) }, "it is named")
			soon(t, func() bool { return strings.Contains(said.String(), "no worker is there for tasks of squares") }, "nobody is left")
			link, _ = admitted(t, s, "anna")
			startWorker(t, newWorker(link, "x", 2))
			require.NoError(t, <-done)
			requireSquares(t, found, 100)
			require.Equal(t, 1, strings.Count(said.String(), named))
			require.Less(t, strings.Count(said.String(), "a result of worker mallory.x is left out"), 10)
		})
	}
}

// Only the name that the server knows tells who has failed a task: one user fails none for good while another one can do it, whatever it
// says of its hosts and of others.
func TestFailedByOneUser(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	l.pace.reconcile, l.pace.present = time.Hour, time.Minute
	pretend(t, l, "")
	i, _ := intrude(t, s, "mallory")
	done := make(chan error, 1)
	take, found := collect(t)
	go func() { done <- newPool(l, "producer").Do(t.Context(), numbers(1), take) }()
	for n := range 2 * attempts {
		var sequence uint64
		soon(t, func() bool {
			info, err := l.streams.work.Info(t.Context())
			sequence = info.State.LastSeq
			return err == nil && info.State.Msgs == 1 && sequence == uint64(n+1)
		}, "the task waits")
		message := fmt.Sprintf(`{"sequence":%d,"unable":true,"failed":true,"host":"host%d","failed_by":["a","b","c"]}`, sequence, n)
		answer, err := i.conn.Request(backSubject("producer", "mallory", fmt.Sprint("process", n)), []byte(message), requestTimeout)
		require.NoError(t, err)
		require.Equal(t, takenBack, string(answer.Data))
	}
	link, _ := admitted(t, s, "anna")
	startWorker(t, newWorker(link, "x", 1))
	require.NoError(t, <-done)
	requireSquares(t, found, 1)
}

// counter notes how many tasks run at once.
type counter struct {
	squarer
	running, most *atomic.Int64
}

func (c counter) Do(ctx context.Context, input json.RawMessage) (any, error) {
	n := c.running.Add(1)
	defer c.running.Add(-1)
	for most := c.most.Load(); n > most && !c.most.CompareAndSwap(most, n); most = c.most.Load() {
	}
	return c.squarer.Do(ctx, input)
}

// A worker that verifies tasks of others does no more tasks at once than it has threads.
func TestVerificationTakesAThread(t *testing.T) {
	t.Parallel()
	const threads = 2
	s := startServer(t, t.TempDir())
	most := map[string]*atomic.Int64{}
	for _, name := range []string{"anna", "berta"} {
		link, _ := admitted(t, s, name)
		w := newWorker(link, "x", threads)
		running, m := &atomic.Int64{}, &atomic.Int64{}
		most[name] = m
		w.Kinds = Kinds{squares: func(*Files) (Doer, error) { return counter{running: running, most: m}, nil }}
		startWorker(t, w)
	}
	l, _ := linkTo(t, s)
	awaitWorkers(t, l, 2)
	c := verified(l, 1)
	c.Input = slowly
	take, found := collect(t)
	require.NoError(t, c.Do(t.Context(), numbers(100), take))
	requireSquares(t, found, 100)
	for name, m := range most {
		require.EqualValues(t, threads, m.Load(), name)
	}
}

// A worker that says of all tasks that nobody can do them fails none that others can do, and is named; what all say of has failed.
func TestRefuser(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	for name, doer := range map[string]Doer{"mallory": failer{err: Refusal{errors.New("a wrong suite")}}, "anna": squarer{}, "berta": squarer{}} {
		link, _ := admitted(t, s, name)
		w := newWorker(link, "x", 1)
		w.Kinds = Kinds{squares: func(*Files) (Doer, error) { return doer, nil }}
		startWorker(t, w)
	}
	l, said := linkTo(t, s)
	awaitWorkers(t, l, 3)
	c := newPool(l, "producer")
	c.Input = func(_ context.Context, s sum) (any, uint64, error) {
		s.Fail, s.Sleep = s.Number == 7, 10*time.Millisecond
		return s, 0, nil
	}
	ctx := limited(t)
	take, found := collect(t)
	err := c.Do(ctx, numbers(200), take)
	require.ErrorContains(t, err, "1 tasks of squares failed permanently")
	require.Len(t, found, 199)
	require.NotContains(t, found, 7)
	require.Equal(t, 1, strings.Count(said.String(), "worker mallory.x has given bad results of 3 tasks of squares (a wrong suite)"), said.String())
}
