package proof

import (
	"context"
	"sync"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

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
	if o.Table <= 0 {
		o.Table = DefaultTable
	}
	o.Table = max(o.Table/2, 1)
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
	return ValueOf(win.told(), loss.told())
}

// inTurns works on two attempts in turns, whose lengths double, until one is answered with Yes or both have ended.
func inTurns(win, loss *attempt) {
	for nodes := uint64(firstRound); !(win.ended() && loss.ended()); nodes = twice(nodes) {
		for _, a := range []*attempt{win, loss} {
			if a.advance(nodes); a.result.Answer == Yes {
				return
			}
		}
	}
}

// twice returns 2n, or the largest number if that is too large.
func twice(n uint64) uint64 {
	if n > 1<<63-1 {
		return 1<<64 - 1
	}
	return 2 * n
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
