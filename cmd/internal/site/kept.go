package site

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/site/library"
	"github.com/zonda-checkers/zonda/internal/file"
)

// kept is what pages keep beyond their life. A value has a file of its own, which is replaced whole: several programs may keep
// values in one folder, and the value that was written last counts. Each page has a value of games of its own, so that none of them
// writes over the games of another one.
type kept struct {
	folder    string
	temporary bool // the folder is removed by close

	mu   sync.Mutex
	open map[string]int // the sockets of pages, by the names of their games
}

// keptGames begins the names of the games of pages: a page adds its own name. Those of an earlier version have this name alone.
const keptGames = "games"

// keptNames fits the names of values.
var keptNames = regexp.MustCompile(`^(settings|solved|` + keptGames + `(-[a-z0-9]{1,40})?)$`)

// maxKeptBytes is the largest size of a value.
const maxKeptBytes = 4 << 20

// maxKeptGames is the largest number of pages whose games are kept. The oldest give way.
const maxKeptGames = 32

// newKept returns what is kept in a folder, which need not exist. If it is empty, values are kept until close.
func newKept(folder string) *kept {
	k := &kept{folder: folder, temporary: folder == "", open: map[string]int{}}
	if k.temporary {
		k.folder = filepath.Join(os.TempDir(), "zonda-board-"+rand.Text())
	}
	return k
}

func (k *kept) close() error {
	if !k.temporary {
		return nil
	}
	return os.RemoveAll(k.folder)
}

func (k *kept) path(name string) string { return filepath.Join(k.folder, name+".json") }

// get returns a value, nil if there is none. A page without games of its own takes up those that were changed last among those of
// pages that are not open: they get the name of its own games. A file that holds no value is set aside; the error names it.
func (k *kept) get(name string) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !isGames(name) || exists(k.path(name)) {
		return k.read(name)
	}
	left := k.leftGames()
	if len(left) == 0 {
		return nil, nil
	}
	data, err := k.read(left[0])
	if err != nil || data == nil {
		return nil, err
	}
	return data, os.Rename(k.path(left[0]), k.path(name))
}

func isGames(name string) bool { return strings.HasPrefix(name, keptGames) }

// read returns the value of a file. It is called with k locked.
func (k *kept) read(name string) ([]byte, error) {
	info, err := os.Stat(k.path(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, library.Plain(name+".json", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s.json is no file: nothing is kept there", name)
	case info.Size() > maxKeptBytes:
		return nil, k.setAside(name)
	}
	data, err := file.ReadAtMost(k.path(name), maxKeptBytes)
	switch {
	case err != nil:
		return nil, library.Plain(name+".json", err)
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
	const permissions = 0o700
	if err := os.MkdirAll(k.folder, permissions); err != nil {
		return library.Plain("the user's folder of settings", err)
	}
	if err := file.WriteWhole(k.path(name), file.Bytes(data)); err != nil {
		return library.Plain(name+".json", err)
	}
	if left := k.leftGames(); isGames(name) && len(left) > maxKeptGames {
		return os.Remove(k.path(left[len(left)-1]))
	}
	return nil
}

// discard sets the file of a value aside, which no page understands. The error names it.
func (k *kept) discard(name string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.setAside(name)
}

// setAside gives a broken file another name, and returns an error that says so. It is called with k locked.
func (k *kept) setAside(name string) error {
	aside := k.path(name) + ".broken"
	for n := 2; exists(aside); n++ {
		aside = fmt.Sprintf("%s.broken%d", k.path(name), n)
	}
	if err := os.Rename(k.path(name), aside); err != nil {
		return library.Plain(name+".json", err)
	}
	fmt.Fprintf(os.Stderr, "%s cannot be read: it is set aside as %s\n", k.path(name), aside)
	return fmt.Errorf("%s.json cannot be read: it is set aside as %s", name, filepath.Base(aside))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// opened notes that the page with some games has a socket, until the function that it returns is called.
func (k *kept) opened(games string) (left func()) {
	count := func(sockets int) {
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.open[games] += sockets; k.open[games] == 0 {
			delete(k.open, games)
		}
	}
	count(1)
	return func() { count(-1) }
}

// leftGames returns the names of the games of pages that are not open, those that were changed last first. It is called with k locked.
func (k *kept) leftGames() (names []string) {
	changed := map[string]time.Time{}
	found, _ := fs.Glob(os.DirFS(k.folder), keptGames+"*.json") // the only error is one of the pattern
	for _, base := range found {
		name := strings.TrimSuffix(base, ".json")
		if info, err := os.Stat(k.path(name)); err == nil && k.open[name] == 0 {
			names, changed[name] = append(names, name), info.ModTime()
		}
	}
	slices.SortFunc(names, func(a, b string) int { return changed[b].Compare(changed[a]) })
	return names
}

// routes adds the requests about values.
func (k *kept) routes(mux *http.ServeMux) {
	known := func(answer func(w http.ResponseWriter, r *http.Request, name string)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			name := r.PathValue("name")
			if !keptNames.MatchString(name) {
				http.Error(w, "nothing is kept but settings, solved problems and games", http.StatusNotFound)
				return
			}
			w.Header().Set("Cache-Control", "no-store")
			answer(w, r, name)
		}
	}
	mux.HandleFunc("GET /kept/{name}", known(func(w http.ResponseWriter, _ *http.Request, name string) {
		data, err := k.get(name)
		if err == nil && data == nil {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		answer(w, json.RawMessage(data), err)
	}))
	mux.HandleFunc("PUT /kept/{name}", known(func(w http.ResponseWriter, r *http.Request, name string) {
		if data, ok := upload(w, r, maxKeptBytes); ok {
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
