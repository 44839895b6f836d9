package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/explain"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// MaxDatabasePieces is the largest number of pieces of a position in an endgame database.
const MaxDatabasePieces = egdb.MaxPieces

// Limits and defaults of the options of the endgame databases.
const (
	defaultEGDBMemory = egdb.DefaultMemory / megabyte // MiB
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
	begun    bool          // guarded by the session's lock
	opened   chan struct{} // closed when the files are open and messages is complete

	using   *sync.RWMutex // the session's: held for reading while endings are probed, or a proof asks those of the last search
	endings *egdb.DB

	mu       sync.Mutex
	messages []string // for the user; Ready has not returned them yet
}

// replaceDatabases makes the databases that the settings ask for those of the next search. It is called with the session
// locked and no search running.
func (s *Session) replaceDatabases() {
	s.endings = engine.NoEndings
	s.databases = &databases{settings: s.settings, before: s.databases.begunLast(), opened: make(chan struct{}), using: &s.using}
}

// noDatabases returns databases that are open and know nothing.
func (s *Session) noDatabases() *databases {
	d := &databases{begun: true, opened: make(chan struct{}), using: &s.using, endings: engine.NoEndings}
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
// called with the session locked.
func (d *databases) begin() <-chan struct{} {
	if !d.begun {
		d.begun = true
		go d.open()
		go func() { // so that the first search does not wait for the weights in the program, also those for positions of few pieces
			network.BuiltIn()
			eval.BuiltIn()
		}()
	}
	return d.opened
}

// open closes the databases before, and opens the files.
func (d *databases) open() {
	defer close(d.opened)
	defer func() {
		if reason := recover(); reason != nil {
			d.endings = engine.NoEndings
			d.messages = append(d.messages, fmt.Sprintf("the endgame databases cannot be opened: %v", reason))
		}
	}()
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
	d.endings = engine.NoEndings
	if s.EGDBPieces == 0 {
		return
	}
	endings, err := egdb.Open(egdb.Options{
		Directory: s.EGDBPath, Bounds: s.BoundsPath, Pieces: s.EGDBPieces, Memory: uint64(s.EGDBMemory) * megabyte, LeftOut: d.fault,
	})
	if err != nil {
		d.fault(err)
		return
	}
	d.endings = endings
	if b := endings.BoundsDescription(); b.Pieces > 0 {
		d.messages = append(d.messages, fmt.Sprintf("bounds: %d slices of %v", len(b.Slices), &b))
	}
	if s.EGDBPath != "" {
		found := ""
		if !hasDatabases(s.EGDBPath) {
			found = fmt.Sprintf("none found in %s, only those in the program: ", board.Quote(s.EGDBPath))
		}
		d.messages = append(d.messages, found+fmt.Sprintf("endgame databases: %d files, complete up to %d pieces; distances up to %d",
			len(endings.Slices()), endings.Complete(), endings.Distances().Complete()))
	}
}

// hasDatabases reports whether a folder has files of endgame databases.
func hasDatabases(folder string) bool {
	entries, _ := os.ReadDir(folder) // what cannot be read is told when it is opened
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return endgame.IsDatabase(e.Name()) })
}

// fault keeps a message about a file that has become unreadable.
func (d *databases) fault(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.messages = append(d.messages, err.Error())
}

// readAntiBookEarly reads the anti-book of the program if it is in use, and closes done. Reading takes time, which the
// first move may not have. A panic is ignored: the anti-book panics again when a search asks for it.
func readAntiBookEarly(inUse bool, done chan<- struct{}) {
	defer close(done)
	defer func() { _ = recover() }()
	if inUse {
		_, _ = antibook.BuiltInPositions()
	}
}

// close closes the files.
func (d *databases) close() error {
	d.using.Lock()
	defer d.using.Unlock()
	closed := d.endings
	d.endings = engine.NoEndings
	return closed.Close()
}

// areOpen reports whether nobody has to wait for the databases, nor for the anti-book.
func (d *databases) areOpen() bool {
	select {
	case <-d.opened:
		return true
	default:
		return false
	}
}

// opened waits until the databases are open and returns them.
func (s *Session) opened() *databases {
	s.mu.Lock()
	d := s.databases
	opened := d.begin()
	s.mu.Unlock()
	<-opened
	return d
}

// Loaded begins to open the files that the options name so far, if nothing has, and returns a channel that is closed when
// they are open. A search waits for them.
func (s *Session) Loaded() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.databases.begin()
}

// Ready waits until the files that the options name are open, and returns messages for the user that arose since its
// last call: what the folder of option EGDBPath holds, what is wrong with a file that is therefore not used, and
// which searches failed.
func (s *Session) Ready() []string {
	d := s.opened()
	d.mu.Lock()
	news := d.messages
	d.messages = nil
	d.mu.Unlock()
	s.mu.Lock()
	news = append(news, s.failures...)
	s.failures = nil
	s.mu.Unlock()
	for _, text := range news {
		s.Log().Info("news", "text", text)
	}
	return news
}

// Probe returns the exact value of p for its side to move, or Unknown if no database has p. The value takes no
// account of the move rule. Probe waits until the databases are open.
func (s *Session) Probe(p board.Position) board.Result {
	d := s.opened()
	d.using.RLock()
	defer d.using.RUnlock()
	d.endings.Refresh()
	return d.endings.Probe(p)
}

// Distance returns the value of p for its side to move and the plies to the end of the game with perfect play, which are
// 0 for a draw. The value is Unknown if no database of distances has p: Probe may know it all the same. Distance takes no
// account of the move rule, and waits until the databases are open.
func (s *Session) Distance(p board.Position) (value board.Result, plies int) {
	d := s.opened()
	d.using.RLock()
	defer d.using.RUnlock()
	d.endings.Refresh()
	return d.endings.Distance(p)
}

// Endings returns the databases, and waits until they are open. They are closed by Close, or when an option names others.
func (s *Session) Endings() *egdb.DB {
	d := s.opened()
	d.using.RLock()
	defer d.using.RUnlock()
	return d.endings
}

// explainTime is the time for an explanation. What it does not hold is left out, but for the values of the moves.
const explainTime = 100 * time.Millisecond

// ExplainEnding says why p has its value and how the value is kept, as far as the databases know. It waits until they are open.
func (s *Session) ExplainEnding(ctx context.Context, p board.Position) explain.Explanation {
	d := s.opened()
	d.using.RLock()
	defer d.using.RUnlock()
	d.endings.Refresh()
	ctx, cancel := context.WithTimeout(ctx, explainTime)
	defer cancel()
	return explain.Of(ctx, d.endings, p)
}

// DatabasePieces returns the number of pieces up to which the databases that are open have every position, and the largest
// number of pieces of a position that they have. Both are 0 without databases. DatabasePieces waits until the databases are open.
func (s *Session) DatabasePieces() (complete, maximum int) {
	d := s.opened()
	d.using.RLock()
	defer d.using.RUnlock()
	d.endings.Refresh()
	return d.endings.Complete(), d.endings.Pieces()
}

// checkFolder returns an error unless a value of an option is a directory or stands for none.
func checkFolder(value string) error {
	if value == "" || value == emptyString {
		return nil
	}
	return checkDirectory(value)
}

// reopen opens the databases again for the next search.
func (s *Session) reopen(string) error {
	s.replaceDatabases()
	return nil
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
