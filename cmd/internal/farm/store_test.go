package farm

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/internal/pool"
)

// servedServer starts a server with a store and lets it check its store until the test ends.
func servedServer(t *testing.T, store string) (*Server, *lines) {
	t.Helper()
	said := &lines{}
	s, err := StartServer(t.Context(), ServerOptions{Store: store, Listen: "127.0.0.1:0"}, said.say)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Wait(ctx) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, s.Close())
	})
	return s, said
}

// The queue, a stream, all streams, or all files of the server are gone while a producer waits: it says so, and all tasks are done.
func TestLostStore(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(t *testing.T, l *Link, store string){
		"the queue": func(t *testing.T, l *Link, _ string) {
			for info := range l.streams.work.ListConsumers(t.Context()).Info() {
				require.NoError(t, l.streams.work.DeleteConsumer(t.Context(), info.Name))
			}
		},
		"the tasks": func(t *testing.T, l *Link, _ string) { require.NoError(t, l.js.DeleteStream(t.Context(), workStream)) },
		"the results": func(t *testing.T, l *Link, _ string) {
			require.NoError(t, l.js.DeleteStream(t.Context(), resultStream))
		},
		"all streams": func(t *testing.T, l *Link, _ string) {
			for name := range l.js.StreamNames(t.Context()).Name() {
				require.NoError(t, l.js.DeleteStream(t.Context(), name))
			}
		},
		"all files": func(t *testing.T, _ *Link, store string) {
			soon(t, func() bool { return os.RemoveAll(filepath.Join(store, "jetstream")) == nil }, "the files are gone")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := t.TempDir()
			s, serverSaid := servedServer(t, store)
			l, said := linkTo(t, s)
			l.pace.reconcile = time.Second
			own := ownLink(t, s)
			worker, workerSaid := linkTo(t, s)
			startWorker(t, newWorker(worker, "a", 2))
			take, found := collect(t)
			ctx := limited(t)
			c := newPool(l, "producer")
			c.Input = func(_ context.Context, s sum) (any, uint64, error) {
				s.Sleep = 10 * time.Millisecond
				if s.Number%20 == 0 {
					s.Long = maxInline + 1
				}
				return s, 0, nil
			}
			const n = 120 // more than the producer asks for at once
			require.NoError(t, c.Do(ctx, numbers(n), func(p sum, r square) error {
				if len(found) == n/2 {
					lose(t, own, store)
				}
				return take(p, r)
			}))
			requireSquares(t, found, n)
			lost := regexp.MustCompile("had lost|has lost") // the server may notice the loss when all is done
			soon(t, func() bool { return lost.MatchString(serverSaid.String() + said.String() + workerSaid.String()) }, "the loss is said")
			for _, line := range strings.Split(said.String(), "\n") {
				t.Log(line)
			}
		})
	}
}

// The server and producers may make the streams at the same time, with other bounds.
func TestStreamsAreMadeAtOnce(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	own := ownLink(t, s)
	for range 10 {
		for _, name := range []string{workStream, resultStream, failedStream, workerStream, largeStream} {
			require.NoError(t, own.js.DeleteStream(t.Context(), name))
		}
		var group errgroup.Group
		for n := range 4 {
			group.Go(func() error {
				_, _, err := openStreams(t.Context(), own.js, 1, int64(n)<<30)
				return err
			})
		}
		require.NoError(t, group.Wait())
	}
}

// busyServer makes no stream for a while, as one that is making it for somebody else.
type busyServer struct {
	jetstream.JetStream
	refusals []error
}

func (b *busyServer) CreateStream(ctx context.Context, c jetstream.StreamConfig) (jetstream.Stream, error) {
	if len(b.refusals) == 0 {
		return b.JetStream.CreateStream(ctx, c)
	}
	err := b.refusals[0]
	b.refusals = b.refusals[1:]
	return nil, err
}

// Streams that somebody else is making are opened again, but not for ever.
func TestStreamsOfOthers(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	own := ownLink(t, s)
	require.NoError(t, own.js.DeleteStream(t.Context(), workStream))
	notMade := &jetstream.APIError{Code: 500, ErrorCode: codeNotMade, Description: "file exists"}
	js := &busyServer{own.js, slices.Repeat([]error{notMade}, 2*maxOpenings)}
	_, _, err := openStreams(t.Context(), js, 1, 0)
	require.ErrorIs(t, err, notMade)
	require.Len(t, js.refusals, maxOpenings)
	js.refusals = []error{notMade, jetstream.ErrStreamNameAlreadyInUse, notMade}
	_, made, err := openStreams(t.Context(), js, 1, 0)
	require.NoError(t, err)
	require.Equal(t, []string{workStream}, made)
}

