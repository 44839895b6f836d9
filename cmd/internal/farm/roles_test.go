package farm

import (
	"context"
	"errors"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// admitted returns the connection of a worker that a server has admitted, and what it says.
func admitted(t testing.TB, s *Server, name string) (*Link, *lines) {
	t.Helper()
	a, err := Admit(s.store, name)
	require.NoError(t, err)
	said := &lines{}
	l, err := DialWorker(context.Background(), a, said.say)
	require.NoError(t, err)
	t.Cleanup(l.Close)
	l.pace = fastPace()
	return l, said
}

// intruder is a connection with the token of a worker, which hears what the server refuses.
type intruder struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	refusals chan string
}

func newIntruder(t *testing.T, a Address) *intruder {
	t.Helper()
	i := &intruder{refusals: make(chan string, 100)}
	var err error
	i.conn, err = nats.Connect(Address{Host: a.Host}.String(), a.entry(), nats.CustomInboxPrefix(inboxOf(a.user())),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				i.refusals <- strings.ToLower(err.Error())
			}
		}))
	require.NoError(t, err)
	t.Cleanup(i.conn.Close)
	i.js, err = jetstream.New(i.conn)
	require.NoError(t, err)
	return i
}

// intrude returns a connection with the token of a worker that the server admits, and its address.
func intrude(t *testing.T, s *Server, name string) (*intruder, Address) {
	t.Helper()
	a, err := Admit(s.store, name)
	require.NoError(t, err)
	return newIntruder(t, a), a
}

// try calls f, whose ctx ends when the server refuses something, and returns what that is, "" if nothing.
func (i *intruder) try(t *testing.T, f func(ctx context.Context)) (refused string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	heard := make(chan string, 1)
	go func() {
		defer cancel()
		select {
		case refusal := <-i.refusals:
			heard <- refusal
		case <-ctx.Done():
			heard <- ""
		}
	}()
	f(ctx)
	require.NoError(t, i.conn.Flush())  // a refusal has come
	time.AfterFunc(time.Second, cancel) // and its handler was called
	return <-heard
}

