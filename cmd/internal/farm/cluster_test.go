package farm

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// freePort returns a port of the loopback that nobody has at the moment.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	return l.Addr().(*net.TCPAddr).Port
}

// startCluster starts three plain NATS servers, which know the token, and returns them with the address of the first.
func startCluster(t *testing.T, token string) (servers []*server.Server, a Address) {
	t.Helper()
	const size = 3
	var ports []int
	var routes []string
	for range size {
		port := freePort(t)
		ports, routes = append(ports, port), append(routes, fmt.Sprintf("nats://127.0.0.1:%d", port))
	}
	for i, port := range ports {
		s, err := server.NewServer(&server.Options{
			ServerName: fmt.Sprint("s", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: token,
			JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
			Cluster: server.ClusterOpts{Name: "cluster", Host: "127.0.0.1", Port: port},
			Routes:  server.RoutesFromStr(strings.Join(routes, ",")),
		})
		require.NoError(t, err)
		s.Start()
		t.Cleanup(func() {
			s.Shutdown()
			s.WaitForShutdown()
		})
		servers = append(servers, s)
	}
	const patience = time.Minute
	require.Eventually(t, func() bool {
		for _, s := range servers {
			if s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == size {
				return true
			}
		}
		return false
	}, patience, 10*time.Millisecond, "the cluster has a leader")
	return servers, Address{User: url.User(token), Host: servers[0].Addr().String(), Replicas: size}
}

// A cluster of three servers keeps three copies of the streams: the death of one loses nothing.
func TestCluster(t *testing.T) {
	t.Parallel()
	if os.Getenv(longTests) == "" {
		t.Skip("half a minute")
	}
	servers, a := startCluster(t, "token")
	link := func() (*Link, *lines) {
		said := &lines{}
		l, err := Dial(context.Background(), a, said.say)
		require.NoError(t, err)
		t.Cleanup(l.Close)
		l.pace = fastPace()
		return l, said
	}
	careless := a
	careless.Replicas = 1
	first, err := Dial(context.Background(), careless, silent) // makes the streams
	require.NoError(t, err)
	defer first.Close()
	l, said := link()
	for info := range l.js.ListStreams(t.Context()).Info() {
		require.Equal(t, 3, info.Config.Replicas, info.Config.Name)
	}
	for _, name := range []string{"a", "b"} {
		worker, _ := link()
		startWorker(t, newWorker(worker, name, 2))
	}
	const tasks = 300
	take, found := collect(t)
	killed := false
	require.NoError(t, newPool(l, "producer").Do(context.Background(), numbers(tasks), func(p sum, r square) error {
		if len(found) == tasks/10 && !killed {
			killed = true
			servers[0].Shutdown() // all links are at this one
		}
		return take(p, r)
	}))
	requireSquares(t, found, tasks)
	require.Contains(t, said.String(), "is gone")
}

// A stream that cannot be made because a server of the cluster has ended can be made later; in a cluster that is too small it cannot.
func TestPeerOffline(t *testing.T) {
	t.Parallel()
	few := &jetstream.APIError{Code: 400, ErrorCode: codeNoPeers, Description: "no suitable peers for placement, peer offline"}
	require.True(t, passes(fmt.Errorf("its streams cannot be opened: %w", few)))
	few.Description = "no suitable peers for placement"
	require.False(t, passes(few))
}
