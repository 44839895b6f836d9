package farm

import (
	"context"
	"encoding/binary"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// damage is a damage of a file.
type damage struct {
	name   string
	happen func(random *rand.Rand, data []byte) []byte // nil: the file is gone
}

var damages = []damage{
	{"flip", flip},
	{"cut", func(random *rand.Rand, data []byte) []byte { return data[:random.IntN(len(data)+1)] }},
	{"zero", func(random *rand.Rand, data []byte) []byte {
		if from := random.IntN(len(data) + 1); from < len(data) {
			clear(data[from:min(len(data), from+1+random.IntN(4096))])
		}
		return data
	}},
	{"remove", nil},
}

// flip changes one bit.
func flip(random *rand.Rand, data []byte) []byte {
	if len(data) > 0 {
		data[random.IntN(len(data))] ^= 1 << random.IntN(8)
	}
	return data
}

// header is the number of bytes before the subject of a record in a file of messages: its length, its sequence, the time and the
// length of the subject.
const header = 22

// recordsOf returns where the records of a file of messages begin.
func recordsOf(data []byte) (records []int) {
	const lengthBits = 31
	for at := 0; at+header <= len(data); {
		records = append(records, at)
		length := int(binary.LittleEndian.Uint32(data[at:]) & (1<<lengthBits - 1))
		at += max(length, header)
	}
	return records
}

// flipHeader changes one bit in the header of a record.
func flipHeader(random *rand.Rand, data []byte) []byte {
	if records := recordsOf(data); len(records) > 0 {
		data[records[random.IntN(len(records))]+random.IntN(header)] ^= 1 << random.IntN(8)
	}
	return data
}

// flipSequence makes a record's sequence larger by 4 billion.
func flipSequence(_ *rand.Rand, data []byte) []byte {
	const high = 8 // the fifth byte of the sequence
	records := recordsOf(data)
	data[records[len(records)/2]+high] ^= 1
	return data
}

// filledStore returns a store with tasks that wait, results that wait, large data, and tasks that failed. The server was killed, or
// ended by itself.
func filledStore(t *testing.T, killed bool) string {
	t.Helper()
	store := filepath.Join(t.TempDir(), "store")
	server := process("serve", store)
	address, err := firstLine(server)
	require.NoError(t, err)
	l, err := dialRole(address, Dial)
	require.NoError(t, err)
	defer l.Close()
	worker, err := dialRole(address, Dial)
	require.NoError(t, err)
	defer worker.Close()
	stop := startWorker(t, newWorker(worker, "a", 2))
	enough := fmt.Errorf("enough")
	found := 0
	c := newPool(l, "producer")
	c.Input = someLarge
	require.ErrorIs(t, c.Do(t.Context(), numbers(damagedTasks), func(sum, square) error {
		if found++; found == damagedTasks/4 {
			return enough
		}
		return nil
	}), enough)
	stop()
	// A producer that was killed leaves its tasks.
	killedProducer, err := dialRole(address, Dial)
	require.NoError(t, err)
	ended := make(chan error, 1)
	c = newPool(killedProducer, "producer")
	c.Input = someLarge
	go func() {
		ended <- c.Do(context.Background(), numbers(damagedTasks), func(sum, square) error { return nil })
	}()
	soon(t, func() bool { return messages(t, l.streams.work) > minWindow/2 }, "tasks wait")
	killedProducer.Close()
	<-ended
	stop = startWorker(t, newWorker(worker, "b", 2))
	soon(t, func() bool { return messages(t, l.streams.results) > minWindow/4 }, "results wait")
	stop()
	if killed {
		require.NoError(t, server.Process.Kill())
	} else {
		require.NoError(t, server.Process.Signal(os.Interrupt))
	}
	_ = server.Wait() // its error is that it was killed
	return store
}

const damagedTasks = 100

// filesOf returns the files of JetStream in a store.
func filesOf(t *testing.T, store string) (all []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(filepath.Join(store, "jetstream"), func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			all = append(all, name)
		}
		return err
	}))
	return all
}

// peakMemory returns the most memory that a process had, in MiB; 0 where that is not known.
func peakMemory(t *testing.T, c *exec.Cmd) int {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(data), "VmHWM:")
	kib, err := strconv.Atoi(strings.Fields(rest)[0])
	require.NoError(t, err)
	return kib >> 10
}

