package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Check returns an error unless WriteWhole could write a file of the name now: it is for the
// start of long work, whose outcome must not be lost.
func Check(name string) error {
	if name == "" {
		return errors.New("the name of a file is missing")
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder, not a file", name)
	case err == nil && info.Mode()&fs.ModeNamedPipe != 0:
		return nil // to open a pipe would wait for its reader
	case err == nil:
		if err := checkWritable(machine{}, name); err != nil || !info.Mode().IsRegular() {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	name, err = target(machine{}, name)
	if err != nil {
		return err
	}
	return checkFolder(folderOf(name))
}

// checkFolder returns an error unless files can be made in a folder.
func checkFolder(name string) error {
	probe, err := os.CreateTemp(name, ".zonda-probe*")
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot write into the folder %s: %w", filepath.Clean(name), path.Err) // the probe's name says nothing
	}
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}
