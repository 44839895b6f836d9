package farm

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/site/httpguard"
	"github.com/zonda-checkers/zonda/internal/pool"
)

var _ pool.Pool[sum, square] = &Pool[sum, square]{}

// messages returns the number of messages in a stream.
func messages(t testing.TB, s jetstream.Stream) uint64 {
	t.Helper()
	info, err := s.Info(context.Background())
	require.NoError(t, err)
	return info.State.Msgs
}

// requireNoTasks checks that the server keeps no task. A worker acknowledges a task only after its result is stored,
// so that a producer may be done a moment before the last acknowledgements arrive.
func requireNoTasks(t testing.TB, l *Link) {
	t.Helper()
	soon(t, func() bool { return messages(t, l.streams.work) == 0 }, "the tasks are acknowledged")
}

// Three workers do all tasks, each once, and the server keeps nothing of them. Long results arrive whole.
func TestPool(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	for _, name := range []string{"a", "b", "c"} {
		l, _ := linkTo(t, s)
		startWorker(t, newWorker(l, name, 2))
	}
	l, said := linkTo(t, s)
	c := newPool(l, "producer")
	take, found := collect(t)
	require.NoError(t, c.Do(context.Background(), numbers(300), take))
	requireSquares(t, found, 300)
	const long = 3 * maxInline
	require.NoError(t, c.Do(context.Background(), pool.Tasks(sum{Number: 5, Long: long}), func(_ sum, r square) error {
		require.Len(t, r.Text, long)
		return nil
	}))
	requireNoTasks(t, l)
	require.Zero(t, messages(t, l.streams.results))
	require.Empty(t, said.String())
	awaitWorkers(t, l, 3)
}

// A task that panics is tried five times, then fails permanently with its error and the stack; the others are done.
func TestPoisonedTasks(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	worker, said := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 8))
	l, _ := linkTo(t, s)
	take, found := collect(t)
	tasks := pool.Tasks(sum{Number: 1}, sum{Number: 2, Fail: true}, sum{Number: 3, Panic: true}, sum{Number: 0}, sum{Number: 2})
	err := newPool(l, "producer").Do(context.Background(), tasks, take)
	require.ErrorContains(t, err, "2 tasks of squares failed permanently")
	require.ErrorContains(t, err, "a number that nobody can square")
	require.ErrorContains(t, err, "panic: number 3")
	requireSquares(t, found, 3)
	// A worker gives a failed task back before the worker says which attempt failed. Another thread may end the last attempt before that.
	soon(t, func() bool { return strings.Contains(said.String(), "attempt 4 of 5: panic: number 3") }, "the fourth attempt is told")
	require.EqualValues(t, 2, messages(t, l.streams.failed))
	requireNoTasks(t, l)
	failures, err := l.Failures(context.Background(), 10)
	require.NoError(t, err)
	require.Len(t, failures, 2)
	require.Contains(t, failures[0].Result.Failed+failures[1].Result.Failed, "nobody can square")
	require.Contains(t, failures[0].Result.Stack+failures[1].Result.Stack, "squarer.Do")
}

// A task that workers give back was not tried: it is done, however often that happened.
func TestTaskGivenBack(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	l.pace.reconcile = time.Hour // the producer does not ask again
	long := sum{Number: 2, Sleep: time.Second}
	take, found := collect(t)
	done := make(chan error, 1)
	go func() { done <- newPool(l, "producer").Do(context.Background(), pool.Tasks(long), take) }()
	for range attempts + 1 {
		worker, _ := linkTo(t, s)
		w := newWorker(worker, "a", 1)
		stop := startWorker(t, w)
		soon(t, func() bool { return w.busy.Load() == 1 }, "the worker is at the task")
		stop()
	}
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 1))
	require.NoError(t, <-done)
	require.Equal(t, map[int]int{2: 4}, found)
}

// A producer that starts again adds no task twice, and takes the results that came while it was away.
func TestProducerStartsAgain(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	first, _ := linkTo(t, s)
	ended := make(chan error, 1)
	go func() { ended <- newPool(first, "producer").Do(context.Background(), numbers(50), nil) }()
	soon(t, func() bool { return messages(t, l.streams.work) == 50 }, "the tasks are asked for")
	first.Close() // as if it were killed: nothing is taken back
	require.ErrorIs(t, <-ended, errClosed)

	ctx, cancel := context.WithCancelCause(context.Background())
	again, _ := linkTo(t, s)
	go func() { ended <- newPool(again, "producer").Do(ctx, numbers(60), nil) }()
	soon(t, func() bool { return messages(t, l.streams.work) == 60 }, "only the new tasks are added")
	info, err := l.streams.work.Info(context.Background())
	require.NoError(t, err)
	require.EqualValues(t, 60, info.State.LastSeq, "a task that is there is not replaced either")
	again.Close()
	require.ErrorIs(t, <-ended, errClosed)

	worker, _ := linkTo(t, s)
	stop := startWorker(t, newWorker(worker, "a", 4))
	soon(t, func() bool { return messages(t, l.streams.results) == 60 }, "the results wait")
	stop()
	take, found := collect(t)
	require.NoError(t, newPool(l, "producer").Do(ctx, numbers(60), take), "without a worker")
	requireSquares(t, found, 60)
	require.Zero(t, messages(t, l.streams.results))
	require.Zero(t, messages(t, l.streams.work), "nothing was asked for")

	enough := errors.New("enough")
	go func() { ended <- newPool(l, "producer").Do(ctx, numbers(50), nil) }()
	soon(t, func() bool { return messages(t, l.streams.work) == 50 }, "the tasks are asked for")
	cancel(enough)
	require.ErrorIs(t, <-ended, enough)
	require.Zero(t, messages(t, l.streams.work), "what no worker began is taken back")
}

