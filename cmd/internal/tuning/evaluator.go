package tuning

import (
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
)

// Evaluator returns the evaluation of a name (see engine.Evaluations), or the network of a file if one is named.
func Evaluator(name, networkFile string) (eval.Evaluator, error) {
	if networkFile != "" {
		return engine.OpenNetwork(networkFile)
	}
	return engine.Evaluator(name)
}
