package prooftree

import (
	"context"
	"math"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// newLocal returns a queue to solvers in this program, one for each worker, which divide the memory.
func newLocal(l *egdb.Library, v tree.Versions, workers, table int) *tree.Local {
	leaves := certificate.Leaves{Pieces: v.Pieces, Sum: v.Database}
	options := proof.Options{Table: max(1, table/workers)}
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
		return resultOf(solver.Solve(ctx, q, item.Budget), q), nil
	})
}

// answers translates the answers of the solver.
var answers = map[proof.Answer]tree.Answer{proof.Unknown: tree.Undecided, proof.Yes: tree.Yes, proof.No: tree.No}

// resultOf returns what the manager of the tree needs of the solver's result.
func resultOf(r proof.Result, q certificate.Question) tree.Result {
	score := max(-math.MaxInt16, min(int(r.Score), math.MaxInt16))
	result := tree.Result{
		Answer: answers[r.Answer], Method: string(r.Method), Nodes: r.Nodes, Score: int16(score), King: r.KingFlag,
		Line: q.Position.LineText(r.PV),
	}
	if r.Certificate != nil {
		result.Certificate = certificate.Encode(r.Certificate)
	}
	return result
}
