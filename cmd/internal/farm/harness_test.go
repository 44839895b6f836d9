package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// squares is the kind of work of the tests.
const squares = "squares"

// sum is the input of a task: a number to square, and what happens while that is done.
type sum struct {
	Number int           `json:"number"`
	Panic  bool          `json:"panic,omitempty"`
	Fail   bool          `json:"fail,omitempty"`
	Long   int           `json:"long,omitempty"` // bytes of text in the result
	Sleep  time.Duration `json:"sleep,omitempty"`
}

// square is the result of a task.
type square struct {
	Number int    `json:"number"`
	Text   string `json:"text,omitempty"`
}

// squarer does the tasks of the tests.
type squarer struct{}

func (squarer) Do(ctx context.Context, input json.RawMessage) (any, error) {
	var s sum
	if err := json.Unmarshal(input, &s); err != nil {
		return nil, Refusal{err}
	}
	select {
	case <-time.After(s.Sleep):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	switch {
	case s.Panic:
		panic(fmt.Sprintf("number %d", s.Number))
	case s.Fail:
		return nil, Refusal{errors.New("a number that nobody can square")}
	}
	return square{s.Number * s.Number, strings.Repeat("x", s.Long)}, nil
}

func (squarer) Close() error { return nil }

var testVersion = Version{Release: "test", Signature: 1}

// lines keeps what a link says.
type lines struct {
	mu   sync.Mutex
	text []string
}

func (l *lines) say(format string, arguments ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, fmt.Sprintf(format, arguments...))
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.text, "\n")
}

// silent says nothing.
func silent(string, ...any) {}

// startServer starts a server on the loopback for a test.
func startServer(t testing.TB, store string) *Server {
	t.Helper()
	s, err := StartServer(context.Background(), ServerOptions{Store: store, Listen: "127.0.0.1:0"}, silent)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// fastPace is for tests, on hosts that may be slow: of a worker that says nothing for seconds nobody thinks that it has died, and of a queue
// that gives no task for seconds that it is stuck. Idle is long, because a request for tasks that got lost would be made good by the next
// one, and nobody would notice.
func fastPace() pace {
	return pace{
		ackWait: 15 * time.Second, alive: 500 * time.Millisecond, idle: 10 * time.Minute, rest: time.Second, retry: 50 * time.Millisecond,
		present: time.Second, minIll: 100 * time.Millisecond, maxIll: time.Second, reconcile: 5 * time.Second, verify: 10 * time.Second, move: 2 * time.Second,
		show: 200 * time.Millisecond, answer: 2 * time.Second,
	}
}

// deadlyPace is fastPace for tests in which workers die.
func deadlyPace() pace {
	p := fastPace()
	p.ackWait, p.present, p.reconcile = 2*time.Second, 200*time.Millisecond, time.Second
	return p
}

// linkTo returns a connection to a server for a test, and what it says.
func linkTo(t testing.TB, s *Server) (*Link, *lines) {
	t.Helper()
	said := &lines{}
	l, err := Dial(context.Background(), s.Address(), said.say)
	require.NoError(t, err)
	t.Cleanup(l.Close)
	l.pace = fastPace()
	return l, said
}

// ownLink returns a connection of the server itself, which may delete streams.
func ownLink(t testing.TB, s *Server) *Link {
	t.Helper()
	l, err := s.Link(context.Background(), silent)
	require.NoError(t, err)
	t.Cleanup(l.Close)
	l.pace = fastPace()
	return l
}

// newWorker returns a worker of squares.
func newWorker(l *Link, name string, threads int) *Worker {
	return &Worker{
		Link: l, Name: name, Threads: threads,
		Abilities: Abilities{Kinds: []string{squares}, Version: testVersion},
		Kinds:     Kinds{squares: func(*Files) (Doer, error) { return squarer{}, nil }},
	}
}

// startWorker runs a worker until the test or stop ends it.
func startWorker(t testing.TB, w *Worker) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		require.NoError(t, <-ended)
	})
	t.Cleanup(stop)
	return stop
}

