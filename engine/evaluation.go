package engine

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/internal/file"
)

// The evaluations, as option Evaluation names them.
const (
	NetworkEvaluation = "network" // a neural network: package eval/network
	LinearEvaluation  = "linear"  // the weighted sum of heuristics and patterns: package eval
)

// Evaluations returns the names of the evaluations, the default first.
func Evaluations() []string { return []string{NetworkEvaluation, LinearEvaluation} }

// Evaluator returns the evaluation of a name with the weights in the program. The first use of an evaluation reads its
// weights: see network.BuiltIn and eval.BuiltIn.
func Evaluator(name string) (eval.Evaluator, error) {
	switch name {
	case NetworkEvaluation:
		return network.BuiltIn(), nil
	case LinearEvaluation:
		return eval.BuiltIn(), nil
	}
	return nil, fmt.Errorf("no evaluation %s; there are %s and %s", board.Quote(name), NetworkEvaluation, LinearEvaluation)
}

// OpenNetwork reads a network file. An error names the file.
func OpenNetwork(name string) (*network.Network, error) {
	data, err := file.ReadAtMost(name, network.LongestFile)
	if err != nil {
		return nil, err
	}
	n, err := network.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}
