package engine

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine/internal/level"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search"
)

// Name and Version are the name and the version that the engine tells to front ends.
const (
	Name    = "Zonda"
	Version = "0.2"
)

// Errors of an Engine.
var (
	ErrSearching = errors.New("a search is running")  // the call is not possible while a search runs
	ErrClosed    = errors.New("the engine is closed") // the call came after Close, or Close has ended the search
	ErrFailed    = errors.New("the search failed")    // an evaluation, a source of knowledge or a receiver of lines panicked, or an evaluation was out of range
)

// Config is what an engine has and knows. The zero value is an analyst: it knows the evaluation and the endgame databases in the
// program, and no book.
type Config struct {
	Hash    int // MiB of the transposition table; 0 for 64
	Threads int // of the search; 0 for 1
	Level   int // strength from 1, the weakest, to 10; 0 for full strength

	Evaluator eval.Evaluator   // nil for the network in the program
	Endings   search.Databases // nil for those in the program; search.Bounds and search.Distances are used if it is one. The caller closes them after the last search
	Book      book.Source      // asked for a move in searches with MoveTime or Clock; nil for none. An illegal move goes to Failed. Its context ends with the time of the move, and with Close
	Avoid     search.AntiBook  // positions into which the search does not move, because the side that moves there loses; nil for none
	Solver    bool             // the proof solver works beside searches without a limit of depth or nodes, in up to 256 MiB

	Without    []string           // techniques of the search to do without: see search.TechniqueNames
	Parameters *search.Parameters // of the search; nil for search.DefaultParameters

	Failed func(error) // told what fails without ending a search: the book, the solver; called from any goroutine; nil for nobody
}

// Limits of a Config.
const (
	MaxHash     = 1 << 20
	MaxThreads  = 256
	MaxLevel    = level.Strongest
	defaultHash = 64 // MiB
)

// Engine searches positions, one search at a time. Use New. All methods may be called from any goroutine, also from functions
// that a search calls.
type Engine struct {
	// Who may hold which lock; package session has the order of all:
	//
	//   - What is called with Engine.mu held takes no lock of an engine or a session.
	//   - An evaluation, a book, a function that watches and Config.Failed are called without Engine.mu, so each may call every method. Endings and
	//     Avoid may be asked with it, and call none.
	//   - While stop is set, only the goroutines of the search that has set it use the Searcher and the level's player.
	//   - The solver beside a search holds solver.mu while it calls the receiver of lines, and so does the search: one call at a time. Nobody asks for solver.mu with
	//     Engine.mu held.
	//   - Configure waits for solvers that go on after their search (Engine.solving) before the endings change; these take no lock of the engine, and what has
	//     failed is told after the wait.

	mu       sync.Mutex
	config   Config
	searcher *search.Searcher
	player   *level.Player // nil before the first level
	moveRule int           // of the last search
	used     bool          // there may be something to forget
	stop     func()        // ends the search that runs; nil while the engine is idle
	closed   bool
	solving  sync.WaitGroup // solvers beside searches, which may end a little after them

	failed atomic.Pointer[func(error)] // Config.Failed
}

// New returns an engine. The error says which part of the Config is wrong.
func New(c Config) (*Engine, error) {
	e := &Engine{searcher: search.New(1, 1), config: Config{Hash: 1}}
	if err := e.Configure(c); err != nil {
		return nil, err
	}
	return e, nil
}

// Configure gives the engine another Config. What searches have found is forgotten where it depends on what has changed. The error
// is ErrSearching while a search runs, and ErrClosed after Close. After another error the engine has the Config from before.
func (e *Engine) Configure(c Config) error {
	return e.change(func() error {
		if err := c.Check(); err != nil {
			return err
		}
		if hash := cmp.Or(c.Hash, defaultHash); hash != cmp.Or(e.config.Hash, defaultHash) {
			if err := e.searcher.SetHash(hash); err != nil {
				return err
			}
		}
		parameters := search.DefaultParameters()
		if c.Parameters != nil {
			parameters = *c.Parameters
		}
		if err := e.searcher.SetParameters(parameters); err != nil {
			return err
		}
		use, err := search.AllTechniques().Without(c.Without...)
		if err != nil {
			return err
		}
		e.searcher.SetTechniques(use)
		e.searcher.SetThreads(cmp.Or(c.Threads, 1))
		e.solving.Wait() // for the endings from before
		if e.used && !(search.Same(c.Endings, e.config.Endings) && search.Same(c.Book, e.config.Book)) {
			e.forget() // the table holds scores of the others
		}
		if c.Level > 0 {
			e.setLevel(c.Level)
		}
		e.config = c
		e.failed.Store(&c.Failed)
		return nil
	})
}

// Check returns an error that says what is wrong with a Config: a number outside of its range, a table for which the machine
// has too little memory, a technique or a parameter.
func (c Config) Check() error {
	for _, n := range []struct {
		name       string
		value, max int
	}{{"hash", c.Hash, MaxHash}, {"threads", c.Threads, MaxThreads}, {"level", c.Level, MaxLevel}} {
		if n.value < 0 || n.value > n.max {
			return fmt.Errorf("%s %d is not between 0 and %d", n.name, n.value, n.max)
		}
	}
	if c.Parameters != nil {
		if err := c.Parameters.Check(); err != nil {
			return err
		}
	}
	_, err := search.AllTechniques().Without(c.Without...)
	return cmp.Or(err, checkMemory(c.Hash))
}

