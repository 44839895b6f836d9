package proving

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// EntrySettings say how the losses of an anti-book's entries are to be proven.
type EntrySettings struct {
	Budget    uint64 // nodes for each entry
	Pieces    int    // the lines end at database positions of at most so many pieces, 0 for all
	Table     int    // MiB of each solver
	Threads   int    // entries at once
	Databases string // a directory, empty for the databases in the program
}

// Entries asks of each entry whether its loser is lost. It calls report with each answer, one call at a time. It returns
// the first error, or ctx.Err(); what was asked when ctx ended is not reported.
func Entries(ctx context.Context, entries []antibook.Entry, s EntrySettings, report func(antibook.Entry, antibook.Statement) error) (err error) {
	library, err := endgames.OpenFilled(s.Databases)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, library.Close()) }()
	names, err := LeavesOf(library, s.Pieces)
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	todo := make(chan antibook.Entry)
	group.Go(func() error { return deal(ctx, entries, todo) })
	var reporting sync.Mutex
	for range s.Threads {
		group.Go(func() error {
			return s.work(ctx, library, names, todo, func(e antibook.Entry, found antibook.Statement) error {
				reporting.Lock()
				defer reporting.Unlock()
				return report(e, found)
			})
		})
	}
	return group.Wait()
}

// deal hands out entries in their order.
func deal(ctx context.Context, entries []antibook.Entry, out chan<- antibook.Entry) error {
	defer close(out)
	for _, e := range entries {
		select {
		case out <- e:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// work asks for the entries of a channel with a solver of its own.
func (s EntrySettings) work(ctx context.Context, library *egdb.Library, names certificate.Leaves, in <-chan antibook.Entry,
	found func(antibook.Entry, antibook.Statement) error) error {
	solver := proof.NewSolver(library, names, proof.Options{Table: s.Table})
	for e := range in {
		question := certificate.Question{Position: e.Position, Attacker: e.Loser().Opponent()}
		result := solver.Solve(ctx, question, s.Budget)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := found(e, s.statement(e, names.Pieces, result)); err != nil {
			return err
		}
	}
	return nil
}

// statement returns what an answer, with leaves of so many pieces, says of an entry.
func (s EntrySettings) statement(e antibook.Entry, leaves int, r proof.Result) antibook.Statement {
	told := antibook.Statement{
		Position: e.Position, Status: antibook.BySearch, Leaves: leaves, Budget: s.Budget, Nodes: r.Nodes,
	}
	switch r.Answer {
	case proof.Yes:
		told.Status = antibook.Proven
	case proof.No:
		told.Status = antibook.Refuted
	}
	if r.Certificate != nil {
		told.Size = len(r.Certificate.Entries)
	}
	return told
}
