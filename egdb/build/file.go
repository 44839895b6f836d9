package build

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
)

// temporary is what the name of an unfinished file ends in.
const temporary = ".tmp"

// writeFile writes a file that appears under its name whole and synced, or not at
// all: under a temporary name first.
func writeFile(name string, write func(io.Writer) error) error {
	unfinished := name + temporary
	file, err := os.Create(unfinished)
	if err != nil {
		return err
	}
	err = write(file)
	if err == nil {
		err = file.Sync()
	}
	err = cmp.Or(err, file.Close())
	if err == nil {
		err = os.Rename(unfinished, name)
	}
	if err != nil {
		_ = os.Remove(unfinished) // the first error is what matters
		return err
	}
	return syncDirectory(filepath.Dir(name))
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
