package solve

import (
	"cmp"
	"os"
	"path/filepath"
)

// temporary is what the name of an unfinished file ends in.
const temporary = ".tmp"

// Save writes r to a file that appears, or replaces the one of that name, whole and
// synced or not at all.
func (r *Record) Save(path string) error {
	file, err := os.Create(path + temporary)
	if err != nil {
		return err
	}
	err = r.Write(file)
	err = cmp.Or(err, file.Sync())
	err = cmp.Or(err, file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name()) // the first error is what matters
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder makes a rename last, where folders can be synced.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	_ = folder.Sync() // some systems refuse
	return folder.Close()
}

// Load reads a file that Save wrote.
func Load(path string) (*Record, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // only read
	return ReadRecord(path, file)
}