// The token of a worker is good for the work and nothing else: each other call of a client is refused, and changes nothing.
func TestWorkerMayNot(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	i, a := intrude(t, s, "anna")
	c := newPool(l, "producer")
	_, _, err := l.openQueue(t.Context(), c.Job)
	require.NoError(t, err)
	task := subject{squares, DefaultPriority, c.Job.Needs.digest(), "producer", "1"}.String()
	publish(t, l, task, "{}")
	publish(t, l, resultSubject("producer", "1", "berta", "x"), "{}")

	published := func(subject string) func(context.Context) {
		return func(context.Context) { require.NoError(t, i.conn.Publish(subject, []byte("{}"))) }
	}
	heard := func(subject string) func(context.Context) {
		return func(context.Context) {
			subscription, err := i.conn.SubscribeSync(subject)
			require.NoError(t, err)
			defer func() { _ = subscription.Unsubscribe() }()
			require.NoError(t, i.conn.Flush())
		}
	}
	requested := func(subject, data string) func(context.Context) {
		return func(ctx context.Context) {
			_, err := i.conn.RequestWithContext(ctx, subject, []byte(data))
			require.Error(t, err)
		}
	}
	for name, call := range map[string]func(context.Context){
		"a task":                         published(task),
		"a task of a new kind":           published("work.x.5.a.b.c"),
		"the result of another worker":   published(resultSubject("producer", "1", "berta", "x")),
		"the result of the shared user":  published(resultSubject("producer", "1", sharedUser, "x")),
		"a result without a name":        published("result.producer.1"),
		"the presence of another worker": published("$KV.WORKERS.berta.x"),
		"a failure of another worker":    published(failedSubject("berta", "x")),
		"workers leave a producer":       published(abandonSubject),
		"another worker ends":            published(drainSubject),
		"what another worker gives back": published(backSubject("producer", "berta", "x")),
		"a new queue":                    published(noticeSubject),
		"an answer to a producer":        published("_INBOX.producer.x"),
		"an answer to the server":        published("_INBOX.serve.x"),
		"all messages":                   heard(">"),
		"the tasks":                      heard("work.>"),
		"the results":                    heard("result.>"),
		"answers to the producer":        heard("_INBOX.producer.>"),
		"answers to another worker":      heard("_INBOX.berta.>"),
		"answers to all":                 heard("_INBOX.>"),
		"what others miss":               heard(missingSubject("*")),
		"what another worker misses":     published(missingSubject("berta")),
		"what others give back":          heard(backSubject("*", "*", "*")),
		"the calls of others":            heard("$JS.API.>"),
		"what others acknowledge":        heard("$JS.ACK.>"),
		"delete the tasks":               func(ctx context.Context) { require.Error(t, i.js.DeleteStream(ctx, workStream)) },
		"delete the results":             func(ctx context.Context) { require.Error(t, i.js.DeleteStream(ctx, resultStream)) },
		"delete the large data":          func(ctx context.Context) { require.Error(t, i.js.DeleteObjectStore(ctx, largeBucket)) },
		"make a stream": func(ctx context.Context) {
			_, err := i.js.CreateStream(ctx, jetstream.StreamConfig{Name: "X"})
			require.Error(t, err)
		},
		"change a stream":               requested("$JS.API.STREAM.UPDATE.WORK", `{"name":"WORK","subjects":["x"]}`),
		"purge the tasks":               requested("$JS.API.STREAM.PURGE.WORK", ""),
		"purge the results":             requested("$JS.API.STREAM.PURGE.RESULTS", ""),
		"delete a task":                 requested("$JS.API.STREAM.MSG.DELETE.WORK", `{"seq":1}`),
		"delete a result":               requested("$JS.API.STREAM.MSG.DELETE.RESULTS", `{"seq":1}`),
		"read a task beside its queue":  requested("$JS.API.STREAM.MSG.GET.WORK", `{"seq":1}`),
		"read a result":                 requested("$JS.API.STREAM.MSG.GET.RESULTS", `{"seq":1}`),
		"read a failed task":            requested("$JS.API.STREAM.MSG.GET.FAILED", `{"seq":1}`),
		"read a presence":               requested("$JS.API.DIRECT.GET.KV_WORKERS", `{"seq":1}`),
		"list the streams":              requested("$JS.API.STREAM.LIST", ""),
		"whose results there are":       requested("$JS.API.STREAM.INFO.RESULTS", ""),
		"which tasks failed":            requested("$JS.API.STREAM.INFO.FAILED", ""),
		"a consumer of the tasks":       requested("$JS.API.CONSUMER.CREATE.WORK.x", `{"stream_name":"WORK","config":{"name":"x"}}`),
		"a consumer of the results":     requested("$JS.API.CONSUMER.CREATE.RESULTS.x", `{"stream_name":"RESULTS","config":{"name":"x"}}`),
		"a durable consumer":            requested("$JS.API.CONSUMER.DURABLE.CREATE.WORK.x", `{"stream_name":"WORK","config":{"durable_name":"x"}}`),
		"delete a queue":                requested("$JS.API.CONSUMER.DELETE.WORK.x", ""),
		"pause a queue":                 requested("$JS.API.CONSUMER.PAUSE.WORK.x", "{}"),
		"a copy of the tasks":           requested("$JS.API.STREAM.SNAPSHOT.WORK", "{}"),
		"what the account has":          requested("$JS.API.INFO", ""),
		"what the server has":           requested("$SYS.REQ.SERVER.PING", ""),
		"the messages of other streams": requested("$JS.API.CONSUMER.MSG.NEXT.RESULTS.x", ""),
		"acknowledge for other streams": published("$JS.ACK.RESULTS.x.1.1.1.1.1"),
	} {
		require.Contains(t, i.try(t, call), "permissions violation", name)
	}
	require.EqualValues(t, 1, messages(t, l.streams.work))
	require.EqualValues(t, 1, messages(t, l.streams.results))
	require.Empty(t, i.try(t, published(resultSubject("producer", "1", "anna", "x"))), "its own results it may publish")
	soon(t, func() bool { return messages(t, l.streams.results) == 2 }, "its own result is there")

	// A producer may not delete streams, and a worker's token is not enough for a producer, who says so.
	producer := newIntruder(t, s.Address())
	require.NotEmpty(t, producer.try(t, func(ctx context.Context) { require.Error(t, producer.js.DeleteStream(ctx, workStream)) }))
	_, err = Dial(t.Context(), a, silent)
	require.ErrorContains(t, err, "refuses what this command needs: the address may be one for workers")
}