// TestStoreGoesAgain: files that somebody removes while the server begins anew do not end it.
func TestStoreGoesAgain(t *testing.T) {
	t.Parallel()
	const long = 3 * healthPause // the server notices the loss in one, and tries again each one
	store := t.TempDir()
	s, _ := servedServer(t, store)
	l, _ := linkTo(t, s)
	l.pace.reconcile = time.Second
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 2))
	for begin := time.Now(); time.Since(begin) < long; time.Sleep(time.Millisecond) {
		_ = os.RemoveAll(filepath.Join(store, "jetstream")) // the server may write there at the same time
	}
	ctx := limited(t)
	take, found := collect(t)
	require.NoError(t, newPool(l, "producer").Do(ctx, numbers(50), take))
	requireSquares(t, found, 50)
}

// deafStream is a stream whose queues do not answer when somebody asks for their state. The queue then sends the context of the
// question to asked.
type deafStream struct {
	jetstream.Stream
	asked chan context.Context
}

func (s deafStream) Consumer(ctx context.Context, name string) (jetstream.Consumer, error) {
	c, err := s.Stream.Consumer(ctx, name)
	return deafQueue{c, s.asked}, err
}

// deafQueue is a queue of a deafStream.
type deafQueue struct {
	jetstream.Consumer
	asked chan context.Context
}

func (q deafQueue) Info(ctx context.Context) (*jetstream.ConsumerInfo, error) {
	q.asked <- ctx
	<-ctx.Done()
	return nil, ctx.Err()
}

// A server that ends may leave a question about the queue without an answer. The producer then waits until the connection is lost, not
// until the time for its work is over.
func TestNoAnswerOfQueue(t *testing.T) {
	t.Parallel()
	l, _ := linkTo(t, startServer(t, t.TempDir()))
	asked := make(chan context.Context, 1)
	l.streams.work = deafStream{l.streams.work, asked}
	p := newProducer(l, newPool(l, "producer").Job, nil)
	ctx := limited(t)
	require.NoError(t, p.open(ctx))
	defer p.stop()
	done := make(chan error, 1)
	go func() { done <- p.reconcile(ctx) }()
	select {
	case question := <-asked:
		l.cut()
		require.NoError(t, <-done)
		require.ErrorIs(t, question.Err(), context.Canceled)
	case err := <-done:
		t.Fatal("the producer has not asked for the state of its queue", err)
	}
}

// An output that the server has lost or damaged is made again, and the loop goes on meanwhile. It is said once.
func TestLostOutput(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, said := linkTo(t, s)
	sizes := []int{3 * maxInline, 4 * maxInline, 5 * maxInline}
	c := newPool(l, "producer")
	c.Input = func(_ context.Context, s sum) (any, uint64, error) {
		return sum{Number: s.Number, Long: sizes[s.Number]}, 0, nil
	}
	ended := make(chan error, 1)
	killed, _ := linkTo(t, s)
	go func() {
		ended <- (&Pool[sum, square]{Link: killed, Job: c.Job, Input: c.Input}).Do(t.Context(), numbers(3), nil)
	}()
	soon(t, func() bool { return messages(t, l.streams.work) == 3 }, "the tasks are asked for")
	killed.Close()
	require.ErrorIs(t, <-ended, errClosed)
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 1))
	soon(t, func() bool { return messages(t, l.streams.results) == 3 }, "the results wait")
	infos, err := l.streams.large.List(t.Context())
	require.NoError(t, err)
	require.Len(t, infos, 3)
	require.NoError(t, l.streams.large.Delete(t.Context(), infos[0].Name))
	part, err := l.streams.chunks.GetMsg(t.Context(), 1, jetstream.WithGetMsgSubject("$O."+largeBucket+".C."+infos[1].NUID))
	require.NoError(t, err)
	require.NoError(t, l.streams.chunks.DeleteMsg(t.Context(), part.Sequence))
	take, found := collect(t)
	ctx := limited(t)
	require.NoError(t, c.Do(ctx, numbers(3), take))
	requireSquares(t, found, 3)
	require.Contains(t, said.String(), "a result of worker producer.a is left out, its task is asked for again: the data")
	require.NotContains(t, said.String(), "nats:")
	soon(t, func() bool { return messages(t, l.streams.results) == 0 }, "no result stays")
}

// A opening suite that the server has lost, or that is damaged there, is sent again by its producer when a worker misses it.
func TestLostInput(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, said := linkTo(t, s)
	data := strings.Repeat("a deck of openings ", 100_000)
	checksum, err := l.Share(t.Context(), []byte(data))
	require.NoError(t, err)
	for _, lose := range []func() error{
		func() error { return l.streams.large.Delete(t.Context(), checksum) },
		func() error { return ownLink(t, s).js.DeleteStream(t.Context(), largeStream) },
		func() error {
			info, err := l.streams.chunks.Info(t.Context())
			require.NoError(t, err)
			return l.streams.chunks.DeleteMsg(t.Context(), info.State.LastSeq-1)
		},
	} {
		require.NoError(t, lose())
		time.Sleep(3 * l.pace.retry)
		worker, _ := linkTo(t, s)
		files := &Files{link: worker, folder: t.TempDir()}
		worker.pace.move = time.Minute
		_, err := files.Fetch(t.Context(), checksum, "")
		require.NoError(t, err)
	}
	require.Contains(t, said.String(), "worker producer misses the data "+short(checksum)+": it is sent again")
}

