package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
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

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// loser harms the server of work at random moments while a command runs.
type loser struct {
	t       *testing.T
	address string
	random  *rand.Rand
	times   int           // for each command
	pause   time.Duration // between two, at most; a tenth of it before the first
	lose    func() bool   // reports whether the server was harmed

	mu       sync.Mutex
	producer *exec.Cmd // the command that runs
	killed   bool      // by the test, which starts it again
	ordered  bool      // an ordered tree is made
}

func newLoser(t *testing.T, times int, pause time.Duration) *loser {
	return &loser{t: t, times: times, pause: pause, random: rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))}
}

// loseStore returns what removes the store of a new server: below the server while it runs, or between two.
func (l *loser) loseStore() func() bool {
	store := filepath.Join(l.t.TempDir(), "store")
	messages := filepath.Join(store, "jetstream")
	var server *exec.Cmd
	server, l.address = background(l.t, "stdout", "serve", "--store", store)
	return func() bool {
		if l.random.IntN(2) == 0 {
			_ = os.RemoveAll(messages) // the server may write there at the same time
			return true
		}
		require.NoError(l.t, server.Process.Kill())
		_ = server.Wait() // its error is that it was killed
		require.NoError(l.t, os.RemoveAll(messages))
		var address string
		server, address = background(l.t, "stdout", "serve", "--store", store)
		require.Equal(l.t, l.address, address)
		return true
	}
}

// succeed runs a command, which must succeed, and harms the server meanwhile, once at least.
func (l *loser) succeed(arguments ...string) {
	l.t.Helper()
	ended := make(chan string, 1)
	go func() { ended <- l.produce(append(arguments, "--on", l.address)...) }()
	lost, began := 0, time.Now()
	defer func() {
		l.t.Logf("%s: the server was harmed %d times in %v", arguments[0], lost, time.Since(began).Round(time.Second))
	}()
	for {
		long := time.Duration(l.random.Int64N(int64(l.pause)))
		switch lost {
		case 0:
			long /= 10 // before the shortest command ends
		case l.times:
			long = time.Hour
		}
		select {
		case stderr := <-ended:
			require.Empty(l.t, stderr)
			require.Positive(l.t, lost, "%s ended before the server was harmed", arguments[0])
			return
		case <-time.After(long):
			if l.lose() {
				lost++
			}
		}
	}
}

// produce runs a command, again as often as it is killed, and returns what it says if it fails.
func (l *loser) produce(arguments ...string) string {
	for {
		said := &bytes.Buffer{}
		c := exec.Command(programtest.Program(l.t), arguments...)
		c.Env, c.Stderr = ownCache(l.t), said
		l.mu.Lock()
		err := c.Start()
		l.producer, l.killed = c, false
		l.mu.Unlock()
		if err != nil {
			return err.Error()
		}
		err = c.Wait()
		l.mu.Lock()
		l.producer = nil
		killed := l.killed
		l.mu.Unlock()
		switch {
		case err == nil:
			return ""
		case !killed:
			return err.Error() + ": " + said.String()
		}
	}
}

// killProducer kills the command that runs. It is started again.
func (l *loser) killProducer() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.producer == nil {
		return false
	}
	l.killed = true
	return l.producer.Process.Kill() == nil
}

// freeze stops a process for longer than a worker may be silent, and lets it go on.
func freeze(t *testing.T, c *exec.Cmd) bool {
	t.Helper()
	if c == nil {
		return false
	}
	pid := strconv.Itoa(c.Process.Pid)
	if exec.Command("kill", "-STOP", pid).Run() != nil {
		return false // it has ended
	}
	const silence = 35 * time.Second
	time.Sleep(silence)
	return exec.Command("kill", "-CONT", pid).Run() == nil
}