// LargestHash returns the largest Config.Hash that this machine can spare, in MiB: at least the default, at most MaxHash.
func LargestHash() int {
	maximum, err := spare()
	if err != nil {
		return MaxHash // the size of the memory is not known
	}
	return min(max(maximum, defaultHash), MaxHash)
}

// checkMemory returns an error if a table is larger than the machine can spare. A table of the default size or less is
// always accepted.
func checkMemory(mib int) error {
	if mib <= defaultHash {
		return nil
	}
	maximum, err := spare()
	if err != nil {
		return fmt.Errorf("cannot tell the size of the memory: %w", err)
	}
	if mib > maximum {
		return fmt.Errorf("%d MiB are more than this machine can spare, %d MiB", mib, maximum)
	}
	return nil
}

// setLevel gives the player a level. There is one player for all levels, since a page keeps the memory that it has once used.
func (e *Engine) setLevel(n int) {
	if e.player == nil {
		e.player = level.New(n, rand.Float64)
	}
	e.player.SetLevel(n)
}

// change runs f with the engine locked. While a search runs it returns ErrSearching and does not run f, nor after Close.
func (e *Engine) change(f func() error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.closed:
		return ErrClosed
	case e.stop != nil:
		return ErrSearching
	}
	return f()
}

// NewGame makes the engine forget what its searches have found: on one thread the next search gives the same result as that of a
// new engine. The error is ErrSearching while a search runs, and ErrClosed after Close.
func (e *Engine) NewGame() error {
	return e.change(func() error {
		e.forget()
		return nil
	})
}

// forget deletes what searches have found. It is called with the engine locked.
func (e *Engine) forget() {
	e.searcher.Clear()
	e.used = false
}

// Close stops the search, which returns ErrClosed within 512 nodes, and does not wait for that. It ends the context of a book that is
// being asked. Later calls return ErrClosed, but Prove gives Unknown and Close nil. The error is always nil.
func (e *Engine) Close() error {
	e.mu.Lock()
	stop := e.stop
	e.closed = true
	e.mu.Unlock()
	if stop != nil {
		stop()
	}
	return nil
}

// tell passes an error on to Config.Failed.
func (e *Engine) tell(err error) {
	if receive := *e.failed.Load(); err != nil && receive != nil {
		receive(err)
	}
}

// failure is a panic of a search, an ErrFailed. It must not end the process, which may be that of a front end.
type failure struct {
	reason any
	stack  []byte
}

func (f *failure) Error() string { return fmt.Sprintf("%v: %v", ErrFailed, f.reason) }

func (f *failure) Unwrap() error { return ErrFailed }

// Stack returns the stack of the goroutine that panicked.
func (f *failure) Stack() []byte { return f.stack }

// guarded calls find and returns its result. If find panics, guarded returns the failure instead.
func guarded[T any](find func() T) (found T, failed error) {
	defer func() {
		switch reason := recover().(type) {
		case nil:
		case *failure: // of another goroutine
			failed = reason
		default:
			failed = &failure{reason, debug.Stack()}
		}
	}()
	return find(), nil
}

// renew replaces the searcher and the player, whose state after a panic is unknown. It is called with the engine locked.
func (e *Engine) renew() {
	e.searcher, e.player = e.searcher.Renewed(), nil
	if e.config.Level > 0 {
		e.setLevel(e.config.Level)
	}
}

// anyMove returns the first legal move of p without a search; no move if the game is
// over.
func anyMove(p board.Position) Lines {
	var l board.MoveList
	p.Moves(&l)
	if l.Len() == 0 || p.Finished() {
		return Lines{}
	}
	return Lines{Info: search.Info{Rank: 1, PV: []board.Move{l.At(0)}}}
}

// Release is what git called the commit of a release, such as v0.1-3-gabcdef0; it is empty in
// other builds. The linker sets it: see cmd/release and .ci/dll.
var Release string

// FullName returns the name, the version and, of a release, what git called it.
func FullName() string {
	version := Version
	switch {
	case strings.HasPrefix(Release, "v"+Version): // the tag is of this version
		version = strings.TrimPrefix(Release, "v")
	case Release != "":
		version += " " + Release
	}
	return Name + " " + version
}

// The evaluations, as option Evaluation names them.
const (
	NetworkEvaluation = "network" // a neural network: package eval/network
	LinearEvaluation  = "linear"  // the weighted sum of heuristics and patterns: package eval
)

// Evaluations returns the names of the evaluations, the default first.
func Evaluations() []string { return []string{NetworkEvaluation, LinearEvaluation} }

// Evaluator returns the evaluation of a name with the weights in the program. The first use of an evaluation reads its
// weights: see network.BuiltIn and eval.BuiltIn.
func Evaluator(name string) (eval.Evaluator, error) {
	switch name {
	case NetworkEvaluation:
		return network.BuiltIn(), nil
	case LinearEvaluation:
		if w := eval.BuiltIn(); w != nil {
			return w, nil
		}
		return nil, errNoWeights
	}
	return nil, fmt.Errorf("no evaluation %s; there are %s and %s", board.Quote(name), NetworkEvaluation, LinearEvaluation)
}

// errNoWeights is the error of a program that gets its data from elsewhere and has no weights yet.
var errNoWeights = errors.New("the weights of the linear evaluation are not there yet")

// OpenNetwork reads a network file. An error names the file.
func OpenNetwork(name string) (*network.Network, error) {
	data, err := file.ReadAtMost(name, network.MaxFileBytes)
	if err != nil {
		return nil, err
	}
	n, err := network.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}
