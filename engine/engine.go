package engine

import (
	"cmp"
	"errors"
	"sync"
	"sync/atomic"

	"go.uber.org/zap"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine/level"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/search"
)

// Name and Version are the name and the version that the engine tells to front ends.
const (
	Name    = "Zonda"
	Version = "0.1"
)

// Errors of an Engine.
var (
	ErrSearching = errors.New("a search is running")      // the call is not possible while a search runs
	ErrClosed    = errors.New("the engine is closed")     // the call came after Close
	ErrFailed    = errors.New("the search failed")        // an evaluation, a source of knowledge or a receiver of lines panicked
	errOpening   = errors.New("the databases are opened") // a search has to wait
)

// Engine holds the options, the game on the board, the transposition table, the books and the databases. Use
// New, and Close at the end. An Engine does one search at a time.
type Engine struct {
	mu       sync.Mutex
	settings settings
	searcher *search.Searcher
	sources  search.Sources // of a search without databases and books
	player   *level.Player  // of option Level; nil for full strength
	game     *board.Game
	active   *search.Run // nil when idle
	begun    int         // searches that have begun and whose done has not returned
	idle     *sync.Cond  // of mu: begun has become 0
	closed   bool
	log      *logFile
	logLoss  error // the first failure to write a log that is closed

	calls atomic.Int32 // of report and done that run

	databases *databases
	books     books
	network   *network.Network // of option NetworkFile; nil for none
	failures  []string         // messages about failed searches; Ready has not returned them yet
}

// New returns an engine with the default options and the starting position on its board. NewGame, SetGame, Loaded, and all that
// asks for a value or a move begin to open the endgame databases, in the background.
func New() *Engine {
	e := &Engine{game: board.NewGame(board.Start()), settings: defaultSettings(), log: silentLog(), books: newBooks()}
	e.idle = sync.NewCond(&e.mu)
	e.searcher = search.New(e.settings.Hash, e.settings.Threads)
	e.replaceDatabases()
	return e
}

// NewForAnalysis returns an engine like New, but without opening book and anti-book: its results are those of
// the search and the endgame databases alone.
func NewForAnalysis() *Engine {
	e := New()
	e.settings.OwnBook, e.settings.AntiBook = book.Off, false
	return e
}

// Without switches the named techniques of the search off, so that games can show how much the techniques gain. The
// names are those of search.TechniqueNames; another name is an error. The error is ErrSearching while a search runs.
func (e *Engine) Without(techniques ...string) error {
	use, err := search.AllTechniques().Without(techniques...)
	if err != nil {
		return err
	}
	return e.change(func() error {
		e.searcher.SetTechniques(use)
		return nil
	})
}

// SetParameters gives the search other parameters than search.DefaultParameters, and clears the transposition table if
// they change. A parameter outside of its range is an error. The error is ErrSearching while a search runs.
func (e *Engine) SetParameters(p search.Parameters) error {
	return e.change(func() error { return e.searcher.SetParameters(p) })
}

// Close stops the search, waits until its done has returned, and closes the databases and the log. The error says, too,
// that lines of a log were lost. While a report or a done runs, which may itself call Close, Close does not wait: the files are
// closed when the search is over, and errors of that are lost. A second Close does nothing. After Close, calls that return
// errors return ErrClosed, and the databases know nothing.
func (e *Engine) Close() error {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return nil
	}
	e.closed = true
	open := e.databases.begunLast()
	e.databases = noDatabases()
	e.mu.Unlock()
	e.Stop()
	if e.calls.Load() > 0 {
		go e.release(open) //nolint:errcheck // nobody waits for it
		return nil
	}
	return e.release(open)
}

// release waits for the end of the search and closes the files: the databases, nil for none, and the log.
func (e *Engine) release(open *databases) error {
	e.Wait()
	e.mu.Lock()
	loss := cmp.Or(e.logLoss, e.log.close())
	e.log = silentLog()
	e.mu.Unlock()
	if open == nil {
		return loss
	}
	<-open.opened
	return errors.Join(open.close(), loss)
}

// Log returns the logger that writes to the file of option LogFile. Without that option it writes nothing.
func (e *Engine) Log() *zap.Logger {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.log.logger
}

// change runs f with the engine locked. While a search runs it returns ErrSearching and does not run f, nor after Close.
func (e *Engine) change(f func() error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return ErrClosed
	}
	if e.active != nil {
		return ErrSearching
	}
	return f()
}

// NewGame empties the transposition table and the histories of the search, and puts the starting position on the
// board: on one thread the next search gives the same result as that of a new engine. The error is ErrSearching while a
// search runs.
func (e *Engine) NewGame() error {
	return e.change(func() error {
		e.databases.begin()
		e.searcher.Clear()
		e.game = board.NewGame(board.Start())
		return nil
	})
}

// Game returns a copy of the game on the board. For its last position alone, Position is cheaper.
func (e *Engine) Game() *board.Game {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.game.Clone()
}

// Position returns the last position of the game on the board: the one that is searched.
func (e *Engine) Position() board.Position {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.game.Position()
}

// SetGame puts a copy of game on the board: its last position is searched, and the earlier positions count for
// repetitions and the move rule. The error is ErrSearching while a search runs.
func (e *Engine) SetGame(game *board.Game) error {
	return e.change(func() error {
		e.databases.begin()
		e.game = game.Clone()
		return nil
	})
}

// Outcome returns how the game on the board has ended, by option MoveRule, and false while it goes on.
func (e *Engine) Outcome() (board.Outcome, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	game := *e.game // which a search may read
	game.MoveRule = e.settings.MoveRule
	return game.Outcome()
}
