package file

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	first, err := Acquire(name, NoWait)
	require.NoError(t, err)
	require.Equal(t, name, first.Name())
	_, err = Acquire(name, NoWait)
	require.ErrorIs(t, err, ErrLocked)
	require.ErrorContains(t, err, name+": another program is writing it")
	require.NoError(t, first.Release())
	second, err := Acquire(name, NoWait)
	require.NoError(t, err)
	require.NoError(t, first.Release(), "it is released already")
	_, err = Acquire(name, NoWait)
	require.ErrorIs(t, err, ErrLocked, "the second release of the first lock did nothing")
	require.NoError(t, second.Release())
	require.NoFileExists(t, name, "the file itself is not touched")
}

func TestLockInNoFolder(t *testing.T) {
	_, err := Acquire(filepath.Join(t.TempDir(), "none", "a"), Forever)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// Acquire removes what killed writers left.
func TestLockRemovesUnfinished(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	left := filepath.Join(filepath.Dir(name), ".a123")
	require.NoError(t, os.WriteFile(left, nil, 0o600))
	l, err := Acquire(name, NoWait)
	require.NoError(t, err)
	require.NoFileExists(t, left)
	require.NoError(t, l.Release())
}

// A program that waited for the lock of a file that was removed since does not take it for the lock: another program may
// hold that of a newer file.
func TestLockOfARemovedFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	waiter := flock.New(lockName(name))
	held, err := waiter.TryLock()
	require.NoError(t, err)
	require.True(t, held)
	require.True(t, isCurrent(waiter))
	if err := os.Remove(lockName(name)); err != nil {
		t.Skip("the system keeps open files")
	}
	require.False(t, isCurrent(waiter))
	newer, err := Acquire(name, NoWait)
	require.NoError(t, err)
	require.False(t, isCurrent(waiter))

	late := &Lock{name: name, hold: &holder{waiter}}
	held, err = late.hold.try()
	require.NoError(t, err)
	require.False(t, held, "the newer lock is held")
	require.NoError(t, newer.Release())
	held, err = late.hold.try()
	require.NoError(t, err)
	require.True(t, held)
	require.NoError(t, late.Release())
}

// Whatever is locked, released and removed at once, nobody ever holds a lock beside another, and nobody removes the
// lock file of another.
func TestOneHolderAtATime(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	const programs, rounds = 4, 100
	var holders atomic.Int32
	var all sync.WaitGroup
	for range programs {
		all.Go(func() {
			for held := 0; held < rounds; {
				l, err := Acquire(name, NoWait)
				if errors.Is(err, ErrLocked) {
					continue // at once, so that many are at it
				}
				if !assert.NoError(t, err) {
					return
				}
				held++
				assert.EqualValues(t, 1, holders.Add(1))
				runtime.Gosched()
				assert.True(t, isCurrent(l.hold.Flock))
				holders.Add(-1)
				assert.NoError(t, l.Release())
			}
		})
	}
	all.Wait()
	left, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Empty(t, left)
}

// A lock that is waited for is had as soon as it is free.
func TestWaitForALock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	first, err := Acquire(name, NoWait)
	require.NoError(t, err)
	second := make(chan *Lock)
	go func() {
		l, err := Acquire(name, Forever)
		assert.NoError(t, err)
		second <- l
	}()
	time.Sleep(2 * lockPause)
	require.NoError(t, first.Release())
	require.NoError(t, (<-second).Release())
}

// childVariable tells the test program that it is a child, and which file it is to lock.
const childVariable = "ZONDA_TEST_LOCK"

// endedByItself is the exit status of a child that was not killed, and of a program that Go's runtime ends.
const endedByItself = 2

// TestMain makes this program one that holds a lock and half writes a journal, if it is started as a child.
func TestMain(m *testing.M) {
	if name := os.Getenv(childVariable); name != "" {
		holdJournal(name)
	}
	os.Exit(m.Run())
}

// holdJournal adds a line to a journal, begins another line, says so, and waits on its stdin to be killed. It must wait
// for something from outside: a program whose goroutines all wait for each other is ended by Go's runtime.
func holdJournal(name string) {
	j, err := OpenJournal(name)
	if err == nil {
		err = j.Resume(func(int, []byte) error { return nil })
	}
	if err == nil {
		err = j.Add(map[string]int{"pid": os.Getpid()})
	}
	if err == nil {
		_, err = j.file.WriteString(`{"pid":`)
	}
	fmt.Println("held", err)
	_, _ = io.Copy(io.Discard, os.Stdin) // ends when the parent ends, too
	runtime.KeepAlive(j)                 // a journal that the collector frees is closed, and its lock released
	os.Exit(endedByItself)
}

// child starts a program that holds the journal of a name.
func child(t *testing.T, name string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	c := exec.Command(program)
	c.Env = append(os.Environ(), childVariable+"="+name)
	c.Stderr = os.Stderr
	_, err = c.StdinPipe() // Wait closes it
	require.NoError(t, err)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() { _, _ = c.Process.Kill(), c.Wait() }) // it may be killed already
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "held <nil>\n", line)
	return c
}

// A killed program leaves its journal free, and all its lines but the last, which was not whole.
func TestKilledHolder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.journal")
	const kills = 3
	for kill := range kills {
		c := child(t, name)
		_, err := Acquire(name, NoWait)
		require.ErrorIs(t, err, ErrLocked)
		require.NoError(t, c.Process.Kill())
		require.Error(t, c.Wait(), "it was killed")
		require.NotEqual(t, endedByItself, c.ProcessState.ExitCode(), "it held its lock until then")
		lines := 0
		require.NoError(t, ReadLines(name, func(int, []byte) error { lines++; return nil }))
		require.Equal(t, 1+kill, lines)
	}
	j, err := OpenJournal(name)
	require.NoError(t, err)
	require.NoError(t, j.Remove())
	left, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Empty(t, left)
}
