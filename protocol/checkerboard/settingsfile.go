package checkerboard

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/zonda-checkers/zonda/internal/file"
)

// SettingsFile returns the name of the settings file of a library with a name such as zonda64.
// The file is in the user's folder for settings; the result is empty if there is no such folder.
// Copies of the library with other names have files of their own.
func SettingsFile(library string) string {
	folder, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "zonda", library+".json")
}

// settingsFile keeps settings between runs: a JSON object of names and values.
type settingsFile struct {
	name string // if empty, no settings are kept

	mu sync.Mutex
}

// maxSettingsFile is the largest size of a settings file, in bytes. Real files are much smaller.
const maxSettingsFile = 1 << 20

// read returns the values in the file by the names of the settings, no values if there is no file.
func (f *settingsFile) read() (map[string]string, error) {
	values := map[string]string{}
	if f.name == "" {
		return values, nil
	}
	data, err := file.ReadAtMost(f.name, maxSettingsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return values, nil
	}
	if err == nil {
		data, err = file.Decode(f.name, data, maxSettingsFile)
	}
	if err == nil {
		if err = json.Unmarshal(data, &values); err != nil {
			err = fmt.Errorf("%s: %w", f.name, err)
		}
	}
	if err != nil || values == nil { // JSON's null
		values = map[string]string{}
	}
	return values, err
}

// keep adds a value to the file. It reads the file again, because another program may have changed
// it. A file that cannot be read is renamed and stays beside the new one.
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

// restore sets the settings to the values in the file.
func (l *Library) restore() {
	defer l.survive("reading the settings")
	values, err := l.settings.read()
	if err != nil {
		l.note("no settings: %v", err)
	}
	for _, name := range kept() {
		if value, ok := values[name]; ok {
			if _, err := l.adapter.Command("set " + name + " " + value); err != nil {
				l.note("setting %s %s was kept, but: %v", name, value, err)
			}
		}
	}
}
