package webboard

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/internal/file"
)

// kept is what pages keep beyond their life. A value has a file of its own, which is replaced whole: several programs may keep
// values in one folder, and the value that was written last counts.
type kept struct {
	folder string // empty: values are kept until the program ends

	mu     sync.Mutex
	values map[string][]byte // without a folder
}

// What is kept, by its names.
const (
	keptSettings = "settings"
	keptSolved   = "solved"
	keptGames    = "games"
)

var keptNames = []string{keptSettings, keptSolved, keptGames}

// mostKeptBytes is the largest size of a value.
const mostKeptBytes = 4 << 20

func newKept(folder string) *kept { return &kept{folder: folder, values: map[string][]byte{}} }

func (k *kept) path(name string) string { return filepath.Join(k.folder, name+".json") }

// get returns a value, nil if there is none. A file that holds no value is set aside; the error names it.
func (k *kept) get(name string) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.folder == "" {
		return k.values[name], nil
	}
	info, err := os.Stat(k.path(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, plain(name+".json", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s.json is no file: nothing is kept there", name)
	case info.Size() > mostKeptBytes:
		return nil, k.setAside(name)
	}
	data, err := file.ReadAtMost(k.path(name), mostKeptBytes)
	switch {
	case err != nil:
		return nil, plain(name+".json", err)
	case !json.Valid(data):
		return nil, k.setAside(name)
	}
	return data, nil
}

// put keeps a value.
func (k *kept) put(name string, data []byte) error {
	if !json.Valid(data) {
		return errors.New("what is to be kept is no JSON")
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.folder == "" {
		k.values[name] = data
		return nil
	}
	const permissions = 0o700
	if err := os.MkdirAll(k.folder, permissions); err != nil {
		return plain("the user's folder of settings", err)
	}
	if err := file.WriteWhole(k.path(name), file.Bytes(data)); err != nil {
		return plain(name+".json", err)
	}
	return nil
}

// discard sets the file of a value aside, which no page understands. The error names it.
func (k *kept) discard(name string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.folder == "" {
		delete(k.values, name)
		return fmt.Errorf("what was kept as %s cannot be read", name)
	}
	return k.setAside(name)
}

// setAside gives a broken file another name, and returns an error that says so. It is called with k locked.
func (k *kept) setAside(name string) error {
	aside := k.path(name) + ".broken"
	for n := 2; exists(aside); n++ {
		aside = fmt.Sprintf("%s.broken%d", k.path(name), n)
	}
	if err := os.Rename(k.path(name), aside); err != nil {
		return plain(name+".json", err)
	}
	fmt.Fprintf(os.Stderr, "%s cannot be read: it is set aside as %s\n", k.path(name), aside)
	return fmt.Errorf("%s.json cannot be read: it is set aside as %s", name, filepath.Base(aside))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// routes adds the requests about values. Games that another page has open are not handed out: each page has games of its own.
func (k *kept) routes(mux *http.ServeMux, pages func() int) {
	known := func(answer func(w http.ResponseWriter, r *http.Request, name string)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			name := r.PathValue("name")
			if !slices.Contains(keptNames, name) {
				http.Error(w, "nothing is kept but "+strings.Join(keptNames, ", "), http.StatusNotFound)
				return
			}
			w.Header().Set("Cache-Control", "no-store")
			answer(w, r, name)
		}
	}
	mux.HandleFunc("GET /kept/{name}", known(func(w http.ResponseWriter, _ *http.Request, name string) {
		data, err := k.get(name)
		if err == nil && (data == nil || name == keptGames && pages() > 0) {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		answer(w, json.RawMessage(data), err)
	}))
	mux.HandleFunc("PUT /kept/{name}", known(func(w http.ResponseWriter, r *http.Request, name string) {
		if data, ok := upload(w, r, mostKeptBytes); ok {
			answerNothing(w, k.put(name, data))
		}
	}))
	mux.HandleFunc("DELETE /kept/{name}", known(func(w http.ResponseWriter, _ *http.Request, name string) {
		answerNothing(w, k.discard(name))
	}))
}

// answerNothing says that a request has succeeded, or why it has not.
func answerNothing(w http.ResponseWriter, err error) {
	if err != nil {
		answer(w, struct{}{}, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