// The server keeps the results from before until a caller of an exchange has stored them, however many tasks it asks for first.
func TestExchangeKeepsResults(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	c := newPool(l, "producer")
	for number := range 2 {
		p, err := newTask(c.Job.Needs, sum{Number: number}, 0)
		require.NoError(t, err)
		publish(t, l, resultSubject("producer", p.Identity, "token", "x"), `{"piece":"`+p.Identity+`","output":{}}`)
	}
	e, err := NewExchange(ctx, c)
	require.NoError(t, err)
	for number := range 2 {
		require.NoError(t, e.Publish(ctx, sum{Number: number}))
	}
	outcomes, err := e.Receive(ctx)
	require.NoError(t, err)
	require.Len(t, outcomes, 2)
	e.Close(false)
	require.EqualValues(t, 2, messages(t, l.streams.results), "they may not be stored yet")

	e, err = NewExchange(ctx, c)
	require.NoError(t, err)
	for number := range 2 {
		require.NoError(t, e.Publish(ctx, sum{Number: number}))
	}
	_, err = e.Receive(ctx)
	require.NoError(t, err)
	require.NoError(t, e.Publish(ctx, sum{Number: 2}))
	e.Close(false)
	require.Zero(t, messages(t, l.streams.results), "they are stored")
}

// A worker takes only what it can do, and says why it takes nothing.
func TestAbilities(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, told := linkTo(t, s)
	other, said := linkTo(t, s)
	w := newWorker(other, "other", 1)
	w.Abilities.Version.Signature = 2
	startWorker(t, w)
	c := newPool(l, "producer")
	requireDone := ask(t, c, 3)
	require.NoError(t, other.conn.Publish(noticeSubject, nil))
	soon(t, func() bool { return said.String() != "" }, "the worker says why")
	// The worker may look by itself before all tasks are there.
	require.Regexp(t, `^tasks of squares are not for this worker \(waiting: [1-3]\): `+
		`they need test \(bench 1, data \), this program is test \(bench 2, data \)$`, said.String())
	soon(t, func() bool {
		return strings.Contains(told.String(), "no worker can do tasks of squares; worker producer.other on")
	},
		"the producer says why it waits")
	right, _ := linkTo(t, s)
	startWorker(t, newWorker(right, "right", 1))
	requireDone()

	n := Needs{Kind: squares, Version: testVersion, Engines: []string{"dark"}, Speed: 100}
	a := Abilities{Kinds: []string{squares}, Version: testVersion}
	require.Contains(t, a.lacks(Needs{Kind: "shell"}), "does not know this kind")
	require.Contains(t, a.lacks(n), "--engine dark=PATH")
	a.Engines = []string{"dark"}
	require.Contains(t, a.lacks(n), "--clocks")
	a.Speed = 401
	require.Contains(t, a.lacks(n), "differ by more than a factor of 4")
	a.Speed = 30
	require.Empty(t, a.lacks(n))
	n.Solver = "solver 2"
	require.Contains(t, a.lacks(n), "they need the solver 2")
	a.Solvers = []string{"solver 1", "solver 2"}
	require.Empty(t, a.lacks(n))
}

// Many notices at once are one reason to look at the queues, and no reason to say anything.
func TestNotices(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	worker, said := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 1))
	l, _ := linkTo(t, s)
	for range 2 { // the worker listens when the first tasks are done
		take, found := collect(t)
		require.NoError(t, newPool(l, "producer").Do(context.Background(), numbers(3), take))
		requireSquares(t, found, 3)
		for range 1000 {
			require.NoError(t, l.conn.Publish(noticeSubject, nil))
		}
	}
	require.Empty(t, said.String())
}

