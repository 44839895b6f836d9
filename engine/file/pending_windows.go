package file

import (
	"cmp"
	"os"
	"path/filepath"
)

// pending is a temporary file that is to replace another. The package renameio does not support Windows,
// where a rename replaces a file but may, if the machine fails, leave neither the old file nor the new
// one under the name. The program's own end does no harm.
type pending struct {
	*os.File
	name string
}

// newPending returns a temporary file that is to replace the file of a name.
func newPending(name string) (*pending, error) {
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"*")
	if err != nil {
		return nil, err
	}
	return &pending{file, name}, nil
}

// CloseAtomicallyReplace syncs and closes the temporary file, and gives it the name.
func (p *pending) CloseAtomicallyReplace() error {
	if err := cmp.Or(p.Sync(), p.Close()); err != nil {
		return err
	}
	return os.Rename(p.Name(), p.name)
}

// Cleanup closes and removes the temporary file.
func (p *pending) Cleanup() error {
	_ = p.Close() // it may be closed already
	return os.Remove(p.Name())
}
