package farm

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"
)

// serverProcess starts a server in a process of its own, and returns its store and its address.
func serverProcess(b *testing.B) (c *exec.Cmd, store string, a Address) {
	b.Helper()
	store = b.TempDir()
	c = process("serve", store)
	text, err := firstLine(c)
	require.NoError(b, err)
	b.Cleanup(func() {
		_ = c.Process.Kill() // it may have ended
		_ = c.Wait()
	})
	a, err = ParseAddress(text)
	require.NoError(b, err)
	return c, store, a
}

// used returns the CPU time that a process has used, and its memory in MiB, in all and without the pages of files, as of its program.
func used(b *testing.B, pid int) (cpu time.Duration, memory, private float64) {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Skip("this system does not tell the CPU time of a process")
	}
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	require.NoError(b, err)
	const userTime, systemTime = 11, 12 // of the fields behind the name
	const resident, shared = 1, 2       // pages
	number := func(text []byte) float64 {
		n, err := strconv.ParseFloat(string(text), 64)
		require.NoError(b, err)
		return n
	}
	times, pages := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]), bytes.Fields(statm)
	const tick = 10 * time.Millisecond
	page := float64(os.Getpagesize()) / (1 << 20)
	return time.Duration(number(times[userTime])+number(times[systemTime])) * tick,
		number(pages[resident]) * page, (number(pages[resident]) - number(pages[shared])) * page
}

// workersAt starts workers of the server with a store, each with a connection of its own, in the account of the user that they share.
func workersAt(b *testing.B, store string, workers, threads int) {
	b.Helper()
	a, err := Admit(store, sharedUser)
	require.NoError(b, err)
	for i := range workers {
		l, err := DialWorker(b.Context(), a, silent)
		require.NoError(b, err)
		b.Cleanup(l.Close)
		l.pace = defaultPace()
		startWorker(b, newWorker(l, fmt.Sprint("worker", i), threads))
	}
}

// The connections of the benchmarks of a server without tasks.
const idlers = 500

// BenchmarkIdle measures what workers of 16 threads without tasks cost a server in a process of its own, while each asks for tasks once.
func BenchmarkIdle(b *testing.B) {
	c, store, a := serverProcess(b)
	l, err := Dial(b.Context(), a, silent)
	require.NoError(b, err)
	defer l.Close()
	_, alone, _ := used(b, c.Process.Pid)
	require.NoError(b, newPool(l, "producer").Do(b.Context(), numbers(0), nil)) // makes the queue
	workersAt(b, store, idlers, 16)
	measureIdle(b, c, alone)
}

// BenchmarkBare measures what as many connections, which do nothing, cost a server of NATS with nothing else in its process.
func BenchmarkBare(b *testing.B) {
	c := process("bare")
	address, err := firstLine(c)
	require.NoError(b, err)
	b.Cleanup(func() {
		_ = c.Process.Kill() // it may have ended
		_ = c.Wait()
	})
	_, alone, _ := used(b, c.Process.Pid)
	for range idlers {
		conn, err := nats.Connect(address)
		require.NoError(b, err)
		b.Cleanup(conn.Close)
	}
	measureIdle(b, c, alone)
}

// measureIdle measures a process that had so much memory before.
func measureIdle(b *testing.B, c *exec.Cmd, alone float64) {
	b.Helper()
	settle, measured := 20*time.Second, defaultPace().idle
	time.Sleep(settle)
	for b.Loop() {
		before, _, _ := used(b, c.Process.Pid)
		time.Sleep(measured)
		after, memory, private := used(b, c.Process.Pid)
		b.ReportMetric(float64(after-before)/float64(measured)*100, "%core")
		b.ReportMetric(memory, "MiB")
		b.ReportMetric(private, "MiB-private")
		b.ReportMetric(alone, "MiB-alone")
	}
}

// BenchmarkConnections measures tasks without work of 50 workers of 4 threads, each with a connection of its own, at a server in a
// process of its own.
func BenchmarkConnections(b *testing.B) {
	c, store, a := serverProcess(b)
	workersAt(b, store, 50, 4)
	l, err := Dial(b.Context(), a, silent)
	require.NoError(b, err)
	defer l.Close()
	p, done := newPool(l, "producer"), func(sum, square) error { return nil }
	require.NoError(b, p.Do(context.Background(), numbers(1000), done)) // all threads are ready
	before, _, _ := used(b, c.Process.Pid)
	b.ResetTimer()
	require.NoError(b, p.Do(context.Background(), numbers(b.N), done))
	after, _, _ := used(b, c.Process.Pid)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tasks/s")
	b.ReportMetric(float64((after-before).Microseconds())/float64(b.N), "µs-server/task")
}

// BenchmarkCrowd measures what it costs a server in a process of its own to tell a producer which of 500 workers are there.
func BenchmarkCrowd(b *testing.B) {
	c, store, a := serverProcess(b)
	workersAt(b, store, 500, 1)
	l, err := Dial(b.Context(), a, silent)
	require.NoError(b, err)
	defer l.Close()
	for name, ask := range map[string]func(context.Context) ([]Presence, error){"each": l.Workers, "summed": l.crowd} {
		b.Run(name, func(b *testing.B) {
			before, _, _ := used(b, c.Process.Pid)
			for b.Loop() {
				workers, err := ask(b.Context())
				require.NoError(b, err)
				require.Len(b, workers, 500)
			}
			after, _, _ := used(b, c.Process.Pid)
			b.ReportMetric(float64((after-before).Microseconds())/float64(b.N), "µs-server/op")
		})
	}
}