// Clocks run as many times longer as a host is slower, but for small differences.
func TestClockFactor(t *testing.T) {
	for speed, want := range map[uint64]float64{100: 1, 105: 1, 96: 1, 50: 2, 200: 0.5, 0: 1} {
		require.Equal(t, want, ClockFactor(100, speed))
	}
	for speed, want := range map[uint64]uint64{0: 0, 7: 7, 99: 99, 1_234_567: 1_200_000, 996: 1000} {
		require.Equal(t, want, RoundSpeed(speed))
	}
}

// A server that is gone for a while loses nothing; the same store goes on at the same address.
func TestServerStartsAgain(t *testing.T) {
	t.Parallel()
	store := t.TempDir()
	s, err := StartServer(context.Background(), ServerOptions{Store: store, Listen: "127.0.0.1:0"}, silent)
	require.NoError(t, err)
	_, err = StartServer(context.Background(), ServerOptions{Store: store, Listen: "127.0.0.1:0"}, silent)
	require.EqualError(t, err, "another server has the store "+store)
	l, said := linkTo(t, s)
	worker, _ := linkTo(t, s)
	l.pace.ackWait, worker.pace.alive = 500*time.Millisecond, 100*time.Millisecond
	stop := startWorker(t, newWorker(worker, "a", 2))
	begun, done := make(chan struct{}), make(chan error, 1)
	take, found := collect(t)
	go func() {
		done <- newPool(l, "producer").Do(context.Background(), numbers(400), func(p sum, r square) error {
			if len(found) == 5 {
				close(begun)
			}
			time.Sleep(time.Millisecond)
			return take(p, r)
		})
	}()
	<-begun
	require.NoError(t, s.Close())
	time.Sleep(size(2*l.pace.ackWait, time.Minute)) // longer than a task may be silent
	again := startServer(t, store)
	require.Equal(t, s.Address(), again.Address())
	require.NoError(t, <-done)
	requireSquares(t, found, 400)
	require.Contains(t, said.String(), "is gone")
	require.Contains(t, said.String(), "is there again")
	stop() // takes leave of a server that is there
}

// Wrong addresses, tokens and certificates are one clear error each.
func TestWrongAddress(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := startServer(t, t.TempDir())
	for text, want := range map[string]string{
		"":                              "does not look like nats://USER:TOKEN@HOST:PORT",
		"http://a@b:1":                  "does not look like",
		"nats://a@b":                    "does not look like",
		"nats://a@b:1?fingerprint=12":   "64 hexadecimal digits",
		"nats://a@b:1?replicas=9":       "replicas=9",
		"nats://a@b:1?compression=high": "compression",
		"nats://%zz@b:1":                "is no URL",
		"nats://a@b:1,c":                "does not look like nats://USER:TOKEN@HOST:PORT,HOST:PORT",
		"nats://a@b:1,":                 "does not look like",
	} {
		_, err := ParseAddress(text)
		require.ErrorContains(t, err, want)
	}
	parsed, err := ParseAddress(s.Address().String())
	require.NoError(t, err)
	require.Equal(t, s.Address(), parsed)
	wrong := s.Address()
	wrong.User = url.User("wrong")
	_, err = Dial(ctx, wrong, silent)
	require.EqualError(t, err, "the server at "+wrong.Host+" refuses the token in the address: it is wrong, or was revoked")
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, free.Close())
	_, err = DialNow(ctx, Address{Host: free.Addr().String(), Replicas: 1}, silent)
	require.EqualError(t, err, "no server answers at "+free.Addr().String())
}

// A worker and a producer may begin before the server: they wait, and say so once. The address may have hosts where no server is.
func TestServerComesLater(t *testing.T) {
	t.Parallel()
	store := t.TempDir()
	s, err := StartServer(t.Context(), ServerOptions{Store: store, Listen: "127.0.0.1:0"}, silent)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	a := s.Address()
	a.Host = fmt.Sprintf("127.0.0.1:%d,%s", freePort(t), a.Host)
	parsed, err := ParseAddress(a.String())
	require.NoError(t, err)
	require.Equal(t, a, parsed)
	type dialed struct {
		link *Link
		err  error
	}
	said, links := &lines{}, make(chan dialed, 2)
	for range 2 {
		go func() {
			l, err := Dial(t.Context(), a, said.say)
			links <- dialed{l, err}
		}()
	}
	const told = "no server answers at "
	soon(t, func() bool { return strings.Count(said.String(), told) == 2 }, "both wait")
	startServer(t, store)
	worker, producer := <-links, <-links
	require.NoError(t, errors.Join(worker.err, producer.err))
	t.Cleanup(worker.link.Close)
	t.Cleanup(producer.link.Close)
	startWorker(t, newWorker(worker.link, "a", 1))
	take, found := collect(t)
	require.NoError(t, newPool(producer.link, "producer").Do(t.Context(), numbers(10), take))
	requireSquares(t, found, 10)
	require.Equal(t, 2, strings.Count(said.String(), told), "once each")
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	_, err = Dial(ctx, Address{Host: fmt.Sprintf("127.0.0.1:%d", freePort(t)), Replicas: 1}, silent)
	require.ErrorIs(t, err, enough)
}

