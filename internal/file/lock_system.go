//go:build !js

package file

import (
	"os"

	"github.com/gofrs/flock"
)

// holder holds a lock file by a lock of the operating system.
type holder struct{ *flock.Flock }

func newHolder(name string) *holder { return &holder{flock.New(name)} }

// try makes one attempt to get the lock. The function release removes the lock file, so a lock counts only if the file
// that was locked still has its name: otherwise another program may hold the lock of a newer file.
func (h *holder) try() (bool, error) {
	for {
		held, err := h.TryLock()
		if err != nil || !held {
			return false, err
		}
		if isCurrent(h.Flock) {
			return true, nil
		}
		if err := h.Unlock(); err != nil {
			return false, err
		}
	}
}

// isCurrent reports whether a locked file still has the name by which it was opened.
func isCurrent(f *flock.Flock) bool {
	locked, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(f.Path())
	return err == nil && os.SameFile(locked, named)
}

// isLocked reports whether a program holds a lock of the operating system on a file itself.
func isLocked(name string) bool {
	f := flock.New(name)
	free, err := f.TryLock()
	return err == nil && (!free || f.Unlock() != nil)
}

// release gives up the lock, if it is held, and removes its file.
func (h *holder) release() error {
	if !h.Locked() {
		return nil
	}
	_ = os.Remove(h.Path()) // while it is locked; where the operating system refuses that (Windows), the file stays
	return h.Unlock()
}
