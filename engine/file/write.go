package file

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// WriteWhole writes a file with what write puts into it, and replaces an older file of the name. The data
// goes to a temporary file in the same folder, is synced to the disk, and gets the name by a rename, which
// is atomic except on Windows. With the first error the file is left as it was. A program that is killed
// while it writes leaves the temporary file; see RemoveUnfinished.
func WriteWhole(name string, write func(io.Writer) error) (err error) {
	file, err := newPending(name)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = file.Cleanup() // the first error is what matters
		}
	}()
	if err := write(file); err != nil {
		return err
	}
	if err := file.CloseAtomicallyReplace(); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(name))
}

// Bytes returns a function that writes data.
func Bytes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// RemoveUnfinished removes the temporary files that killed programs left of a file. Only a caller that
// keeps other writers away may call it, for the temporary file of a living writer looks the same.
func RemoveUnfinished(name string) error {
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if isUnfinished(e.Name(), filepath.Base(name)) {
			err = errors.Join(err, os.Remove(filepath.Join(filepath.Dir(name), e.Name())))
		}
	}
	return err
}

// isUnfinished reports whether a name is that of a temporary file for base: a dot, base, and a number.
func isUnfinished(name, base string) bool {
	number, found := strings.CutPrefix(name, "."+base)
	return found && number != "" && strings.Trim(number, "0123456789") == ""
}

// syncFolder makes a rename last. On systems that cannot sync a folder it does nothing.
func syncFolder(name string) error {
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	_ = folder.Sync() // some systems refuse
	return folder.Close()
}
