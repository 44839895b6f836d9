package prooftree

import (
	"context"
	"math"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// newLocal returns a queue to solvers in this program, one for each worker, with so many MiB each.
func newLocal(l *egdb.DB, v tree.Versions, workers, table int) *tree.Local {
	leaves := leavesOf(v)
	options := proof.Options{Table: table}
	solvers := make([]*proof.Solver, workers)
	return tree.NewLocal(workers, func(ctx context.Context, worker int, item tree.Item) (tree.Result, error) {
		q, err := item.Question()
		if err != nil {
			return tree.Result{}, err
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
		return ResultOf(solver.Solve(ctx, q, item.Budget), q), nil
	})
}

// leavesOf returns the databases that end the lines.
func leavesOf(v tree.Versions) certificate.Leaves {
	return certificate.Leaves{Pieces: v.Pieces, Sum: v.Database}
}

// ResultOf returns what the manager of the tree needs of the solver's result.
func ResultOf(r proof.Result, q certificate.Question) tree.Result {
	score := max(-math.MaxInt16, min(int(r.Score), math.MaxInt16))
	result := tree.Result{
		Answer: r.Answer, Method: string(r.Method), Nodes: r.Nodes, Score: int16(score), King: r.KingFlag,
		Line: q.Position.LineText(r.PV),
	}
	if r.Certificate != nil {
		result.Certificate = certificate.Encode(r.Certificate)
	}
	return result
}
