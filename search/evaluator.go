package search

import (
	"reflect"

	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
)

// SetEvaluator gives the search its evaluation, nil for the network in the program. It calls Clear if the evaluation
// changes. Do not call SetEvaluator while a search runs.
func (s *Searcher) SetEvaluator(e eval.Evaluator) {
	if !same(e, s.evaluator) {
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

// same reports whether two sources of knowledge are the same. Those of a type that cannot be compared, such as functions, never
// are.
func same(a, b any) bool {
	if v := reflect.ValueOf(a); v.IsValid() && !v.Comparable() {
		return false
	}
	return a == b
}
