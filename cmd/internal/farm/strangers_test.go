package farm

import (
	"crypto/tls"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// strangers are what connections without a token do, once they are open.
var strangers = map[string]func(net.Conn){
	"say nothing": func(net.Conn) {},
	"garbage":     func(c net.Conn) { _, _ = c.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n\x00\xff\xfe")) },
	"a wrong token": func(c net.Conn) {
		_, _ = c.Write([]byte(`CONNECT {"user":"producer","pass":"wrong","verbose":false}` + "\r\nPING\r\n"))
	},
	"no token, and calls": func(c net.Conn) {
		_, _ = c.Write([]byte("CONNECT {}\r\nPUB $JS.API.STREAM.DELETE.WORK x 0\r\n\r\nSUB > 1\r\nPING\r\n"))
	},
	"a long line": func(c net.Conn) { _, _ = c.Write(make([]byte, 1<<16)) },
	"slowly": func(c net.Conn) {
		for _, b := range []byte(`CONNECT {"user":"producer"`) {
			if _, err := c.Write([]byte{b}); err != nil {
				return
			}
			time.Sleep(200 * time.Millisecond)
		}
	},
	"TLS": func(c net.Conn) {
		_ = tls.Client(c, &tls.Config{MinVersion: tls.VersionTLS12, ServerName: "x"}).Handshake()
	},
}

// Connections without a token are closed, whatever they do, and work goes on meanwhile.
func TestStrangers(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts a process")
	}
	rounds, each := size(1, 5), size(30, 150) // 5,250 in all
	server := process("serve", filepath.Join(t.TempDir(), "store"))
	address, err := firstLine(server)
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	l, err := dialRole(address, Dial)
	require.NoError(t, err)
	t.Cleanup(l.Close)
	worker, err := dialRole(address, Dial)
	require.NoError(t, err)
	t.Cleanup(worker.Close)
	startWorker(t, newWorker(worker, "a", 2))
	a, err := ParseAddress(address)
	require.NoError(t, err)
	closed := 0
	for range rounds {
		var connections []net.Conn
		var talking errgroup.Group
		for _, talk := range strangers {
			for range each {
				c, err := net.Dial("tcp", a.Host)
				require.NoError(t, err)
				connections = append(connections, c)
				talking.Go(func() error { talk(c); return nil })
			}
		}
		take, found := collect(t)
		require.NoError(t, newPool(l, "producer").Do(t.Context(), numbers(100), take))
		requireSquares(t, found, 100)
		require.NoError(t, talking.Wait())
		for _, c := range connections {
			require.NoError(t, c.SetReadDeadline(time.Now().Add(time.Minute)))
			_, err := io.Copy(io.Discard, c)
			require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the server closes it")
			require.NoError(t, c.Close())
			closed++
		}
	}
	streams, err := l.js.AccountInfo(t.Context())
	require.NoError(t, err)
	require.Equal(t, 5, streams.Streams)
	memory := peakMemory(t, server)
	t.Logf("%d connections were closed, the server had at most %d MiB", closed, memory)
	require.LessOrEqual(t, memory, 200)
}
