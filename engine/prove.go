package engine

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"

	"go.uber.org/zap"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Proof is what the proof solver says of a position. Values are those of best play without a move rule, where a
// repetition wins for nobody: see package search/proof.
type Proof struct {
	Value board.Result // for the side to move; Unknown if it is not proven
	Nodes uint64       // positions that the solver looked at
	Line  []board.Move // play that keeps the value, of any length; empty if the value is Unknown or needs no search
}

// solverTable is the memory of the proof solver in MiB. The system provides it when it is used.
const solverTable = 256

// Prove tries to prove the value of p until ctx ends or the solver has used up its memory, 256 MiB. Lines end at
// positions of the engine's databases, for which Prove waits. It may be called while a search runs, and by several
// goroutines. If the solver fails, the value is Unknown and Ready tells what has failed. After Close the value is Unknown.
func (e *Engine) Prove(ctx context.Context, p board.Position) Proof {
	d := e.opened()
	e.mu.Lock()
	closed := e.closed
	e.mu.Unlock()
	if closed {
		return Proof{}
	}
	return e.prove(ctx, d, p)
}

// prove is Prove with databases that are open. They are not closed before it returns.
func (e *Engine) prove(ctx context.Context, d *databases, p board.Position) (found Proof) {
	defer func() {
		if reason := recover(); reason != nil {
			found = Proof{}
			e.solverFailed(reason)
		}
	}()
	d.using.RLock()
	defer d.using.RUnlock()
	leaves := certificate.Leaves{Pieces: d.library.Pieces()}
	prover := proof.NewProver(d.library, leaves, proof.Options{Table: solverTable, Bounds: d.valueBounds()})
	v := prover.Value(ctx, p, math.MaxUint64, 1)
	found = Proof{Value: v.Known(), Nodes: v.Nodes}
	switch found.Value {
	case board.Win:
		found.Line = v.Win.PV
	case board.Draw, board.Loss:
		found.Line = v.Loss.PV
	}
	return found
}

// solverFailed keeps a message about a panic of the solver.
func (e *Engine) solverFailed(reason any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	text := fmt.Sprintf("the proof solver failed: %v", reason)
	e.log.logger.Error(text, zap.ByteString("stack", debug.Stack()))
	e.failures = append(e.failures, text)
}
