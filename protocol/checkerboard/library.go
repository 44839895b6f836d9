package checkerboard

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/search"
)

// Library is one loaded copy of the engine. Use New.
type Library struct {
	engine   *session.Session
	adapter  *Adapter
	settings *settingsFile
	encode   func(string) string    // UTF-8 to the host's 8-bit text
	decode   func(string) string    // the host's 8-bit text to UTF-8
	loaded   func() <-chan struct{} // closed when the databases are open

	thinking sync.Mutex // held by GetMove

	mu        sync.Mutex   // guards postponed and notes
	postponed []assignment // settings to change when the search is over
	notes     []string     // messages that "about" shows, the newest last
}

// New returns a library with the settings of a file; with the default settings if there is no
// file or the name is empty. The reply to "about" says what is wrong with the file. The library
// is used until the process ends.
func New(file string) *Library {
	e := session.New()
	l := &Library{engine: e, adapter: NewAdapter(e), settings: &settingsFile{name: file}, encode: ascii, decode: strings.Clone, loaded: e.Loaded}
	l.restore()
	go l.warm()
	return l
}

// warmNodes is the number of nodes of a search that reads most of the memory that every search reads.
const warmNodes = 5000

// warm searches 5000 nodes with a searcher of its own when the databases are open. After that the weights are in
// memory and the first real search, which may have only milliseconds, does not wait for the operating system to load them. A
// search that has begun before has the CPU for itself: then warm does nothing.
func (l *Library) warm() {
	defer l.survive("warming up")
	<-l.engine.Loaded()
	if l.engine.Searching() {
		return
	}
	search.New(1, 1).NewRun(board.NewGame(board.Start()), search.Limits{Nodes: warmNodes}, search.Sources{}, nil).Search()
}

// Translate sets the functions that translate UTF-8 to the host's code page and back. Without
// them replies are ASCII, and text of the host is read as UTF-8.
func (l *Library) Translate(encode, decode func(string) string) {
	l.encode, l.decode = encode, decode
}

// maxNotes is the largest number of notes that are kept.
const maxNotes = 5

// note keeps a message for the user, which "about" shows.
func (l *Library) note(format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	l.engine.Log().Warn("note", "text", text)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.notes = append(l.notes, text)
	if more := len(l.notes) - maxNotes; more > 0 {
		l.notes = slices.Clone(l.notes[more:])
	}
}

// survive must be deferred. It recovers from a panic of a call, so that the process of the host goes on, and notes it.
func (l *Library) survive(call string) {
	if reason := recover(); reason != nil {
		l.note("%s failed: %v", call, reason)
		l.engine.Log().Error("panic", "call", call, "stack", string(debug.Stack()))
	}
}

// Name returns the engine's name, version and release.
func Name() string { return engine.FullName() }

// IsLegal reports whether color has a move between two squares, 1 to 32. It describes the move
// in move, unless move is nil.
func (l *Library) IsLegal(b *Board, color, from, to int32, move *Move) (legal bool) {
	defer l.survive("islegal")
	if b == nil {
		return false
	}
	p, err := b.Position(color)
	if err != nil || p.Finished() {
		return false
	}
	begin, ok := board.SquareNumber(int(from))
	end, okToo := board.SquareNumber(int(to))
	if !ok || !okToo {
		return false
	}
	m, ok := p.FirstMove(begin, end)
	if ok && move != nil {
		move.describe(p, m)
	}
	return ok
}

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
	var values map[string]string
	data, err := file.ReadAtMost(f.name, maxSettingsFile)
	if f.name == "" || errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
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
