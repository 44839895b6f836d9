package engine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Proof is what the proof solver says of a position. Values are those of best play without a move rule, where a
// repetition wins for nobody: see package search/proof.
type Proof struct {
	Value board.Result // for the side to move; Unknown if it is not proven
	Nodes uint64       // positions that the solver looked at
	Line  []board.Move // play that keeps the value, of any length; empty if the value is Unknown or needs no search
}

// Prove tries to prove the value of p until ctx ends or the solver has used up its memory, 256 MiB or in a page 32. Lines end at
// positions of Config.Endings. It may be called while a search runs, and by several goroutines. If the solver fails, the value is
// Unknown and Config.Failed is told. After Close the value is Unknown.
func (e *Engine) Prove(ctx context.Context, p board.Position) Proof {
	e.mu.Lock()
	closed, endings := e.closed, e.config.endings()
	e.mu.Unlock()
	if closed || eval.BuiltIn() == nil { // the solver estimates by these weights
		return Proof{}
	}
	found, failed := prove(ctx, endings, p)
	e.tell(failed)
	return found
}

// prove is Engine.Prove with some databases. If the solver fails, prove returns the failure.
func prove(ctx context.Context, endings search.Databases, p board.Position) (Proof, error) {
	found, failed := guarded(func() Proof {
		prover := proof.NewProver(endings, certificate.Leaves{Pieces: endings.Pieces()}, proof.Options{Table: solverTable, Bounds: boundsOf(endings)})
		v := prover.Value(ctx, p, math.MaxUint64, 1)
		known := Proof{Value: v.Known(), Nodes: v.Nodes}
		var line []string
		switch known.Value {
		case board.Win:
			line = v.Win.Line
		case board.Draw, board.Loss:
			line = v.Loss.Line
		}
		g := board.NewGame(p)
		if err := g.PlayText(line...); err != nil {
			panic(err) // the solver's moves are legal
		}
		known.Line = g.Moves()
		return known
	})
	if failed != nil {
		failed = fmt.Errorf("the proof solver: %w", failed)
	}
	return found, failed
}

// solver asks the proof solver for the value of the position that a search searches, on a goroutine of its own. It
// passes the lines of the search on to the receiver of its reports, and a proof with the best of them. It does not
// touch the search: the search visits the same nodes with it and without it.
type solver struct {
	position board.Position
	prove    func(context.Context) (Proof, error)
	stop     context.CancelFunc

	mu     sync.Mutex // held while the receiver is called, so that one call ends before the next begins
	report func(Lines)
	last   Lines // those of the last iteration
	proof  Proof
	told   bool  // the receiver knows the proof
	over   bool  // the search is over
	failed error // of the receiver, when it was told the proof
}

// solverDelay is how long a search must last before the solver begins. Quick searches have no use for it.
const solverDelay = 500 * time.Millisecond

// asksSolver reports whether the solver is asked beside a search of p. A search with a limit of depth or nodes must give
// the same result every time, and one of some of the moves is not about the value of p.
func (e *Engine) asksSolver(limits Limits, p board.Position, endings search.Databases) bool {
	return e.config.Solver && eval.BuiltIn() != nil && limits.Depth == 0 && limits.Nodes == 0 && len(limits.SearchMoves) == 0 &&
		p.HasMove() && !p.Finished() && endings.Probe(p) == board.Unknown
}

// beginSolver returns a solver for p that waits for solverDelay and then begins. Conclude ends it. It is called with the engine
// locked.
func (e *Engine) beginSolver(p board.Position, report func(Lines)) *solver {
	ctx, stop := context.WithCancel(context.Background())
	endings := e.config.endings()
	s := &solver{
		position: p, stop: stop, report: report,
		prove: func(ctx context.Context) (Proof, error) { return prove(ctx, endings, p) },
	}
	e.solving.Add(1)
	go func() {
		failed := s.run(ctx)
		e.solving.Done() // first, because Config.Failed may call what waits for the solver
		e.tell(failed)
	}()
	return s
}

// run waits, proves and tells. The error says that the solver has failed.
func (s *solver) run(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case <-time.After(solverDelay):
	}
	found, failed := s.prove(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over || found.Value == board.Unknown {
		return failed
	}
	s.proof = found
	if len(s.last.PV) > 0 {
		_, s.failed = guarded(func() Lines { s.tell(s.last); return s.last })
	}
	return nil
}

// hear takes the lines of an iteration of the search.
func (s *solver) hear(l Lines) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = l.clone() // the receiver of a report owns its lines
	s.tell(l)
}

// tell reports lines, the first time after the proof with a note. The line that the proof replaces stands in the place of one that
// begins with the same move.
func (s *solver) tell(l Lines) {
	line, score, known := l.PV, l.Score, l.Known
	s.add(&l.Info)
	for i := range l.Others {
		other := &l.Others[i]
		if other.Move() == l.Move() { // only the line of a proof begins as another line does
			other.PV, other.Score, other.Known = line, score, known
		}
		other.Proven = s.proof.Value
	}
	if l.Proven != board.Unknown && !s.told {
		l.Note, s.told = s.note(), true
	}
	s.report(l)
}

// note returns the proof in words: "proven draw for Black, 123456 nodes".
func (s *solver) note() string {
	return fmt.Sprintf("proven %s for %s, %d nodes", s.proof.Value, s.position.Turn, s.proof.Nodes)
}

// conclude ends the solver and returns the result of the search with the proof. Without a proof it returns the result as
// it is. It panics if the receiver has panicked when it was told the proof: the search has failed.
func (s *solver) conclude(best search.Info) search.Info {
	s.stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	if s.failed != nil {
		panic(s.failed)
	}
	if s.proof.Value == board.Unknown || len(best.PV) == 0 {
		return best
	}
	s.add(&best)
	best.Note = s.note()
	return best
}

