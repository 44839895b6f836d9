package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.uber.org/zap"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Limits and defaults of the options of the endgame databases.
const (
	defaultEGDBMemory = 256 // MiB
	maxEGDBMemory     = 1 << 20
	megabyte          = 1 << 20

	// MaxDatabasePieces is the most pieces that databases can have.
	MaxDatabasePieces = egdb.MaxPieces
)

// databases are the endgame databases in use. They are opened in the background,
// for checking large files takes a while; whoever needs them waits.
type databases struct {
	library  *egdb.Library
	opened   chan struct{} // closed when library and problems are there
	problems []error       // not told yet
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
		if before != nil {
			<-before.opened
			d.problems = append(before.problems, before.close()...)
		}
		if s.EGDBPieces == 0 {
			d.library = &egdb.Library{}
			return
		}
		library, problems := egdb.Open(egdb.Options{
			BuiltIn: true, Directory: s.EGDBPath, Pieces: s.EGDBPieces,
			Memory: uint64(s.EGDBMemory) * megabyte,
		})
		library.Fault = func(err error) {
			e.mu.Lock()
			defer e.mu.Unlock()
			d.problems = append(d.problems, err)
		}
		d.library = library
		d.problems = append(d.problems, problems...)
	}()
}

// close lets go of the files, if there are any.
func (d *databases) close() []error {
	if err := d.library.Close(); err != nil {
		return []error{err}
	}
	return nil
}

// ready waits until the databases are open and gives them to the search. It is called
// with the engine locked and no search running.
func (e *Engine) ready() *egdb.Library {
	<-e.databases.opened
	e.searcher.SetDatabases(e.databases.library)
	return e.databases.library
}

// Ready waits until everything that options asked for is loaded, and returns what
// went wrong since it was called last: each error names the file, which is left out.
func (e *Engine) Ready() []error {
	e.mu.Lock()
	defer e.mu.Unlock()
	d := e.databases
	<-d.opened
	problems := d.problems
	d.problems = nil
	for _, err := range problems {
		e.log.logger.Warn("endgame database", zap.Error(err))
	}
	return problems
}

// Probe returns the exact value of a position for its side to move, Unknown if no
// database has it. The move rule does not count.
func (e *Engine) Probe(p board.Position) board.Result {
	e.mu.Lock()
	d := e.databases
	e.mu.Unlock()
	<-d.opened
	return d.library.Probe(p)
}

// DatabasePieces returns the most pieces with which every position has a value.
func (e *Engine) DatabasePieces() int {
	e.mu.Lock()
	d := e.databases
	e.mu.Unlock()
	<-d.opened
	return d.library.Pieces()
}

// setEGDBPath takes a directory with slice files, <empty> for none.
func (e *Engine) setEGDBPath(value string) error {
	if value == emptyString {
		value = ""
	}
	if value != "" {
		if err := checkDirectory(value); err != nil {
			return err
		}
	}
	if value != e.settings.EGDBPath {
		e.settings.EGDBPath = value
		e.reopenDatabases()
	}
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
		text = fmt.Sprintf("%d files, the largest of %d pieces; complete up to %d pieces",
			n, library.Slices()[n-1].Material.Pieces(), library.Pieces())
	}
	if err := library.Close(); err != nil {
		problems = append(problems, err)
	}
	if len(problems) > 0 {
		text += fmt.Sprintf("; unusable: %d, %s", len(problems), board.Quote(problems[0].Error()))
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
