//go:build windows || js

package file

import (
	"cmp"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
)

// pending is a temporary file that is to replace another. The package renameio does not support Windows,
// where a rename replaces a file but may, if the machine fails, leave neither the old file nor the new
// one under the name. The program's own end does no harm. In a browser, where files have neither owners nor
// permissions, a rename is a transaction of the store.
type pending struct {
	*os.File
	folder          *os.Root
	temporary, name string
}

// newPending returns a temporary file that is to replace the file of a name in a folder.
func newPending(folder *os.Root, name string, _ fs.FileInfo) (*pending, error) {
	const permissions = 0o666
	temporary := fmt.Sprintf(".%s%d", name, rand.Int64())
	file, err := folder.OpenFile(temporary, os.O_RDWR|os.O_CREATE|os.O_EXCL, permissions)
	if err != nil {
		return nil, err
	}
	return &pending{file, folder, temporary, name}, nil
}

// CloseAtomicallyReplace syncs and closes the temporary file, and gives it the name.
func (p *pending) CloseAtomicallyReplace() error {
	if err := cmp.Or(p.Sync(), p.Close()); err != nil {
		return err
	}
	return p.folder.Rename(p.temporary, p.name)
}

// Cleanup closes and removes the temporary file.
func (p *pending) Cleanup() error {
	_ = p.Close() // it may be closed already
	return p.folder.Remove(p.temporary)
}
