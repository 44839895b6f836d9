package session

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/internal/logfile"
	"github.com/zonda-checkers/zonda/search"
)

// Session is an engine with options, a game on its board, and one search at a time in the background. Use New, and Close at the
// end. All methods may be called from any goroutine, also while a search runs. A method that would change what the running search
// uses returns engine.ErrSearching instead.
type Session struct {
	mu       sync.Mutex
	engine   *engine.Engine
	settings settings
	tuning   engine.Config // its techniques and parameters: see Tune
	game     *board.Game
	life
	closed   bool
	confined bool // see Confine
	log      *logfile.File
	logLoss  error // the first failure to write a log that is closed

	using     sync.RWMutex // no databases are closed while it is held for reading
	databases *databases
	endings   *egdb.DB             // those of the last search
	shelf     *book.Shelf          // the user's book, if there is one, and that in the program
	antiBook  func() *antibook.Set // the entries in the program and those of the user; nil if option AntiBook is off
	avoided   []antibook.Entry     // of option AntiBookFile
	network   *network.Network     // of option NetworkFile; nil for none
	failures  []string             // messages about what failed; Ready has not returned them yet
}

// New returns a session with the default options and the starting position on its board. NewGame, SetGame, Loaded, and all that
// asks for a value or a move begin to open the endgame databases, in the background.
func New() *Session { return NewSized(defaultHash) }

// NewSized is New with another value of option Hash, which no table of the default size precedes.
func NewSized(hash int) *Session {
	s := &Session{game: board.NewGame(board.Start()), settings: defaultSettings(), log: logfile.Silent(), shelf: &book.Shelf{Level: book.Best}}
	s.settings.Hash = hash
	s.ended = sync.NewCond(&s.mu)
	s.useAntiBook()
	s.replaceDatabases()
	e, err := engine.New(s.config())
	if err != nil {
		panic(err) // the default options are right, and so must be the size
	}
	s.engine = e
	return s
}

// Tune switches the named techniques of the search off, and gives the search other parameters than search.DefaultParameters.
// Names are those of search.TechniqueNames. The error is engine.ErrSearching while a search runs.
func (s *Session) Tune(without []string, p search.Parameters) error {
	return s.change(func() error {
		before := s.tuning
		s.tuning = engine.Config{Without: without, Parameters: &p}
		err := s.engine.Configure(s.config())
		if err != nil {
			s.tuning = before
		}
		return err
	})
}

// Prove returns the value of p for its side to move, Unknown if the proof solver does not prove it before ctx ends: see
// engine.Engine.Prove. The databases are those of the last search.
func (s *Session) Prove(ctx context.Context, p board.Position) board.Result {
	s.using.RLock()
	defer s.using.RUnlock()
	return s.engine.Prove(ctx, p).Value
}

// config returns what the settings say of the engine, with the databases of the last search and without the anti-book.
func (s *Session) config() engine.Config {
	c := s.tuning
	c.Hash, c.Threads, c.Level, c.Solver = s.settings.Hash, s.settings.Threads, s.settings.Level, s.settings.Solver
	if s.settings.Limited {
		c.Level = engine.LevelAt(s.settings.Elo)
	}
	c.Evaluator, c.Endings, c.Failed = s.evaluator(), s.endings, s.failed
	if s.settings.OwnBook != book.Off {
		c.Book = s.shelf
	}
	return c
}

// failed keeps a message for Ready. It is called without the lock.
func (s *Session) failed(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failures = append(s.failures, err.Error())
	var stacked interface{ Stack() []byte }
	if errors.As(err, &stacked) {
		s.log.Error(err.Error(), "stack", string(stacked.Stack()))
	}
}

// Close stops the search, waits until its done has returned, and closes the databases and the log. The error says, too,
// that lines of a log were lost. While a report or a done runs, which may itself call Close, Close does not wait: the files are
// closed when the search is over, and errors of that are lost. A second Close does nothing. After Close, calls that return
// errors return engine.ErrClosed, and the databases know nothing.
func (s *Session) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	open := s.databases.begunLast()
	s.databases = s.noDatabases()
	called := s.calls > 0
	s.mu.Unlock()
	s.Stop()
	if called {
		go s.release(open) //nolint:errcheck // nobody waits for it
		return nil
	}
	return s.release(open)
}

// release waits for the end of the search and closes the files: the databases, nil for none, and the log.
func (s *Session) release(open *databases) error {
	s.Wait()
	s.mu.Lock()
	loss := errors.Join(s.engine.Configure(engine.Config{Hash: 1, Endings: engine.NoEndings}), s.engine.Close(), cmp.Or(s.logLoss, s.log.Close()))
	s.log = logfile.Silent()
	s.mu.Unlock()
	if open == nil {
		return loss
	}
	<-open.opened
	return errors.Join(loss, open.close())
}

// setLogFile switches the log to another file, or off for an empty path.
func (s *Session) setLogFile(path string) error {
	next, err := logfile.Open(path)
	if err != nil {
		return err
	}
	s.logLoss = cmp.Or(s.logLoss, s.log.Close())
	s.log, s.settings.LogFile = next, path
	return nil
}

// Log returns the logger that writes to the file of option LogFile. Without that option it writes nothing.
func (s *Session) Log() logfile.Logger {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log
}

