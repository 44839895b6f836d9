package search

import (
	"reflect"

	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
)

// Sources are what a search knows of positions besides what it finds itself. With the zero value it has the network in the
// program alone.
type Sources struct {
	Evaluator eval.Evaluator // nil for the network in the program
	Databases Databases      // values of endgames; nil for none
	Bounds    Bounds         // of values; nil for none
	Distances Distances      // to the end of the game; nil for none. A root that they know needs no search, unless Limits.SearchKnown is set
	AntiBook  AntiBook       // positions to avoid; nil for none
}

// Evaluation returns the evaluation, which is never nil.
func (s Sources) Evaluation() eval.Evaluator {
	if s.Evaluator == nil {
		return network.BuiltIn()
	}
	return s.Evaluator
}

// prepare makes s ready for a search with the sources. What earlier searches found with another evaluation, other bounds or another
// anti-book is deleted. If only the databases are others, the analysis of a won ending is deleted, and the table stays: see NewRun.
func (s *Searcher) prepare(next Sources) {
	last := s.sources
	s.sources = next
	switch {
	case s.searched && !(Same(next.Evaluator, last.Evaluator) && Same(next.Bounds, last.Bounds) && Same(next.AntiBook, last.AntiBook)):
		s.Clear()
	case !Same(next.Databases, last.Databases):
		s.conversion = conversionState{}
	}
}

// Same reports whether two sources of knowledge are the same. Those of a type that cannot be compared, such as functions, never
// are.
func Same(a, b any) bool {
	if v := reflect.ValueOf(a); v.IsValid() && !v.Comparable() {
		return false
	}
	return a == b
}
