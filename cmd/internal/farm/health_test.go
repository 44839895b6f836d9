package farm

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/internal/pool"
)

// patient does squares unless its host is ill.
type patient struct {
	squarer
	files   *Files
	need    string // checksum of large data
	ill     *atomic.Bool
	touched *atomic.Int64
}

func (p patient) Do(ctx context.Context, input json.RawMessage) (any, error) {
	if p.need != "" {
		if _, err := p.files.Fetch(ctx, p.need, ""); err != nil {
			p.touched.Add(1)
			return nil, err
		}
	}
	if p.ill.Load() {
		p.touched.Add(1)
		return nil, errors.New("the engine does not start")
	}
	return p.squarer.Do(ctx, input)
}

// onHost makes a worker one of another host, whose doers are patients.
func onHost(w *Worker, host, need string) (ill *atomic.Bool, touched *atomic.Int64) {
	ill, touched = &atomic.Bool{}, &atomic.Int64{}
	w.host = host
	w.Kinds = Kinds{squares: func(files *Files) (Doer, error) {
		return patient{files: files, need: need, ill: ill, touched: touched}, nil
	}}
	return ill, touched
}

// slowly makes tasks of 20 ms.
func slowly(_ context.Context, s sum) (any, uint64, error) {
	s.Sleep = 20 * time.Millisecond
	return s, 0, nil
}

// maxTouched is how many tasks a host that is ill may touch.
const maxTouched = 10

// doAll lets the workers of a server do tasks.
func doAll(ctx context.Context, t *testing.T, l *Link) {
	t.Helper()
	take, found := collect(t)
	c := newPool(l, "producer")
	c.Input = slowly
	n := size(100, 300)
	require.NoError(t, c.Do(ctx, numbers(n), take))
	requireSquares(t, found, n)
}

// doBesideIll is doAll with a worker that is ill, and has touched few tasks. None of them fails.
func doBesideIll(t *testing.T, l *Link, touched *atomic.Int64) {
	t.Helper()
	doAll(t.Context(), t, l)
	require.Positive(t, touched.Load(), "the host was asked")
	require.LessOrEqual(t, touched.Load(), int64(maxTouched))
	require.Zero(t, messages(t, l.streams.failed))
}

// A host that is ill fails no task of others: it touches few of them, is shown as ill with its reason, and comes back by itself.
func TestIllHost(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	well, _ := linkTo(t, s)
	w := newWorker(well, "well", 2)
	onHost(w, "well", "")
	startWorker(t, w)
	sick, said := linkTo(t, s)
	sick.pace.minIll, sick.pace.maxIll = 300*time.Millisecond, time.Hour // a slow host touches few too
	w = newWorker(sick, "sick", 2)
	ill, touched := onHost(w, "sick", "")
	ill.Store(true)
	startWorker(t, w)
	doBesideIll(t, l, touched)
	require.Contains(t, said.String(), "this host cannot do tasks of squares, and tries again in "+sick.pace.minIll.String()+" or later: the engine does not start")
	w.announce(t.Context())
	workers, err := l.Workers(t.Context())
	require.NoError(t, err)
	shown := map[string]map[string]string{}
	for _, p := range workers {
		shown[p.Host] = p.Ill
	}
	require.Equal(t, map[string]map[string]string{"well": nil, "sick": {squares: "the engine does not start"}}, shown)

	ill.Store(false)
	ctx := limited(t)
	for well := false; !well; { // a round more when it is
		well = strings.Contains(said.String(), "this host can do tasks of squares again")
		doAll(ctx, t, l)
	}
	require.Greater(t, w.done.Load(), uint64(maxTouched), "it works as the other one does")
}

// The cache of a host cannot be written: the tasks that need it are done by others.
func TestFullCache(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	need, err := l.Share(t.Context(), []byte("a deck"))
	require.NoError(t, err)
	folder := t.TempDir()
	noFolder := filepath.Join(folder, "file")
	require.NoError(t, os.WriteFile(noFolder, nil, 0o600))
	touched := map[string]*atomic.Int64{}
	for host, cache := range map[string]string{"well": folder, "sick": noFolder} {
		link, _ := linkTo(t, s)
		link.pace.minIll, link.pace.maxIll = time.Second, time.Hour
		w := newWorker(link, host, 2)
		w.Cache = cache
		_, touched[host] = onHost(w, host, need)
		startWorker(t, w)
	}
	doBesideIll(t, l, touched["sick"])
	require.Zero(t, touched["well"].Load())
}