// A server on a store with a damaged file is ready soon, or ends with one sentence that names the file. If it is ready, all tasks are
// done.
func TestDamagedStore(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts many processes")
	}
	each := size(len(damages), 150)
	random := rand.New(rand.NewPCG(1, 1))
	outcomes := map[string]int{}
	for _, killed := range size([]bool{false}, []bool{false, true}) {
		store := filledStore(t, killed)
		for _, name := range filesOf(t, store) {
			switch {
			case filepath.Base(name) == "o.dat": // the state of a queue
				cut := damage{"cut", func(_ *rand.Rand, data []byte) []byte { return data[:len(data)/2] }}
				outcome, complaint := tryDamaged(t, random, store, name, cut)
				require.Equal(t, "done", outcome)
				require.Contains(t, complaint, "so it begins anew")
			case strings.HasSuffix(name, ".blk") && strings.Contains(name, largeStream):
				outcome, _ := tryDamaged(t, random, store, name, damage{"sequence", flipSequence})
				require.Equal(t, "done", outcome)
			}
		}
		for n := range each {
			files := filesOf(t, store)
			name, d := files[random.IntN(len(files))], damages[n%len(damages)]
			outcome, _ := tryDamaged(t, random, store, name, d)
			outcomes[d.name+": "+outcome]++
		}
		var records, queues []string
		for _, name := range filesOf(t, store) {
			switch {
			case strings.HasSuffix(name, ".blk"):
				records = append(records, name)
			case filepath.Base(name) == "o.dat":
				queues = append(queues, name)
			}
		}
		for range each / 3 {
			name := queues[random.IntN(len(queues))]
			outcome, _ := tryDamaged(t, random, store, name, damages[0])
			outcomes["queue: "+outcome]++
		}
		for range each / 3 {
			name := records[random.IntN(len(records))]
			outcome, _ := tryDamaged(t, random, store, name, damage{"header", flipHeader})
			outcomes["header: "+outcome]++
		}
	}
	t.Logf("%v", outcomes)
}

// tryDamaged starts a server on a copy of a store in which one file is damaged, and returns what came of it and what the server said.
func tryDamaged(t *testing.T, random *rand.Rand, store, name string, d damage) (outcome, complaint string) {
	t.Helper()
	relative, err := filepath.Rel(store, name)
	require.NoError(t, err)
	folder := filepath.Join(t.TempDir(), "store")
	require.NoError(t, os.CopyFS(folder, os.DirFS(store)))
	damaged := filepath.Join(folder, relative)
	if d.happen == nil {
		require.NoError(t, os.Remove(damaged))
	} else {
		data, err := os.ReadFile(damaged)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(damaged, d.happen(random, data), 0o600))
	}
	what := fmt.Sprintf("%s of %s", d.name, relative)
	defer func() { require.NoError(t, os.RemoveAll(folder)) }()
	return requireReady(t, folder, what)
}

// complaints are what a process says on stderr.
type complaints struct {
	mu   sync.Mutex
	text strings.Builder
}

func (c *complaints) Write(data []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(data)
}

func (c *complaints) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

// requireReady starts a server and returns whether it is ready or ends with one sentence, and what it said.
func requireReady(t *testing.T, store, what string) (outcome, said string) {
	t.Helper()
	server, complaint := process("serve", store), &complaints{}
	server.Stderr = complaint
	type started struct {
		address string
		err     error
	}
	ready := make(chan started, 1)
	go func() {
		address, err := firstLine(server)
		ready <- started{address, err}
	}()
	const patience, maxMiB = 35 * time.Second, 200
	select {
	case s := <-ready:
		if s.err != nil {
			require.NotContains(t, complaint.String(), "goroutine", what)
			require.Equal(t, 1, strings.Count(complaint.String(), "\n"), "%s: %s", what, complaint)
			require.Contains(t, complaint.String(), store, what)
			return "one sentence", complaint.String()
		}
		defer func() { _ = server.Process.Kill(); _ = server.Wait() }()
		require.LessOrEqual(t, peakMemory(t, server), maxMiB, what)
		requireDone(t, s.address, what, complaint)
		return "done", complaint.String()
	case <-time.After(patience):
		memory := peakMemory(t, server)
		_ = server.Process.Kill()
		require.FailNow(t, "the server does not start", "%s, %d MiB: %s", what, memory, complaint)
	}
	return "", ""
}

// requireDone lets a producer and a worker do all tasks.
func requireDone(t *testing.T, address, what string, complaint *complaints) {
	t.Helper()
	a, err := ParseAddress(address)
	require.NoError(t, err)
	link := func(said *lines) *Link {
		l, err := Dial(t.Context(), a, said.say)
		require.NoError(t, err, "%s: %s", what, complaint)
		l.pace = deadlyPace()
		return l
	}
	said := &lines{}
	l, worker := link(said), link(said)
	defer l.Close()
	defer worker.Close()
	defer startWorker(t, newWorker(worker, "a", 2))()
	const patience = time.Minute
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	c := newPool(l, "producer")
	c.Input = someLarge
	take, found := collect(t)
	require.NoError(t, c.Do(ctx, numbers(damagedTasks), take), "%s: %s\n%s", what, said, complaint)
	requireSquares(t, found, damagedTasks)
}

// greedy is a server whose start never ends, and takes ever more memory.
type greedy struct{ mib int }

func (g greedy) Start() {
	var kept [][]byte
	for n := 0; ; n++ {
		time.Sleep(time.Millisecond)
		if n < g.mib {
			kept = append(kept, make([]byte, 1<<20))
		}
		runtime.KeepAlive(kept)
	}
}

// A start that does not end, or takes too much memory, is given up.
func TestStartWithin(t *testing.T) {
	require.EqualError(t, startWithin(greedy{}, 50*time.Millisecond, 100<<20), "in 50ms")
	require.EqualError(t, startWithin(greedy{30}, time.Minute, 10<<20), "with 10 MiB of memory")
}
