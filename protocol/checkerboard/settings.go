package checkerboard

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/zonda-checkers/zonda/engine/file"
)

// SettingsFile returns where a library of a name, such as zonda64, keeps its settings: in
// the user's folder for such things, empty if there is none. Copies of the library under
// other names have settings of their own.
func SettingsFile(library string) string {
	folder, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "zonda", library+".json")
}

// settingsFile keeps settings between runs: a JSON object of names and values.
type settingsFile struct {
	name string // empty to keep nothing

	mu sync.Mutex
}

func newSettingsFile(name string) *settingsFile {
	return &settingsFile{name: name}
}

// maxSettingsFile is more than any file of settings has, in bytes.
const maxSettingsFile = 1 << 20

// read returns what is kept, nothing if there is no file.
func (f *settingsFile) read() (map[string]string, error) {
	values := map[string]string{}
	if f.name == "" {
		return values, nil
	}
	in, err := os.Open(f.name)
	if errors.Is(err, fs.ErrNotExist) {
		return values, nil
	}
	if err != nil {
		return values, err
	}
	data, err := io.ReadAll(io.LimitReader(in, maxSettingsFile))
	if err := errors.Join(err, in.Close()); err != nil {
		return values, fmt.Errorf("%s: %w", f.name, err)
	}
	if err := json.Unmarshal(data, &values); err != nil {
		return map[string]string{}, fmt.Errorf("%s: %w", f.name, err)
	}
	if values == nil { // JSON's null
		values = map[string]string{}
	}
	return values, nil
}

// keep adds a value to the file, which another program may have changed since. A file that
// cannot be read is moved aside, not lost.
func (f *settingsFile) keep(name, value string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.name == "" {
		return nil
	}
	values, err := f.read()
	if err != nil {
		if err := os.Rename(f.name, f.name+".broken"); err != nil {
			return err
		}
	}
	values[name] = value
	if err := os.MkdirAll(filepath.Dir(f.name), 0o755); err != nil {
		return err
	}
	data, err := json.MarshalIndent(values, "", "  ")
	if err != nil {
		return err
	}
	return file.WriteWhole(f.name, file.Bytes(append(data, '\n')))
}

// restore sets everything that was kept.
func (l *Library) restore() {
	defer l.survive("reading the settings")
	values, err := l.kept.read()
	if err != nil {
		l.note("no settings: %v", err)
	}
	for _, name := range l.plug.Kept() {
		value, ok := values[name]
		if !ok {
			continue
		}
		if _, err := l.plug.Command("set " + name + " " + value); err != nil {
			l.note("setting %s %s was kept, but: %v", name, value, err)
		}
	}
}

// keep writes the value of a setting down, if it is one to be kept.
func (l *Library) keep(name string) error {
	for _, kept := range l.plug.Kept() {
		if kept == name {
			value, err := l.plug.Command("get " + name)
			if err != nil {
				return err
			}
			return l.kept.keep(name, value)
		}
	}
	return nil
}