// Others can read the secrets of a server at no time. The end of a program while it writes one does no harm.
func TestSecrets(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("files have no such permissions there")
	}
	folder := t.TempDir()
	name := filepath.Join(folder, tokenFile)
	written := make(chan error, 1)
	go func() {
		var err error
		for range 50 {
			err = errors.Join(err, writeSecret(name, "secret"), os.Remove(name))
		}
		written <- err
	}()
	for len(written) == 0 {
		entries, err := os.ReadDir(folder)
		require.NoError(t, err)
		for _, e := range entries {
			if info, err := e.Info(); err == nil { // it is still there
				require.Zero(t, info.Mode().Perm()&0o077, "%s", info.Name())
			}
		}
	}
	require.NoError(t, <-written)
	require.NoError(t, os.WriteFile(name, nil, 0o600)) // what such an end leaves
	token, err := keptToken(name)
	require.NoError(t, err)
	require.NotEmpty(t, token)
	again, err := keptToken(name)
	require.NoError(t, err)
	require.Equal(t, token, again)
}

// A server of another program may want a name and a password, with any letters in them.
func TestNameAndPassword(t *testing.T) {
	t.Parallel()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, Username: "us:er", Password: "p@ss,%40",
		JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
	})
	require.NoError(t, err)
	s.Start()
	defer s.WaitForShutdown()
	defer s.Shutdown()
	require.True(t, s.ReadyForConnections(startTimeout))
	a, err := ParseAddress("nats://us%3Aer:p%40ss,%2540@" + s.Addr().String())
	require.NoError(t, err)
	l, err := Dial(context.Background(), a, silent)
	require.NoError(t, err)
	l.Close()
}

// A server that cannot start says why in one line, and leaves its store to the next one.
func TestWrongServer(t *testing.T) {
	t.Parallel()
	store := t.TempDir()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { require.NoError(t, taken.Close()) }()
	for _, c := range []struct {
		options ServerOptions
		want    string
	}{
		{ServerOptions{Listen: "nowhere"}, "listen nowhere does not look like HOST:PORT"},
		{ServerOptions{Listen: "127.0.0.1:70000"}, "the port is not between 0 and 65535"},
		{ServerOptions{Listen: taken.Addr().String()}, "the server cannot start: "},
		{ServerOptions{Listen: "127.0.0.1:0", Certificate: "none.pem", Key: "none.pem"}, "the certificate none.pem: "},
	} {
		for _, folder := range []string{store, filepath.Join(store, "new")} {
			c.options.Store = folder
			_, err := StartServer(context.Background(), c.options, silent)
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n")
		}
		require.NoDirExists(t, filepath.Join(store, "new"))
	}
	startServer(t, store)
}

// Away from the loopback the server has TLS with a certificate of its own, which the address names.
func TestTLS(t *testing.T) {
	t.Parallel()
	ctx, store := context.Background(), t.TempDir()
	s, err := StartServer(ctx, ServerOptions{Store: store, Listen: "0.0.0.0:0"}, silent)
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	upper := strings.ToUpper(s.Address().Fingerprint)
	a, err := ParseAddress(strings.Replace(s.Address().String(), s.Address().Fingerprint, upper, 1))
	require.NoError(t, err)
	for host := range strings.SplitSeq(a.Host, ",") { // each address of this host
		name, _, err := net.SplitHostPort(host)
		require.NoError(t, err)
		require.False(t, httpguard.IsLoopback(name))
	}
	a.Host = net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port()))
	l, err := Dial(ctx, a, silent)
	require.NoError(t, err)
	require.True(t, l.conn.TLSRequired())
	l.Close()
	other := a
	other.Fingerprint = a.Fingerprint[1:] + "0"
	_, err = Dial(ctx, other, silent)
	require.ErrorContains(t, err, "another fingerprint")
	plain := a
	plain.TLS, plain.Fingerprint = false, ""
	_, err = Dial(ctx, plain, silent)
	require.ErrorContains(t, err, "certificate")
	local := startServer(t, t.TempDir()).Address()
	local.TLS, local.Fingerprint = true, a.Fingerprint
	_, err = Dial(ctx, local, silent)
	require.ErrorContains(t, err, "has no TLS")
	require.FileExists(t, filepath.Join(store, certificateFile))
	named, err := StartServer(ctx, ServerOptions{Store: t.TempDir(), Listen: "0.0.0.0:0", Name: "farm.example"}, silent)
	require.NoError(t, err)
	require.Equal(t, "farm.example:"+strconv.Itoa(named.port()), named.Address().Host)
	require.NoError(t, named.Close())
}
