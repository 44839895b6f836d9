package prooftree

import (
	"context"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// newLocal returns a queue to solvers in this program, one for each worker, each with its memory in MiB.
func newLocal(l *egdb.DB, v tree.Versions, workers, table int) *tree.Local {
	leaves := leavesOf(v)
	options := proof.Options{Table: table}
	solvers := make([]*proof.Solver, workers)
	return tree.NewLocal(workers, func(ctx context.Context, worker int, item tree.Item) (proof.Result, error) {
		q, err := item.Question()
		if err != nil {
			return proof.Result{}, err
		}
		if solvers[worker] == nil {
			solvers[worker] = proof.NewSolver(l, leaves, options)
		}
		solver := solvers[worker]
		if item.Seed != 0 { // another order of moves, for this item alone
			seeded := options
			seeded.Seed = item.Seed
			solver = proof.NewSolver(l, leaves, seeded)
		}
		return solver.Solve(ctx, q, item.Budget), nil
	})
}

// leavesOf returns the databases that end the lines.
func leavesOf(v tree.Versions) certificate.Leaves {
	return certificate.Leaves{Pieces: v.Pieces, Sum: v.Database}
}