// NewGame makes the engine forget what its searches have found, and puts the starting position on the board. The error is
// engine.ErrSearching while a search runs.
func (s *Session) NewGame() error {
	return s.change(func() error {
		s.databases.begin()
		s.game = board.NewGame(board.Start())
		return s.engine.NewGame()
	})
}

// Renew makes the next search use the weights, the book and the endgame databases that the program has been given since
// the session began, and forget what searches have found. The error is engine.ErrSearching while a search runs.
func (s *Session) Renew() error {
	return s.change(func() error {
		s.replaceDatabases()
		return s.engine.NewGame()
	})
}

// Game returns a copy of the game on the board. For its last position alone, Position is cheaper.
func (s *Session) Game() *board.Game {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.game.Clone()
}

// Position returns the last position of the game on the board: the one that is searched.
func (s *Session) Position() board.Position {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.game.Position()
}

// SetGame puts a copy of game on the board: its last position is searched, and the earlier positions count for
// repetitions and the move rule. The error is engine.ErrSearching while a search runs.
func (s *Session) SetGame(game *board.Game) error {
	return s.change(func() error {
		s.databases.begin()
		s.game = game.Clone()
		return nil
	})
}

// Outcome returns how the game on the board has ended, by option MoveRule, and false while it goes on.
func (s *Session) Outcome() (board.Outcome, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	game := *s.game // which a search may read
	game.MoveRule = s.settings.MoveRule
	return game.Outcome()
}

// Start searches the position on the board in the background, when the databases are open, until limits, ctx or Stop end the
// search. The search calls report with the lines of every iteration and done with the result, on goroutines of its own; both
// may be nil. MoveRule is the value of the option, and so is MultiPV if limits.MultiPV is 0. The error that done gets is that
// of Engine.Play, context.Canceled if Stop ended the search; Ready tells what has failed too. The error of Start is
// engine.ErrSearching while another search runs, and engine.ErrClosed after Close.
func (s *Session) Start(ctx context.Context, limits search.Limits, report func(engine.Lines), done func(engine.Lines, error)) error {
	return s.start(ctx, limits, false, report, done)
}

// StartHurried is Start, but does not wait for databases that are not open yet: the search does without them
// and without the anti-book.
func (s *Session) StartHurried(ctx context.Context, limits search.Limits, report func(engine.Lines), done func(engine.Lines, error)) error {
	return s.start(ctx, limits, true, report, done)
}

func (s *Session) start(ctx context.Context, limits search.Limits, hurried bool, report func(engine.Lines), done func(engine.Lines, error)) error {
	var best engine.Lines
	var err error
	return s.begin(ctx, limits.Ponder, func(ctx context.Context, hit <-chan struct{}) {
		limits.PonderHit = hit
		if loaded := s.Loaded(); !hurried {
			select {
			case <-loaded:
			case <-ctx.Done():
			}
		}
		best, err = s.search(ctx, limits, report)
	}, func() {
		if done != nil {
			done(best, err)
		}
	})
}

// Do runs work in the background in place of a search: ctx or Stop end the context of work. It calls done when work is over. The
// error is that of Start.
func (s *Session) Do(ctx context.Context, work func(context.Context), done func()) error {
	return s.begin(ctx, false, func(ctx context.Context, _ <-chan struct{}) { work(ctx) }, done)
}

// Await does nothing in the background in place of a search of a finished game, until ctx or Stop end it, or PonderHit if the search was to
// ponder. Then it calls done. The error is that of Start.
func (s *Session) Await(ctx context.Context, ponder bool, done func()) error {
	return s.begin(ctx, ponder, func(ctx context.Context, hit <-chan struct{}) {
		select {
		case <-hit:
		case <-ctx.Done():
		}
	}, done)
}

// keepBack returns limits whose clock leaves so much time unused, in place of search.ClockOverhead.
func keepBack(limits search.Limits, overhead time.Duration) search.Limits {
	if limits.Clock != nil {
		clock := *limits.Clock
		clock.Remaining -= overhead - search.ClockOverhead
		limits.Clock = &clock
	}
	return limits
}

// search searches the position on the board with the databases if they are open.
func (s *Session) search(ctx context.Context, limits search.Limits, report func(engine.Lines)) (best engine.Lines, err error) {
	s.mu.Lock()
	game, antiBook, open := *s.game, s.antiBook, s.databases.areOpen()
	game.MoveRule = s.settings.MoveRule
	limits.SearchKnown = !s.settings.UseDTW
	limits.MultiPV = cmp.Or(limits.MultiPV, s.settings.MultiPV)
	limits = keepBack(limits, time.Duration(s.settings.Overhead)*time.Millisecond)
	if open {
		s.endings = s.databases.endings
	}
	c := s.config()
	s.mu.Unlock()
	if open {
		if set := antiBook(); set != nil {
			c.Avoid = set
		}
	}
	if err := s.engine.Configure(c); err != nil {
		return best, err
	}
	var watch []func(engine.Lines)
	if report != nil {
		watch = append(watch, func(l engine.Lines) { s.call(func() { report(l) }) })
	}
	best, err = s.engine.Play(ctx, &game, limits, watch...)
	if err != nil && (ctx.Err() == nil || errors.Is(err, engine.ErrFailed)) {
		s.failed(err)
	}
	return best, err
}
