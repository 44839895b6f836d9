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
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search"
)

// MaxDatabasePieces is the largest number of pieces of a position in an endgame database.
const MaxDatabasePieces = egdb.MaxPieces

// Limits and defaults of the options of the endgame databases.
const (
	defaultEGDBMemory = 256 // MiB
	maxEGDBMemory     = 1 << 20
	megabyte          = 1 << 20
	dialogText        = 120 // largest number of bytes of an error in a dialog
)

// databases are the endgame databases in use. Nothing is opened before something asks: a new game, a position, a probe, a
// search. They are opened in the background, because the check of large files takes seconds; a search and a probe wait
// until they are open. A program that only asks for the name or the options of the engine never opens them.
type databases struct {
	settings settings
	before   *databases    // those that were begun before and are closed first; nil for none
	begun    bool          // guarded by the engine's lock
	opened   chan struct{} // closed when the files are open and messages is complete

	using   sync.RWMutex // held for reading while the library is probed
	library *egdb.DB     // knows nothing if option EGDBPieces is 0

	mu       sync.Mutex
	messages []string // for the user; Ready has not returned them yet
}

// replaceDatabases makes the databases that the settings ask for those of the next search. It is called with the engine
// locked and no search running.
func (e *Engine) replaceDatabases() {
	e.databases = &databases{settings: e.settings, before: e.databases.begunLast(), opened: make(chan struct{})}
}

// noDatabases returns databases that are open and know nothing.
func noDatabases() *databases {
	d := &databases{begun: true, opened: make(chan struct{}), library: &egdb.DB{}}
	close(d.opened)
	return d
}

// begunLast returns the last databases that were begun, d or those before d; nil for none.
func (d *databases) begunLast() *databases {
	if d == nil || d.begun {
		return d
	}
	return d.before
}

// begin starts to open the databases, unless they are begun, and returns a channel that is closed when they are open. It is
// called with the engine locked.
func (d *databases) begin() <-chan struct{} {
	if !d.begun {
		d.begun = true
		go warmEvaluations()
		go d.open()
	}
	return d.opened
}

// open closes the databases before, and opens the files.
func (d *databases) open() {
	defer close(d.opened)
	defer d.withoutOnPanic()
	s := d.settings
	antiBook := make(chan struct{})
	go readAntiBookEarly(s.AntiBook, antiBook)
	defer func() { <-antiBook }()
	if d.before != nil {
		<-d.before.opened
		if err := d.before.close(); err != nil {
			d.messages = append(d.messages, err.Error())
		}
		d.before = nil
	}
	if s.EGDBPieces == 0 {
		d.library = &egdb.DB{}
		return
	}
	library, err := egdb.Open(egdb.Options{
		Directory: s.EGDBPath, Bounds: s.BoundsPath, Pieces: s.EGDBPieces, Memory: uint64(s.EGDBMemory) * megabyte, LeftOut: d.fault,
	})
	if err != nil {
		d.library = &egdb.DB{}
		d.fault(err)
		return
	}
	d.library = library
	if b := library.BoundsDescription(); b.Pieces > 0 {
		d.messages = append(d.messages, fmt.Sprintf("bounds: %d slices of %v", len(b.Slices), &b))
	}
	if s.EGDBPath != "" {
		d.messages = append(d.messages, fmt.Sprintf("endgame databases: %d files, complete up to %d pieces; distances up to %d",
			len(library.Slices()), library.Complete(), library.Distances().Complete()))
	}
}

// readAntiBookEarly reads the anti-book of the program if it is in use, and closes done. Reading takes 0.1 s, which the
// first move may not have. A panic is ignored: the anti-book panics again when a search asks for it.
func readAntiBookEarly(inUse bool, done chan<- struct{}) {
	defer close(done)
	defer func() { _ = recover() }()
	if inUse {
		_, _ = antibook.BuiltIn()
	}
}

// withoutOnPanic leaves the engine without databases if opening the databases panics.
func (d *databases) withoutOnPanic() {
	if reason := recover(); reason != nil {
		d.library = &egdb.DB{}
		d.messages = append(d.messages, fmt.Sprintf("the endgame databases cannot be opened: %v", reason))
	}
}

// close closes the files.
func (d *databases) close() error {
	d.using.Lock()
	defer d.using.Unlock()
	closed := d.library
	d.library = &egdb.DB{}
	return closed.Close()
}

// allSources returns the evaluation, the databases, which are open, and the anti-book for a search. It is called with the
// engine locked and no search running.
func (e *Engine) allSources() search.Sources {
	all, d := e.sources, e.databases
	d.library.Refresh()
	all.Databases, all.Bounds, all.Distances = d.library, d.valueBounds(), d.library
	if entries := e.antiBook(); entries != nil {
		all.AntiBook = entries
	}
	return all
}

