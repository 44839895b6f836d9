package httpguard

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/internal/logfile"
)

func TestDoor(t *testing.T) {
	t.Parallel()
	listener, err := Listen(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	d, err := New(listener, "secret")
	require.NoError(t, err)
	own := listener.Addr().String()
	require.True(t, d.HostAllowed(own))
	require.True(t, d.HostAllowed("localhost:"+d.port))
	for _, foreign := range []string{"evil.example:" + d.port, "127.0.0.1", "127.0.0.1:1", "", "127.0.0.1.evil.example:" + d.port} {
		require.False(t, d.HostAllowed(foreign), foreign)
	}
	require.True(t, d.IsToken("secret"))
	for _, wrong := range []string{"", "secre", "secret "} {
		require.False(t, d.IsToken(wrong), wrong)
	}
	for origin, same := range map[string]bool{"": true, "http://" + own: true, "http://evil.example": false, "null": false, "::": false} {
		r := httptest.NewRequest("POST", "http://"+own+"/", nil)
		r.Header.Set("Origin", origin)
		require.Equal(t, same, SameOrigin(r), origin)
	}
}

func TestDoorBeyondTheMachineNeedsAToken(t *testing.T) {
	t.Parallel()
	listener, err := Listen(t.Context(), "0.0.0.0:0")
	require.NoError(t, err)
	defer listener.Close()
	_, err = New(listener, "")
	require.ErrorContains(t, err, "other machines can reach the address of --listen: give --token")
}

func TestListen(t *testing.T) {
	ctx := t.Context()
	first, err := Listen(ctx, "127.0.0.1:0")
	require.NoError(t, err)
	defer first.Close()
	address := first.Addr().String()
	_, err = Listen(ctx, address)
	require.EqualError(t, err, "another program listens at "+address+": end that program, or choose another port; port 0 is any free one")
	require.Equal(t, cli.Failed, cli.StatusOf(err))
	for _, wrong := range []string{"nonsense", "127.0.0.1", "127.0.0.1:99999", "127.0.0.1:x", "192.0.2.1:0"} {
		_, err = Listen(ctx, wrong)
		require.ErrorContains(t, err, wrong)
		require.Equal(t, cli.Misused, cli.StatusOf(err), wrong)
	}
}

// What is answered soon after the end is answered whole, before Serve returns, and is a line of the log, which has no token.
func TestServeAnswersWhatHasBegun(t *testing.T) {
	t.Parallel()
	listener, err := Listen(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	ctx, end := context.WithCancel(t.Context())
	var answered atomic.Bool
	name := filepath.Join(t.TempDir(), "log")
	log, err := logfile.Open(name)
	require.NoError(t, err)
	served := make(chan bool, 1)
	go func() {
		err := Serve(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			end()
			<-r.Context().Done()
			time.Sleep(closingTime / 10)
			answered.Store(true)
			w.WriteHeader(http.StatusTeapot)
		}), log)
		served <- err == nil && answered.Load()
	}()
	response, err := http.Get("http://" + listener.Addr().String() + "/a?token=secret")
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.Equal(t, http.StatusTeapot, response.StatusCode)
	require.True(t, <-served)
	require.NoError(t, log.Close())
	line, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Regexp(t, `^{"level":"INFO","time":"[^"]+","msg":"request","method":"GET","path":"/a","status":418,"ms":\d+,"client":"127.0.0.1:\d+"}\n$`, string(line))
}
