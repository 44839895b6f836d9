package engine

import (
	"fmt"
	"slices"

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

// warmEvaluations makes the weights in the program ready, so that the first search does not wait for them: also those of
// the linear evaluation, which evaluates positions of few pieces if the engine has a network.
func warmEvaluations() {
	network.BuiltIn()
	eval.BuiltIn()
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

// SetEvaluator sets the evaluation; nil stands for the one that the options say. The error is ErrSearching while a
// search runs. A later change of option Evaluation or NetworkFile replaces the evaluation.
func (e *Engine) SetEvaluator(evaluator eval.Evaluator) error {
	return e.change(func() error {
		if evaluator == nil {
			return e.useEvaluation()
		}
		e.sources.Evaluator = evaluator
		return nil
	})
}

// checkEvaluation returns an error if no evaluation has the name.
func checkEvaluation(name string) error {
	if !slices.Contains(Evaluations(), name) {
		_, err := Evaluator(name)
		return err
	}
	return nil
}

func (e *Engine) setEvaluation(name string) error {
	e.settings.Evaluation = name
	return e.useEvaluation()
}

// setNetworkFile reads the network file of a name; <empty> stands for the network in the program.
func (e *Engine) setNetworkFile(name string) error {
	if name == emptyString {
		name = ""
	}
	var own *network.Network
	if name != "" {
		var err error
		if own, err = OpenNetwork(name); err != nil {
			return err
		}
	}
	e.settings.NetworkFile, e.network = name, own
	return e.useEvaluation()
}

// useEvaluation gives the searcher the evaluation that the options say.
func (e *Engine) useEvaluation() error {
	if e.settings.Evaluation == NetworkEvaluation && e.network != nil {
		e.sources.Evaluator = e.network
		return nil
	}
	evaluator, err := Evaluator(e.settings.Evaluation)
	if err == nil {
		e.sources.Evaluator = evaluator
	}
	return err
}

// Evaluator returns the evaluation of the engine.
func (e *Engine) Evaluator() eval.Evaluator {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sources.Evaluation()
}

// Explain returns the terms of the linear evaluation of p: by the engine's weights or, if the engine has another
// evaluation, by the weights in the program.
func (e *Engine) Explain(p board.Position) eval.Explanation {
	if weights, linear := e.Evaluator().(*eval.Weights); linear {
		return weights.Explain(p)
	}
	return eval.BuiltIn().Explain(p)
}

// ExplainNetwork returns what the pieces of p are worth by the engine's network. It returns false if the evaluation is no
// network, or if p has fewer than network.LeastPieces pieces, so that the linear evaluation in the program evaluates p.
func (e *Engine) ExplainNetwork(p board.Position) (network.Explanation, bool) {
	n, ok := e.Evaluator().(*network.Network)
	if !ok || p.Pieces() < network.LeastPieces {
		return network.Explanation{}, false
	}
	return n.Explain(p), true
}
