package proofs

import (
	"context"
	"errors"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/internal/pool"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// EntrySettings are the flags that say how the losses of an anti-book's entries are to be proven.
type EntrySettings struct {
	Budget  uint64 `name:"nodes" help:"Nodes of the solver for each entry (default ${default})." default:"100000" placeholder:"NODES" min:"1"`
	Pieces  int    `help:"Lines end at database positions of up to N pieces; all that the databases have if it is not given." placeholder:"N" min:"0"`
	Table   int    `name:"hash" help:"Memory of each solver in MiB (default ${default})." default:"128" placeholder:"MIB" min:"4" max:"262144"`
	Threads int    `name:"concurrency" help:"Entries at once (default ${default})." default:"1" placeholder:"N" min:"1"`
	EGDB    string `name:"egdb" help:"Directory with slice files; the databases in the program fill what it does not have." placeholder:"DIR" holds:"*.zdb"`
}

// Entries asks of each entry whether its loser is lost. It calls report with each answer, one call at a time. It returns
// the first error, or ctx.Err(); what was asked when ctx ended is not reported.
func Entries(ctx context.Context, entries []antibook.Entry, s EntrySettings, report func(antibook.Entry, antibook.Statement) error) (err error) {
	t, err := Settings{EGDB: s.EGDB, Pieces: s.Pieces}.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.library.Close()) }()
	solvers := pool.Goroutines[antibook.Entry, antibook.Statement]{Number: s.Threads, New: func() (pool.Worker[antibook.Entry, antibook.Statement], error) {
		solver := proof.NewSolver(t.library, t.leaves, proof.Options{Table: s.Table})
		return pool.Func[antibook.Entry, antibook.Statement](func(ctx context.Context, e antibook.Entry) (antibook.Statement, error) {
			question := certificate.Question{Position: e.Position, Attacker: e.Loser().Opponent()}
			return s.statement(e, t.leaves.Pieces, solver.Solve(ctx, question, s.Budget)), ctx.Err()
		}), nil
	}}
	return solvers.Do(ctx, pool.Tasks(entries...), report)
}

// statement returns what an answer, with leaves of this number of pieces, says of an entry.
func (s EntrySettings) statement(e antibook.Entry, leaves int, r proof.Result) antibook.Statement {
	found := antibook.Statement{
		Position: e.Position, Status: antibook.BySearch, Leaves: leaves, Budget: s.Budget, Nodes: r.Nodes,
		Size: certificate.EntriesOf(r.Certificate),
	}
	switch r.Answer {
	case proof.Yes:
		found.Status = antibook.Proven
	case proof.No:
		found.Status = antibook.Refuted
	}
	return found
}
