package search

import "github.com/zonda-checkers/zonda/eval"

// SetWeights gives the search the weights of its evaluation, nil for the weights in the program. It calls Clear if the
// weights change. Do not call SetWeights while a search runs.
func (s *Searcher) SetWeights(w *eval.Weights) {
	if w != s.weights {
		s.weights = w
		s.Clear()
	}
}

// Weights returns the weights of the evaluation. The first use of the weights in the program decompresses them.
func (s *Searcher) Weights() *eval.Weights {
	if s.weights == nil {
		return eval.BuiltIn()
	}
	return s.weights
}
