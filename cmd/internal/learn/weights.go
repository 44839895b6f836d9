package learn

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
)

// ReadWeights returns the weights of a file, or those in the program if no file is named.
func ReadWeights(name string) (*eval.Learned, error) {
	if name == "" {
		return eval.BuiltIn().Learned(), nil
	}
	data, err := file.ReadAtMost(name, eval.MaxFileBytes)
	if err != nil {
		return nil, err
	}
	weights, err := eval.ParseWeights(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return weights.Learned(), nil
}

// Evaluator returns the evaluation of a name (see engine.Evaluations), for that of a network the network of a file if one is
// named.
func Evaluator(name, networkFile string) (eval.Evaluator, error) {
	if networkFile == "" {
		return engine.Evaluator(name)
	}
	if name != engine.NetworkEvaluation {
		return nil, fmt.Errorf("--evaluation %s with --network: the file holds a network, so give one of them", name)
	}
	return engine.OpenNetwork(networkFile)
}

// LoadSamples reads the samples in some folders, with or without the leaves of searches, and shows a bar meanwhile.
func LoadSamples(ctx context.Context, leaves bool, folders []string) (*evaltune.Data, error) {
	out := cli.NewMeter(cli.Stdout)
	defer out.Clear()
	return evaltune.Load(ctx, leaves, func(done, total int) { out.Step("loading", "files", uint64(done), uint64(total)) }, folders...)
}
