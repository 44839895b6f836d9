package tuning

import (
	"fmt"
	"io"
	"os"

	"github.com/zonda-checkers/zonda/eval/network"
)

// ReadNetwork returns the network of a file.
func ReadNetwork(name string) (*network.Network, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close() // only read
	data, err := io.ReadAll(io.LimitReader(in, int64(network.LongestFile)+1))
	if err != nil {
		return nil, err
	}
	if len(data) > network.LongestFile {
		return nil, fmt.Errorf("%s: this is no network file: it has more than %d bytes", name, network.LongestFile)
	}
	n, err := network.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// ReadNetworkWeights returns the weights of the network of a file as fractions, or nil if no file is named.
func ReadNetworkWeights(name string) (*network.Weights, error) {
	if name == "" {
		return nil, nil
	}
	n, err := ReadNetwork(name)
	if err != nil {
		return nil, err
	}
	return n.Weights(), nil
}
