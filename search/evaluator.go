package search

import (
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
)

// SetEvaluator gives the search its evaluation, nil for the network in the program. It calls Clear if the evaluation
// changes. The type of e must be comparable. Do not call SetEvaluator while a search runs.
func (s *Searcher) SetEvaluator(e eval.Evaluator) {
	if e != s.evaluator {
		s.evaluator = e
		s.Clear()
	}
}

// Evaluator returns the evaluation.
func (s *Searcher) Evaluator() eval.Evaluator {
	if s.evaluator == nil {
		return network.BuiltIn()
	}
	return s.evaluator
}