// An answer of the server goes to whatever subject a worker names, with whatever the worker has stored before: it is no call, no task, no
// notice, and no result of another worker.
func TestAnswersAreNoCalls(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	i, _ := intrude(t, s, "anna")
	c := newPool(l, "producer")
	queue, _, err := l.openQueue(t.Context(), c.Job)
	require.NoError(t, err)
	name := queue.CachedInfo().Name
	p := newProducer(l, c.Job, nil)
	require.NoError(t, p.begin(t.Context()))
	publish(t, l, subject{"other", DefaultPriority, "a", "b", "1"}.String(), "{}")
	other, _ := intrude(t, s, "berta")
	heard := make(chan *nats.Msg, 100)
	for _, subject := range append(notices(), "_INBOX.berta.x") {
		_, err = other.conn.ChanSubscribe(subject, heard)
		require.NoError(t, err)
	}
	require.NoError(t, other.conn.Flush())
	answered := func(call, data, answer string) {
		require.NoError(t, i.conn.PublishRequest(call, answer, []byte(data)))
		require.NoError(t, i.conn.Flush())
	}
	for answer, stored := range map[string]string{
		"$JS.API.STREAM.DELETE.FAILED":               "",
		"$JS.API.STREAM.PURGE.WORK":                  "{}",
		"$JS.API.STREAM.MSG.DELETE.WORK":             `{"seq":1}`,
		"$JS.API.CONSUMER.CREATE.RESULTS.x":          `{"stream_name":"RESULTS","config":{"name":"x","ack_policy":"none"}}`,
		"$JS.API.CONSUMER.DELETE.WORK." + name:       "",
		resultSubject("producer", "1", "berta", "x"): `{"piece":"1"}`,
		"work.x.5.a.b.c":                             "{}",
		"$KV.WORKERS.berta.x":                        `{"name":"berta.x","threads":1}`,
		abandonSubject:                               "producer",
		drainSubject:                                 "berta.x",
		"_INBOX.berta.x":                             "{}",
	} {
		const kept = "$O.LARGE.C.x"
		_, err := i.js.Publish(t.Context(), kept, []byte(stored))
		require.NoError(t, err)
		answered("$JS.API.DIRECT.GET.OBJ_LARGE", `{"last_by_subj":"`+kept+`"}`, answer)
		answered("$JS.API.DIRECT.GET.OBJ_LARGE", `{"last_by_subj":"none"}`, answer)
		answered("$JS.API.CONSUMER.MSG.NEXT.WORK."+name, `{"no_wait":true,"batch":1}`, answer)
		answered("$JS.API.STREAM.INFO.WORK", "", answer)
		answered(backSubject("producer", "anna", "x"), "{}", answer)
		answered(resultSubject("producer", "2", "anna", "x"), "{}", answer)
	}
	time.Sleep(time.Second) // if there is something to come
	require.Empty(t, heard)
	require.EqualValues(t, 1, messages(t, l.streams.work))
	require.EqualValues(t, 1, messages(t, l.streams.results), "that of anna")
	_, err = l.js.Stream(t.Context(), failedStream)
	require.NoError(t, err)
	_, err = l.streams.results.Consumer(t.Context(), "x")
	require.ErrorIs(t, err, jetstream.ErrConsumerNotFound)
	_, err = queue.Info(t.Context())
	require.NoError(t, err)
	_, err = l.streams.workers.Get(t.Context(), "berta.x")
	require.ErrorIs(t, err, jetstream.ErrKeyNotFound)
	p.end(t.Context(), false)
}

// Workers with tokens of their own do all that work needs: inputs and results that are large, tasks that fail, panic and are given back.
func TestAdmittedWorkers(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	l.pace.ackWait = 2 * patience // a task on its way to a worker that ends comes back at once
	need, err := l.Share(t.Context(), []byte(strings.Repeat("a deck ", 100_000)))
	require.NoError(t, err)
	var stop func()
	for _, name := range []string{"anna", "berta", sharedUser} {
		link, _ := admitted(t, s, name)
		w := newWorker(link, "x", 2)
		w.Cache = t.TempDir()
		onHost(w, name, need)
		stop = startWorker(t, w)
	}
	take, found := collect(t)
	c := newPool(l, "producer")
	c.Input = func(ctx context.Context, s sum) (any, uint64, error) {
		s.Sleep = 10 * time.Millisecond
		return someLarge(ctx, s)
	}
	began := time.Now()
	require.NoError(t, c.Do(limited(t), numbers(100), func(p sum, r square) error {
		if len(found) == 50 {
			stop() // gives its tasks back
		}
		return take(p, r)
	}))
	requireSquares(t, found, 100)
	t.Log(time.Since(began))
	soon(t, func() bool {
		workers, err := l.Workers(t.Context())
		require.NoError(t, err)
		names := map[string]bool{}
		for _, w := range workers {
			names[w.Name] = true
		}
		return maps.Equal(names, map[string]bool{"anna.x": true, "berta.x": true})
	}, "the workers that are left answer")
	soon(t, func() bool { return messages(t, l.streams.results) == 0 && messages(t, l.streams.work) == 0 }, "nothing stays")

	take, found = collect(t)
	c.Input = func(_ context.Context, s sum) (any, uint64, error) {
		s.Panic, s.Fail = s.Number == 3, s.Number == 5
		return s, 0, nil
	}
	err = c.Do(t.Context(), numbers(10), take)
	require.ErrorContains(t, err, "2 tasks of squares failed permanently")
	require.Len(t, found, 8)
	require.EqualValues(t, 3, messages(t, l.streams.failed)) // a second one has tried what nobody can do
}

