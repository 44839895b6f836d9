//go:build !windows && !js

package file

import (
	"io/fs"
	"os"
	"syscall"

	"github.com/google/renameio/v2"
)

// newPending returns a temporary file that is to replace the file of a name in a folder: old, or none if old is nil. It is locked until
// it is closed, so that RemoveUnfinished leaves it alone.
func newPending(folder *os.Root, name string, old fs.FileInfo) (*renameio.PendingFile, error) {
	const permissions = 0o666 // of a new file, less what the umask takes away
	file, err := renameio.NewPendingFile(name, renameio.WithRoot(folder), renameio.WithPermissions(permissions), renameio.WithExistingPermissions())
	if err != nil {
		return nil, err
	}
	_ = syscall.Flock(int(file.Fd()), syscall.LOCK_EX) // a disk that has no locks keeps the file all the same
	if old != nil {
		keepOwner(file.File, old)
	}
	return file, nil
}

// keepOwner gives a file the owner and the group of an old one. Only the superuser may change an owner: for others
// the writer is the owner, and the group stays if the writer belongs to it.
func keepOwner(file *os.File, old fs.FileInfo) {
	const unchanged = -1
	if status, ok := old.Sys().(*syscall.Stat_t); ok && file.Chown(int(status.Uid), int(status.Gid)) != nil {
		_ = file.Chown(unchanged, int(status.Gid))
	}
}
