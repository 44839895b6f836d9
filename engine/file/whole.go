// Package file writes files that appear whole or not at all: under a temporary name first,
// synced, then renamed. Whatever ends the program, a file of the right name is complete, and
// an older one stays until the new one is.
//
//	err := file.WriteWhole("report.json", func(w io.Writer) error {
//		return json.NewEncoder(w).Encode(report)
//	})
package file

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
)

// temporary is what the name of an unfinished file ends in.
const temporary = ".tmp"

// WriteWhole writes a file with what write puts into it, and replaces an older one of the
// name. With the first error the file is left as it was.
func WriteWhole(name string, write func(io.Writer) error) error {
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
	return syncFolder(filepath.Dir(name))
}

// Bytes returns what writes data.
func Bytes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// syncFolder makes a rename last. Where folders cannot be synced it does nothing.
func syncFolder(name string) error {
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	_ = folder.Sync() // some systems refuse
	return folder.Close()
}
