package farm

import (
	"crypto/sha256"
	"net/url"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Whatever a message holds, a task that is read has the identity of its input.
func FuzzTask(f *testing.F) {
	f.Add([]byte(`{"kind":"squares","input":{"number":1},"identity":"2"}`))
	f.Add([]byte(`{"kind":"squares","input":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := parseTask(data)
		if err != nil {
			return
		}
		identity, err := p.identify()
		require.NoError(t, err)
		require.Equal(t, identity, p.Identity)
	})
}

// Whatever a message holds, a result that is read is one of the task of its subject.
func FuzzResult(f *testing.F) {
	f.Add([]byte(`{"piece":"a","output":{"number":1}}`), "a")
	f.Add([]byte(`{"piece":"b"}`), "a")
	f.Fuzz(func(t *testing.T, data []byte, identity string) {
		r, err := parseResult(data, identity)
		if err == nil {
			require.Equal(t, identity, r.Task)
		}
	})
}

// A subject that is read is written as it was, or it is none.
func FuzzSubject(f *testing.F) {
	f.Add("work.squares.5.needs.producer.identity")
	f.Add("work.squares.five.needs.producer.identity")
	f.Fuzz(func(t *testing.T, text string) {
		if s := parseSubject(text); s != (subject{}) {
			require.Equal(t, s, parseSubject(s.String()))
		}
	})
}

// An address that is read is read again from its text. Its errors do not show the token.
func FuzzAddress(f *testing.F) {
	f.Add("nats://token@127.0.0.1:4222")
	f.Add("tls://user:p%40ss@host:1?replicas=3")
	f.Add("nats://a%3Ab,c@host:1?fingerprint=" + strings.Repeat("Ab", sha256.Size))
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseAddress(text)
		if err != nil {
			return
		}
		again, err := ParseAddress(a.String())
		require.NoError(t, err, "%q", a.String())
		require.Equal(t, a, again)
	})
}

// Whatever another program says of itself, a worker that is read has a name and threads.
func FuzzPresence(f *testing.F) {
	f.Add([]byte(`{"name":"a","threads":2,"began":"2026-01-02T03:04:05Z","abilities":{"kinds":["squares"]}}`))
	f.Add([]byte(`{"name":"a","threads":-1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := parsePresence(data)
		if err != nil {
			return
		}
		require.NotEmpty(t, p.Name)
		require.Positive(t, p.Threads)
		require.GreaterOrEqual(t, p.Busy, 0)
	})
}

// Whatever stands at a queue, a worker serves only queues whose tasks it can do.
func FuzzQueue(f *testing.F) {
	f.Add(`{"kind":"squares","version":{"release":"test","signature":1}}`, "5")
	f.Add(`{"kind":"shell"}`, "high")
	f.Fuzz(func(t *testing.T, needs, priority string) {
		q := newQueues(&Worker{Link: &Link{say: silent}, Abilities: newWorker(nil, "a", 1).Abilities})
		info := &jetstream.ConsumerInfo{Name: "queue", NumPending: 1}
		info.Config.Metadata = map[string]string{needsKey: needs, priorityKey: priority}
		found, ok := q.judge(info)
		require.Equal(t, ok, found.needs.Kind == squares && found.needs.Version == testVersion &&
			q.abilities.lacks(found.needs) == "" && found.needs.Worker == "")
		queueState(info)
	})
}

// Whatever a message says of a producer that leaves, a thread leaves only the task of that producer.
func FuzzNotice(f *testing.F) {
	f.Add("producer", "producer")
	f.Add("", "producer")
	f.Fuzz(func(t *testing.T, inProgress, notice string) {
		thread := &thread{}
		ctx, leave := thread.enter(t.Context(), inProgress)
		defer leave()
		thread.leaveTask(notice)
		require.Equal(t, notice != "" && notice == inProgress, ctx.Err() != nil)
	})
}

// Any token, or any name with any password, goes through the text of an address unchanged.
func TestAddressProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		user := url.User(rapid.String().Draw(t, "name"))
		if rapid.Bool().Draw(t, "has a password") {
			user = url.UserPassword(user.Username(), rapid.String().Draw(t, "password"))
		}
		a := Address{User: user, Host: "host:1", Replicas: 1}
		again, err := ParseAddress(a.String())
		require.NoError(t, err, "%q", a.String())
		require.Equal(t, a, again)
	})
}

// A task goes through a message unchanged, and another input has another identity.
func TestTaskProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := Needs{Kind: rapid.StringMatching(`[a-z]{1,8}`).Draw(t, "kind"), Version: testVersion}
		number := rapid.Int().Draw(t, "number")
		p, err := newTask(n, sum{Number: number}, 0)
		require.NoError(t, err)
		other, err := newTask(n, sum{Number: number ^ 1}, 0)
		require.NoError(t, err)
		require.NotEqual(t, p.Identity, other.Identity)
	})
}
