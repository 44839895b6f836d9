package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"go.uber.org/zap"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Limits and defaults of the options of the endgame databases.
const (
	defaultEGDBMemory = 256 // MiB
	maxEGDBMemory     = 1 << 20
	megabyte          = 1 << 20
	dialogText        = 120 // bytes of an error that a dialog shows

	// MaxDatabasePieces is the most pieces that databases can have.
	MaxDatabasePieces = egdb.MaxPieces
)

// databases are the endgame databases in use. They are opened in the background,
// for checking large files takes a while; whoever needs them waits.
type databases struct {
	opened chan struct{} // closed when library and news are there

	using     sync.RWMutex // held for reading while the library is asked
	library   *egdb.Library
	distances *egdb.Distances // to the end of the game; nil if no databases are asked

	mu   sync.Mutex
	news []string // not told yet
}

// openDatabases starts to open the databases that the settings ask for. It is called
// with the engine locked and no search running.
func (e *Engine) openDatabases() {
	before := e.databases
	d := &databases{opened: make(chan struct{})}
	e.databases = d
	s := e.settings
	go func() {
		defer close(d.opened)
		defer d.survive()
		if s.AntiBook {
			_, _ = antibook.BuiltIn() // read now, for it takes a tenth of a second that a first move may not have
		}
		if before != nil {
			<-before.opened
			d.news = texts(before.close())
		}
		if s.EGDBPieces == 0 {
			d.library = &egdb.Library{}
			return
		}
		library, problems := egdb.Open(egdb.Options{
			BuiltIn: true, Directory: s.EGDBPath, Pieces: s.EGDBPieces,
			Memory: uint64(s.EGDBMemory) * megabyte,
		})
		library.Fault = d.fault
		d.library = library
		d.news = append(d.news, texts(problems)...)
		d.openDistances(s)
		if s.EGDBPath != "" {
			d.news = append(d.news, fmt.Sprintf("endgame databases: %d files, complete up to %d pieces; distances up to %d",
				len(library.Slices()), library.Complete(), d.distances.Complete()))
		}
	}()
}

// survive makes do without databases if opening them panics.
func (d *databases) survive() {
	if reason := recover(); reason != nil {
		d.library = &egdb.Library{}
		d.news = append(d.news, fmt.Sprintf("the endgame databases cannot be opened: %v", reason))
	}
}

func texts(problems []error) (all []string) {
	for _, err := range problems {
		all = append(all, err.Error())
	}
	return all
}

// close lets go of the files, if there are any.
func (d *databases) close() []error {
	d.using.Lock()
	defer d.using.Unlock()
	var all []error
	if d.distances != nil {
		if err := d.distances.Close(); err != nil {
			all = append(all, err)
		}
		d.distances = nil
	}
	closed := d.library
	d.library = &egdb.Library{}
	if err := closed.Close(); err != nil {
		all = append(all, err)
	}
	return all
}

// ready waits until the databases are open and gives them to the search. It is called
// with the engine locked and no search running.
func (e *Engine) ready() {
	d := e.databases
	<-d.opened
	d.library.Refresh()
	e.searcher.SetDatabases(d.library)
	e.searcher.SetDistances(d.asked(e.settings))
}

// opened returns the databases once they are open.
func (e *Engine) opened() *databases {
	e.mu.Lock()
	d := e.databases
	e.mu.Unlock()
	<-d.opened
	return d
}

// Loaded returns a channel that is closed when everything that options asked for so far
// is loaded.
func (e *Engine) Loaded() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.databases.opened
}

// Ready waits until everything that options asked for is loaded, and returns what
// there is to tell since it was called last: what the folder of option EGDBPath holds,
// what is wrong with a file, which is left out, and searches that failed.
func (e *Engine) Ready() []string {
	d := e.opened()
	d.mu.Lock()
	news := d.news
	d.news = nil
	d.mu.Unlock()
	e.mu.Lock()
	news = append(news, e.failures...)
	e.failures = nil
	e.mu.Unlock()
	for _, text := range news {
		e.Log().Info("news", zap.String("text", text))
	}
	return news
}

// Probe returns the exact value of a position for its side to move, Unknown if no
// database has it. The move rule does not count.
func (e *Engine) Probe(p board.Position) board.Result {
	d := e.opened()
	d.using.RLock()
	defer d.using.RUnlock()
	d.library.Refresh()
	return d.library.Probe(p)
}

func checkEGDBPath(value string) error {
	if value == "" || value == emptyString {
		return nil
	}
	return checkDirectory(value)
}

// setEGDBPath takes a directory with slice files, <empty> for none.
func (e *Engine) setEGDBPath(value string) error {
	if value == emptyString {
		value = ""
	}
	e.settings.EGDBPath = value
	e.reopenDatabases() // also if it is the same: its files may be others now
	return nil
}

func (e *Engine) changeEGDBMemory(mib int) error {
	if mib != e.settings.EGDBMemory {
		e.settings.EGDBMemory = mib
		e.reopenDatabases()
	}
	return nil
}

func (e *Engine) changeEGDBPieces(pieces int) error {
	if pieces != e.settings.EGDBPieces {
		e.settings.EGDBPieces = pieces
		e.reopenDatabases()
	}
	return nil
}

// reopenDatabases forgets what was searched with other databases.
func (e *Engine) reopenDatabases() {
	e.searcher.Clear()
	e.openDatabases()
}

// DescribeDatabases says what slice files a directory holds, and what is wrong with
// those that cannot be used, in a line that fits a dialog.
func DescribeDatabases(directory string) string {
	if err := checkDirectory(directory); err != nil {
		return "no endgame databases: " + err.Error()
	}
	library, problems := egdb.Open(egdb.Options{Directory: directory})
	text := "no endgame databases found"
	if n := len(library.Slices()); n > 0 {
		text = fmt.Sprintf("%d files, the largest of %d pieces", n, library.Pieces())
	}
	if err := library.Close(); err != nil {
		problems = append(problems, err)
	}
	filled, _ := egdb.Open(egdb.Options{Directory: directory, BuiltIn: true}) // problems are known
	text += fmt.Sprintf("; with those in the program complete up to %d pieces", filled.Complete())
	if err := filled.Close(); err != nil {
		problems = append(problems, err)
	}
	if len(problems) > 0 {
		first := strings.ReplaceAll(problems[0].Error(), directory+string(filepath.Separator), "")
		text += fmt.Sprintf("; unusable: %d, the first is %s", len(problems), first[:min(len(first), dialogText)])
	}
	return text
}

// checkDirectory returns why a directory cannot be read, with its name cut to a
// length that front ends can show.
func checkDirectory(name string) error {
	info, err := os.Stat(name)
	var reason *fs.PathError
	switch {
	case errors.As(err, &reason):
		return fmt.Errorf("%s %w", board.Quote(name), reason.Err)
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory", board.Quote(name))
	}
	return nil
}
