package proving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/crew"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// Settings say what is to be proven, and how.
type Settings struct {
	Position    board.Position
	Goal        Goal
	Pieces      int           // the lines end at database positions of up to this number of pieces, 0 for all
	Time        time.Duration // 0 for no limit
	Budget      uint64        // nodes of a question, 0 for no limit
	Threads     int
	Table       int    // MiB
	Databases   string // a directory, empty for the databases in the program
	Bounds      string // a directory of bounds, empty for none; the proof then has no certificate
	Certificate string // the file to write, empty for none
	JSON        bool
	Elsewhere   Elsewhere // answers the questions on other machines, nil for this machine
}

// Question is a question with what its solver may use.
type Question struct {
	certificate.Question
	Leaves certificate.Leaves
	Budget uint64        // nodes
	Table  int           // MiB
	Time   time.Duration // from when a solver begins, 0 for no limit
}

// Elsewhere returns who answers questions on other machines, and what ends that. The text tells the command apart from
// others. Known are the databases with which certificates are checked. Lines for the user go to out.
type Elsewhere func(ctx context.Context, about string, leaves certificate.Leaves, known check.Known, out io.Writer) (
	crew.Crew[Question, proof.Result], func(), error)

// DefaultTime is the time limit if there is neither a time nor a budget.
const DefaultTime = 10 * time.Second

// limits returns the settings with a time or a budget.
func (s Settings) limits() Settings {
	if s.Time == 0 && s.Budget == 0 {
		s.Time = DefaultTime
	}
	if s.Budget == 0 {
		s.Budget = math.MaxUint64
	}
	return s
}

// task is a position with the databases for its proof.
type task struct {
	Settings
	position board.Position
	library  *egdb.DB // with the bounds if there are any
	leaves   certificate.Leaves
}

// options returns the options of a solver that reports its progress.
func (t *task) options(report func(proof.Progress)) proof.Options {
	o := proof.Options{Table: t.Table, Report: report}
	if t.Bounds != "" {
		o.Bounds = t.library
	}
	return o
}

// open reads the position and opens the databases, which the caller closes.
func (s Settings) open() (*task, error) {
	library, err := endgames.OpenFilled(s.Databases, s.Bounds)
	if err != nil {
		return nil, err
	}
	t := &task{Settings: s.limits(), position: s.Position, library: library}
	if t.leaves, err = LeavesOf(library, s.Pieces); err != nil {
		return nil, errors.Join(err, library.Close())
	}
	return t, nil
}

// LeavesOf returns the leaves of up to this number of pieces, 0 for all that the databases have.
func LeavesOf(l *egdb.DB, pieces int) (certificate.Leaves, error) {
	most := l.Complete()
	switch {
	case most == 0:
		return certificate.Leaves{}, errors.New("there are no endgame databases")
	case pieces > most:
		return certificate.Leaves{}, fmt.Errorf("pieces %d: the databases have all positions of at most %d pieces", pieces, most)
	case pieces == 0:
		pieces = most
	}
	return certificate.Leaves{Pieces: pieces, Sum: l.Sum(pieces)}, nil
}

// progress shows how far a proof is.
type progress struct {
	mu       sync.Mutex // both questions may report at once
	line     *cli.StatusLine
	position board.Position
	begin    time.Time
}

// The shortest times between two reports.
const (
	terminalInterval = 200 * time.Millisecond
	plainInterval    = 5 * time.Second
)

// newProgress returns a progress of a proof of p. Plain lines go to out, or to stderr if out is for a JSON object.
func newProgress(p board.Position, out io.Writer, asJSON bool) *progress {
	if asJSON {
		out = os.Stderr
	}
	line := cli.NewStatusLine(terminalInterval, plainInterval, func(text string) { fmt.Fprintln(out, text) })
	return &progress{line: line, position: p, begin: time.Now()}
}

// report shows a state of the proof, if enough time has gone by since the last one.
func (s *progress) report(r proof.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.line.Show(func() string {
		return fmt.Sprintf("%.0f s, %s wins? proof %d, disproof %d, %d nodes, %d positions, line %s",
			time.Since(s.begin).Seconds(), r.Question.Attacker, r.Proof, r.Disproof, r.Nodes, r.Positions,
			s.position.LineText(r.Line))
	})
}

// clear takes the line away.
func (s *progress) clear() { s.line.Clear() }

// EntrySettings say how the losses of an anti-book's entries are to be proven.
type EntrySettings struct {
	Budget    uint64 // nodes for each entry
	Pieces    int    // the lines end at database positions of up to this number of pieces, 0 for all
	Table     int    // MiB of each solver
	Threads   int    // entries at once
	Databases string // a directory, empty for the databases in the program
}

// Entries asks of each entry whether its loser is lost. It calls report with each answer, one call at a time. It returns
// the first error, or ctx.Err(); what was asked when ctx ended is not reported.
func Entries(ctx context.Context, entries []antibook.Entry, s EntrySettings, report func(antibook.Entry, antibook.Statement) error) (err error) {
	library, err := endgames.OpenFilled(s.Databases, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, library.Close()) }()
	names, err := LeavesOf(library, s.Pieces)
	if err != nil {
		return err
	}
	solvers := crew.Goroutines[antibook.Entry, antibook.Statement]{Number: s.Threads, New: func() (crew.Worker[antibook.Entry, antibook.Statement], error) {
		solver := proof.NewSolver(library, names, proof.Options{Table: s.Table})
		return crew.Task[antibook.Entry, antibook.Statement](func(ctx context.Context, e antibook.Entry) (antibook.Statement, error) {
			question := certificate.Question{Position: e.Position, Attacker: e.Loser().Opponent()}
			return s.statement(e, names.Pieces, solver.Solve(ctx, question, s.Budget)), ctx.Err()
		}), nil
	}}
	return solvers.Do(ctx, crew.Pieces(entries...), report)
}

// statement returns what an answer, with leaves of this number of pieces, says of an entry.
func (s EntrySettings) statement(e antibook.Entry, leaves int, r proof.Result) antibook.Statement {
	told := antibook.Statement{
		Position: e.Position, Status: antibook.BySearch, Leaves: leaves, Budget: s.Budget, Nodes: r.Nodes,
		Size: certificate.EntriesOf(r.Certificate),
	}
	switch r.Answer {
	case proof.Yes:
		told.Status = antibook.Proven
	case proof.No:
		told.Status = antibook.Refuted
	}
	return told
}
