package farm

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/internal/file"
)

// The environment variables of the deep test: that it runs, and for how long processes are killed.
const (
	longTests    = "ZONDA_LONG"
	killVariable = "ZONDA_KILL_TIME"
)

// killing says how processes are killed.
type killing struct {
	tasks, milliseconds int           // of each task
	long                time.Duration // how long processes are killed
	pause               time.Duration // between two kills, at most
}

// Workers, the server and the producer are killed at random (SIGKILL) and started again. In the end each task has
// exactly one result.
func TestKilledProcesses(t *testing.T) {
	t.Parallel()
	k := size(killing{tasks: 200, milliseconds: 20, long: 3 * time.Second, pause: 700 * time.Millisecond},
		killing{tasks: 2000, milliseconds: 50, long: time.Minute, pause: 2 * time.Second})
	if testing.Short() {
		t.Skip("starts many processes")
	}
	if text := os.Getenv(killVariable); text != "" {
		long, err := time.ParseDuration(text)
		require.NoError(t, err)
		k = killing{tasks: 5000, milliseconds: 400, long: long, pause: 3 * time.Second}
	}
	r := newRuin(t, k)
	r.rage()
	r.finish()
	requireOnce(t, r.journal, k.tasks)
}

// requireOnce checks that a journal has each square once.
func requireOnce(t *testing.T, name string, tasks int) {
	t.Helper()
	found := map[int]bool{}
	require.NoError(t, file.ReadLines(name, func(number int, line []byte) error {
		var s square
		require.NoError(t, json.Unmarshal(line, &s))
		require.False(t, found[s.Number], "line %d is there twice: %s", number, line)
		found[s.Number] = true
		return nil
	}))
	require.Len(t, found, tasks)
	for i := range tasks {
		require.True(t, found[i*i])
	}
}

// ruin is a server, workers and a producer that are killed and started again.
type ruin struct {
	t              *testing.T
	killing        killing
	store, journal string
	address        string
	server         *exec.Cmd
	workers        []*exec.Cmd
	producer       *exec.Cmd
	produced       chan error // the end of the producer
	kills          int
}

func newRuin(t *testing.T, k killing) *ruin {
	folder := t.TempDir()
	r := &ruin{t: t, killing: k, store: filepath.Join(folder, "store"), journal: filepath.Join(folder, "journal")}
	r.startServer()
	const workers = 3
	for range workers {
		r.workers = append(r.workers, r.startWorker())
	}
	r.startProducer()
	t.Cleanup(func() {
		for _, p := range append(r.workers, r.server, r.producer) {
			_ = p.Process.Kill()
		}
	})
	return r
}

func (r *ruin) startServer() {
	r.server = process("serve", r.store)
	address, err := firstLine(r.server)
	require.NoError(r.t, err)
	if r.address != "" {
		require.Equal(r.t, r.address, address)
	}
	r.address = address
}

func (r *ruin) startWorker() *exec.Cmd {
	a, err := Admit(r.store, sharedUser)
	require.NoError(r.t, err)
	c := process("work", a.String())
	require.NoError(r.t, c.Start())
	return c
}

func (r *ruin) startProducer() {
	k := r.killing
	r.producer = process("produce", r.address, r.journal, strconv.Itoa(k.tasks), strconv.Itoa(k.milliseconds))
	require.NoError(r.t, r.producer.Start())
	produced, p := make(chan error, 1), r.producer
	r.produced = produced
	go func() { produced <- p.Wait() }()
}

// rage kills processes and starts them again.
func (r *ruin) rage() {
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	for began := time.Now(); time.Since(began) < r.killing.long; r.kills++ {
		time.Sleep(time.Duration(random.Int64N(int64(r.killing.pause))))
		r.killOne(random)
	}
}

// killOne kills one process and starts it again.
func (r *ruin) killOne(random *rand.Rand) {
	switch n := random.IntN(len(r.workers) + 2); n {
	case len(r.workers):
		r.kill(r.server)
		r.startServer()
	case len(r.workers) + 1:
		_ = r.producer.Process.Kill() // it may have ended
		<-r.produced
		r.startProducer()
	default:
		r.kill(r.workers[n])
		r.workers[n] = r.startWorker()
	}
}

func (r *ruin) kill(c *exec.Cmd) {
	require.NoError(r.t, c.Process.Kill())
	_ = c.Wait() // its error is that it was killed
}

// finish waits until the producer has all results.
func (r *ruin) finish() {
	const patience = 10 * time.Minute
	select {
	case err := <-r.produced:
		require.NoError(r.t, err)
	case <-time.After(patience):
		require.FailNow(r.t, "the producer does not end")
	}
	r.t.Logf("%d kills, %d tasks", r.kills, r.killing.tasks)
}
