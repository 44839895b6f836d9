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
	switch info, err := os.Stat(name); {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder, not a file", name)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return checkFolder(filepath.Dir(name))
}

// checkFolder returns an error unless files can be made in a folder.
func checkFolder(name string) error {
	probe, err := os.CreateTemp(name, ".zonda-probe*")
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot write into the folder %s: %w", name, path.Err) // the probe's name says nothing
	}
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}
