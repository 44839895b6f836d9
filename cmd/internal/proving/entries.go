package proving

import (
	"context"
	"errors"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/internal/crew"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

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
