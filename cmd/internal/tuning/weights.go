package tuning

import (
	"fmt"

	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
)

// ReadWeights returns the weights of a file, or those in the program if no file is named.
func ReadWeights(name string) (*eval.Learned, error) {
	if name == "" {
		return eval.BuiltIn().Learned(), nil
	}
	data, err := file.ReadAtMost(name, eval.LongestFile)
	if err != nil {
		return nil, err
	}
	weights, err := eval.ParseLearned(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return weights, nil
}