// Servers, workers and producers are killed and frozen at random moments during four kinds of work: the results are those of one host. The
// producer of an ordered tree is left alone, for a tree that goes on is another one.
func TestAttack(t *testing.T) {
	t.Parallel()
	if os.Getenv(programtest.Long) == "" || runtime.GOOS == "windows" {
		t.Skip("some minutes, with signals")
	}
	const times, pause, factor = 9, 4 * time.Second, 24
	l := newLoser(t, times, pause)
	store := filepath.Join(t.TempDir(), "store")
	serve := func() (c *exec.Cmd) {
		c, l.address = background(t, "stdout", "serve", "--store", store)
		return c
	}
	server, workers := serve(), make([]*exec.Cmd, 3)
	work := func(n int) { workers[n], _ = background(t, "stderr", "work", l.address, "--concurrency=1") }
	for n := range workers {
		work(n)
	}
	kill := func(c *exec.Cmd) {
		require.NoError(t, c.Process.Kill())
		_ = c.Wait() // its error is that it was killed
	}
	counts := map[string]int{}
	l.lose = func() bool {
		n, what, done := l.random.IntN(len(workers)), "", true
		switch dice := l.random.IntN(12); {
		case dice < 4:
			what = "worker killed"
			kill(workers[n])
			work(n)
		case dice < 7:
			what = "server killed"
			kill(server)
			server = serve()
		case dice < 10:
			what, done = "producer killed", !l.ordered && l.killProducer()
		case dice == 10:
			what, done = "worker frozen", freeze(t, workers[n])
		default:
			what, done = "server frozen", freeze(t, server)
		}
		if done {
			counts[what]++
		}
		return done
	}
	l.requireResults(factor)
	t.Logf("%v", counts)
}

// The store of the server is disposable: it is lost at random moments of a match, of self-play, of a book and of a proof, and the
// results are those of one host.
func TestStoreIsDisposable(t *testing.T) {
	t.Parallel()
	if os.Getenv(programtest.Long) == "" {
		t.Skip("the tests of cmd/internal/farm lose the store of one process; set ZONDA_LONG=1")
	}
	const times, factor = 10, 24
	l := newLoser(t, times, 2*time.Second)
	l.lose = l.loseStore()
	for range 2 {
		background(t, "stderr", "work", l.address, "--concurrency=1")
	}
	l.requireResults(factor)
}

// requireResults does four kinds of work on one host and by the workers of the server, which is harmed meanwhile, and compares the results.
func (l *loser) requireResults(factor int) {
	t := l.t
	number := func(flag string, n int) string { return flag + "=" + strconv.Itoa(n*factor) }
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	suite := path("deck.csv")
	require.NoError(t, os.WriteFile(suite, []byte("moves\n11-15 23-19\n9-13 22-18\n"), 0o600))

	program := programtest.Program(t)
	engine := func(name string) string {
		return "--engine=" + client.Spec{Name: name, Command: []string{program}}.String() + " option.Hash=4 option.EGDBPieces=0"
	}
	games := []string{"match", engine("A"), engine("B"), "--nodes=2000", "--openings", "3move", number("--games", 6)}
	programtest.Succeed(t, append(games, "--resume", path("here.match"))...)
	l.succeed(append(games, "--resume", path("there.match"))...)
	require.Equal(t, gamesOf(t, path("here.match")), gamesOf(t, path("there.match")))

	selfplay := []string{"tune", "selfplay", number("--games", 40), "--games-per-file=10", "--nodes=200", "--leaves=3", "--openings", "3move," + suite}
	programtest.Succeed(t, append(selfplay, "--out", path("here"))...)
	l.succeed(append(selfplay, "--out", path("there"))...)
	entries, err := os.ReadDir(path("here"))
	require.NoError(t, err)
	require.Len(t, entries, 4*factor)
	for _, e := range entries {
		requireSameFiles(t, filepath.Join(path("here"), e.Name()), filepath.Join(path("there"), e.Name()))
	}

	build := []string{"book", "build", "--openings", suite, number("--positions", 100), "--nodes=3000", "--settle=6000", "--hash=1"}
	programtest.Succeed(t, append(build, "--out", path("here.zbk"))...)
	l.succeed(append(build, "--out", path("there.zbk"))...)
	requireSameFiles(t, path("here.zbk"), path("there.zbk"))

	tree := []string{"prove", "serve", "--goal", drawnFEN + " >= draw", "--workers=2", "--hash=24", "--nodes=" + strconv.Itoa(max(1000, 12_000/factor)), "--ordered"}
	programtest.Succeed(t, append(tree, "--store", path("here.tree"))...)
	l.ordered = true
	l.succeed(append(tree, "--store", path("there.tree"))...)
	for _, name := range []string{"here", "there"} {
		programtest.Succeed(t, "prove", "export", "--store", path(name+".tree"), "--out", path(name+".proof"))
	}
	entries, err = os.ReadDir(path("here.proof"))
	require.NoError(t, err)
	for _, e := range entries {
		requireSameFiles(t, filepath.Join(path("here.proof"), e.Name()), filepath.Join(path("there.proof"), e.Name()))
	}
}

