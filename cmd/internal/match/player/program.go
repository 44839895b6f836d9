package player

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// Program returns the absolute path of the program that s runs. A name with a path separator
// is taken from the current folder or else from Dir; a bare name is looked up in Dir, then on
// the PATH. The error names the program, or the folder Dir if there is none.
func (s Spec) Program() (string, error) {
	if err := s.validate(); err != nil {
		return "", err
	}
	if s.Dir != "" {
		if info, err := os.Stat(s.Dir); err != nil || !info.IsDir() {
			return "", fmt.Errorf("no folder %q to run in", s.Dir)
		}
	}
	name := s.Command[0]
	bare := filepath.Base(name) == name
	var places []string
	if !bare {
		places = append(places, name)
	}
	if !filepath.IsAbs(name) {
		places = append(places, filepath.Join(s.Dir, name))
	}
	for _, place := range places {
		path, err := filepath.Abs(place) // LookPath does not look for an absolute path on the PATH
		if err == nil {
			path, err = exec.LookPath(path)
		}
		if err == nil || errors.Is(err, fs.ErrPermission) {
			return path, err
		}
	}
	if bare {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
		return "", fmt.Errorf("no program %q in %q or on the PATH", name, filepath.Join(".", s.Dir))
	}
	return "", fmt.Errorf("no program %q", name)
}