// Who says again and again that it misses data does not make the producer send it for ever, and others get it.
func TestMissingForEver(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, said := linkTo(t, s)
	l.pace.maxIll = time.Minute
	checksum, err := l.Share(t.Context(), []byte("a suite"))
	require.NoError(t, err)
	last, err := l.Share(t.Context(), []byte("another suite"))
	require.NoError(t, err)
	mallory, _ := admitted(t, s, "mallory")
	began := time.Now()
	for time.Since(began) < 2*time.Second {
		require.NoError(t, mallory.conn.Publish(missingSubject("mallory"), []byte(checksum)))
		time.Sleep(time.Millisecond)
	}
	require.NoError(t, mallory.conn.Publish(missingSubject("mallory"), []byte(last)))
	soon(t, func() bool { return strings.Contains(said.String(), short(last)) }, "all is heard")
	require.NoError(t, l.streams.large.Delete(t.Context(), checksum))
	anna, _ := admitted(t, s, "anna")
	_, err = (&Files{link: anna, folder: t.TempDir()}).Fetch(t.Context(), checksum, "")
	require.NoError(t, err)
	sent := strings.Count(said.String(), "worker mallory misses the data "+short(checksum))
	require.Positive(t, sent)
	require.Less(t, sent, 8, "the pauses double from 0.1 s")
	require.Contains(t, said.String(), "worker anna misses the data")
}

// An upload may take any time as long as it goes on, and is tried again when nothing moves.
func TestSlowUpload(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	host, stall := slowLine(t, s.Address().Host, 400<<10)
	a := s.Address()
	a.Host = host
	said := &lines{}
	l, err := Dial(t.Context(), a, said.say)
	require.NoError(t, err)
	t.Cleanup(l.Close)
	l.pace = fastPace()
	l.pace.move = 500 * time.Millisecond
	data := make([]byte, size(640<<10, 4<<20))
	for i := range data {
		data[i] = byte(rand.Uint32())
	}
	began := time.Now()
	_, err = l.Share(t.Context(), data)
	require.NoError(t, err)
	require.Greater(t, time.Since(began), putPauses*l.pace.move, "longer than nothing may move")
	const told = "the server does not answer; trying again"
	before := strings.Count(said.String(), told) // a slow host may have tried again

	stall(true)
	done := make(chan error, 1)
	go func() {
		_, err := l.Share(t.Context(), data[:len(data)/4])
		done <- err
	}()
	soon(t, func() bool { return strings.Count(said.String(), told) > before }, "it is told")
	stall(false)
	require.NoError(t, <-done)
}

// slowLine returns an address that leads to a host and lets so many bytes a second through, none while it is stalled.
func slowLine(t *testing.T, host string, speed int) (address string, stall func(bool)) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	var stalled atomic.Bool
	go func() {
		for {
			in, err := listener.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", host)
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(in, out) }()
			go func() {
				const parts = 20 // a second
				part := make([]byte, speed/parts)
				for {
					time.Sleep(time.Second / parts)
					if stalled.Load() {
						continue
					}
					n, err := in.Read(part)
					if err == nil {
						_, err = out.Write(part[:n])
					}
					if err != nil {
						_ = out.Close()
						return
					}
				}
			}()
		}
	}()
	return listener.Addr().String(), stalled.Store
}

// No result of a producer that is done stays on the server, not even of a task that was done twice.
func TestNothingStays(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	publish(t, l, resultSubject("producer", "orphan", "token", "x"), "{}")
	worker, _ := linkTo(t, s)
	startWorker(t, newWorker(worker, "a", 2))
	require.NoError(t, newPool(l, "producer").Do(t.Context(), pool.Tasks(sum{Number: 1}), func(sum, square) error { return nil }))
	require.Zero(t, messages(t, l.streams.results))
}

// The files of a server are removed at random while it runs or between two runs, and processes are killed too: all tasks have one result.
func TestStoreIsDisposable(t *testing.T) {
	t.Parallel()
	k := size(killing{tasks: 200, milliseconds: 20, long: 3 * time.Second, pause: 700 * time.Millisecond},
		killing{tasks: 2000, milliseconds: 50, long: time.Minute, pause: 3 * time.Second})
	if testing.Short() {
		t.Skip("starts many processes")
	}
	r := newRuin(t, k)
	messages := filepath.Join(r.store, "jetstream")
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	for began := time.Now(); time.Since(began) < k.long; r.kills++ {
		time.Sleep(time.Duration(random.Int64N(int64(k.pause))))
		switch random.IntN(3) {
		case 0:
			_ = os.RemoveAll(messages) // the server may write there at the same time
		case 1:
			r.kill(r.server)
			require.NoError(t, os.RemoveAll(messages))
			r.startServer()
		default:
			r.killOne(random)
		}
	}
	r.finish()
	requireOnce(t, r.journal, k.tasks)
}