// startCluster starts three servers of NATS as processes, with the token or the users of the documentation, and returns what kills the
// leader of the tasks, which starts again.
func (l *loser) startCluster(authorization string) (kill func() bool) {
	t, folder := l.t, l.t.TempDir()
	program := filepath.Join(folder, "nats-server")
	if out, err := exec.Command("go", "build", "-o", program, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		t.Skipf("nats-server cannot be built here: %v: %s", err, out)
	}
	const size = 3
	ports, routes, hosts := freePorts(t, 3*size), []string{}, []string{}
	for n := range size {
		hosts = append(hosts, fmt.Sprintf("127.0.0.1:%d", ports[3*n]))
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", ports[3*n+1]))
	}
	certificate, key := writeCertificate(t, folder)
	l.address = "nats://TOKEN@" + strings.Join(hosts, ",") + "?replicas=3&fingerprint=" + fingerprintOf(t, certificate)
	servers := map[string]*exec.Cmd{}
	start := func(n int) {
		name := fmt.Sprint("s", n)
		config := filepath.Join(folder, name+".conf")
		text := strings.NewReplacer(
			"server_name: a", "server_name: "+name, "0.0.0.0:4222", hosts[n], "/etc/nats/certificate.pem", certificate, "/etc/nats/key.pem", key,
			"/var/lib/nats", filepath.Join(folder, name), "0.0.0.0:6222", strings.TrimPrefix(routes[n], "nats://"),
			clusterToken, authorization, "nats://a.example:6222", routes[0], "nats://b.example:6222", routes[1], "nats://c.example:6222", routes[2],
		).Replace(clusterConfig(t))
		require.NoError(t, os.WriteFile(config, []byte(text), 0o600))
		c := exec.Command(program, "-c", config, "-m", strconv.Itoa(ports[3*n+2]))
		require.NoError(t, c.Start())
		servers[name] = c
		t.Cleanup(func() {
			_ = c.Process.Kill() // it may have ended
			_ = c.Wait()
		})
	}
	for n := range size {
		start(n)
	}
	return func() bool {
		leader := leaderOf(ports[2], ports[5], ports[8])
		if leader == "" {
			return false // it is being elected
		}
		require.NoError(t, servers[leader].Process.Kill())
		_ = servers[leader].Wait() // its error is that it was killed
		n, err := strconv.Atoi(leader[1:])
		require.NoError(t, err)
		start(n)
		return true
	}
}

// clusterToken is the line of clusterConfig that says who may enter.
const clusterToken = `authorization { token: "TOKEN" }`

// clusterConfig returns the settings of a server of a cluster that the documentation has.
func clusterConfig(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", "many-machines.md"))
	require.NoError(t, err)
	_, config, found := strings.Cut(string(text), "\n    server_name:")
	require.True(t, found)
	config, _, found = strings.Cut(config, "\n\n")
	require.True(t, found)
	require.Contains(t, config, clusterToken)
	return "server_name:" + config
}

// fingerprintOf returns the fingerprint of a certificate in a file.
func fingerprintOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	block, _ := pem.Decode(text)
	sum := sha256.Sum256(block.Bytes)
	return hex.EncodeToString(sum[:])
}

// leaderOf returns the server that leads the stream of tasks, as one of the servers' monitors says, "" if none does.
func leaderOf(monitors ...int) string {
	for _, port := range monitors {
		response, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/jsz?accounts=1&streams=1", port))
		if err != nil {
			continue
		}
		var jsz struct {
			Accounts []struct {
				Streams []struct {
					Name    string
					Cluster struct{ Leader string }
				} `json:"stream_detail"`
			} `json:"account_details"`
		}
		err = json.NewDecoder(response.Body).Decode(&jsz)
		_ = response.Body.Close()
		if err != nil {
			continue
		}
		for _, account := range jsz.Accounts {
			for _, stream := range account.Streams {
				if stream.Name == "WORK" && stream.Cluster.Leader != "" {
					return stream.Cluster.Leader
				}
			}
		}
	}
	return ""
}

// freePorts returns ports of the loopback that nobody has at the moment.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer func() { require.NoError(t, l.Close()) }()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// The leader of a cluster of three servers is killed again and again during four kinds of work: the results are those of one host.
func TestElections(t *testing.T) {
	t.Parallel()
	if os.Getenv(programtest.Long) == "" {
		t.Skip("some minutes")
	}
	const times, pause, factor = 4, 10 * time.Second, 12
	l := newLoser(t, times, pause)
	l.lose = l.startCluster(clusterToken)
	for range 2 {
		background(t, "stderr", "work", l.address, "--concurrency=1") // before the cluster has a leader
	}
	l.requireResults(factor)
}
