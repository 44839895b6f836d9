package farm

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fill writes a file until the disk is full.
func fill(t *testing.T, name string) {
	t.Helper()
	f, err := os.Create(name)
	require.NoError(t, err)
	_, err = io.Copy(f, endless{})
	require.ErrorIs(t, errors.Join(err, f.Close()), syscall.ENOSPC)
}

// endless is a reader without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// A server whose disk is really full ends with one clear error. When there is room, the same command goes on, and each
// task has one result.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if os.Getenv(longTests) == "" {
		t.Skip("half a minute")
	}
	disk := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", disk).CombinedOutput(); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v: %s", err, out)
	}
	t.Cleanup(func() { require.NoError(t, exec.Command("umount", "-l", disk).Run()) })
	store, stuffing := filepath.Join(disk, "store"), filepath.Join(disk, "stuffing")
	server, complaint := process("serve", store), &bytes.Buffer{}
	server.Stderr = complaint
	text, err := firstLine(server)
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Process.Kill() })
	l, err := dialRole(text, Dial)
	require.NoError(t, err)
	said := &lines{}
	l.say = said.say
	t.Cleanup(l.Close)
	worker, err := dialRole(text, Dial)
	require.NoError(t, err)
	t.Cleanup(worker.Close)
	startWorker(t, newWorker(worker, "a", 4))

	const tasks = 2000
	take, found := collect(t)
	begun, done := make(chan struct{}), make(chan error, 1)
	go func() {
		c := newPool(l, "producer")
		c.Input = func(_ context.Context, s sum) (any, uint64, error) {
			s.Long, s.Sleep = 10_000, 20*time.Millisecond
			return s, 0, nil
		}
		done <- c.Do(context.Background(), numbers(tasks), func(p sum, r square) error {
			if len(found) == 5 {
				close(begun)
			}
			return take(p, r)
		})
	}()
	<-begun
	fill(t, stuffing)
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	const patience = 30 * time.Second
	select {
	case err := <-ended:
		require.Error(t, err)
	case <-time.After(patience):
		require.FailNow(t, "the server does not see that its disk is full", "the producer said %s", said)
	}
	require.True(t, strings.Contains(complaint.String(), "the server cannot write to its store "+store), complaint.String())

	require.NoError(t, os.Remove(stuffing))
	again := process("serve", store)
	address, err := firstLine(again)
	require.NoError(t, err)
	t.Cleanup(func() { _ = again.Process.Kill() })
	require.Equal(t, text, address)
	require.NoError(t, <-done)
	requireSquares(t, found, tasks)
}
