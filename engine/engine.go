package engine

import (
	"errors"
	"fmt"
	"runtime"
	"sync"

	"go.uber.org/zap"

	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Name and Version are how the engine introduces itself.
const (
	Name    = "Zonda"
	Version = "0.1"
)

// ErrSearching is returned by calls that have to wait until the search is over.
var ErrSearching = errors.New("a search is running")

// Engine owns the options, the game and the searcher. Use New.
type Engine struct {
	mu       sync.Mutex
	settings settings
	searcher *search.Searcher
	game     *board.Game
	active   *search.Run   // nil when idle
	handover chan struct{} // closed once the result of the last search was handed over
	log      *logFile

	databases *databases
	books     books
	failures  []string // of searches, not told yet
}

// New returns an engine with default options and the starting position.
func New() *Engine {
	spareProcessor()
	e := &Engine{game: board.NewGame(board.Start()), settings: defaultSettings(), log: silentLog(), books: newBooks()}
	e.searcher = search.New(e.settings.Hash, e.settings.Threads)
	e.openDatabases()
	return e
}

// spareProcessor lets whoever gives orders run beside as many searching threads as there are processors: if not, "stop"
// would wait for a time slice of one of them.
var spareProcessor = sync.OnceFunc(func() { runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1) })

// NewForAnalysis returns an engine like New, but without opening books and anti-book: what it says of a
// position is what the search finds.
func NewForAnalysis() *Engine {
	e := New()
	e.settings.OwnBook, e.settings.AntiBook = book.Off, false
	return e
}

// Without leaves the named techniques of the search out, to measure their worth; see
// search.TechniqueNames.
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

// Close stops the search and closes the databases and the log.
func (e *Engine) Close() error {
	e.Stop()
	e.Wait()
	e.mu.Lock()
	defer e.mu.Unlock()
	log := e.log
	e.log = silentLog()
	<-e.databases.opened
	return errors.Join(append(e.databases.close(), log.close(), e.books.close())...)
}

// Log returns the logger that option LogFile asks for; it is silent by default.
func (e *Engine) Log() *zap.Logger {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.log.logger
}

// change runs f with the engine locked, unless a search is running.
func (e *Engine) change(f func() error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.active != nil {
		return ErrSearching
	}
	return f()
}

// NewGame forgets everything that could leak into a new game, and puts the starting
// position on the board.
func (e *Engine) NewGame() error {
	return e.change(func() error {
		e.searcher.Clear()
		e.game = board.NewGame(board.Start())
		return nil
	})
}

// Game returns a copy of the game on the board.
func (e *Engine) Game() *board.Game {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.game.Clone()
}

// SetGame puts a copy of the game on the board: its last position is searched, the
// earlier ones count for repetitions and the move rule.
func (e *Engine) SetGame(game *board.Game) error {
	return e.change(func() error {
		e.game = game.Clone()
		return nil
	})
}

// Outcome returns the result of the game on the board for the side to move and how it
// ended, by the option MoveRule; Unknown and Ongoing if it goes on.
func (e *Engine) Outcome() (board.Result, board.Ending) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.game.Outcome(e.settings.MoveRule)
}

// Start begins to search the position on the board and returns at once. Report gets
// every new line, done the result; both are called on the search's goroutine and may
// be nil. MoveRule and, where limits leave them 0, MultiPV are those of the options.
func (e *Engine) Start(limits search.Limits, report, done func(search.Info)) error {
	return e.change(func() error {
		if err := e.checkSearchMoves(limits); err != nil {
			return err
		}
		limits.MoveRule = e.settings.MoveRule
		if limits.MultiPV == 0 {
			limits.MultiPV = e.settings.MultiPV
		}
		if best, ok := e.fromBook(limits); ok {
			e.handover = make(chan struct{})
			go e.answer(best, report, done, e.handover)
			return nil
		}
		e.ready()
		e.readyBooks(limits)
		e.active = e.searcher.NewRun(e.game.Clone(), limits, report)
		e.handover = make(chan struct{})
		go e.search(e.active, done, e.handover)
		return nil
	})
}

func (e *Engine) search(run *search.Run, done func(search.Info), handover chan<- struct{}) {
	defer close(handover)
	best, failure := guarded(run.Search)
	e.mu.Lock()
	e.active = nil
	if failure != nil {
		best = e.recover(failure)
	}
	e.mu.Unlock()
	if done != nil {
		done(best)
	}
}

// answer hands a move over that needed no search.
func (e *Engine) answer(known search.Info, report, done func(search.Info), handover chan<- struct{}) {
	defer close(handover)
	best, failure := guarded(func() search.Info {
		if report != nil {
			report(known)
		}
		return known
	})
	if failure != nil {
		e.mu.Lock()
		best = e.recover(failure)
		e.mu.Unlock()
	}
	if done != nil {
		done(best)
	}
}

func (e *Engine) checkSearchMoves(limits search.Limits) error {
	p := e.game.Position()
	var l board.MoveList
	p.Moves(&l)
	for _, m := range limits.SearchMoves {
		if !l.Contains(m) {
			return fmt.Errorf("move %s-%s is illegal", m.From, m.To)
		}
	}
	return nil
}

// Stop ends the search soon; when idle it does nothing.
func (e *Engine) Stop() {
	if run := e.current(); run != nil {
		run.Stop()
	}
}

// PonderHit tells a pondering search that its position is on the board now.
func (e *Engine) PonderHit() {
	if run := e.current(); run != nil {
		run.PonderHit()
	}
}

// Wait returns once the last search is over and its result was handed over. It must
// not be called from report or done.
func (e *Engine) Wait() {
	e.mu.Lock()
	handover := e.handover
	e.mu.Unlock()
	if handover != nil {
		<-handover
	}
}

// Searching reports whether a search is running.
func (e *Engine) Searching() bool { return e.current() != nil }

func (e *Engine) current() *search.Run {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.active
}

// Explain takes the static evaluation of p apart.
func Explain(p board.Position) eval.Explanation { return eval.Explain(p) }