// A worker that is revoked is let in no more, while the server runs; others go on, and it can be admitted again.
func TestRevoke(t *testing.T) {
	t.Parallel()
	store := t.TempDir()
	_, err := Admit(store, "anna")
	require.ErrorContains(t, err, "has no server yet: start it once")
	s, serverSaid := servedServer(t, store)
	for _, name := range []string{"", "a.b", "a b", "../x", "*", "größer", strings.Repeat("a", 33), producerUser, ownUser} {
		_, err := Admit(store, name)
		require.Error(t, err, name)
		require.Error(t, Revoke(store, name), name)
	}
	a, err := Admit(store, "anna")
	require.NoError(t, err)
	again, err := Admit(store, "anna")
	require.NoError(t, err)
	require.Equal(t, a, again)
	require.ErrorContains(t, Revoke(store, "berta"), "has no worker berta")

	anna, _ := admitted(t, s, "anna")
	ended := make(chan error, 1)
	go func() { ended <- newWorker(anna, "x", 1).Run(context.Background()) }()
	berta, _ := admitted(t, s, "berta")
	startWorker(t, newWorker(berta, "x", 1))
	l, _ := linkTo(t, s)
	require.NoError(t, Revoke(store, "anna"))
	soon(t, func() bool { return len(ended) > 0 }, "the worker ends")
	require.ErrorIs(t, <-ended, errClosed)
	soon(t, func() bool { return strings.Contains(serverSaid.String(), "worker anna is let in no more") }, serverSaid.String())
	_, err = DialWorker(t.Context(), a, silent)
	require.ErrorContains(t, err, "refuses the token")
	take, found := collect(t)
	require.NoError(t, newPool(l, "producer").Do(t.Context(), numbers(10), take))
	requireSquares(t, found, 10)

	again, err = Admit(store, "anna")
	require.NoError(t, err)
	require.NotEqual(t, a, again)
	admitted(t, s, "anna")
	shared, ok := s.WorkerAddress()
	require.True(t, ok)
	require.NoError(t, Revoke(store, sharedUser))
	_, ok = s.WorkerAddress()
	require.False(t, ok)
	_, err = DialWorker(t.Context(), shared, silent)
	require.ErrorContains(t, err, "refuses the token")
}

// A store from before there were users opens: its token is that of producers, with a name or without, and workers get new ones.
func TestOldStore(t *testing.T) {
	t.Parallel()
	store := t.TempDir()
	const token = "0123456789abcdef0123456789abcdef"
	require.NoError(t, os.WriteFile(filepath.Join(store, tokenFile), []byte(token+"\n"), 0o600))
	s := startServer(t, store)
	require.Equal(t, url.UserPassword(producerUser, token), s.Address().User)
	old := s.Address()
	old.User = url.User(token)
	l, err := Dial(t.Context(), old, silent)
	require.NoError(t, err)
	t.Cleanup(l.Close)
	worker, err := Dial(t.Context(), old, silent)
	require.NoError(t, err)
	t.Cleanup(worker.Close)
	startWorker(t, newWorker(worker, "old", 1))
	shared, ok := s.WorkerAddress()
	require.True(t, ok)
	require.NotContains(t, shared.String(), token)
	take, found := collect(t)
	require.NoError(t, newPool(l, "producer").Do(t.Context(), numbers(10), take))
	requireSquares(t, found, 10)

	// Its streams get the subjects and the bounds of today.
	own := ownLink(t, s)
	c := own.streams.results.CachedInfo().Config
	c.Subjects, c.MaxBytes, c.Discard = []string{"result.*.*"}, -1, jetstream.DiscardOld
	_, err = own.js.UpdateStream(t.Context(), c)
	require.NoError(t, err)
	presences, err := own.js.Stream(t.Context(), workerStream)
	require.NoError(t, err)
	c = presences.CachedInfo().Config
	c.MaxBytes = -1
	_, err = own.js.UpdateStream(t.Context(), c)
	require.NoError(t, err)
	ownLink(t, s)
	info, err := own.streams.results.Info(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{resultsOf("*", "*")}, info.Config.Subjects)
	require.Equal(t, jetstream.DiscardNew, info.Config.Discard)
	require.Positive(t, info.Config.MaxBytes)
	info, err = presences.Info(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, maxPresences, info.Config.MaxBytes)
}

// What a server takes of others is bounded, and who meets a bound says so in a sentence.
func TestBounds(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	anna, said := admitted(t, s, "anna")
	stuff(t, anna, "$KV.WORKERS.anna.", 1<<19)
	w := newWorker(anna, "new", 1)
	startWorker(t, w)
	soon(t, func() bool {
		return strings.Contains(said.String(), "the server has no room to note that this worker is there")
	}, "the worker says it")
	require.EqualError(t, dialError("h:1", nats.ErrMaxConnectionsExceeded), "the server at h:1 has as many connections as it takes")
	require.True(t, passes(dialError("h:1", nats.ErrMaxConnectionsExceeded)), "there may be room later")
}
