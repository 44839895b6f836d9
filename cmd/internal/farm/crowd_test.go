package farm

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The server tells producers of the workers, which is the same for all that ask at once. Without such an answer a producer
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
	asked := time.Now()
	require.Equal(t, want, look(), "told by the server")
	answer, err := l.conn.Request(crowdSubject, []byte("0"), time.Minute)
	require.NoError(t, err)
	late, _ := linkTo(t, s)
	w := newWorker(late, "d", 1)
	startWorker(t, w)
	awaitWorkers(t, l, 4)
	same, err := l.conn.Request(crowdSubject, []byte("0"), time.Minute)
	require.NoError(t, err)
	if time.Since(asked) < crowdAge { // a slow host may have taken longer
		require.Equal(t, string(answer.Data), string(same.Data), "one reading for all")
	}
	soon(t, func() bool { return len(look()) == 4 }, "the server reads again")

	_, err = crowd{Workers: []crowdMember{{Name: "x", Threads: 1, Abilities: 7}}}.presences()
	require.Error(t, err)
}

// More workers than fit into a message are told in several, each once.
func TestLargeCrowd(t *testing.T) {
	t.Parallel()
	require.Len(t, crowdPages(nil), 1)
	s := startServer(t, t.TempDir())
	l := ownLink(t, s)
	l.pace.present = time.Minute // they all count
	const workers = 1000
	want := map[string]int{}
	for n := range workers {
		p := Presence{Name: fmt.Sprint("anna.", n), Host: strings.Repeat("h", maxForeign), Threads: n + 1}
		p.Abilities.Engines = []string{fmt.Sprint("engine", n%3)}
		want[p.Name] = p.Threads
		require.NoError(t, l.announce(t.Context(), p.Name, p))
	}
	long := Presence{Name: "berta.x", Host: strings.Repeat("h", maxPresence), Threads: 1}
	require.NoError(t, l.announce(t.Context(), long.Name, long))
	require.NoError(t, l.tellCrowd())
	require.NoError(t, l.conn.Flush())
	producer, _ := linkTo(t, s)
	all, err := producer.crowd(t.Context())
	require.NoError(t, err)
	require.True(t, len(all) == workers, "%d workers", len(all)) // their names are long
	for _, w := range all {
		require.Equal(t, want[w.Name], w.Threads)
		require.Equal(t, []string{fmt.Sprint("engine", (w.Threads-1)%3)}, w.Abilities.Engines)
	}
	presences, err := l.Workers(t.Context())
	require.NoError(t, err)
	pages := crowdPages(presences)
	require.Greater(t, len(pages), 2)
	for _, page := range pages {
		require.LessOrEqual(t, len(page), 2*maxPage)
	}
}