// add adds the proof to a best line. In a position that is proven to be won, the winning line of the proof replaces a line that is
// not.
func (s *solver) add(best *search.Info) {
	best.Proven = s.proof.Value
	if s.proof.Value == board.Win && !best.Score.IsWin() && len(s.proof.Line) > 0 {
		best.PV, best.Score, best.Known = slices.Clone(s.proof.Line), eval.KnownWin, board.Unknown
	}
}

// NoEndings are databases that know no position, for Config.Endings.
var NoEndings = &egdb.DB{}

// builtIn are the databases in the program, which all engines share.
var builtIn = sync.OnceValue(func() *egdb.DB {
	d, err := egdb.Open(egdb.Options{})
	if err != nil {
		return NoEndings // tests open these files
	}
	return d
})

// endings returns the databases in use.
func (c Config) endings() search.Databases {
	if c.Endings == nil {
		return builtIn()
	}
	return c.Endings
}

// sources returns what searches know. It is called with the engine locked.
func (e *Engine) sources() search.Sources {
	c := e.config
	s := search.Sources{Evaluator: evaluation(c.Evaluator), Databases: c.endings(), AntiBook: c.Avoid}
	if files, ok := s.Databases.(interface{ Refresh() }); ok {
		files.Refresh()
	}
	s.Distances, _ = s.Databases.(search.Distances)
	s.Bounds = boundsOf(s.Databases)
	return s
}

// boundsOf returns the bounds of databases, nil if they have none.
func boundsOf(d search.Databases) search.Bounds {
	if b, ok := d.(search.Bounds); ok {
		if minimum, maximum := b.BoundedPieces(); minimum <= maximum {
			return b
		}
	}
	return nil
}

// minBookLevel is the lowest level that plays moves of the book. People of the levels below know no book.
const minBookLevel = 6

// asksBook reports whether the move may come from the book: only in a search with a time or a clock. An analysis
// does not ask the book. A search to a depth or a number of nodes does not ask it either, because the result of such a
// search must be the same on every machine.
func (e *Engine) asksBook(limits Limits) bool {
	timed := limits.MoveTime > 0 || limits.Clock != nil
	if e.limitsStrength(limits) && e.config.Level < minBookLevel {
		return false
	}
	return e.config.Book != nil && timed && !limits.Infinite && !limits.Ponder &&
		!limits.Solve && limits.MultiPV <= 1 && len(limits.SearchMoves) == 0
}

// fromBook returns a move of the book for p in the form of the result of a search; false if the move must be searched. The book
// may take the time of the move, and no longer than until Close.
func (e *Engine) fromBook(ctx context.Context, p board.Position, limits Limits) (Lines, bool) {
	if !e.asksBook(limits) || p.Finished() {
		return Lines{}, false
	}
	ctx, stop := context.WithDeadline(ctx, limits.Began.Add(limits.MaxTime()))
	defer stop()
	choices, err := e.config.Book.Choices(ctx, p)
	if err == nil {
		err = checkChoices(p, choices)
	}
	if err != nil {
		e.tell(err)
		return Lines{}, false
	}
	chosen, ok := book.Choose(choices, rand.IntN)
	if !ok {
		return Lines{}, false
	}
	info := search.Info{Rank: 1, Score: chosen.Score, Note: bookNote(p, choices), PV: append([]board.Move{chosen.Move}, chosen.Line...)}
	if !chosen.Scored {
		info.Score = eval.Draw
	}
	return Lines{Info: info}, true
}

// checkChoices returns an error if a move of a book, or one of its line, is illegal.
func checkChoices(p board.Position, choices []book.Choice) error {
	for _, c := range choices {
		at := p
		for _, m := range append([]board.Move{c.Move}, c.Line...) {
			if err := at.CheckMove(m); err != nil {
				return fmt.Errorf("book: %w", err)
			}
			at = at.Play(m)
		}
	}
	return nil
}

// bookNote returns the text that a front end shows for the moves of a book. After each move come its score, as "v"
// and hundredths of a man, if the book has one, and the length of its line in the book, as "d" and plies.
func bookNote(p board.Position, choices []book.Choice) string {
	words := []string{"book"}
	for _, c := range choices {
		words = append(words, p.MoveText(c.Move))
		if c.Scored {
			words = append(words, fmt.Sprintf("v%d", c.Score))
		}
		words = append(words, fmt.Sprintf("d%d", 1+len(c.Line)))
	}
	return strings.Join(words, " ")
}

// maxFilled is the largest number of positions whose book scores are put into the table before a search.
const maxFilled = 300

// fillTable puts the scores of a Shelf for p and for the positions that follow into the transposition table, the nearest
// positions first, for a search that may ask the book, and that was prepared and has not begun. A search that begins where a
// line of the book ends then knows the scores of the book's other lines, to which moves may transpose.
func (e *Engine) fillTable(p board.Position, limits Limits) {
	shelf, ok := e.config.Book.(*book.Shelf)
	if !ok || !e.asksBook(limits) {
		return
	}
	seen := map[board.Position]bool{p: true}
	ahead := []board.Position{p}
	for filled := 0; len(ahead) > 0 && filled < maxFilled; ahead = ahead[1:] {
		at := ahead[0]
		entry, ok := shelf.Look(at)
		if best := book.Best.Choices(entry); ok && best[0].Score != book.NoScore {
			e.searcher.Warm(at, best[0].Move, best[0].Score, search.Depth(entry.Depth))
			filled++
		}
		if !ok && at != p {
			continue
		}
		for m := range at.Legal() {
			if after := at.Play(m); !seen[after] {
				seen[after] = true
				ahead = append(ahead, after)
			}
		}
	}
}
