package analyze

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
)

// solved returns the verdict on a position with what the proof solver adds to it. The solver is asked only if the
// settings say so and neither the databases nor the search know the value.
func (s Settings) solved(ctx context.Context, e *engine.Engine, p board.Position, v Verdict) Verdict {
	if s.Solver == 0 || v.Result != board.Unknown {
		return v
	}
	limited, cancel := context.WithTimeout(ctx, s.Solver)
	defer cancel()
	found := e.Prove(limited, p)
	if found.Value == board.Unknown {
		return v
	}
	v.Result, v.Source = found.Value, Solver
	if found.Value != board.Loss {
		v.Proof = found.Line[:min(len(found.Line), longestLine)]
	}
	return v
}

// withProof returns v, the verdict of a closer look, with what the proof solver has found of the position.
func (v Verdict) withProof(first Verdict) Verdict {
	if first.Source == Solver && v.Result == board.Unknown {
		v.Result, v.Source, v.Proof = first.Result, Solver, first.Proof
	}
	return v
}
