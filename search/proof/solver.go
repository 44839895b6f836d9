package proof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

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

	// Values, if they are not nil, know every position that a game from a question's position comes to. They say which answer to look
	// for: a win is searched among won positions alone, and a closed set needs no search. No certificate rests on them.
	Values Values

	// Keeper, if it is not nil, keeps the work at questions that ctx ends. After it goes on, the nodes may differ from those of an
	// attempt that was never interrupted.
	Keeper Keeper

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

// The shares of the memory: alpha-beta has one part of tacticsShare, but no more than maxTactics MiB. A quarter of the
// rest is for the closure search, or for the depth-first search: no question needs both.
const (
	tacticsShare = 8
	maxTactics   = 16
	closureShare = 4
	mebibyte     = 1 << 20
)

// inPage says that the program runs in a page, whose solver has neither Values nor a Keeper: the module is without what they need.
const inPage = runtime.GOOS == "js"

// NewSolver returns a solver whose lines end at positions of at most names.Pieces pieces that the databases know. The
// databases may be nil if names.Pieces is 0.
func NewSolver(databases search.Databases, names certificate.Leaves, o Options) *Solver {
	o.Table = cmp.Or(o.Table, DefaultTable)
	s := &Solver{names: names, options: o, estimate: newEstimator(eval.BuiltIn(), o.Seed)}
	if databases != nil && names.Pieces > 0 {
		s.leaves = leaves{databases: limited{databases, names.Pieces}, pieces: names.Pieces}
	}
	s.leaves.bounds = o.Bounds
	if o.Values != nil {
		s.leaves.bounds = notWon{o.Values}
	}
	table := max(1, min(o.Table/tacticsShare, maxTactics))
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
	a.keep()
	return a.outcome()
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

// Value is what is proven of a position's value for its side to move.
type Value struct {
	Low, High board.Result // the bounds: Loss or Draw or Win
	Nodes     uint64       // of the questions that the bounds rest on
	Win       Result       // can the side to move force a win? The zero value if the bounds do not need it
	Loss      Result       // can the other side?
}

// Known returns the value if both bounds are the same, otherwise board.Unknown.
func (v Value) Known() board.Result {
	if v.Low == v.High {
		return v.Low
	}
	return board.Unknown
}

// Prover finds values by two Solvers, one for each side as the attacker. It is for one goroutine.
type Prover struct{ solvers [2]*Solver }

// NewProver returns a prover whose solvers share the memory of the options. The other arguments are those of NewSolver.
// If Value is called with more than one thread, the databases must be safe for several goroutines, and both may call
// the options' Report at once.
func NewProver(databases search.Databases, names certificate.Leaves, o Options) *Prover {
	o.Table = max(cmp.Or(o.Table, DefaultTable)/2, 1)
	return &Prover{[2]*Solver{NewSolver(databases, names, o), NewSolver(databases, names, o)}}
}

// Value asks both questions about p, each with up to this number of nodes. With one thread the questions take turns; with
// more they are solved side by side. The value and its nodes do not depend on the threads unless ctx ends first.
func (v *Prover) Value(ctx context.Context, p board.Position, budget uint64, threads int) Value {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	win := newAttempt(ctx, v.solvers[0], certificate.Question{Position: p, Attacker: p.Turn}, budget)
	loss := newAttempt(ctx, v.solvers[1], certificate.Question{Position: p, Attacker: p.Turn.Opponent()}, budget)
	if threads > 1 {
		sideBySide(cancel, win, loss)
	} else {
		inTurns(win, loss)
	}
	win.keep()
	loss.keep()
	return ValueOf(win.outcome(), loss.outcome())
}

// inTurns works on two attempts in turns, whose lengths double, until one is answered with Yes or both have ended.
func inTurns(win, loss *attempt) {
	for nodes := uint64(firstIteration); !(win.ended() && loss.ended()); nodes *= 2 {
		for _, a := range []*attempt{win, loss} {
			if a.advance(nodes); a.result.Answer == Yes {
				return
			}
		}
	}
}

// sideBySide works on two attempts at the same time. If one is answered with Yes, the other one is stopped: its answer
// is No.
func sideBySide(cancel context.CancelFunc, attempts ...*attempt) {
	var both sync.WaitGroup
	for _, a := range attempts {
		both.Go(func() {
			if a.advance(a.budget); a.result.Answer == Yes {
				cancel()
			}
		})
	}
	both.Wait()
}

// ValueOf returns the value from the answers to both questions. If one answer is Yes, the other question does not
// count: how far it came depends on the threads.
func ValueOf(win, loss Result) Value {
	switch {
	case win.Answer == Yes:
		return Value{Low: board.Win, High: board.Win, Nodes: win.Nodes, Win: win}
	case loss.Answer == Yes:
		return Value{Low: board.Loss, High: board.Loss, Nodes: loss.Nodes, Loss: loss}
	}
	v := Value{Low: board.Loss, High: board.Win, Nodes: win.Nodes + loss.Nodes, Win: win, Loss: loss}
	if win.Answer == No {
		v.High = board.Draw
	}
	if loss.Answer == No {
		v.Low = board.Draw
	}
	return v
}

// Answer is the answer to a question. See certificate.Answer.
type Answer = certificate.Answer

// The answers. Unknown: the search ended before it found the answer.
const (
	Unknown = certificate.Undecided
	Yes     = certificate.Yes // the attacker can force a win
	No      = certificate.No  // the attacker cannot
)

// Method is the part of the solver that found an answer.
type Method string

// The methods.
const (
	ByDatabase Method = "database" // the position is over, or the databases know it
	BySearch   Method = "search"   // an alpha-beta proof that was replayed
	ByGraph    Method = "graph"
	ByClosure  Method = "closure"
	ByDFPN     Method = "df-pn"  // a depth-first proof that was replayed
	ByValues   Method = "values" // a closed set that values have chosen
)

// Result is what a solver says of a question. It depends on the question, the budget, the databases and the options
// alone, unless the context ended first.
type Result struct {
	Answer Answer     `json:"answer"`
	Method Method     `json:"method,omitempty"` // empty if the answer is Unknown
	Nodes  uint64     `json:"nodes"`            // positions visited by alpha-beta, and positions examined by the other searches
	Score  eval.Score `json:"score"`            // of the alpha-beta search, for the attacker
	King   bool       `json:"king"`             // the last position of the alpha-beta search's line has a king

	// Line is best play from the question's position; that of the alpha-beta search if the answer is Unknown.
	Line []string `json:"line,omitempty"`

	// Certificate proves the answer, as certificate.Encode writes it; nil if the answer is Unknown, or if the solver
	// uses bounds.
	Certificate []byte `json:"certificate,omitempty"`
}

// Check returns an error if the result of a stranger is not one for a question and leaves. It checks that the certificate
// claims the answer, not that it proves it.
func (r Result) Check(q certificate.Question, leaves certificate.Leaves) error {
	if err := board.NewGame(q.Position).PlayText(r.Line...); err != nil {
		return err
	}
	if r.Answer == Unknown {
		if r.Certificate != nil || r.Method != "" {
			return errors.New("an open question has a certificate or a method")
		}
		return nil
	}
	c, err := certificate.Decode(r.Certificate)
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	if c.Claim != (certificate.Claim{Question: q, Win: r.Answer == Yes}) || c.Leaves != leaves {
		return errors.New("the certificate is one of another question")
	}
	return nil
}
