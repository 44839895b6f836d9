package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shirou/gopsutil/v4/process"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/site/api"
)

var questions = []string{
	`{"fen":"B:WK29:BK1,K2"}`, `{"moves":["11-15","23-19"],"nodes":50}`, `{"fen":"W:W18:B15,6","depth":2}`, `{"movetime_ms":1}`, `{"pdn":"1. 11-15 23-19 *","nodes_a_position":10}`,
}

// mutated returns a question with a few bytes changed.
func mutated(random *rand.Rand) string {
	text := []byte(questions[random.IntN(len(questions))])
	for range 1 + random.IntN(4) {
		at := random.IntN(len(text))
		switch random.IntN(4) {
		case 0:
			text[at] = byte(random.IntN(256))
		case 1:
			text = slices.Delete(text, at, min(at+1+random.IntN(8), len(text)))
		case 2:
			text = slices.Insert(text, at, []byte(`"{}[],:0-9e`)[random.IntN(11)])
		default:
			text = append(text, text[at:]...)
		}
		if len(text) == 0 {
			return ""
		}
	}
	return string(text)
}

// TestMutatedBodies sends bodies that are nearly right, and one of 10 MB: no answer is an error of the server.
func TestMutatedBodies(t *testing.T) {
	t.Parallel()
	address, random := serve(t), rand.New(rand.NewPCG(1, 2))
	bodies := 500
	if os.Getenv("ZONDA_LONG") != "" {
		bodies = 20_000
	}
	var statuses [600]int
	for range bodies {
		path := []string{"v1/probe", "v1/move", "v1/analyse", "v1/judge", "v1/diagram"}[random.IntN(5)]
		body := mutated(random)
		text, status, _ := send(t, address, request{path: path, body: body})
		require.Less(t, status, 500, "%s %q: %s", path, body, text)
		statuses[status]++
	}
	require.NotZero(t, statuses[400])
	require.NotZero(t, statuses[422])
	text, status, _ := send(t, address, request{path: "v1/judge", body: strings.Repeat("x", 10<<20)})
	require.Equal(t, 413, status, text)
	t.Logf("%d bodies: %d answers 200, %d 400, %d 422", bodies, statuses[200], statuses[400], statuses[422])
}

// TestNoGoroutineIsLeft ends analyses in all ways.
func TestNoGoroutineIsLeft(t *testing.T) {
	_, end := serving(t)
	end()
	http.DefaultClient.CloseIdleConnections()
	before := runtime.NumGoroutine() // with those that the program has from its first engine on
	address, end := serving(t)
	for range 3 {
		stream, _ := open(t, address, long)
		require.NoError(t, stream.Close())
		_, status, _ := send(t, address, request{path: "v1/analyse", body: `{"depth":2}`})
		require.Equal(t, 200, status)
	}
	end()
	http.DefaultClient.CloseIdleConnections()
	for wait := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(wait); {
		time.Sleep(time.Millisecond)
	}
	require.LessOrEqual(t, runtime.NumGoroutine(), before)
}

// TestLoad lets 200 clients ask for a minute, in the processes of the server: probes, and then searches.
func TestLoad(t *testing.T) {
	if os.Getenv("ZONDA_LONG") == "" {
		t.Skip("it takes two minutes")
	}
	const clients = 200
	load(t, "probes", clients, time.Minute, "v1/probe", questions[0])
	load(t, "analyses of 20,000 nodes", clients, time.Minute, "v1/analyse", `{"moves":["11-15"],"nodes":20000}`)
}

func load(t *testing.T, name string, clients int, duration time.Duration, path, question string) {
	address := serve(t, func(o *api.Options) { o.Queue, o.PerClient, o.Hash = clients, 2*clients, 16 })
	transport := &http.Transport{MaxIdleConnsPerHost: clients}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	var mu sync.Mutex
	var times []time.Duration
	var wrong, sent int
	var at [2]uint64 // memory after a third, and at the end
	began, busy := time.Now(), worked(t)
	var asking sync.WaitGroup
	for range clients {
		asking.Go(func() {
			for time.Since(began) < duration {
				asked := time.Now()
				answer, err := client.Post(address+path, "application/json", strings.NewReader(question))
				good := err == nil && answer.StatusCode == http.StatusOK
				if err == nil {
					text, read := io.ReadAll(answer.Body)
					good = good && read == nil && len(text) > 0 && (bytes.Contains(text, []byte("event: done")) || json.Valid(text))
					answer.Body.Close()
				}
				mu.Lock()
				sent++
				times = append(times, time.Since(asked))
				if !good {
					wrong++
				}
				mu.Unlock()
			}
		})
	}
	time.Sleep(duration / 3)
	at[0] = resident(t)
	asking.Wait()
	at[1] = resident(t)
	each := (worked(t) - busy) / time.Duration(sent)
	slices.Sort(times)
	require.Zero(t, wrong, "of %d", sent)
	t.Logf("%d clients, %s: %.0f a second, median %s, 99 %% %s, %s of a CPU each; memory %d MiB after %s, %d MiB at the end", clients, name,
		float64(sent)/duration.Seconds(), times[len(times)/2], times[len(times)*99/100], each, at[0]>>20, duration/3, at[1]>>20)
}

// worked returns the time of CPUs that this program has used.
func worked(t *testing.T) time.Duration {
	p, err := process.NewProcess(int32(os.Getpid()))
	require.NoError(t, err)
	times, err := p.Times()
	require.NoError(t, err)
	return time.Duration((times.User + times.System) * float64(time.Second))
}

func resident(t *testing.T) uint64 {
	p, err := process.NewProcess(int32(os.Getpid()))
	require.NoError(t, err)
	memory, err := p.MemoryInfo()
	require.NoError(t, err)
	return memory.RSS
}
