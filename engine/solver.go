package engine

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// solver asks the proof solver for the value of the position that a search searches, on a goroutine of its own. It
// passes the lines of the search on to the receiver of its reports, and a proof with the best of them. It does not
// touch the search: the search visits the same nodes with it and without it.
type solver struct {
	position board.Position
	prove    func(context.Context) Proof
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
	return e.config.Solver && limits.Depth == 0 && limits.Nodes == 0 && len(limits.SearchMoves) == 0 &&
		p.HasMove() && !p.Finished() && endings.Probe(p) == board.Unknown
}

// beginSolver returns a solver for p that waits for solverDelay and then begins. Conclude ends it. It is called with the engine
// locked.
func (e *Engine) beginSolver(p board.Position, report func(Lines)) *solver {
	ctx, stop := context.WithCancel(context.Background())
	endings := e.config.endings()
	s := &solver{
		position: p, stop: stop, report: report,
		prove: func(ctx context.Context) Proof { return e.prove(ctx, endings, p) },
	}
	e.solving.Go(func() { s.run(ctx) })
	return s
}

// run waits, proves and tells.
func (s *solver) run(ctx context.Context) {
	select {
	case <-ctx.Done():
		return
	case <-time.After(solverDelay):
	}
	found := s.prove(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over || found.Value == board.Unknown {
		return
	}
	s.proof = found
	if len(s.last.PV) > 0 {
		_, s.failed = guarded(func() Lines { s.tell(s.last); return s.last })
	}
}

// hear takes the lines of an iteration of the search.
func (s *solver) hear(l Lines) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = l.clone() // the receiver of a report owns its lines
	s.tell(l)
}

// tell reports lines, the first time after the proof with a note.
func (s *solver) tell(l Lines) {
	l.Proven = s.proof.Value
	for i := range l.Others {
		l.Others[i].Proven = s.proof.Value
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
// it is. In a position that is proven to be won, the winning line of the proof replaces a line that is not. It panics if the
// receiver has panicked when it was told the proof: the search has failed.
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
	best.Proven, best.Note = s.proof.Value, s.note()
	if s.proof.Value == board.Win && !best.Score.IsWin() && len(s.proof.Line) > 0 {
		best.PV, best.Score, best.Known = slices.Clone(s.proof.Line), eval.KnownWin, board.Unknown
	}
	return best
}
