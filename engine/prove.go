package engine

import (
	"context"
	"fmt"
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
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
// positions of Config.Endings. It may be called while a search runs, and by several goroutines. If the solver fails, the value is
// Unknown and Config.Failed is told. After Close the value is Unknown.
func (e *Engine) Prove(ctx context.Context, p board.Position) Proof {
	e.mu.Lock()
	closed, endings := e.closed, e.config.endings()
	e.mu.Unlock()
	if closed {
		return Proof{}
	}
	return e.prove(ctx, endings, p)
}

// prove is Prove with some databases.
func (e *Engine) prove(ctx context.Context, endings search.Databases, p board.Position) Proof {
	found, failed := guarded(func() Proof {
		prover := proof.NewProver(endings, certificate.Leaves{Pieces: endings.Pieces()}, proof.Options{Table: solverTable, Bounds: boundsOf(endings)})
		v := prover.Value(ctx, p, math.MaxUint64, 1)
		known := Proof{Value: v.Known(), Nodes: v.Nodes}
		var line []string
		switch known.Value {
		case board.Win:
			line = v.Win.Line
		case board.Draw, board.Loss:
			line = v.Loss.Line
		}
		g := board.NewGame(p)
		if err := g.PlayText(line...); err != nil {
			panic(err) // the solver's moves are legal
		}
		known.Line = g.Moves()
		return known
	})
	if failed != nil {
		e.tell(fmt.Errorf("the proof solver: %w", failed))
	}
	return found
}