// A task that three hosts have failed has failed permanently, and one that all hosts have failed often enough.
func TestFailedByHosts(t *testing.T) {
	t.Parallel()
	for name, hosts := range map[string]map[string]int{
		"three hosts": {"a": 1, "b": 1, "c": 1},
		"one host":    {"a": 5},
		"one able":    {"a": 5, "other": 0, "another": 0}, // the others do not know the work
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t, t.TempDir())
			l, _ := linkTo(t, s)
			all := map[string]*atomic.Int64{}
			for host := range hosts {
				link, _ := linkTo(t, s)
				if hosts[host] == 1 {
					link.pace.minIll = patience // each tries once
				}
				w := newWorker(link, host, 1)
				if hosts[host] == 0 {
					w.Abilities.Kinds = []string{"other"}
				}
				var ill *atomic.Bool
				ill, all[host] = onHost(w, host, "")
				ill.Store(true)
				startWorker(t, w)
			}
			soon(t, func() bool {
				workers, err := l.Workers(t.Context())
				return err == nil && len(workers) == len(hosts)
			}, "all are there")
			ctx := limited(t)
			err := newPool(l, "producer").Do(ctx, pool.Tasks(sum{Number: 1}), nil)
			require.ErrorContains(t, err, "1 tasks of squares failed permanently")
			require.ErrorContains(t, err, "the engine does not start")
			for host, times := range hosts {
				require.EqualValues(t, times, all[host].Load(), host)
			}
			require.EqualValues(t, 1, messages(t, l.streams.failed))
		})
	}
}

// A task that panics each time fails permanently after five attempts, though other hosts that could try it have no time.
func TestPanicsOnOneHost(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	l, _ := linkTo(t, s)
	for _, host := range []string{"a", "b", "c"} {
		link, _ := linkTo(t, s)
		w := newWorker(link, host, 1)
		w.host = host
		startWorker(t, w)
	}
	awaitWorkers(t, l, 3)
	c := newPool(l, "producer")
	c.Input = func(_ context.Context, s sum) (any, uint64, error) {
		s.Panic, s.Sleep = s.Number == 2, time.Hour
		if s.Panic {
			s.Sleep = 300 * time.Millisecond // when the others are busy
		}
		return s, 0, nil
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- c.Do(ctx, numbers(3), nil) }()
	soon(t, func() bool { return messages(t, l.streams.failed) == 1 }, "it has failed permanently")
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
}

// A host whose workers die of a task, and are started again, touches few tasks: they begin as ill, with longer and longer pauses.
func TestDyingWorkers(t *testing.T) {
	t.Parallel()
	folder, kinds := t.TempDir(), []string{squares, "other"}
	p := fastPace()
	p.minIll, p.maxIll = 10*time.Second, time.Minute
	var said *lines
	start := func() *health {
		said = &lines{}
		return newHealth(said.say, p, folder, kinds)
	}
	die := func(h *health) { require.NoError(t, h.dead.trying[squares].Release()) } // as the system does
	require.Empty(t, start().ill)
	for _, pause := range []time.Duration{10, 20, 40, 60, 60} { // each process tries a task, and dies
		dying := start()
		before := start().dead.count(squares)
		dying.tries(squares)
		dying.tries(squares)
		require.Equal(t, before, start().dead.count(squares), "who shares the cache is not ill while it lives")
		die(dying)
		next := start()
		require.Len(t, next.ill, 1)
		require.Equal(t, pause*time.Second, next.ill[squares].pause)
		require.Contains(t, said.String(), "this host cannot do tasks of squares, and tries one in "+(pause*time.Second).String())
		require.Empty(t, next.able([]queue{{needs: Needs{Kind: squares}}}), "not at once")
	}
	h := start()
	h.tries(squares)
	h.isWell(squares)
	require.Empty(t, start().ill)
	h = start()
	h.tries(squares)
	h.end()
	require.Empty(t, start().ill, "it has ended by itself")
	h = start()
	h.tries(squares)
	h.isIll(squares, errors.New("the engine does not start"))
	require.Empty(t, start().ill, "it has not died")
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, files)
	h = start()
	h.tries(squares)
	die(h)
	long := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(h.dead.name(squares, h.dead.process), long, long))
	require.Empty(t, start().ill, "it is long ago")
	newHealth(silent, p, filepath.Join(folder, "nowhere"), kinds).tries(squares) // does no harm
}
