package analyze

import (
	"context"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
)

// solved returns the verdict on the position after the given number of plies with what the proof solver adds to it. The
// solver is asked only if the settings say so and neither the databases nor the search know the value.
func (s Settings) solved(ctx context.Context, e *engine.Engine, study *Study, ply int, v Verdict) Verdict {
	if s.Solver == 0 || v.Result != board.Unknown {
		return v
	}
	limited, cancel := context.WithTimeout(ctx, s.Solver)
	defer cancel()
	found := e.Prove(limited, study.positions[ply])
	if found.Value == board.Unknown {
		return v
	}
	v.Result, v.Source = found.Value, Solver
	if found.Value != board.Loss && len(found.Line) > 0 && !study.keeps(ply, v) {
		v.Line = found.Line[:min(len(found.Line), longestLine)]
	}
	return v
}

// keeps reports whether the move of the game is the best move of the search, and nothing proves that it gives the result
// away. Then the line of the search stays; otherwise the line of the proof is the better one, for its first move is
// proven to be right.
func (s *Study) keeps(ply int, v Verdict) bool {
	if ply >= len(s.Game.Moves) || s.Game.Moves[ply].Move != v.Line[0] {
		return false
	}
	after := s.verdicts[ply+1].Result
	return after == board.Unknown || after.Opposite() >= v.Result
}