// areOpen reports whether nobody has to wait for the databases, nor for the anti-book. If they are not begun, it begins to
// open them. It is called with the engine locked.
func (d *databases) areOpen() bool {
	select {
	case <-d.begin():
		return true
	default:
		return false
	}
}

// opened waits until the databases are open and returns them.
func (e *Engine) opened() *databases {
	e.mu.Lock()
	d := e.databases
	opened := d.begin()
	e.mu.Unlock()
	<-opened
	return d
}

// Loaded begins to open the files that the options name so far, if nothing has, and returns a channel that is closed when
// they are open. A search waits for them.
func (e *Engine) Loaded() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.databases.begin()
}

// Ready waits until the files that the options name are open, and returns messages for the user that arose since its
// last call: what the folder of option EGDBPath holds, what is wrong with a file that is therefore not used, and
// which searches failed.
func (e *Engine) Ready() []string {
	d := e.opened()
	d.mu.Lock()
	news := d.messages
	d.messages = nil
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

// Probe returns the exact value of p for its side to move, or Unknown if no database has p. The value takes no
// account of the move rule. Probe waits until the databases are open.
func (e *Engine) Probe(p board.Position) board.Result {
	d := e.opened()
	d.using.RLock()
	defer d.using.RUnlock()
	d.library.Refresh()
	return d.library.Probe(p)
}

// DatabasePieces returns the number of pieces up to which the databases that are open have every position, and the largest
// number of pieces of a position that they have. Both are 0 without databases. DatabasePieces waits until the databases are open.
func (e *Engine) DatabasePieces() (complete, most int) {
	d := e.opened()
	d.using.RLock()
	defer d.using.RUnlock()
	d.library.Refresh()
	return d.library.Complete(), d.library.Pieces()
}

// checkFolder returns an error unless a value of an option is a directory or stands for none.
func checkFolder(value string) error {
	if value == "" || value == emptyString {
		return nil
	}
	return checkDirectory(value)
}

// setEGDBPath sets option EGDBPath to a directory with slice files; <empty> stands for no directory.
func (e *Engine) setEGDBPath(value string) error {
	if value == emptyString {
		value = ""
	}
	e.settings.EGDBPath = value
	e.reopenDatabases() // also if the directory is the same, because its files may have changed
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

// reopenDatabases replaces the databases and clears the transposition table, whose scores depend on the old databases.
func (e *Engine) reopenDatabases() {
	e.searcher.Clear()
	e.replaceDatabases()
}

// DescribeDatabases returns one line for a dialog. The line says how many slice files a directory holds, what is
// wrong with the files that cannot be used, and how far the databases in the program reach. The name "" is no directory.
func DescribeDatabases(directory string) string {
	if directory == "" || directory == emptyString {
		return fmt.Sprintf("the endgame databases in the program are complete up to %d pieces; a folder may hold more", completePieces(""))
	}
	if err := checkDirectory(directory); err != nil {
		return fmt.Sprintf("no endgame databases: %v; those in the program are complete up to %d pieces", err, completePieces(""))
	}
	var problems []error
	tell := func(err error) { problems = append(problems, err) }
	text := "no endgame databases found"
	if library, err := egdb.Open(egdb.Options{FilesOnly: true, ValuesOnly: true, Directory: directory, LeftOut: tell}); err != nil {
		tell(err)
	} else {
		if n := len(library.Slices()); n > 0 {
			text = fmt.Sprintf("%d files, the largest of %d pieces", n, library.Pieces())
		}
		if err := library.Close(); err != nil {
			tell(err)
		}
	}
	text += fmt.Sprintf("; with those in the program complete up to %d pieces", completePieces(directory))
	if len(problems) > 0 {
		first := strings.ReplaceAll(problems[0].Error(), directory+string(filepath.Separator), "")
		text += fmt.Sprintf("; unusable: %d, the first is %s", len(problems), first[:min(len(first), dialogText)])
	}
	return text
}

// completePieces returns up to how many pieces the databases of a directory and those in the program are complete.
func completePieces(directory string) int {
	library, err := egdb.Open(egdb.Options{ValuesOnly: true, Directory: directory, LeftOut: func(error) {}})
	if err != nil {
		return 0
	}
	defer library.Close() // only read
	return library.Complete()
}

// checkDirectory returns an error that says why a directory cannot be read. The error shows only as much of a long name
// as front ends can show.
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
