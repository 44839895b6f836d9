package farm

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The server tells producers of the workers in one message, which is the same for all that ask at once. Without such an answer a producer
// reads what the workers say.
func TestCrowd(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	for i, name := range []string{"a", "b", "c"} {
		worker, _ := linkTo(t, s)
		w := newWorker(worker, name, i+1)
		if name == "c" {
			w.Abilities.Engines = []string{"dark"}
		}
		startWorker(t, w)
	}
	type seen struct {
		threads int
		lacks   string
	}
	needs := Needs{Kind: squares, Version: testVersion, Engines: []string{"dark"}}
	look := func() map[string]seen {
		workers, err := l.crowd(t.Context())
		require.NoError(t, err)
		all := map[string]seen{}
		for _, w := range workers {
			all[w.Name] = seen{w.Threads, w.Abilities.lacks(needs)}
		}
		return all
	}
	const none = "they need the engine dark: start the worker with --engine dark=PATH"
	want := map[string]seen{l.user + ".a": {1, none}, l.user + ".b": {2, none}, l.user + ".c": {3, ""}}
	soon(t, func() bool { return len(look()) == 3 }, "all are there")
	require.Equal(t, want, look(), "read by the producer")

	own, err := s.Link(t.Context(), silent)
	require.NoError(t, err)
	defer own.Close()
	require.NoError(t, own.tellCrowd())
	require.NoError(t, own.conn.Flush())
	require.Equal(t, want, look(), "told by the server")
	answer, err := l.conn.Request(crowdSubject, nil, time.Minute)
	require.NoError(t, err)
	late, _ := linkTo(t, s)
	w := newWorker(late, "d", 1)
	startWorker(t, w)
	soon(t, func() bool {
		workers, err := l.Workers(t.Context())
		return err == nil && len(workers) == 4
	}, "another one has come")
	same, err := l.conn.Request(crowdSubject, nil, time.Minute)
	require.NoError(t, err)
	require.Equal(t, string(answer.Data), string(same.Data), "one reading for all")
	soon(t, func() bool { return len(look()) == 4 }, "the server reads again")

	_, err = crowd{Workers: []crowdMember{{Name: "x", Threads: 1, Abilities: 7}}}.presences()
	require.Error(t, err)
}
