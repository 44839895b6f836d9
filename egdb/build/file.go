package build

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// temporary is what the name of an unfinished file ends in.
const temporary = ".tmp"

// writeFile writes a file that appears under its name whole and synced, or not at
// all: under a temporary name first.
func writeFile(name string, write func(io.Writer) error) (err error) {
	unfinished := name + temporary
	file, err := os.Create(unfinished)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close(), os.Remove(unfinished))
		}
	}()
	if err := write(file); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return errors.Join(err, os.Remove(unfinished))
	}
	return errors.Join(os.Rename(unfinished, name), syncDirectory(filepath.Dir(name)))
}

// syncDirectory makes a rename last. Where directories cannot be synced it does
// nothing.
func syncDirectory(name string) error {
	directory, err := os.Open(name)
	if err != nil {
		return err
	}
	_ = directory.Sync() // some systems refuse
	return directory.Close()
}

// whole returns what writes data.
func whole(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}
