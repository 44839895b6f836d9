package tuning

import (
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval/network"
)

// ReadNetworkWeights returns the weights of the network of a file as fractions, or nil if no file is named.
func ReadNetworkWeights(name string) (*network.Weights, error) {
	if name == "" {
		return nil, nil
	}
	n, err := engine.OpenNetwork(name)
	if err != nil {
		return nil, err
	}
	return n.Weights(), nil
}
