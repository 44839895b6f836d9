package proof

import (
	"context"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Options are the settings of a Solver.
type Options struct {
	// Table is the memory of a question in MiB, DefaultTable if it is 0. A question that needs more remains open.
	Table int

	// Seed, if it is not 0, disturbs the order in which positions are looked at, for a second opinion on an answer.
	Seed uint64

	// Bounds, if it is not nil, ends lines at positions whose bounds answer the question. The results then have no
	// certificates, which name databases of values only.
	Bounds search.Bounds

	// Report, if it is not nil, is called in the goroutine of Solve from time to time.
	Report func(Progress)
}

// DefaultTable is the memory of a question in MiB if the options do not say another size.
const DefaultTable = 256

// Progress is the state of a question that is being solved.
type Progress struct {
	Question  certificate.Question
	Nodes     uint64       // as in Result
	Positions int          // in the graph
	Proof     int          // the proof number of the question's position
	Disproof  int          // its disproof number
	Line      []board.Move // to the position whose solution would help most
}

// Solver answers questions, one at a time. It is for one goroutine.
type Solver struct {
	leaves   leaves
	names    certificate.Leaves
	options  Options
	estimate *estimator
	tactics  *tactics
	graph    *graph
	closure  *closure    // nil until a question needs it
	deep     *depthFirst // nil until a question needs it
}

// The shares of the memory: alpha-beta has one part of tacticsShare, but no more than mostTactics MiB. A quarter of the
// rest is for the closure search, or for the depth-first search: no question needs both.
const (
	tacticsShare = 8
	mostTactics  = 16
	closureShare = 4
	mebibyte     = 1 << 20
)

// NewSolver returns a solver whose lines end at positions of at most names.Pieces pieces that the databases know. The
// databases may be nil if names.Pieces is 0.
func NewSolver(databases search.Databases, names certificate.Leaves, o Options) *Solver {
	if o.Table <= 0 {
		o.Table = DefaultTable
	}
	s := &Solver{names: names, options: o, estimate: newEstimator(eval.BuiltIn(), o.Seed)}
	if databases != nil && names.Pieces > 0 {
		s.leaves = leaves{databases: limited{databases, names.Pieces}, pieces: names.Pieces}
	}
	s.leaves.bounds = o.Bounds
	table := max(1, min(o.Table/tacticsShare, mostTactics))
	s.tactics = newTactics(&s.leaves, table)
	rest := max(o.Table-table, 1) * mebibyte
	s.graph = newGraph(&s.leaves, s.estimate, sizesFor(rest-rest/closureShare))
	return s
}

// helperMemory returns the bytes of a closure search or a depth-first search.
func (s *Solver) helperMemory() int {
	return s.graph.limits.positions * positionBytes / (closureShare - 1)
}

// Solve answers a question with up to this number of nodes. The answer, its certificate and the number of nodes are the same
// on every machine, unless ctx ends first.
func (s *Solver) Solve(ctx context.Context, q certificate.Question, budget uint64) Result {
	a := newAttempt(ctx, s, q, budget)
	a.advance(budget)
	return a.told()
}

// turned returns the moves with the board turned.
func turned(moves []board.Move) []board.Move {
	all := slices.Clone(moves)
	for i, m := range all {
		all[i] = board.Move{
			Captured: m.Captured.Turned(), From: board.Squares - 1 - m.From, To: board.Squares - 1 - m.To,
		}
	}
	return all
}
