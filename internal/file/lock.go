package file

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"time"
)

// Lock is the right of this program to change a file, or to be alone at some work. At most one Lock of a
// name exists at a time, in all programs together. The system releases the lock of a program that ends.
type Lock struct {
	name string
	hold *holder
}

// How long Acquire waits for another program.
const (
	NoWait  = time.Duration(0)
	Moment  = 2 * time.Second // a program that was just ended may hold its lock for a moment longer
	Forever = time.Duration(math.MaxInt64)
)

// lockPause is the time between two attempts to get a lock.
const lockPause = 10 * time.Millisecond

// ErrLocked is the error of Acquire if another program, or another goroutine, holds the lock.
var ErrLocked = errors.New("another program is writing it")

// Acquire locks a file, which need not exist, and waits for another holder of the lock up to this time. The
// lock is on an empty file beside it, .NAME.lock. What killed writers left of the file is removed.
func Acquire(name string, patience time.Duration) (*Lock, error) {
	l := &Lock{name: name, hold: newHolder(lockName(name))}
	for began := time.Now(); ; time.Sleep(lockPause) {
		held, err := l.hold.try()
		switch {
		case err != nil:
			return nil, err
		case held:
			_ = RemoveUnfinished(name) // what cannot be removed is in nobody's way
			return l, nil
		case time.Since(began) >= patience:
			return nil, fmt.Errorf("%s: %w", name, ErrLocked)
		}
	}
}

// lockName returns the file that is locked instead of the file to which a name leads: that file may be replaced.
func lockName(name string) string {
	if to, err := target(machine{}, name); err == nil {
		name = to
	}
	return filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".lock")
}

// Name returns the name of the file that the lock is for.
func (l *Lock) Name() string { return l.name }

// Release gives up the lock and removes the lock file. Calls after the first do nothing.
func (l *Lock) Release() error { return l.hold.release() }
