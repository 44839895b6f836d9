package tuning

import (
	"fmt"
	"io"
	"os"

	"github.com/zonda-checkers/zonda/eval"
)

// ReadWeights returns the weights of a file, or those in the program if no file is named.
func ReadWeights(name string) (*eval.Learned, error) {
	if name == "" {
		return eval.BuiltIn().Learned(), nil
	}
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close() // only read
	data, err := io.ReadAll(io.LimitReader(in, int64(eval.LongestFile)+1))
	if err != nil {
		return nil, err
	}
	if len(data) > eval.LongestFile {
		return nil, fmt.Errorf("%s: this is no file of weights: it has more than %d bytes", name, eval.LongestFile)
	}
	weights, err := eval.ParseLearned(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return weights, nil
}