// newPool returns a producer of squares.
func newPool(l *Link, producer string) *Pool[sum, square] {
	return &Pool[sum, square]{
		Link: l, Job: Job{Needs: Needs{Kind: squares, Version: testVersion}, Priority: DefaultPriority, Producer: producer},
		Input: func(_ context.Context, s sum) (any, uint64, error) { return s, 0, nil },
	}
}

// numbers returns the tasks of the numbers below n.
func numbers(n int) iter.Seq2[sum, error] {
	return func(yield func(sum, error) bool) {
		for i := range n {
			if !yield(sum{Number: i}, nil) {
				return
			}
		}
	}
}

// collect returns what takes results, and the results by their numbers. A second result of a number fails the test.
func collect(t testing.TB) (func(sum, square) error, map[int]int) {
	found := map[int]int{}
	return func(s sum, r square) error {
		require.NotContains(t, found, s.Number)
		found[s.Number] = r.Number
		return nil
	}, found
}

// size returns how large a test is: small, or full with the long tests.
func size[N any](small, full N) N {
	if os.Getenv(longTests) != "" {
		return full
	}
	return small
}

// requireSquares checks that there is one result for each number below n.
func requireSquares(t testing.TB, found map[int]int, n int) {
	t.Helper()
	require.Len(t, found, n)
	for i := range n {
		require.Equal(t, i*i, found[i])
	}
}

// ask starts a producer of n tasks and waits until the server has those of its first window. The function that it returns waits until all are
// done.
func ask(t testing.TB, c *Pool[sum, square], n int) (requireDone func()) {
	t.Helper()
	take, found := collect(t)
	ctx, ended := limited(t), make(chan error, 1)
	go func() { ended <- c.Do(ctx, numbers(n), take) }()
	soon(t, func() bool { return messages(t, c.Link.streams.work) == uint64(min(n, minWindow)) }, "the tasks are asked for")
	return func() {
		t.Helper()
		require.NoError(t, <-ended)
		requireSquares(t, found, n)
	}
}

// someLarge makes every tenth result large.
func someLarge(_ context.Context, s sum) (any, uint64, error) {
	if s.Number%10 == 0 {
		s.Long = 2 * maxInline
	}
	return s, 0, nil
}

// patience is how long a test waits for what must happen, however slow the host is.
const patience = 3 * time.Minute

// limited returns a context that ends with the test, or with its patience.
func limited(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// soon waits until something is so.
func soon(t testing.TB, is func() bool, what string) {
	t.Helper()
	require.Eventually(t, is, patience, 10*time.Millisecond, what)
}

// awaitWorkers waits until a server has so many workers.
func awaitWorkers(t testing.TB, l *Link, n int) {
	t.Helper()
	soon(t, func() bool {
		workers, err := l.Workers(t.Context())
		return err == nil && len(workers) == n
	}, fmt.Sprint(n, " workers"))
}

// restingSquarer counts how often a doer ends.
type restingSquarer struct {
	squarer
	ended *atomic.Int64
}

func (r restingSquarer) Close() error {
	r.ended.Add(1)
	return nil
}

// A thread without work ends its doers, and makes new ones for the next task.
func TestRest(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	var ended atomic.Int64
	l.pace.rest = 300 * time.Millisecond
	w := newWorker(l, "a", 1)
	w.Kinds = Kinds{squares: func(*Files) (Doer, error) { return restingSquarer{ended: &ended}, nil }}
	startWorker(t, w)
	producer, _ := linkTo(t, s)
	for range 2 {
		before := ended.Load()
		take, found := collect(t)
		require.NoError(t, newPool(producer, "producer").Do(context.Background(), numbers(3), take))
		requireSquares(t, found, 3)
		soon(t, func() bool { return ended.Load() > before }, "the doer ends") // on a slow host also between two tasks
	}
}
