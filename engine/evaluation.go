package engine

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
)

// evaluation returns the evaluation of a Config as a search gets it. The ones of this module keep to the range of scores; all
// others are checked.
func evaluation(e eval.Evaluator) eval.Evaluator {
	switch e.(type) {
	case nil, *network.Network, *eval.Weights:
		return e
	}
	return checked{e}
}

// checked is an evaluation that panics, which ends the search with ErrFailed, in place of returning a score that means a proven
// result.
type checked struct{ eval.Evaluator }

// Evaluate is a part of eval.Evaluator.
func (c checked) Evaluate(p board.Position) eval.Score {
	score := c.Evaluator.Evaluate(p)
	if score < -eval.MaxUnproven || score > eval.MaxUnproven {
		panic(fmt.Sprintf("the evaluation of %s is %d, not between %d and %d", p.FEN(), score, -eval.MaxUnproven, eval.MaxUnproven))
	}
	return score
}

// Fork is a part of eval.Forker.
func (c checked) Fork() eval.Evaluator { return checked{eval.Fork(c.Evaluator)} }
